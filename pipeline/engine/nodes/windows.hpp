// SPDX-License-Identifier: Apache-2.0
// Views of a node's inputs for survey and paint: the cells that the stage needs around a tile. They are in place if one
// chunk holds them all, else gathered; beyond the edge of a world that wraps, they come from the other side.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "engine/layers/layer.hpp"
#include "engine/layers/memory.hpp"
#include "engine/nodes/stage_call.hpp"
#include "engine/product.hpp"
#include "graph/graph.hpp"

namespace terrawright::engine {

// Cells amid a margin of several rows and columns, which tells whether somebody wrote there.
class Guarded {
 public:
  // Room for `area`, every byte of it `inside` and every byte around it, `margin` rows above and below, `around`. Rows
  // begin at a multiple of 64 bytes.
  void begin(const Rect& area, std::uint32_t cell_bytes, std::int64_t margin, unsigned char around,
             unsigned char inside);
  void* cells() const { return cells_; }
  std::int64_t stride() const { return stride_; }  // in cells

  // Remembers what all of it holds.
  void seal();
  bool is_unchanged() const;  // it still holds that
  // Whether the margin still holds `around`.
  bool has_clean_margin() const;
  // The first cell that is no longer as expected: in the margin `around`, in the area what `inside` has, rows `stride`
  // cells apart; nullptr: anything. By the world's coordinates.
  struct Cell {
    std::int64_t x, y;
  };
  std::optional<Cell> first_changed(const void* inside, std::int64_t stride) const;

 private:
  unsigned char* row(std::int64_t y) const;  // from the left end of the margin; 0: the topmost

  Buffer buffer_;
  void* cells_ = nullptr;
  Rect area_{};
  std::int64_t margin_ = 0, stride_ = 0;
  std::int64_t columns_ = 0;  // of the margin, at the left and at the right
  std::size_t cell_bytes_ = 0;
  unsigned char around_ = 0;
  Digest seal_{};
};

// Buffers of one thread for calls of survey or paint, for all nodes.
struct Workspace {
  // Views of the inputs, by port.
  std::vector<terrawright_view> views;
  std::vector<Statistics> statistics;
  std::vector<std::shared_ptr<const Layer::Cells>> held;  // views in place
  std::vector<Buffer> gathered;
  std::vector<Guarded> guarded_inputs;  // in their place where the run is watched
  // Targets of the outputs, by port.
  std::vector<terrawright_target> targets;
  std::vector<Buffer> beside;
  std::vector<Guarded> guarded_outputs;
  Scratch scratch;
};

struct Surroundings;

class Windows {
 public:
  Windows(const graph::Node& node, const std::vector<Product>& inputs, const Surroundings& around)
      : node_(node), inputs_(inputs), around_(around) {}

  // The cells of input `port` that `phase` needs for a tile: clipped where the world ends, beyond it where it wraps; no
  // cells: none. Throws std::runtime_error where the stage asks for what cannot be.
  Rect area(std::uint32_t phase, std::uint32_t port, const Rect& tile) const;
  void look_at_window(std::uint32_t phase, std::uint32_t port, const Rect& tile, const Rect& wanted) const;
  // each(cells inside the world): an area that may reach beyond it.
  template <class Each>
  void each_inside(const Rect& area, Each each) const;

  // Fills the inputs and their window statistics of a job. They live until done().
  void of(terrawright_job& job, Workspace& space) const;
  // After the call. If the run is watched: reports writes into the views of of().
  void done(Workspace& space) const;

 private:
  terrawright_view view(std::uint32_t phase, std::uint32_t port, const Rect& tile, Workspace& space) const;
  void gather(std::uint32_t port, const Rect& area, void* cells, std::int64_t stride) const;
  std::int64_t width() const;
  std::int64_t height() const;

  const graph::Node& node_;
  const std::vector<Product>& inputs_;
  const Surroundings& around_;
};

template <class Each>
void Windows::each_inside(const Rect& area, Each each) const {
  const std::int64_t all_columns = width(), all_rows = height();
  const auto within = [](std::int64_t at, std::int64_t side) { return (at % side + side) % side; };
  for (std::int64_t y = 0; y < area.height;) {
    const std::int64_t from_y = within(area.y + y, all_rows), rows = std::min(area.height - y, all_rows - from_y);
    for (std::int64_t x = 0; x < area.width;) {
      const std::int64_t from_x = within(area.x + x, all_columns);
      const std::int64_t columns = std::min(area.width - x, all_columns - from_x);
      each(Rect{from_x, from_y, columns, rows}, x, y);
      x += columns;
    }
    y += rows;
  }
}

}  // namespace terrawright::engine
