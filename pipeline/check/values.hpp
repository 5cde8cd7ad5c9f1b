// SPDX-License-Identifier: Apache-2.0
// Valid values of cells by their kind.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "engine/layer.hpp"

namespace terrawright::check {

// The first cell that holds what its kind does not allow. `finite`: NaN and infinity are among that.
struct BadCell {
  const char* symptom;  // "its mask is neither 0 nor 1"
  std::string value;
  std::int64_t x, y;
};
std::optional<BadCell> bad_cell(const engine::Layer& layer, bool finite);

// Whether all of its cells are finite.
bool is_finite(const engine::Layer& layer);

}  // namespace terrawright::check
