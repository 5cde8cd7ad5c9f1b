// SPDX-License-Identifier: Apache-2.0
// An EXR file of one layer in one part, compressed without loss where that pays.
//
//   any               Y as in a file of all layers; of a vector x and y
//   godot, blender    R, G and B, all of them the value; of a vector x, y and 0. Terrain3D of Godot takes no grey, and
//                     both take no whole numbers, so that counts, masks and classes are floats too
//   tinyexr           the same as Y; of a vector R, G and B, as one channel or these three are what LoadEXR() finds
#include <algorithm>

#include "encode/exr_blocks.hpp"
#include "encode/writing_place.hpp"
#include "raster/exr/exr_chunks.hpp"
#include "raster/exr/exr_counts.hpp"
#include "raster/exr/exr_parts.hpp"

namespace terrawright::raster {
namespace {

constexpr std::int64_t zip_rows = 16;

// Rows of the file: for each the samples of one channel after those of the other.
class ExrChannels {
 public:
  ExrChannels(bool vector, ExrReader reader, encode::Sample sample) : sample_(sample) {
    names = reader == ExrReader::any                  ? vector ? Names{"x", "y"} : Names{"Y"}
                             : reader == ExrReader::tinyexr && !vector ? Names{"Y"}
                                                      : Names{"B", "G", "R"};
  }
  // In the file's order, which is that of the alphabet.
  using Names = std::vector<std::string>;
  Names names;

  void row(const float* cells, std::size_t width, std::uint32_t* to) const {
    for (std::size_t c = 0; c < names.size(); ++c)
      std::copy_n(reinterpret_cast<const std::uint32_t*>(cells), width, to + c * width);
  }
  void row(const Vector2* cells, std::size_t width, std::uint32_t* to) const {
    auto* floats = reinterpret_cast<float*>(to);
    const bool three = names.size() == 3;
    for (std::size_t i = 0; i < width; ++i) {
      if (three) floats[i] = 0;
      floats[(three ? 2 : 0) * width + i] = cells[i].x;
      floats[width + i] = cells[i].y;
    }
  }
  template <class Whole>
  void row(const Whole* cells, std::size_t width, std::uint32_t* to) const {
    auto* floats = reinterpret_cast<float*>(to);
    for (std::size_t c = 0; c < names.size(); ++c) {
      for (std::size_t i = 0; i < width; ++i) {
        if (sample_ == encode::Sample::uint32) to[c * width + i] = static_cast<std::uint32_t>(cells[i]);
        if (sample_ == encode::Sample::float32) floats[c * width + i] = static_cast<float>(cells[i]);
      }
    }
  }

 private:
  encode::Sample sample_;
};

template <class Cell>
class ExrAlone {
 public:
  ExrAlone(const Writing& writing, const ExrChannels& channels)
      : writing_(writing), channels_(channels), width_(static_cast<std::size_t>(writing.item(0).width)) {}

  // By blocks from eight places of the layer: to compress takes longer than to write and flush what it must save.
  bool pays() {
    const std::int64_t height = writing_.item(0).height, blocks = (height + zip_rows - 1) / zip_rows;
    const std::int64_t step = std::max<std::int64_t>(1, blocks / 8);
    std::vector<Cell> cells(width_ * zip_rows);
    std::uint64_t all = 0, left = 0;
    for (std::int64_t block = 0; block < blocks; block += step) {
      const std::int64_t count = std::min(zip_rows, height - block * zip_rows);
      encode::read_rows(writing_, 0, block * zip_rows, count, cells.data());
      const std::size_t size = bytes_of(cells.data(), width_, count);
      all += size;
      left += blocks_.of(bytes(), size).size;
    }
    return 5 * left < 4 * all;
  }

  void write(encode::ExrPart part) {
    const bool zip = pays();
    part.compression = zip ? encode::Compression::zip : encode::Compression::none;
    encode::WritingPlace place(writing_, writing_.open());
    encode::ExrFile file(place, {part});
    const ExrWriting to{writing_, 0, file, 0, part};
    to.each_chunk<Cell>([&](const encode::ExrPlace& of, const Cell* cells) {
      const std::size_t size = bytes_of(cells, static_cast<std::size_t>(of.width), of.rows);
      const encode::Deflate::Compressed block =
          zip ? blocks_.of(bytes(), size) : encode::Deflate::Compressed{bytes(), size};
      file.chunk(0, of, block.bytes, block.size);
    });
    file.close();
  }

 private:
  // Makes the samples of so many rows; answers their bytes.
  std::size_t bytes_of(const Cell* cells, std::size_t width, std::int64_t rows) {
    const std::size_t samples = channels_.names.size() * width;
    row_.resize(samples * static_cast<std::size_t>(rows));
    for (std::size_t y = 0; y < static_cast<std::size_t>(rows); ++y)
      channels_.row(cells + y * width, width, row_.data() + y * samples);
    return row_.size() * sizeof(std::uint32_t);
  }
  const unsigned char* bytes() const { return reinterpret_cast<const unsigned char*>(row_.data()); }

  const Writing& writing_;
  const ExrChannels& channels_;
  std::size_t width_;
  std::vector<std::uint32_t> row_;
  encode::ExrBlocks blocks_;
};

}  // namespace

void write_exr_alone(const Writing& writing, const ExrOptions& options) {
  const std::uint32_t kind = writing.item(0).kind;
  const encode::Sample sample = kind == TERRAWRIGHT_KIND_COUNT
                                    ? sample_of_counts(writing, 0, options.reader == ExrReader::any)
                                    : encode::Sample::float32;
  const ExrChannels channels(kind == TERRAWRIGHT_KIND_VECTOR, options.reader, sample);
  const encode::ExrPart part = exr_part(writing, 0, options, sample, channels.names);
  switch (kind) {
    case TERRAWRIGHT_KIND_MASK:
      return ExrAlone<std::uint8_t>(writing, channels).write(part);
    case TERRAWRIGHT_KIND_CLASS:
      return ExrAlone<std::uint16_t>(writing, channels).write(part);
    case TERRAWRIGHT_KIND_COUNT:
      return ExrAlone<std::int64_t>(writing, channels).write(part);
    case TERRAWRIGHT_KIND_VECTOR:
      return ExrAlone<Vector2>(writing, channels).write(part);
    default:
      return ExrAlone<float>(writing, channels).write(part);
  }
}

}  // namespace terrawright::raster
