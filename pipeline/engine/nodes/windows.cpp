// SPDX-License-Identifier: Apache-2.0
#include "engine/nodes/windows.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <stdexcept>

#include "engine/layers/statistics.hpp"
#include "engine/nodes/checking.hpp"
#include "engine/nodes/node_run.hpp"
#include "schedule/tiling.hpp"

namespace terrawright::engine {
namespace {

bool all_are(const unsigned char* bytes, std::size_t count, unsigned char value) {
  return count == 0 || (bytes[0] == value && std::memcmp(bytes, bytes + 1, count - 1) == 0);
}

}  // namespace

unsigned char* Guarded::row(std::int64_t y) const {
  // Buffer hands out what it owns as constant to those who only look.
  return static_cast<unsigned char*>(const_cast<void*>(buffer_.data())) +
         static_cast<std::size_t>(y * stride_) * cell_bytes_;
}

void Guarded::begin(const Rect& area, std::uint32_t cell_bytes, std::int64_t margin, unsigned char around,
                    unsigned char inside) {
  area_ = area;
  margin_ = margin;
  const std::int64_t aligned = std::max<std::int64_t>(64 / cell_bytes, 1);  // cells that begin at such an address
  columns_ = std::max<std::int64_t>(32, aligned);
  stride_ = (area.width + 2 * columns_ + aligned - 1) / aligned * aligned;
  cell_bytes_ = cell_bytes;
  around_ = around;
  const std::size_t bytes = static_cast<std::size_t>(stride_ * (area.height + 2 * margin)) * cell_bytes_;
  std::memset(buffer_.resize(bytes), around, bytes);
  cells_ = row(margin) + columns_ * cell_bytes;
  for (std::int64_t y = 0; y < area.height; ++y)
    std::memset(row(margin + y) + columns_ * cell_bytes, inside, static_cast<std::size_t>(area.width) * cell_bytes_);
}

void Guarded::seal() { seal_ = digest_of({static_cast<const char*>(buffer_.data()), buffer_.size()}); }
bool Guarded::is_unchanged() const {
  return digest_of({static_cast<const char*>(buffer_.data()), buffer_.size()}) == seal_;
}

bool Guarded::has_clean_margin() const {
  const std::size_t row_bytes = static_cast<std::size_t>(stride_) * cell_bytes_;
  const std::size_t left = static_cast<std::size_t>(columns_) * cell_bytes_,
                    inside = static_cast<std::size_t>(area_.width) * cell_bytes_;
  const std::size_t rows = static_cast<std::size_t>(margin_);
  if (!all_are(row(0), rows * row_bytes, around_) || !all_are(row(margin_ + area_.height), rows * row_bytes, around_))
    return false;
  for (std::int64_t y = margin_; y < margin_ + area_.height; ++y) {
    if (!all_are(row(y), left, around_)) return false;
    if (!all_are(row(y) + left + inside, row_bytes - left - inside, around_)) return false;
  }
  return true;
}

std::optional<Guarded::Cell> Guarded::first_changed(const void* inside, std::int64_t stride) const {
  for (std::int64_t y = 0; y < area_.height + 2 * margin_; ++y) {
    for (std::int64_t x = 0; x < stride_; ++x) {
      const unsigned char* const cell = row(y) + static_cast<std::size_t>(x) * cell_bytes_;
      const std::int64_t column = x - columns_, line = y - margin_;
      const bool beside = column < 0 || line < 0 || column >= area_.width || line >= area_.height;
      if (!beside && inside == nullptr) continue;
      const auto place = static_cast<std::size_t>(line * stride + column) * cell_bytes_;
      const bool same = beside ? all_are(cell, cell_bytes_, around_)
                               : std::memcmp(cell, static_cast<const unsigned char*>(inside) + place, cell_bytes_) == 0;
      if (!same) return Cell{area_.x + column, area_.y + line};
    }
  }
  return std::nullopt;
}

namespace {

schedule::Stretch along(const schedule::Stretch& wanted, std::int64_t side, bool wraps, const char* port) {
  if (!wraps) return schedule::clipped(wanted, side);
  constexpr std::int64_t times = 16;  // how often a window may go round
  if (wanted.count > times * side || wanted.first < -times * side || wanted.first > times * side)
    throw std::runtime_error(
        std::string("the window of '") + port +
        "' goes round the world more than 16 times: the world is too small for it, or its code is wrong");
  return wanted;
}

}  // namespace

std::int64_t Windows::width() const { return around_.width; }
std::int64_t Windows::height() const { return around_.height; }

Rect Windows::area(std::uint32_t phase, std::uint32_t port, const Rect& tile) const {
  const char* name = node_.stage().ports[port]->name;
  const Rect wanted = node_.instance.window(phase, port, tile);
  if (around_.checking != nullptr) look_at_window(phase, port, tile, wanted);
  if (wanted.width == 0 || wanted.height == 0) return {};
  const bool wraps_x = (around_.wrap & TERRAWRIGHT_WRAP_X) != 0, wraps_y = (around_.wrap & TERRAWRIGHT_WRAP_Y) != 0;
  const schedule::Stretch x = along({wanted.x, wanted.width}, around_.width, wraps_x, name);
  const schedule::Stretch y = along({wanted.y, wanted.height}, around_.height, wraps_y, name);
  if (x.count == 0 || y.count == 0) return {};
  return {x.first, y.first, x.count, y.count};
}

// A window follows from what it is asked for: asked again, after another tile, it is the same.
void Windows::look_at_window(std::uint32_t phase, std::uint32_t port, const Rect& tile, const Rect& wanted) const {
  const auto broken = [&](const char* what) {
    around_.checking->found(
        {node_.name, std::string("the window of its input '") + node_.stage().ports[port]->name + "' " + what});
  };
  if (is_endless(wanted)) broken("is endless");
  node_.instance.window(phase, port,
                        {0, 0, std::min(tile.width, around_.width), std::min(tile.height, around_.height)});
  const Rect again = node_.instance.window(phase, port, tile);
  const bool is_same =
      again.x == wanted.x && again.y == wanted.y && again.width == wanted.width && again.height == wanted.height;
  if (!is_same) broken("is another when it is asked for again");
}

void Windows::of(terrawright_job& job, Workspace& space) const {
  const terrawright_stage& stage = node_.stage();
  space.views.assign(stage.n_ports, {});
  space.statistics.assign(stage.n_ports, no_statistics());
  if (space.gathered.size() < stage.n_ports) space.gathered.resize(stage.n_ports);
  if (around_.checking != nullptr && space.guarded_inputs.size() < stage.n_ports)
    space.guarded_inputs.resize(stage.n_ports);
  for (std::uint32_t i = 0; i < stage.n_ports; ++i) {
    if (!inputs_[i].layer) continue;
    const terrawright_view& view = space.views[i] = this->view(job.phase, i, job.tile, space);
    if (view.cells == nullptr || !(stage.ports[i]->window_statistics & (1u << job.phase))) continue;
    const Layer& layer = *inputs_[i].layer;
    StatisticsOf statistics(layer.facts().kind);
    for (std::int64_t y = 0; y < view.area.height; ++y) {
      statistics.add(static_cast<const unsigned char*>(view.cells) + y * view.stride * layer.cell_bytes(),
                     view.area.width);
    }
    space.statistics[i] = statistics.result();
  }
  job.inputs = space.views.data();
  job.window_statistics = space.statistics.data();
}

void Windows::done(Workspace& space) const {
  for (std::uint32_t i = 0; around_.checking != nullptr && i < node_.stage().n_ports; ++i) {
    if (space.views[i].cells == nullptr || space.guarded_inputs[i].is_unchanged()) continue;
    const Rect& area = space.views[i].area;
    std::vector<unsigned char> before(static_cast<std::size_t>(area.width * area.height) *
                                      inputs_[i].layer->cell_bytes());
    gather(i, area, before.data(), area.width);
    const auto cell = space.guarded_inputs[i].first_changed(before.data(), area.width).value_or(Guarded::Cell{-1, -1});
    around_.checking->found({node_.name, std::string("it wrote into its input '") + node_.stage().ports[i]->name + "'",
                             "", cell.x, cell.y});
  }
  space.held.clear();
}

void Windows::gather(std::uint32_t port, const Rect& area, void* cells, std::int64_t stride) const {
  const Layer& layer = *inputs_[port].layer;
  each_inside(area, [&](const Rect& part, std::int64_t x, std::int64_t y) {
    layer.read(part, static_cast<unsigned char*>(cells) + (y * stride + x) * layer.cell_bytes(), stride);
  });
}

terrawright_view Windows::view(std::uint32_t phase, std::uint32_t port, const Rect& tile, Workspace& space) const {
  const Layer& layer = *inputs_[port].layer;
  const Rect area = this->area(phase, port, tile);
  if (area.width == 0) return {};
  std::int64_t stride = (area.width + 15) / 16 * 16;
  void* cells = nullptr;
  if (around_.checking != nullptr) {
    const unsigned char around = around_.checking->around;
    space.guarded_inputs[port].begin(area, layer.cell_bytes(), around_.checking->margin, around, around);
    cells = space.guarded_inputs[port].cells();
    stride = space.guarded_inputs[port].stride();
  } else {
    const bool inside =
        area.x >= 0 && area.y >= 0 && area.x + area.width <= around_.width && area.y + area.height <= around_.height;
    if (auto there = inside ? layer.in_place(area) : std::nullopt) {
      space.held.push_back(std::move(there->cells));
      return there->view;
    }
    cells = space.gathered[port].resize(static_cast<std::size_t>(stride * area.height) * layer.cell_bytes());
  }
  gather(port, area, cells, stride);
  if (around_.checking != nullptr) space.guarded_inputs[port].seal();
  return {cells, stride, area};
}

}  // namespace terrawright::engine
