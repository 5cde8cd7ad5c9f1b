// SPDX-License-Identifier: Apache-2.0
// Descriptions of a plugin and its stages, copied into the engine's own structs. A plugin may be older or newer than
// this engine, and may omit fields.
#pragma once
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "terrawright/abi.h"
#include "terrawright/cells.hpp"
#include "terrawright/draft/rows.h"
#include "terrawright/ext/combine.h"
#include "terrawright/writer.h"

namespace terrawright::border {

// A plugin that was entered. Its holders use it; `deinit` is called when the last one is gone.
class Plugin {
 public:
  enum class Runs { here, in_workers };  // its stages: in this process, or in processes of their own

  // Copies what it says of itself, without its stages' own descriptions. `file`: the library, for crash reports. Throws
  // BadDescription.
  explicit Plugin(const terrawright_plugin* from, std::string file = "", Runs runs = Runs::here);
  ~Plugin();
  Plugin(const Plugin&) = delete;
  Plugin& operator=(const Plugin&) = delete;

  const terrawright_plugin& plain() const { return plain_; }
  // As it lists them; none where it offers none. Throws BadDescription.
  std::vector<const terrawright_writer*> writers() const;
  bool is_serial() const { return (plain_.flags & TERRAWRIGHT_PLUGIN_SERIAL) != 0; }
  // Held while a function of the plugin runs. Others wait where it is serial.
  std::unique_lock<std::mutex> turn() const;
  bool has_workers() const { return runs_ == Runs::in_workers; }

 private:
  terrawright_plugin plain_;
  std::string file_;
  Runs runs_;
  mutable std::mutex one_at_a_time_;
};

// The kinds of abi.h by name and size.

using terrawright::cell_bytes;
using terrawright::kind_name;

// The names of a set of kinds, "height or weight".
std::string kind_names(std::uint64_t kinds);
// Those whose cells are one float, or two.
constexpr std::uint64_t float_kinds = 1u << TERRAWRIGHT_KIND_HEIGHT | 1u << TERRAWRIGHT_KIND_SCALAR |
                                      1u << TERRAWRIGHT_KIND_WEIGHT | 1u << TERRAWRIGHT_KIND_VECTOR;
inline bool has_floats(std::uint32_t kind) { return (float_kinds >> kind & 1) != 0; }
inline bool is_layer(std::uint32_t kind) { return cell_bytes(kind) != 0; }
// Whether paint makes what flows out of the port: cells, or rows of a table by tile.
inline bool is_painted(const terrawright_port& port, std::uint32_t kind) {
  return is_layer(kind) || (kind == TERRAWRIGHT_KIND_TABLE && (port.flags & TERRAWRIGHT_PORT_BY_TILE) != 0);
}
// The set of all that there are.
std::uint64_t all_kinds();
// The only kind of a set, or 0 if there are several.
std::uint32_t single_kind(std::uint64_t kinds);

// The mistake in a description, as "has no paint".
struct BadDescription : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// As many bytes of a descriptor as both sides know, the rest zero. Throws BadDescription where it is NULL or shorter
// than it ever was (`floor`, of border/known.hpp); `what` names it.
template <class Descriptor>
Descriptor copied(const Descriptor* from, std::uint32_t floor, const char* what);
// "" in the place of NULL. Throws BadDescription where a text is not UTF-8.
void replace_null(const char*& text);
// Throws BadDescription where a list is not there, or longer than any.
void check_list(const void* list, std::uint64_t count, const char* what);

// A stage as the engine knows it: every text is there, every flag is known, every descriptor of this engine's size.
class Description {
 public:
  // Throws BadDescription. `of`: the plugin, which is used as long as this is there; none: nobody leaves it.
  explicit Description(const terrawright_stage* from, std::shared_ptr<const Plugin> of = nullptr);
  Description(const Description&) = delete;
  Description& operator=(const Description&) = delete;

  const terrawright_stage& stage() const { return stage_; }
  // For a stage that combines notes; else nullptr.
  const terrawright_combine* combine() const { return combine_ ? &*combine_ : nullptr; }
  // The plugin's own struct; `create` receives it.
  const terrawright_stage* original() const { return original_; }

  // Held while a function of the stage runs.
  std::unique_lock<std::mutex> turn() const { return plugin_ ? plugin_->turn() : std::unique_lock<std::mutex>(); }
  bool is_serial() const { return plugin_ && plugin_->is_serial(); }
  bool has_workers() const { return plugin_ && plugin_->has_workers(); }

 protected:
  // For another descriptor with ports and parameters: `described` gets them uncopied and unchecked.
  struct Unchecked {
    terrawright_stage described;
  };
  Description(const Unchecked& from, std::shared_ptr<const Plugin> of);
  const char* const* texts(const char* const* from, std::uint64_t count);

 private:
  terrawright_port port(const terrawright_port* from) const;
  terrawright_parameter parameter(const terrawright_parameter* from, int depth);
  std::vector<const terrawright_parameter*> parameters(const terrawright_parameter* const* from, std::uint64_t count,
                                                       int depth);
  const terrawright_value* values(const terrawright_value* from, std::uint64_t count, int depth);

  std::shared_ptr<const Plugin> plugin_;
  const terrawright_stage* original_ = nullptr;
  terrawright_stage stage_;
  std::optional<terrawright_combine> combine_;
  // Targets of `stage_`; addresses stay.
  std::deque<terrawright_port> ports_;
  std::vector<const terrawright_port*> port_list_;
  std::deque<terrawright_parameter> parameters_;
  std::deque<std::vector<const terrawright_parameter*>> parameter_lists_;
  std::deque<std::vector<const char*>> text_lists_;
  std::deque<std::vector<terrawright_value>> value_lists_;
};

// A writer. Its ports and parameters stand in a stage that cannot run, for whoever reads those.
class WriterDescription : public Description {
 public:
  // Throws BadDescription. `of`: as of a stage.
  explicit WriterDescription(const terrawright_writer* from, std::shared_ptr<const Plugin> of = nullptr);
  const terrawright_writer& writer() const { return writer_; }
  const terrawright_writer* original() const { return original_; }

 private:
  WriterDescription(const terrawright_writer* original, const terrawright_writer& writer,
                    std::shared_ptr<const Plugin> of);
  const terrawright_writer* original_;
  terrawright_writer writer_;
};

// The port that a writer's parameter has its unit of, where it is "unit of PORT"; nothing: it has one of its own.
std::optional<std::string> unit_of_port(const char* unit);

// A layer and the number that holds everywhere without it: an input and a parameter of one name.

// The parameter that is called as the input is; nullptr if there is none.
inline const terrawright_parameter* twin_of(const terrawright_stage& stage, const terrawright_port& port) {
  for (std::uint64_t i = 0; port.direction == TERRAWRIGHT_PORT_INPUT && i < stage.n_parameters; ++i) {
    if (std::string_view(stage.parameters[i]->name) == port.name) return stage.parameters[i];
  }
  return nullptr;
}

// Whether the description of a stage or a writer makes sense, before anything is asked of it.

// Throws BadDescription, "(family.word) has no paint". Checks a description whose texts and lists are complete.
// `combine`: nullptr: it does not.
void check_description(const terrawright_stage& stage, const terrawright_combine* combine);
void check_description(const terrawright_writer& writer);

// Whether a parameter can have the value, by its kind and range.
bool is_value(const terrawright_parameter& parameter, const terrawright_value& value);

// family.word or vendor/family.word: lower-case words joined by '_', the vendor with dots.
bool is_stage_id(std::string_view id);

}  // namespace terrawright::border
