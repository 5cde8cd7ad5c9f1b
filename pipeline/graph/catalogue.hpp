// SPDX-License-Identifier: Apache-2.0
// The stages and composites a graph can be made of, and the writers of its files, built-in and third-party alike.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "border/description.hpp"
#include "config/world.hpp"
#include "terrawright/abi.h"

namespace terrawright::graph {

struct Composed;

// A library's code is known by the SHA-256 of its file, and by what its plugin tells beside that.
std::string build_of_library(const std::string& file_sha256, const std::string& more);
std::string sha256_of_library(const std::string& build);

// One stage with where it comes from. Plugins stay loaded until the program ends.
struct Offer {
  const terrawright_stage* stage = nullptr;                          // the engine's own copy
  std::string plugin;                                                // "org.example.hills"
  std::string version;                                               // of the plugin
  std::string file;                                                  // of the library; empty: built in
  std::string build;                                                 // identity of the code, for keys
  std::shared_ptr<const Composed> composed = nullptr;                // of a composite, which `stage` only describes
  std::shared_ptr<const border::Description> description = nullptr;  // of a stage that runs
};

// One writer with where it comes from.
struct WriterOffer {
  std::shared_ptr<const border::WriterDescription> description;
  std::string plugin, version, file, build;  // as of an Offer

  const terrawright_writer& writer() const { return description->writer(); }
  std::vector<std::string> endings() const;          // ".asc"; empty: it is found by its id alone
  bool has_ending(const std::string& ending) const;  // in lower case
  bool writes_tiles() const { return (writer().flags & TERRAWRIGHT_WRITER_TILES) != 0; }
};

// A library that was left out: which, why, and what to do.
struct Refused {
  std::string file, reason, remedy;
  std::vector<std::string> taken;  // its stages that another had before it, as name() says them
};

// "plugin /opt/hills.so was refused: it cannot be read"
std::string refusal(const Refused& library);

class Catalogue {
 public:
  // False if the id is taken in this version; the first one stays. Versions of one id live side by side.
  bool add(Offer offer);
  // Offers of these ids: `add` adds them to a copy of the catalogue when one is named, or all are asked for.
  void add_later(std::vector<std::string> ids, std::function<void(Catalogue&)> add);
  const Offer* find(const std::string& id, std::uint32_t version) const;
  // The newest version.
  const Offer* find(const std::string& id) const;
  std::vector<std::uint32_t> versions(const std::string& id) const;  // rising; empty: no such id
  std::vector<std::string> ids() const;                              // sorted, each once
  std::vector<const Offer*> all() const;                             // sorted by id and version
  std::vector<const Offer*> added() const;                           // the same without those that are added later
  // "heights.diamond_square@1"
  static std::string name(const terrawright_stage& stage);

  // The same of writers.
  bool add(WriterOffer offer);
  const WriterOffer* find_writer(const std::string& id, std::uint32_t version) const;
  std::vector<const WriterOffer*> writers() const;  // sorted by id and version
  // The newest versions of the writers of files with this ending.
  std::vector<const WriterOffer*> writers_of(const std::string& ending) const;
  static std::string name(const terrawright_writer& writer);

  // Missing names may be in one of these.
  void refuse(Refused library) { refused_.push_back(std::move(library)); }
  const std::vector<Refused>& refused() const { return refused_; }

  // Packs that this program was built without, by the stages and writers in them.
  void leave_out(std::string id, std::string pack) { left_out_.emplace(std::move(id), std::move(pack)); }
  // The pack of a stage, a writer or a family of writers, and how to have it; nothing if none is left out.
  struct Pack {
    std::string problem, remedy;  // "'map.sheet' is in the pack 'atlas', which this program lacks"
  };
  // `what`: in the problem; empty: the id.
  std::optional<Pack> left_out(const std::string& id, const std::string& what = {}) const;

 private:
  using Offers = std::map<std::pair<std::string, std::uint32_t>, Offer>;
  struct Later {
    std::vector<std::string> ids;
    std::function<void(Catalogue&)> add;  // empty: they are added
    std::mutex adding;                    // an exception through std::call_once ends a process that has no memory left
    Offers offers;
  };

  const Offers& later() const;                       // which are added now
  const Offers& later(const std::string& id) const;  // the same if the id is one of theirs, else none

  Offers offers_;
  std::shared_ptr<Later> later_;  // copies share it
  std::map<std::pair<std::string, std::uint32_t>, WriterOffer> writers_;
  std::vector<Refused> refused_;
  std::map<std::string, std::string> left_out_;
};

// A composite is described as a stage, and cannot run: its parts do.
inline bool is_composite(const terrawright_stage& stage) { return stage.create == nullptr; }

// A port or parameter of a stage by name; nullptr if there is none.
const terrawright_port* find_port(const terrawright_stage& stage, const std::string& name, std::uint32_t direction);
const terrawright_parameter* find_parameter(const terrawright_stage& stage, const std::string& name);
std::vector<std::string> port_names(const terrawright_stage& stage, std::uint32_t direction);
// Meanings of `node` alone: the outputs that are not by name only.
std::vector<std::string> main_outputs(const terrawright_stage& stage);
std::uint32_t port_index(const terrawright_stage& stage, const terrawright_port& port);

// Resolves the names in a config, stages and composites alike; or reports their errors.

// The offer that a node uses; nullptr after an error.
const Offer* offer_of(const config::Node& written, const Catalogue& catalogue, report::Diagnostics& diagnostics);

// For each port, the place in `written.inputs` of what feeds it. Inputs that there are not and those that are missing
// are reported.
std::vector<std::optional<std::size_t>> given_inputs(const terrawright_stage& stage, const config::Node& written,
                                                     report::Diagnostics& diagnostics);

// `in: {uplift: 1 mm/yr}` is `with: {uplift: 1 mm/yr}` where both are declared. A value that is given twice is
// reported.
config::Node with_numbers(const terrawright_stage& stage, const config::Node& written,
                          report::Diagnostics& diagnostics);

// "eroded/step/3/route" to "eroded/step/route": what is said of one time holds for all.
std::string without_times(const std::string& name);

// The output that `node` or `node.port` means where the node uses `stage`; nullptr after an error.
const terrawright_port* output_of(const terrawright_stage& stage, const config::Reference& reference,
                                  report::Diagnostics& diagnostics);

}  // namespace terrawright::graph
