// SPDX-License-Identifier: Apache-2.0
// terrawright/tile.hpp: the cells that survey and paint work on.
#pragma once
#include <cstddef>
#include <cstdint>

#include "blob.hpp"
#include "failure.hpp"
#include "kinds.hpp"
#include "parameter.hpp"

namespace terrawright {

using Rect = terrawright_rect;
using Statistics = terrawright_statistics;

inline Rect grown(const Rect& area, std::int64_t by) {
  return {area.x - by, area.y - by, area.width + 2 * by, area.height + 2 * by};
}

// Cells of one layer, addressed by the world's coordinates. An input's view covers the declared window,
// clipped to the world; an output's covers the tile.
template <class Cell>
class View {
 public:
  View() = default;
  explicit View(const terrawright_view& view)
      : cells_(static_cast<Cell*>(view.cells)), stride_(view.stride), area_(view.area) {}

  Cell& operator()(std::int64_t x, std::int64_t y) const { return *row(y, x); }
  // The cells of row y from column x on: a plain pointer, for loops that should vectorise.
  Cell* row(std::int64_t y, std::int64_t x) const { return cells_ + (y - area_.y) * stride_ + (x - area_.x); }
  const Rect& area() const { return area_; }
  std::ptrdiff_t stride() const { return stride_; }  // cells from one row to the next
  explicit operator bool() const { return cells_ != nullptr; }

 private:
  Cell* cells_ = nullptr;
  std::ptrdiff_t stride_ = 0;
  Rect area_{};
};

// What every phase of a running stage can ask for.
class Running {
 public:
  explicit Running(const terrawright_job& job) : job_(&job) {}

  double operator[](In<Number> input) const { return job_->numbers[input.port]; }
  BlobView operator[](In<Grid> input) const { return BlobView(job_->grids[input.port]); }
  // The cells of a file that arrange has opened.
  const terrawright_raster& operator[](const File& file) const { return job_->rasters[file.raster]; }
  // Exact minimum, maximum and NaN count of an input that was declared with statistics().
  template <class Kind>
  const Statistics& statistics(In<Kind> input) const {
    return job_->statistics[input.port];
  }
  // The verdict of a finished round, as every tile sees it.
  template <class Verdict>
  Seen<Verdict> verdict(std::uint64_t round) const {
    return seen<Verdict>(job_->verdicts[round]);
  }
  std::uint64_t rounds() const { return job_->n_rounds; }
  // Throws Stopped when the engine asks to stop. each_row does it for you.
  void poll() const {
    if (job_->host->cancelled(job_->handle)) throw Stopped{};
  }

 protected:
  const terrawright_job& job() const { return *job_; }

 private:
  const terrawright_job* job_;
};

// One tile. survey sees the inputs, paint the outputs as well.
class Tile : public Running {
 public:
  using Running::Running;
  using Running::operator[];

  const Rect& area() const { return job().tile; }
  std::int64_t left() const { return area().x; }
  std::int64_t top() const { return area().y; }
  std::int64_t right() const { return area().x + area().width; }    // one past
  std::int64_t bottom() const { return area().y + area().height; }  // one past
  std::int64_t width() const { return area().width; }
  std::int64_t height() const { return area().height; }
  std::uint64_t index() const { return job().tile_index; }

  template <class Kind>
  View<const typename Kind::Cell> operator[](In<Kind> input) const {
    return View<const typename Kind::Cell>(job().views[input.port]);
  }
  template <class Kind>
  View<typename Kind::Cell> operator[](Out<Kind> output) const {
    return View<typename Kind::Cell>(job().views[output.port]);
  }
  // Is this output read by anybody? Its view is empty otherwise.
  template <class Kind>
  bool wanted(Out<Kind> output) const {
    return job().views[output.port].cells != nullptr;
  }
  // This tile of `output` equals that of `input`; the cells need not be written.
  template <class Kind, class Other>
  void same(Out<Kind> output, In<Other> input) const {
    job().host->same(job().handle, output.port, input.port);
  }
  // What the last resolve told this tile alone.
  template <class Verdict>
  Seen<Verdict> own() const {
    return rounds() == 0 ? nothing<Verdict>() : seen<Verdict>(job().own_verdicts[rounds() - 1]);
  }

  // body(y) for every row, from top to bottom.
  template <class Body>
  void each_row(Body body) const {
    for (std::int64_t y = top(); y < bottom(); ++y) {
      poll();
      body(y);
    }
  }
  // body(x, y) for every cell, row by row.
  template <class Body>
  void each_cell(Body body) const {
    each_row([&](std::int64_t y) {
      for (std::int64_t x = left(); x < right(); ++x) body(x, y);
    });
  }
};

}  // namespace terrawright
