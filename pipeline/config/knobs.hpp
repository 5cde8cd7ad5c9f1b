// SPDX-License-Identifier: Apache-2.0
// The few things a person turns: `$name` stands for the value of a knob.
#pragma once
#include <set>
#include <string>
#include <vector>

#include "check.hpp"

namespace terrawright::config {

// The value of a knob: the map that is written for it has it as `value`, anything else is it. nullptr: a map without.
template <class Written>
Written* value_of_knob(Written& knob) {
  if (!knob.is_map()) return &knob;
  auto* const entry = knob.find("value");
  return entry ? &entry->value : nullptr;
}

// The knobs of a document, checked.
std::vector<Knob> read_knobs(const Value& document, const Check& check);

// The names behind `$` in those parts of a document where knobs may stand.
std::set<std::string> knobs_asked_for(Value document);

// Replaces `$name` by the knobs' values: in `world`, in `in` and `with` of every stage, in `range` and in the sides of
// tiles of every output. Those in expressions are read there. Reports names of no knob, and knobs that nothing uses;
// those in `used_before` an override has put out of use. `whole` knows what was removed.
void replace_knobs(Value& document, const std::vector<Knob>& knobs, const std::set<std::string>& used_before,
                   const Value& whole, const Check& check);

}  // namespace terrawright::config
