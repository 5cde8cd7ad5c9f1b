// SPDX-License-Identifier: Apache-2.0
// The stages and composites a graph can be made of, built-in and third-party alike.
#pragma once
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "terrawright/abi.h"

namespace terrawright::graph {

struct Composed;

// One stage with where it comes from. Plugins stay loaded until the program ends.
struct Offer {
  const terrawright_stage* stage = nullptr;
  std::string plugin;                                  // "org.example.hills"
  std::string version;                                 // of the plugin
  std::string file;                                    // of the library; empty: built in
  std::string build;                                   // identity of the code, for keys
  std::shared_ptr<const Composed> composed = nullptr;  // of a composite, which `stage` only describes
};

class Catalogue {
 public:
  // False if the id is taken; the first one stays.
  bool add(Offer offer);
  const Offer* find(const std::string& id) const;
  std::vector<std::string> ids() const;  // sorted
  // "heights.diamond_square@1"
  static std::string name(const terrawright_stage& stage);

 private:
  std::map<std::string, Offer> offers_;
};

// A composite is described as a stage, and cannot run: its parts do.
inline bool is_composite(const terrawright_stage& stage) { return stage.create == nullptr; }

// A port or parameter of a stage by name; nullptr if there is none.
const terrawright_port* find_port(const terrawright_stage& stage, const std::string& name, std::uint32_t direction);
std::vector<std::string> port_names(const terrawright_stage& stage, std::uint32_t direction);
// What `node` alone can mean: the outputs that are not by name only.
std::vector<std::string> main_outputs(const terrawright_stage& stage);
std::uint32_t port_index(const terrawright_stage& stage, const terrawright_port& port);

}  // namespace terrawright::graph
