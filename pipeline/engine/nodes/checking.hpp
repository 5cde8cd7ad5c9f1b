// SPDX-License-Identifier: Apache-2.0
// A run that is watched for stages that break their word: windows are copied amid a margin and outputs painted amid
// another one, memory that nobody has written holds what the checker wants, and tiles and notes come in other orders.
#pragma once
#include <cstdint>
#include <functional>
#include <string>

#include "border/description.hpp"

namespace terrawright::engine {

struct Checking {
  std::int64_t tile_rows = 0;        // tiles are so many cells high; 0: as high as wide
  std::int64_t margin = 8;           // rows around a window or an output
  unsigned char around = 0xff;       // each byte that lies around a window or an output: 0xff makes floats NaN
  unsigned char unwritten = 0xff;    // each byte of outputs and scratch memory before a call
  std::uint64_t tile_order = 0;      // tiles are visited in this order; 0: row by row, and bodies of `parallel` rising
  std::uint64_t merge_order = 0;     // notes are merged in this order and tree; 0: as they come
  std::uint64_t most_rounds = 2000;  // more of them never end
  // Content around outputs of a kind: for integers a value that no stage gives, as -1.
  unsigned char beside(std::uint32_t kind) const {
    return border::has_floats(kind) ? around : static_cast<unsigned char>(around ^ 0x58u);
  }
  // A rule that a stage has broken. Any thread.
  struct Broken {
    std::string node, what;  // "it wrote outside its tile"
    std::string port = {};   // which, where `what` does not name it
    std::int64_t x = -1, y = -1;
  };
  std::function<void(const Broken& broken)> found;
  // Whether a stage that asks has to stop, besides the run's `stop`; and whether it did.
  std::function<bool()> stops = {};
  std::function<void()> stopped = {};
};

// Windows that reach further than any world is wide are endless.
inline bool is_endless(const terrawright_rect& window) {
  constexpr std::int64_t far = std::int64_t{1} << 40;
  return window.x < -far || window.x > far || window.y < -far || window.y > far || window.width > far ||
         window.height > far;
}

}  // namespace terrawright::engine
