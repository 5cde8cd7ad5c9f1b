// SPDX-License-Identifier: Apache-2.0
// Whatever file a stage names, it gets made-up samples: examples need no files beside them.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "engine/layer.hpp"
#include "graph/input_file.hpp"

namespace terrawright::check {

class MadeUpFiles final : public graph::InputFileOpener {
 public:
  std::shared_ptr<const graph::InputFile> open(const std::string& path,
                                               const terrawright_file_request& request) const override;
};

// Valid values of cells by their kind.

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
