// SPDX-License-Identifier: Apache-2.0
// Asks a stage, arranged with its defaults, which cells of its inputs it needs around a tile.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "border/instance.hpp"
#include "graph/catalogue.hpp"

namespace terrawright::cli {

// Cells beyond the tile on each side.
struct Halo {
  std::int64_t left = 0, up = 0, right = 0, down = 0;
  bool any() const { return left != 0 || up != 0 || right != 0 || down != 0; }
};
// Halo of an input in one phase; nothing if the phase does not read it.
std::optional<Halo> halo_of(const border::Instance& instance, std::uint32_t phase, std::uint32_t port);

struct PortWindows {
  std::optional<Halo> survey, paint;
};
struct InputWindows {
  bool known = false;                 // false: the stage refused to be arranged with its defaults
  std::vector<PortWindows> ports;     // one per port; of outputs nothing
  std::uint64_t memory = 0;           // bytes for resolve and its notes, 1025 x 1025 cells
  std::uint64_t memory_of_large = 0;  // of 8193 x 8193 cells
};
// With all inputs connected; where the stage refuses that, with each optional one by itself.
InputWindows probe(const graph::Offer& offer);

}  // namespace terrawright::cli
