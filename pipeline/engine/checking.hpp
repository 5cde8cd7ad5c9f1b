// SPDX-License-Identifier: Apache-2.0
// A run that is watched for stages that break their word: windows are copied amid a margin and outputs painted amid
// another one, memory that nobody has written holds what the checker wants, and tiles and notes come in other orders.
#pragma once
#include <cstdint>
#include <functional>
#include <string>

#include "terrawright/abi.h"

namespace terrawright::engine {

struct Checking {
  unsigned char around = 0xff;       // each byte that lies around a window: 0xff makes floats NaN
  unsigned char unwritten = 0xff;    // each byte of outputs and scratch memory before a call
  std::uint64_t tile_order = 0;      // tiles are visited in this order; 0: row by row
  std::uint64_t merge_order = 0;     // notes are merged in this order and tree; 0: as they come
  std::uint64_t most_rounds = 2000;  // more of them never end
  // What a stage has broken, as "it wrote outside its tile". Any thread.
  std::function<void(const std::string& node, const std::string& what)> found;
};

// Windows that reach further than any world is wide are endless.
inline bool is_endless(const terrawright_rect& window) {
  constexpr std::int64_t far = std::int64_t{1} << 40;
  return window.x < -far || window.x > far || window.y < -far || window.y > far || window.width > far ||
         window.height > far;
}

}  // namespace terrawright::engine
