// SPDX-License-Identifier: Apache-2.0
// What a plugin says of itself and its stages, copied into the engine's own structs: a plugin may be older or newer
// than this engine, and may have left out what it had nothing to say of.
#pragma once
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "terrawright/abi.h"
#include "terrawright/writer.h"

namespace terrawright::border {

// What is wrong with a description, as "has no paint".
struct BadDescription : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// As many bytes of a descriptor as both sides know, the rest zero. Throws BadDescription where it is NULL or shorter
// than in version 1.0 (`floor`); `what` names it.
template <class Descriptor>
Descriptor copied(const Descriptor* from, std::uint32_t floor, const char* what);

// A stage as the engine knows it: every text is there, every flag is known, every descriptor of this engine's size.
class Description {
 public:
  // Throws BadDescription.
  explicit Description(const terrawright_stage* from);
  Description(const Description&) = delete;
  Description& operator=(const Description&) = delete;

  const terrawright_stage& stage() const { return stage_; }
  // What the plugin itself holds; `create` is given it.
  const terrawright_stage* original() const { return original_; }

 protected:
  // Of another descriptor with ports and parameters: `described` has those that it has, uncopied and unchecked.
  struct Unchecked {
    terrawright_stage described;
  };
  explicit Description(const Unchecked& from);
  const char* const* texts(const char* const* from, std::uint64_t count);

 private:
  terrawright_port port(const terrawright_port* from) const;
  terrawright_parameter parameter(const terrawright_parameter* from, int depth);
  std::vector<const terrawright_parameter*> parameters(const terrawright_parameter* const* from, std::uint64_t count,
                                                       int depth);
  const terrawright_value* values(const terrawright_value* from, std::uint64_t count, int depth);

  const terrawright_stage* original_ = nullptr;
  terrawright_stage stage_;
  // What `stage_` points to; addresses stay.
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
  // Throws BadDescription.
  explicit WriterDescription(const terrawright_writer* from);
  const terrawright_writer& writer() const { return writer_; }
  const terrawright_writer* original() const { return original_; }

 private:
  WriterDescription(const terrawright_writer* original, const terrawright_writer& writer);
  const terrawright_writer* original_;
  terrawright_writer writer_;
};

// The port that a writer's parameter has its unit of, where it is "unit of PORT"; nothing: it has one of its own.
std::optional<std::string> unit_of_port(const char* unit);

// The writers of a plugin as it lists them; none where it offers none. Throws BadDescription.
std::vector<const terrawright_writer*> writers_of(const terrawright_plugin& plugin);

// A plugin, without its stages' own descriptions. Throws BadDescription.
terrawright_plugin plugin(const terrawright_plugin* from);

}  // namespace terrawright::border
