// SPDX-License-Identifier: Apache-2.0
// Options of an EXR, and the part of a layer.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "encode/coarse_rows.hpp"
#include "encode/delivered.hpp"
#include "encode/exr_file.hpp"
#include "terrawright/writer.hpp"

namespace terrawright::raster {

// A layer in the chunks of an EXR: in rows, or in squares, and in those of ever smaller pictures of it, from one
// reading of its rows.

// The compressed chunks of a layer, for later files: of masks, classes and sparse numbers they are small, and take the
// most of the time that an EXR takes.

// For a layer whose chunks may be cached. Heights are hardly ever compressed.
inline bool may_keep_chunks(std::uint32_t kind) {
  return kind != TERRAWRIGHT_KIND_HEIGHT && kind != TERRAWRIGHT_KIND_COUNT && kind != TERRAWRIGHT_KIND_VECTOR &&
         kind != TERRAWRIGHT_KIND_COLOUR;
}
// Largest bytes of the cached form of so many cells.
inline std::uint64_t most_kept(std::int64_t cells) { return static_cast<std::uint64_t>(cells) / 2; }

class KeptChunks {
 public:
  explicit KeptChunks(std::int64_t cells) : most_(most_kept(cells)) {}
  void add(const encode::ExrChunk& chunk, std::string_view bytes);
  // All chunks of the item.
  void keep(const Writing& writing, std::uint64_t item) const;

 private:
  const std::uint64_t most_;
  bool too_many_ = false;
  std::string all_;
};

bool has_kept_chunks(const Writing& writing, std::uint64_t item);
// All chunks of a part as they were kept. False where none are.
bool put_kept_chunks(const Writing& writing, std::uint64_t item, encode::ExrFile& file, std::size_t part);

// Stores counts in an EXR without rounding.

// float32 where it has all of them, which every program reads; else uint32. `whole_numbers`: whether the reader takes
// those. Fails where neither has.
inline encode::Sample sample_of_counts(const Writing& writing, std::uint64_t item, bool whole_numbers) {
  constexpr double exact = 16777216, largest = 4294967295;  // 2^24, 2^32 - 1
  const terrawright_statistics counts = writing.extremes(item);
  if (counts.minimum >= -exact && counts.maximum <= exact) return encode::Sample::float32;
  if (whole_numbers && counts.minimum >= 0 && counts.maximum <= largest) return encode::Sample::uint32;
  writing.fail("",
               whole_numbers ? "an .exr file holds counts from 0 to 2^32 - 1, and there are others"
                             : "counts beyond 2^24 are rounded by what this .exr file is for",
               "write them to a .zarr folder or a .tif file");
}

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
      each(encode::ExrChunk{x, y_, level_, columns, rows_}, square_.data());
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
        each(encode::ExrChunk{0, y + row, 0, of.width, std::min(most, rows - row)}, cells + row * of.width);
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

enum class ExrProgram : std::uint8_t { any, godot, blender, tinyexr };

struct ExrOptions {
  ExrProgram reader = ExrProgram::any;
  bool tiled = false, overviews = false;
};

inline encode::ExrPart exr_part(const Writing& writing, std::uint64_t i, const ExrOptions& options,
                                encode::Sample sample, std::vector<std::string> channels) {
  const terrawright_item& item = writing.item(i);
  encode::ExrPart part{item.name, item.width, item.height, sample, std::move(channels)};
  part.attributes.emplace_back("capDate", encode::no_date);
  for (auto& attribute : writing.attributes(i)) part.attributes.push_back(std::move(attribute));
  if (options.tiled || options.overviews)
    part.levels = options.overviews ? encode::exr_levels(item.width, item.height) : 1;
  return part;
}

// All layers, each in a part of its own.
void write_exr_parts(const Writing& writing, const ExrOptions& options);
// One layer as its reader wants it; for any reader too, where it has a file of its own as all layers have.
void write_exr_alone(const Writing& writing, const ExrOptions& options);

}  // namespace terrawright::raster
