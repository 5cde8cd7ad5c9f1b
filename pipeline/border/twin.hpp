// SPDX-License-Identifier: Apache-2.0
// A layer and the number that holds everywhere without it: an input and a parameter of one name.
#pragma once
#include <cstdint>
#include <string_view>

#include "terrawright/abi.h"

namespace terrawright::border {

// The parameter that is called as the input is; nullptr if there is none.
inline const terrawright_parameter* twin_of(const terrawright_stage& stage, const terrawright_port& port) {
  for (std::uint64_t i = 0; port.direction == TERRAWRIGHT_PORT_INPUT && i < stage.n_parameters; ++i) {
    if (std::string_view(stage.parameters[i]->name) == port.name) return stage.parameters[i];
  }
  return nullptr;
}

}  // namespace terrawright::border
