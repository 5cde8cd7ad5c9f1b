// SPDX-License-Identifier: Apache-2.0
// What survey and paint see of a node's inputs: the cells that the stage asks for around a tile, in place where one
// chunk holds them all, else gathered; beyond the edge of a world that wraps, from the other side.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/guarded.hpp"
#include "engine/node_run.hpp"
#include "engine/product.hpp"

namespace terrawright::engine {

class Windows {
 public:
  Windows(const graph::Node& node, const std::vector<Product>& inputs, const Surroundings& around, std::size_t slots)
      : node_(node), inputs_(inputs), around_(around), seen_(slots) {}

  // Fills the inputs and their window statistics of a job. They live until the next call of the same slot. Throws
  // std::runtime_error where the stage asks for what cannot be.
  void of(terrawright_job& job, std::size_t slot);
  // Where the run is watched: tells who wrote into what of() gave.
  void look_after(std::size_t slot) const;

 private:
  struct Seen {
    std::vector<terrawright_view> views;
    std::vector<Statistics> statistics;
    std::vector<Buffer> gathered;
    std::vector<Guarded> guarded;  // in their place where the run is watched
  };
  terrawright_view view(std::uint32_t phase, std::uint32_t port, const Rect& tile, Seen& seen) const;

  const graph::Node& node_;
  const std::vector<Product>& inputs_;
  const Surroundings& around_;
  std::vector<Seen> seen_;  // of each slot
};

}  // namespace terrawright::engine
