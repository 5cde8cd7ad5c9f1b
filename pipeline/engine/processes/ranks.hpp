// SPDX-License-Identifier: Apache-2.0
// The processes that make one run together, on one machine or several. They share a store's folder and nothing else:
// cells, notes and verdicts go through files there; what is said here is small.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "schedule/tiling.hpp"
#include "terrawright/tile.hpp"

namespace terrawright::engine {

class Ranks {
 public:
  virtual ~Ranks() = default;
  virtual std::size_t rank() const = 0;   // of this process; the first, 0, speaks to the user and writes the manifest
  virtual std::size_t count() const = 0;  // of processes; at least 1
  virtual std::size_t count_here() const = 0;  // of these, on this machine

  // Everybody comes here before anybody goes on: what each said, by rank. One thread of each process, in the same
  // order in all of them.
  virtual std::vector<std::string> say(const std::string& mine) = 0;
  // 0, 1, 2 ..., each to one caller in all processes, from 0 again after each say(). Any thread.
  virtual std::uint64_t ticket() = 0;
  // To the first process, soon, and before the next say() ends: its hear(rank, said), from a thread of its own. A
  // `brief` message may be dropped if a newer one follows. Any thread.
  virtual void tell(const std::string& said, bool brief) = 0;
  virtual void listen(std::function<void(std::size_t rank, const std::string& said)> hear) = 0;
};

// Assigns parts of a world to processes: the same number of chunks for each, in Morton order, so that a share has few
// neighbours.
class Shares {
 public:
  Shares(std::int64_t width, std::int64_t height, std::size_t ranks);
  // Owner of the chunk that holds a cell; chunks are numbered row by row.
  std::size_t of_cell(std::int64_t x, std::int64_t y) const;
  std::size_t of_chunk(std::size_t chunk) const { return owners_[chunk]; }
  // Whether a chunk of `rank` holds a cell of the area.
  bool touch(const Rect& area, std::size_t rank) const;

 private:
  std::int64_t columns_;
  std::vector<std::uint16_t> owners_;  // by chunk
};

}  // namespace terrawright::engine
