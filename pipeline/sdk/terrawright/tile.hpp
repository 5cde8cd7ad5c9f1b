// SPDX-License-Identifier: Apache-2.0
// terrawright/tile.hpp: the cells that survey and paint work on.
#pragma once
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <new>
#include <string>
#include <type_traits>
#include <vector>

#include "blob.hpp"
#include "draft/rows.h"
#include "failure.hpp"
#include "kinds.hpp"
#include "parameter.hpp"
#include "table.hpp"
#include "world.hpp"

namespace terrawright {
inline namespace v1 {

using Rect = terrawright_rect;
using Statistics = terrawright_statistics;

inline Rect grown(const Rect& area, std::int64_t by) {
  return {area.x - by, area.y - by, area.width + 2 * by, area.height + 2 * by};
}

// Cells of one layer, addressed by the world's coordinates. An input's view covers the declared window, clipped to the
// world where that does not wrap; an output's covers the tile. Compiled with TERRAWRIGHT_CHECKED, a cell outside of it
// fails the call with a sentence; without, it is whatever lies there.
template <class Cell>
class View {
 public:
  View() = default;
  // A terrawright_view or a terrawright_target.
  template <class Plain>
  explicit View(const Plain& plain)
      : cells_(static_cast<Cell*>(plain.cells)), stride_(plain.stride), area_(plain.area) {}

  Cell& operator()(std::int64_t x, std::int64_t y) const {
#ifdef TERRAWRIGHT_CHECKED
    if (x < area_.x || y < area_.y || x >= area_.x + area_.width || y >= area_.y + area_.height)
      throw Failure("", "its code is wrong: it touches a cell outside its window", x, y);
#endif
    return *row(y, x);
  }
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

// Functions for every phase of a running stage.
class Running {
 public:
  explicit Running(const terrawright_job& job) : job_(&job) {}

  double operator[](In<Number> input) const { return job_->numbers[input.port]; }
  BlobView operator[](In<Grid> input) const { return BlobView(job_->grids[input.port]); }
  World world() const { return World(*job_->world); }
  // Samples of a file that arrange has opened: those of `area`, row by row, `stride` floats from one to the next.
  void read(const File& file, const Rect& area, float* samples, std::int64_t stride) const {
    if (job_->host->read_file(job_->handle, file.number, &area, TERRAWRIGHT_SAMPLES_F32, samples, stride) != 0)
      throw AlreadySaid{};
  }
  // Memory for this call alone, undefined; declare needs_scratch().
  template <class Item>
  Item* scratch(std::size_t items) const {
    static_assert(std::is_trivial_v<Item>, "terrawright: scratch memory holds plain items");
    void* memory = job_->host->scratch(job_->handle, items * sizeof(Item));
    if (memory == nullptr) throw AlreadySaid{};
    return static_cast<Item*>(memory);
  }
  // Prints a line.
  void log(const std::string& line) const { job_->host->log(job_->handle, TERRAWRIGHT_LOG_INFO, line.c_str()); }
  // Warns about a parameter or port ("": the stage); the stage continues. Said once.
  void warn(const std::string& where, const std::string& text, std::int64_t x = -1, std::int64_t y = -1) const {
    job_->host->warn(job_->handle, where.c_str(), x, y, text.c_str());
  }
  // Completed share of this call, 0 to 1. Shown of resolve and of a stage that is whole.
  void progress(double share) const { job_->host->progress(job_->handle, share); }
  // Exact minimum, maximum and NaN count of an input that was declared with statistics().
  template <class Kind>
  const Statistics& statistics(In<Kind> input) const {
    return job_->statistics[input.port];
  }
  std::uint64_t rounds() const { return job_->round; }  // that are finished
  // Throws Stopped when the engine asks to stop. each_row does it for you.
  void poll() const {
    if (job_->host->cancelled(job_->handle)) throw Stopped{};
  }

 protected:
  const terrawright_job& job() const { return *job_; }
  // Functions of ext/ or draft/.
  template <class Functions>
  const Functions& extension(const char* id) const {
    const void* found = job_->host->extension(job_->handle, id);
    if (found == nullptr) throw Failure("", std::string("this engine does not have the extension ") + id);
    return *static_cast<const Functions*>(found);
  }

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
    return View<const typename Kind::Cell>(job().inputs[input.port]);
  }
  template <class Kind>
  View<typename Kind::Cell> operator[](Out<Kind> output) const {
    return View<typename Kind::Cell>(job().outputs[output.port]);
  }
  // Is this output read by anybody? Its view is empty otherwise.
  template <class Kind>
  bool wanted(Out<Kind> output) const {
    return job().outputs[output.port].cells != nullptr;
  }
  // This tile of `output` equals that of `input`; the cells need not be written.
  template <class Kind, class Other>
  void same(Out<Kind> output, In<Other> input) const {
    job().host->same(job().handle, output.port, input.port);
  }
  // paint: rows of an output table with by_tile() that this tile knows, and for each a number that sorts the rows of
  // all tiles. No two rows of a table have one number.
  void rows(Out<Table> output, const Table& content, const std::vector<std::uint64_t>& order) const {
    give_rows(output, content, order, nullptr);
  }
  // The same for pieces of lines that cross tiles. Pieces of one `order` become one row, their points one after the
  // other by rising `part`. The columns of the last piece are the row's.
  void rows(Out<Table> output, const Table& content, const std::vector<std::uint64_t>& order,
            const std::vector<std::uint64_t>& part) const {
    give_rows(output, content, order, &part);
  }
  // The last verdict for this tile alone.
  template <class Verdict>
  Seen<Verdict> own() const {
    return seen<Verdict>(job().own_verdict);
  }

  // Statistics of the cells in the window of an input that was declared with window_statistics().
  template <class Kind>
  const Statistics& window_statistics(In<Kind> input) const {
    return job().window_statistics[input.port];
  }
  // Fails at the first cell of the tile that is NaN or infinite: "a height is NaN". `port` is the input's name; without
  // `what`, "a value of 'port' is NaN".
  template <class Kind>
  void require_finite(In<Kind> input, const char* port, const std::string& what = {}) const {
    require_finite(input, area(), port, what);
  }
  // The same of other cells under the window.
  template <class Kind>
  void require_finite(In<Kind> input, const Rect& cells, const char* port, const std::string& what = {}) const;
  // Fails with `text` at the first painted cell that is NaN or infinite; `where` is a parameter or port.
  template <class Kind>
  void require_finite(Out<Kind> output, const char* where, const char* text) const;

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

 private:
  void give_rows(Out<Table> output, const Table& content, const std::vector<std::uint64_t>& order,
                 const std::vector<std::uint64_t>* part) const {
    if (order.size() != content.rows() || (part != nullptr && part->size() != order.size()))
      throw std::logic_error("its code is wrong: " + std::to_string(content.rows()) + " rows of a table have " +
                             std::to_string(part == nullptr ? order.size() : part->size()) + " places in it");
    // Without rows the pointer may be null; the call still marks them as pieces.
    static constexpr std::uint64_t none = 0;
    const auto& by_tile = extension<terrawright_rows_by_tile>(TERRAWRIGHT_ROWS);
    content.give_to([&](const terrawright_table& plain) {
      by_tile.rows(job().handle, output.port, &plain, order.empty() ? &none : order.data(),
                   part == nullptr ? nullptr
                   : part->empty() ? &none
                                   : part->data());
    });
  }
};

namespace detail {

// x - x is 0 for all but NaN and infinity. Written so that compilers vectorise it.
inline bool all_finite(const float* cells, std::int64_t count) {
  int bad = 0;
  for (std::int64_t i = 0; i < count; ++i) bad |= cells[i] - cells[i] != 0.0f;
  return bad == 0;
}

// found(cell, x, y) of each cell of `area` that is NaN or infinite, row by row.
template <class Cells, class Found>
void each_infinite(const Cells& cells, const Rect& area, Found found) {
  static_assert(std::is_convertible_v<decltype(cells.row(0, 0)), const float*>,
                "terrawright: only floats can be NaN or infinite");
  for (std::int64_t y = area.y; y < area.y + area.height; ++y) {
    const float* row = cells.row(y, area.x);
    if (all_finite(row, area.width)) continue;
    for (std::int64_t i = 0; i < area.width; ++i) {
      if (!std::isfinite(row[i])) found(row[i], area.x + i, y);
    }
  }
}

}  // namespace detail

template <class Kind>
void Tile::require_finite(In<Kind> input, const Rect& cells, const char* port, const std::string& what) const {
  detail::each_infinite((*this)[input], cells, [&](float cell, std::int64_t x, std::int64_t y) {
    const std::string subject = what.empty() ? std::string("a value of '") + port + "'" : what;
    throw Failure(port, subject + (std::isnan(cell) ? " is NaN" : " is infinite"), x, y);
  });
}
template <class Kind>
void Tile::require_finite(Out<Kind> output, const char* where, const char* text) const {
  detail::each_infinite((*this)[output], area(),
                        [&](float, std::int64_t x, std::int64_t y) { throw Failure(where, text, x, y); });
}

}  // namespace v1
}  // namespace terrawright
