// SPDX-License-Identifier: Apache-2.0
// Worlds run through the real config, graph and engine, each node measured.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/engine.hpp"

namespace terrawright::bench {

struct NodeCost {
  std::string name, stage;
  double seconds = 0;             // of its calls, on the wall, over the threads there are
  std::uint64_t layer_bytes = 0;  // that it made
  std::vector<engine::Round> rounds;
};

struct Ran {
  std::vector<NodeCost> nodes;
  std::map<std::string, std::shared_ptr<engine::Layer>> layers;  // that the outputs name, by the names there
  std::uint64_t peak = 0;                                        // bytes of the process while they ran
  const NodeCost& node(const std::string& name) const;
};

// `path`: where the text stands, for the files that it names. `memory`, `tile`, `levels`: as engine::Options has them.
// Throws std::runtime_error with the diagnostics.
Ran run_world(const std::string& yaml, const std::vector<std::string>& overrides, int threads,
              const std::string& path = "bench.yaml", std::shared_ptr<engine::Memory> memory = nullptr,
              std::int64_t tile = schedule::chunk_side, int levels = 0);

// A world that was not run. Throws as run_world().
std::shared_ptr<const graph::Graph> assembled(const std::string& yaml, const std::vector<std::string>& overrides,
                                              const std::string& path);

// The run of a world as it is planned, all of its files included. Throws as run_world().
schedule::Schedule planned(const std::string& yaml, const std::vector<std::string>& overrides, const std::string& path,
                           const schedule::Machine& machine);

// The stage of a world's only node alone, through its border: paints all tiles into chunks that lie one after the
// other.
std::function<void()> painting(const std::string& yaml, std::int64_t side, float* to);

std::string text_of_file(const std::string& path);

// The cells of a layer, row by row.
std::vector<float> cells_of(const engine::Layer& layer);

}  // namespace terrawright::bench
