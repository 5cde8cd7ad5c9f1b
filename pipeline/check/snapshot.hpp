// SPDX-License-Identifier: Apache-2.0
// All that a run made, kept for other processes to compare with.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "check/temporary_file.hpp"
#include "engine/product.hpp"
#include "graph/graph.hpp"

namespace terrawright::check {

// First difference of two runs, in running order: later ones may only follow from it.
struct Difference {
  std::size_t output = 0;  // of build::outputs_made
  bool has_cell = false;
  std::int64_t x = 0, y = 0;
  std::vector<unsigned char> before, now;  // the cell
};

class Snapshot {
 public:
  bool is_taken() const { return file_.size() != 0; }
  void take(const std::vector<engine::Product>& made) const;
  // Throws std::runtime_error where it was taken of a world of another shape.
  std::optional<Difference> difference(const std::vector<engine::Product>& made) const;
  std::string digest() const;  // of all that was taken

 private:
  TemporaryFile file_;
};

}  // namespace terrawright::check
