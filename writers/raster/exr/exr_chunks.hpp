// SPDX-License-Identifier: Apache-2.0
// A layer in the chunks of an EXR: in rows, or in squares, and in those of ever smaller pictures of it, from one
// reading of its rows.
#pragma once
#include <optional>
#include <vector>

#include "encode/coarse_rows.hpp"
#include "encode/exr_file.hpp"
#include "encode/item_bands.hpp"
#include "encode/overviews.hpp"
#include "raster/exr/exr_kept.hpp"

namespace terrawright::raster {

// The rows of a picture of one cell for factor x factor, as many as a square is high.
template <class Cell>
class ExrSquareRows {
 public:
  ExrSquareRows(std::int64_t width, std::int64_t height, int level)
      : level_(level), factor_(std::int64_t{1} << level), height_(height), width_((width + factor_ - 1) / factor_) {
    if (level > 0) coarse_.emplace(width, factor_);
    cells_.resize(static_cast<std::size_t>(width_ * encode::overview_tile));
  }

  // Row y of the layer; each(place, cells) for each square that is complete with it.
  template <class Each>
  void add(std::int64_t y, const Cell* row, Each each) {
    Cell* const next = &cells_[static_cast<std::size_t>(width_ * rows_)];
    const bool last = y + 1 == height_;
    if (coarse_) {
      coarse_->add(row);
      if ((y + 1) % factor_ != 0 && !last) return;
      coarse_->take(next);
    } else {
      std::copy(row, row + width_, next);
    }
    if (++rows_ == encode::overview_tile || last) flush(each);
  }

 private:
  template <class Each>
  void flush(Each each) {
    constexpr std::int64_t side = encode::overview_tile;
    for (std::int64_t x = 0; x * side < width_; ++x) {
      const std::int64_t begin = x * side, columns = std::min(side, width_ - begin);
      square_.resize(static_cast<std::size_t>(columns * rows_));
      for (std::int64_t row = 0; row < rows_; ++row) {
        const Cell* from = &cells_[static_cast<std::size_t>(row * width_ + begin)];
        std::copy(from, from + columns, &square_[static_cast<std::size_t>(row * columns)]);
      }
      each(encode::ExrPlace{x, y_, level_, columns, rows_}, square_.data());
    }
    ++y_;
    rows_ = 0;
  }

  int level_;
  std::int64_t factor_, height_, width_;  // height: of the layer, width: of this picture
  std::int64_t y_ = 0, rows_ = 0;
  std::optional<encode::CoarseRow<Cell>> coarse_;
  std::vector<Cell> cells_, square_;
};

// A layer on its way into a part of the file.
struct ExrWriting {
  const Writing& writing;
  std::uint64_t item;
  encode::ExrFile& file;
  std::size_t part;
  const encode::ExrPart& of;
  KeptChunks* kept = nullptr;  // of those that are compressed

  // each(place, cells) for each chunk; those in rows are from bands that stay in the cache.
  template <class Cell, class Each>
  void each_chunk(Each each) const {
    if (of.levels > 0) return each_square<Cell>(each);
    const std::int64_t most = file.rows_of_chunk(part);
    const auto each_of_band = [&](std::int64_t y, std::int64_t rows, const Cell* cells) {
      for (std::int64_t row = 0; row < rows; row += most)
        each(encode::ExrPlace{0, y + row, 0, of.width, std::min(most, rows - row)}, cells + row * of.width);
    };
    encode::each_band_of<Cell>(writing, item, each_of_band, std::int64_t{256} << 10, most);
  }

 private:
  template <class Cell, class Each>
  void each_square(Each each) const {
    std::vector<ExrSquareRows<Cell>> pictures;
    for (int level = 0; level < of.levels; ++level) pictures.emplace_back(of.width, of.height, level);
    encode::each_band_of<Cell>(writing, item, [&](std::int64_t y, std::int64_t rows, const Cell* cells) {
      for (std::int64_t row = 0; row < rows; ++row) {
        for (auto& picture : pictures) picture.add(y + row, cells + row * of.width, each);
      }
    });
  }
};

}  // namespace terrawright::raster
