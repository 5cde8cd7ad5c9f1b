// SPDX-License-Identifier: Apache-2.0
// States of a node's tiles: painted, being painted by some thread, or failed.
#pragma once
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <tuple>
#include <vector>

#include "engine/nodes/node_run.hpp"

namespace terrawright::engine {

// A tile that failed. If several fail, the least is reported: that of the first node, row of tiles, and cell row by
// row.
struct FailedTile {
  std::size_t node = 0;
  Rect tile{};
  StageFailed said;

  bool operator<(const FailedTile& other) const { return sort_key() < other.sort_key(); }

 private:
  using SortKey = std::tuple<std::size_t, std::int64_t, std::int64_t, std::int64_t>;
  // A failure without a cell stands where its tile begins.
  SortKey sort_key() const {
    const bool has_cell = said.x >= 0 && said.y >= 0;
    return {node, tile.y, has_cell ? said.y : tile.y, has_cell ? said.x : tile.x};
  }
};
inline void keep_least(std::optional<FailedTile>& least, const FailedTile& failure) {
  if (!least || failure < *least) least = failure;
}

class TileStates {
 public:
  enum class State : std::uint8_t { absent, in_work, painted, failed, given_up };

  explicit TileStates(std::size_t tiles) : states_(tiles, State::absent), unpainted_(tiles) {}

  // Returns the tile's state; a tile that was absent is in work from now on, by the caller.
  State claim(std::size_t tile) {
    if (unpainted_.load(std::memory_order_acquire) == 0) return State::painted;
    const std::lock_guard lock(mutex_);
    const State was = states_[tile];
    if (was == State::absent) states_[tile] = State::in_work;
    return was;
  }
  void painted(std::size_t tile) {
    settle(tile, State::painted);
    unpainted_.fetch_sub(1, std::memory_order_acq_rel);
  }
  void failed(std::size_t tile, const FailedTile& failure) {
    {
      const std::lock_guard lock(mutex_);
      failures_.emplace(tile, failure);
    }
    settle(tile, State::failed);
  }
  // The user stopped, or something of ours failed.
  void give_up(std::size_t tile) { settle(tile, State::given_up); }

  // Until somebody else is done with the tile.
  State wait(std::size_t tile) {
    std::unique_lock lock(mutex_);
    settled_.wait(lock, [&] { return states_[tile] != State::in_work; });
    return states_[tile];
  }
  const FailedTile& failure(std::size_t tile) const {
    const std::lock_guard lock(mutex_);
    return failures_.at(tile);
  }
  bool is_painted(std::size_t tile) const {
    const std::lock_guard lock(mutex_);
    return states_[tile] == State::painted;
  }
  std::size_t tiles() const { return states_.size(); }
  std::size_t unpainted() const { return unpainted_.load(std::memory_order_acquire); }

 private:
  void settle(std::size_t tile, State state) {
    {
      const std::lock_guard lock(mutex_);
      states_[tile] = state;
    }
    settled_.notify_all();
  }

  mutable std::mutex mutex_;
  std::condition_variable settled_;
  std::vector<State> states_;
  std::map<std::size_t, FailedTile> failures_;
  std::atomic<std::size_t> unpainted_;
};

}  // namespace terrawright::engine
