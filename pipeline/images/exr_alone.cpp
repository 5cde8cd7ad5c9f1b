// SPDX-License-Identifier: Apache-2.0
// An EXR file of one layer in one part, compressed without loss where that pays.
//
//   alone             Y as in a file of all layers; of a vector x and y
//   godot, blender    R, G and B, all of them the value; of a vector x, y and 0. Terrain3D of Godot takes no grey, and
//                     both take no whole numbers, so that counts, masks and classes are floats too
//   tinyexr           the same as Y; of a vector R, G and B, as one channel or these three are what LoadEXR() finds
#include <algorithm>

#include "encode/exr_blocks.hpp"
#include "images/exr_counts.hpp"
#include "images/exr_squares.hpp"
#include "images/metadata.hpp"
#include "images/writers.hpp"

namespace terrawright::images {
namespace {

constexpr std::int64_t zip_rows = 16;

// Rows of the file: for each the samples of one channel after those of the other.
class Channels {
 public:
  Channels(const MadePicture& from, Sample sample) : sample_(sample) {
    const bool vector = from.layer().facts().kind == TERRAWRIGHT_KIND_VECTOR;
    const Importer importer = from.picture.importer;
    names = importer == Importer::alone                ? vector ? Names{"x", "y"} : Names{"Y"}
                           : importer == Importer::tinyexr && !vector ? Names{"Y"}
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
        if (sample_ == Sample::uint32) to[c * width + i] = static_cast<std::uint32_t>(cells[i]);
        if (sample_ == Sample::float32) floats[c * width + i] = static_cast<float>(cells[i]);
      }
    }
  }

 private:
  Sample sample_;
};

template <class Cell>
class Alone {
 public:
  Alone(const MadePicture& from, const Channels& channels)
      : from_(from), channels_(channels), width_(static_cast<std::size_t>(from.layer().facts().width)) {}

  // By blocks from eight places of the layer: to compress takes longer than to write and flush what it must save.
  bool pays() {
    const std::int64_t height = from_.layer().facts().height, blocks = (height + zip_rows - 1) / zip_rows;
    const std::int64_t step = std::max<std::int64_t>(1, blocks / 8);
    engine::LayerRows rows(from_.layer());
    std::vector<Cell> cells(width_ * zip_rows);
    std::uint64_t all = 0, left = 0;
    for (std::int64_t block = 0; block < blocks; block += step) {
      const std::int64_t count = std::min(zip_rows, height - block * zip_rows);
      rows.read(block * zip_rows, count, cells.data());
      all += bytes_of(cells.data(), width_, count);
      left += blocks_.of(bytes(), bytes_of(cells.data(), width_, count)).size;
    }
    return 5 * left < 4 * all;
  }

  std::vector<Written> write(ExrPart part) {
    part.compression = pays() ? Compression::zip : Compression::none;
    WholePlace of_file(from_.picture.file);
    ExrFile file(of_file, {part});
    each_chunk<Cell>(file, 0, part, from_.layer(), from_.cancelled, [&](const ExrPlace& place, const Cell* cells) {
      const std::size_t size = bytes_of(cells, static_cast<std::size_t>(place.width), place.rows);
      const bool zip = part.compression == Compression::zip;
      const encode::Deflate::Compressed block =
          zip ? blocks_.of(bytes(), size) : encode::Deflate::Compressed{bytes(), size};
      file.chunk(0, place, block.bytes, block.size);
    });
    file.close();
    return just(of_file.take());
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

  const MadePicture& from_;
  const Channels& channels_;
  std::size_t width_;
  std::vector<std::uint32_t> row_;
  encode::ExrBlocks blocks_;
};

}  // namespace

std::vector<Written> write_exr_alone(const MadePicture& from) {
  const engine::LayerFacts& facts = from.layer().facts();
  const bool counts = facts.kind == TERRAWRIGHT_KIND_COUNT, whole_numbers = from.picture.importer == Importer::alone;
  const Sample sample = counts ? sample_of_counts(from.picture.file, from.extent(), whole_numbers) : Sample::float32;
  const Channels channels(from, sample);
  ExrPart part{from.name(), facts.width, facts.height, sample, channels.names};
  part.attributes.emplace_back("capDate", no_date);
  for (auto& attribute : attributes_of(from.name(), from.layer(), from.provenance))
    part.attributes.push_back(std::move(attribute));
  part.levels = levels_of(from.picture, facts);
  switch (facts.kind) {
    case TERRAWRIGHT_KIND_MASK:
      return Alone<std::uint8_t>(from, channels).write(part);
    case TERRAWRIGHT_KIND_CLASS:
      return Alone<std::uint16_t>(from, channels).write(part);
    case TERRAWRIGHT_KIND_COUNT:
      return Alone<std::int64_t>(from, channels).write(part);
    case TERRAWRIGHT_KIND_VECTOR:
      return Alone<Vector2>(from, channels).write(part);
    default:
      return Alone<float>(from, channels).write(part);
  }
}

}  // namespace terrawright::images
