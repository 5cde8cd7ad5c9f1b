// SPDX-License-Identifier: Apache-2.0
// Work on all threads of the task library.
#pragma once
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <cstdint>

#include "engine/hand_over.hpp"

namespace terrawright::engine {

// body(i) for i in 0 .. n-1, in any order. An exception of a body ends up here. Isolated: a thread that waits for the
// others takes up nothing but bodies of this call, neither a file to write nor a tile whose windows would overwrite
// those of the tile that it is in.
template <class Body>
void parallel(std::uint64_t n, const Body& body) {
  const hand_over::Giving giving;
  tbb::this_task_arena::isolate([&] {
    tbb::parallel_for(std::uint64_t{0}, n, [&body](std::uint64_t i) {
      const hand_over::Work work;
      body(i);
    });
  });
}

}  // namespace terrawright::engine
