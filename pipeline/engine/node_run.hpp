// SPDX-License-Identifier: Apache-2.0
// One node, run: its rounds of survey and resolve, then paint, tile by tile.
#pragma once
#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "border/host.hpp"
#include "engine/product.hpp"
#include "graph/graph.hpp"

namespace terrawright::engine {

// A stage said that it cannot go on. Of several failing tiles this is the first one, row by row.
using StageFailed = border::Message;
// The user asked to stop.
struct Interrupted {};

struct Checking;

struct Surroundings {
  std::shared_ptr<Memory> memory;
  std::int64_t width = 0, height = 0;        // of the world
  std::int64_t tile = schedule::chunk_side;  // side of a tile; schedule::whole_world: one tile
  std::uint32_t wrap = 0;                    // axes of the world that join, of TERRAWRIGHT_WRAP_
  const std::atomic<bool>* stop = nullptr;
  const Checking* checking = nullptr;  // none: nobody watches
  // Any thread.
  std::function<void(std::size_t done, std::size_t all)> progress;  // of tiles
  std::function<void(double share)> share;                          // of resolve
  std::function<void(const border::Message&)> warning;
  std::function<void(const std::string&)> line;
};

// Runs `node` on what its inputs made (one per port). Returns what its outputs made (one per port).
// Throws StageFailed or Interrupted. Call it inside a task arena.
std::vector<Product> run_node(const graph::Node& node, const std::vector<Product>& inputs,
                              const Surroundings& surroundings, const terrawright_world& world);

}  // namespace terrawright::engine
