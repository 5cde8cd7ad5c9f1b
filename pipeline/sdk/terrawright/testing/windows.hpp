// SPDX-License-Identifier: Apache-2.0
// terrawright/testing/windows.hpp: what survey and paint see of a stage's inputs: copies with poison around them.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "setup.hpp"
#include "terrawright/tile.hpp"

namespace terrawright {
inline namespace v1 {
namespace testing {
namespace detail {

// Exact minimum, maximum and NaN count of cells; `rows` of `count` cells, `stride` bytes apart.
inline Statistics statistics_of(std::uint32_t kind, const unsigned char* cells, std::int64_t count, std::int64_t rows,
                                std::size_t stride) {
  Statistics all = {std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(), 0};
  if (kind == TERRAWRIGHT_KIND_COLOUR) return all;
  const bool vector = kind == TERRAWRIGHT_KIND_VECTOR;
  const std::size_t bytes = vector ? sizeof(float) : cell_bytes(kind);
  for (std::int64_t y = 0; y < rows; ++y) {
    const unsigned char* at = cells + static_cast<std::size_t>(y) * stride;
    for (std::int64_t i = 0; i < (vector ? 2 * count : count); ++i, at += bytes) {
      const double number = number_of(kind, at) + 0.0;  // -0 counts as 0
      if (std::isnan(number)) {
        ++all.nans;
      } else {
        all.minimum = std::min(all.minimum, number);
        all.maximum = std::max(all.maximum, number);
      }
    }
  }
  return all;
}

// A call failed, or the stage stopped. Never crosses the border.
struct Ended {
  std::vector<Message> failures;
};
[[noreturn]] inline void end(Message said) { throw Ended{{std::move(said)}}; }
[[noreturn]] inline void blame(const std::string& what, std::int64_t x = -1, std::int64_t y = -1) {
  end({"", "its code is wrong: " + what, x, y});
}

struct Windows {
  std::vector<Guarded> cells, before;  // what the stage sees, and a copy that it does not
  std::vector<terrawright_view> views;
  std::vector<Statistics> statistics;
};

class Inputs {
 public:
  Inputs(const Setup& setup, Poison poison)
      : setup_(setup), stage_(*setup.stage), world_(setup.world), poison_(poison) {}

  // Fills the inputs and their window statistics of a job; they live as long as the windows.
  Windows look(const void* self, terrawright_job& job) const {
    Windows windows;
    windows.cells.resize(stage_.n_ports);
    windows.views.resize(stage_.n_ports);
    windows.statistics.resize(stage_.n_ports);
    for (std::uint32_t i = 0; i < stage_.n_ports; ++i) {
      const Connection& from = setup_.connections[i];
      const std::size_t bytes = cell_bytes(from.kind);
      if (bytes == 0) continue;
      const Rect area = window_of(self, job.phase, i, job.tile);
      if (area.width == 0) continue;
      Guarded& seen = windows.cells[i] = Guarded(area, from.kind, poison_);
      const auto within = [](std::int64_t at, std::int64_t side) { return (at % side + side) % side; };
      for (std::int64_t y = area.y; y < area.y + area.height; ++y) {
        const std::int64_t row = within(y, world_.height) * world_.width;
        for (std::int64_t x = area.x; x < area.x + area.width; ++x) {
          const auto at = static_cast<std::size_t>(row + within(x, world_.width));
          std::memcpy(seen.cell(x, y), from.cells.data() + at * bytes, bytes);
        }
      }
      windows.views[i] = {seen.cell(area.x, area.y), seen.stride(), area};
      if (stage_.ports[i]->window_statistics & (1u << job.phase)) {
        windows.statistics[i] = statistics_of(from.kind, seen.cell(area.x, area.y), area.width, area.height,
                                              static_cast<std::size_t>(seen.stride()) * bytes);
      }
    }
    windows.before = windows.cells;
    job.inputs = windows.views.data();
    job.window_statistics = windows.statistics.data();
    return windows;
  }
  void check_untouched(const Windows& windows) const {
    Rect at{};
    for (std::size_t i = 0; i < stage_.n_ports; ++i) {
      if (windows.views[i].cells != nullptr && windows.cells[i].differs(windows.before[i], at))
        blame(std::string("it wrote into its input '") + stage_.ports[i]->name + "'", at.x, at.y);
    }
  }

 private:
  struct Stretch {
    std::int64_t first, count;
  };
  static Stretch along(std::int64_t first, std::int64_t count, std::int64_t side, bool wraps, const char* port) {
    if (wraps) {
      constexpr std::int64_t times = 16;  // how often a window may go round
      if (count > times * side || first < -times * side || first > times * side)
        blame(std::string("the window of '") + port + "' goes round the world");
      return {first, count};
    }
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    const std::int64_t beyond = first > most - count ? most : first + count;
    const std::int64_t begin = std::clamp<std::int64_t>(first, 0, side);
    return {begin, std::clamp<std::int64_t>(beyond, begin, side) - begin};
  }

  Rect window_of(const void* self, std::uint32_t phase, std::uint32_t port, const Rect& tile) const {
    const char* name = stage_.ports[port]->name;
    Rect wanted = {tile.x, tile.y, 0, 0};
    std::int32_t answer = TERRAWRIGHT_ANSWER_FAILED;
    try {
      answer = stage_.window(self, phase, port, &tile, &wanted);
    } catch (...) {  // told below
    }
    if (answer != TERRAWRIGHT_ANSWER_DONE) blame(std::string("it cannot say which cells of '") + name + "' it needs");
    if (wanted.width < 0 || wanted.height < 0)
      blame(std::string("the window of '") + name + "' has fewer than no cells");
    if (wanted.width == 0 || wanted.height == 0) return {};
    const Stretch x = along(wanted.x, wanted.width, world_.width, (world_.wrap & TERRAWRIGHT_WRAP_X) != 0, name);
    const Stretch y = along(wanted.y, wanted.height, world_.height, (world_.wrap & TERRAWRIGHT_WRAP_Y) != 0, name);
    if (x.count == 0 || y.count == 0) return {};
    return {x.first, y.first, x.count, y.count};
  }

  const Setup& setup_;
  const terrawright_stage& stage_;
  const terrawright_world_facts& world_;
  const Poison poison_;
};

}  // namespace detail
}  // namespace testing
}  // namespace v1
}  // namespace terrawright
