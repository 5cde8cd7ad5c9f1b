// SPDX-License-Identifier: Apache-2.0
// Which of several failing tiles is told.
#pragma once
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <tuple>
#include <vector>

#include "engine/node_run.hpp"
#include "terrawright/abi.h"

namespace terrawright::engine {

// Keeps the failure of the first cell, row by row, however the world is cut. One without a cell stands where its tile
// begins. Any thread.
class FirstFailure {
 public:
  explicit FirstFailure(const std::vector<terrawright_rect>& tiles) : tiles_(tiles), in_vain_(tiles.size()) {}

  void add(std::size_t tile, const StageFailed& failure) {
    const Place place = place_of(tile, failure);
    const std::lock_guard lock(mutex_);
    in_vain_ = std::min(in_vain_.load(), next_row(tile));
    if (first_ && place_ <= place) return;
    first_ = failure;
    place_ = place;
  }
  // Tiles from this one on need not run.
  const std::atomic<std::size_t>& in_vain() const { return in_vain_; }
  // When no tile is running any more.
  const std::optional<StageFailed>& first() const { return first_; }

 private:
  using Place = std::tuple<std::int64_t, std::int64_t, std::int64_t, std::size_t>;  // row of tiles, y, x, tile

  Place place_of(std::size_t tile, const StageFailed& failure) const {
    const terrawright_rect& area = tiles_[tile];
    const bool has_cell = failure.x >= 0 && failure.y >= 0;
    return {area.y, has_cell ? failure.y : area.y, has_cell ? failure.x : area.x, tile};
  }
  // Tiles of the same row may fail in a cell further up; those of the next one cannot.
  std::size_t next_row(std::size_t tile) const {
    std::size_t next = tile + 1;
    while (next < tiles_.size() && tiles_[next].y == tiles_[tile].y) ++next;
    return next;
  }

  const std::vector<terrawright_rect>& tiles_;
  std::atomic<std::size_t> in_vain_;
  std::mutex mutex_;
  std::optional<StageFailed> first_;
  Place place_{};
};

}  // namespace terrawright::engine
