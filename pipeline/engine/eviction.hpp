// SPDX-License-Identifier: Apache-2.0
// Evicts chunks to files when memory is short: those whose next reader is farthest ahead.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

#include "engine/layer.hpp"
#include "schedule/order.hpp"
#include "store/spill.hpp"

namespace terrawright::engine {

class Eviction {
 public:
  // Files lie in `folder`. `row` tells the row of cells that the pass is at.
  Eviction(const schedule::Order& order, const std::filesystem::path& folder, std::function<std::int64_t()> row);

  // A layer of the run; it may go to files from now on.
  void add(const graph::Link& link, const std::shared_ptr<Layer>& layer);
  // The node that the run has come to.
  void now_at(std::size_t node) { node_.store(node, std::memory_order_relaxed); }

  // Puts a few chunks into files; false: there are none that could go. Any thread.
  bool make_room();

 private:
  struct Known {
    std::weak_ptr<Layer> layer;
    std::vector<std::size_t> readers;  // nodes in whose passes it is read, rising; a file comes after all
  };
  std::size_t next_reader(const Known& known, std::size_t after) const;

  const schedule::Order& order_;
  const std::function<std::int64_t()> row_;
  const std::shared_ptr<store::Spill> spill_;
  std::atomic<std::size_t> node_{0};
  std::vector<Known> layers_;
};

}  // namespace terrawright::engine
