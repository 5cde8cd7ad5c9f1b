// SPDX-License-Identifier: Apache-2.0
#include "engine/windows.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "engine/checking.hpp"
#include "engine/statistics.hpp"
#include "schedule/tiling.hpp"

namespace terrawright::engine {
namespace {

schedule::Stretch along(const schedule::Stretch& wanted, std::int64_t side, bool wraps, const char* port) {
  if (!wraps) return schedule::clipped(wanted, side);
  constexpr std::int64_t times = 16;  // how often a window may go round
  if (wanted.count > times * side || wanted.first < -times * side || wanted.first > times * side)
    throw std::runtime_error(std::string("its code is wrong: the window of '") + port +
                             "' goes round the world more than 16 times");
  return wanted;
}

// From the other side where `area` lies beyond the world.
void gather(const Layer& layer, const Rect& area, unsigned char* to, std::int64_t stride) {
  const std::int64_t width = layer.facts().width, height = layer.facts().height, bytes = layer.cell_bytes();
  const auto within = [](std::int64_t at, std::int64_t side) { return (at % side + side) % side; };
  for (std::int64_t y = 0; y < area.height;) {
    const std::int64_t from_y = within(area.y + y, height), rows = std::min(area.height - y, height - from_y);
    for (std::int64_t x = 0; x < area.width;) {
      const std::int64_t from_x = within(area.x + x, width), columns = std::min(area.width - x, width - from_x);
      layer.read({from_x, from_y, columns, rows}, to + (y * stride + x) * bytes, stride);
      x += columns;
    }
    y += rows;
  }
}

}  // namespace

void Windows::of(terrawright_job& job, std::size_t slot) {
  const terrawright_stage& stage = node_.stage();
  Seen& seen = seen_[slot];
  seen.views.assign(stage.n_ports, {});
  seen.statistics.assign(stage.n_ports, {});
  seen.gathered.resize(stage.n_ports);
  if (around_.checking != nullptr) seen.guarded.resize(stage.n_ports);
  for (std::uint32_t i = 0; i < stage.n_ports; ++i) {
    if (!inputs_[i].layer) continue;
    const terrawright_view& view = seen.views[i] = this->view(job.phase, i, job.tile, seen);
    if (view.cells == nullptr || !(stage.ports[i]->window_statistics & (1u << job.phase))) continue;
    const Layer& layer = *inputs_[i].layer;
    StatisticsOf statistics(layer.facts().kind);
    for (std::int64_t y = 0; y < view.area.height; ++y) {
      statistics.add(static_cast<const unsigned char*>(view.cells) + y * view.stride * layer.cell_bytes(),
                     view.area.width);
    }
    seen.statistics[i] = statistics.result();
  }
  job.inputs = seen.views.data();
  job.window_statistics = seen.statistics.data();
}

void Windows::look_after(std::size_t slot) const {
  if (around_.checking == nullptr) return;
  const Seen& seen = seen_[slot];
  for (std::uint32_t i = 0; i < node_.stage().n_ports; ++i) {
    if (seen.views[i].cells != nullptr && !seen.guarded[i].is_sealed())
      around_.checking->found(node_.name,
                              std::string("it wrote into its input '") + node_.stage().ports[i]->name + "'");
  }
}

terrawright_view Windows::view(std::uint32_t phase, std::uint32_t port, const Rect& tile, Seen& seen) const {
  const Layer& layer = *inputs_[port].layer;
  const char* name = node_.stage().ports[port]->name;
  const Rect wanted = node_.instance.window(phase, port, tile);
  if (wanted.width == 0 || wanted.height == 0) return {};
  if (around_.checking != nullptr && is_endless(wanted))
    around_.checking->found(node_.name, std::string("the window of its input '") + name + "' is endless");
  const bool wraps_x = (around_.wrap & TERRAWRIGHT_WRAP_X) != 0, wraps_y = (around_.wrap & TERRAWRIGHT_WRAP_Y) != 0;
  const schedule::Stretch x = along({wanted.x, wanted.width}, around_.width, wraps_x, name);
  const schedule::Stretch y = along({wanted.y, wanted.height}, around_.height, wraps_y, name);
  const Rect area = {x.first, y.first, x.count, y.count};
  if (area.width == 0 || area.height == 0) return {};
  const bool inside =
      area.x >= 0 && area.y >= 0 && area.x + area.width <= around_.width && area.y + area.height <= around_.height;
  std::int64_t stride = (area.width + 15) / 16 * 16;
  void* cells = nullptr;
  if (around_.checking != nullptr) {
    const unsigned char around = around_.checking->around;
    seen.guarded[port].begin(area, layer.cell_bytes(), around, around);
    cells = seen.guarded[port].cells();
    stride = seen.guarded[port].stride();
  } else {
    if (const auto view = inside ? layer.in_place(area) : std::nullopt) return *view;
    cells = seen.gathered[port].resize(static_cast<std::size_t>(stride * area.height) * layer.cell_bytes());
  }
  if (inside) {
    layer.read(area, cells, stride);
  } else {
    gather(layer, area, static_cast<unsigned char*>(cells), stride);
  }
  if (around_.checking != nullptr) seen.guarded[port].seal();
  return {cells, stride, area};
}

}  // namespace terrawright::engine
