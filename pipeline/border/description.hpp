// SPDX-License-Identifier: Apache-2.0
// What a plugin says of itself and its stages, copied into the engine's own structs: a plugin may be older or newer
// than this engine, and may have left out what it had nothing to say of.
#pragma once
#include <cstdint>
#include <deque>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "terrawright/abi.h"

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

 private:
  terrawright_port port(const terrawright_port* from) const;
  terrawright_parameter parameter(const terrawright_parameter* from, int depth);
  std::vector<const terrawright_parameter*> parameters(const terrawright_parameter* const* from, std::uint64_t count,
                                                       int depth);
  const terrawright_value* values(const terrawright_value* from, std::uint64_t count, int depth);
  const char* const* texts(const char* const* from, std::uint64_t count);

  const terrawright_stage* original_;
  terrawright_stage stage_{};
  // What `stage_` points to; addresses stay.
  std::deque<terrawright_port> ports_;
  std::vector<const terrawright_port*> port_list_;
  std::deque<terrawright_parameter> parameters_;
  std::deque<std::vector<const terrawright_parameter*>> parameter_lists_;
  std::deque<std::vector<const char*>> text_lists_;
  std::deque<std::vector<terrawright_value>> value_lists_;
};

// A plugin, without its stages' own descriptions. Throws BadDescription.
terrawright_plugin plugin(const terrawright_plugin* from);

}  // namespace terrawright::border
