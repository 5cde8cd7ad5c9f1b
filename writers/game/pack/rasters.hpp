// SPDX-License-Identifier: Apache-2.0
// The raster files of a pack being written, row by row.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "encode/delivered.hpp"
#include "encode/exr_file.hpp"
#include "encode/png.hpp"
#include "encode/seekable_file.hpp"
#include "game/pack/pack.hpp"
#include "terrawright/writer.hpp"

namespace terrawright::game {

// Rows of a layer as a pack has them: of a tile, and where it is of another size, between the cells of the world.

// Cells of a pack along one side of the world: the i-th lies at (first + offset + i) (from - 1) / (to - 1) of its
// cells, so that the first and the last of a pack are the world's.
struct PackAxis {
  std::int64_t first = 0, count = 0;  // of the pack's cells
  double offset = 0;                  // 0.5: between two of them
  std::int64_t from = 0, to = 0;      // cells that there are, of the world and of the pack

  double at(std::int64_t i) const;
};

// Values between cells are those of straight lines, first across, then down, in double precision.
class PackRows {
 public:
  // For heights the values unchanged; for weights 0 to 1: of masks 0 or 1, of classes 1 for those, of others clamped.
  enum class Of : std::uint8_t { heights, weights };
  PackRows(const Writing& writing, std::uint64_t item, const PackAxis& across, const PackAxis& down, Of of);

  // From the first row on.
  void read(std::int64_t y, float* to);

 private:
  const std::vector<float>& row(std::int64_t y);
  void convert(const unsigned char* cells, std::vector<float>& to) const;

  const Writing& writing_;
  const std::uint64_t item_;
  const terrawright_item& facts_;
  const PackAxis down_;
  const Of of_;
  std::vector<bool> counts_;          // by class
  std::int64_t first_ = 0;            // column of the world
  std::vector<std::size_t> left_;     // by column of the pack, from there on
  std::vector<double> right_;         // how much of the next one counts
  std::vector<unsigned char> cells_;  // of a row of the world's squares, each of which is read once
  std::array<std::int64_t, 2> kept_{-1, -1};
  std::array<std::vector<float>, 2> rows_;
  std::int64_t cells_from_ = -1;
};

// Bytes of memory that it takes.
std::uint64_t bytes_of_pack_rows(const terrawright_item& layer);

// Weights of a cell as bytes that are 255 together, by the largest remainders.

class PackWeights {
 public:
  // `rest`: the one that gets what the others leave to 1.
  PackWeights(std::size_t count, std::optional<std::size_t> rest) : rest_(rest), of_255_(count) {}

  // For weights of 0 and more: 255 times each one's share of their sum, rounded down. The rest goes to those that lost
  // most; ties: the first. If all are 0 the first gets all.
  void share(std::vector<double>& weights, std::uint8_t* bytes);

 private:
  const std::optional<std::size_t> rest_;
  std::vector<double> of_255_;
};

// A cell of Terrain3D's control map: bits 31-27 the texture below, 26-22 the one above, 21-14 how much of that one
// shows; those of angles, scales, holes, navigation and the shader's own choice are 0. The two that weigh most: below
// is the heavier one, of equals the first.
std::uint32_t control_of(const std::uint8_t* bytes, std::size_t count);

// A file of heights, from its northern row on.
class HeightFile {
 public:
  HeightFile() = default;
  virtual ~HeightFile() = default;
  HeightFile(const HeightFile&) = delete;
  HeightFile& operator=(const HeightFile&) = delete;
  virtual void row(const float* heights, const std::uint16_t* steps) = 0;
  virtual void close() = 0;
};

using Texts = std::vector<std::pair<std::string, std::string>>;

// A picture in a file of its own.
class PngRows {
 public:
  PngRows(Writing::File file, const encode::PngFacts& facts, const Texts& texts)
      : file_(file), stream_(encode::png_into(file_, facts, texts)) {}
  PngRows(const PngRows&) = delete;
  PngRows& operator=(const PngRows&) = delete;
  unsigned char* next_row() { return stream_.next_row(); }
  void close() {
    stream_.close();
    file_.close();
  }

 private:
  Writing::File file_;
  encode::PngStream stream_;
};

class PngHeights final : public HeightFile {
 public:
  PngHeights(const Writing::File& file, const Tile& tile, const Texts& texts)
      : width_(static_cast<std::size_t>(tile.width)),
        file_(file, {tile.width, tile.height, 1, 16, encode::PngFilter::paeth}, texts) {}
  void row(const float* /*heights*/, const std::uint16_t* steps) override {
    unsigned char* to = file_.next_row();
    for (std::size_t i = 0; i < width_; ++i) {
      *to++ = static_cast<unsigned char>(steps[i] >> 8);
      *to++ = static_cast<unsigned char>(steps[i] & 255);
    }
  }
  void close() override { file_.close(); }

 private:
  std::size_t width_;
  PngRows file_;
};

// Samples of 16 bits without a header, the low byte first; `from_south`: the southern row is the first.
class RawHeights final : public HeightFile {
 public:
  RawHeights(const Writing::File& file, const Tile& tile, bool from_south)
      : file_(file), bytes_(static_cast<std::size_t>(2 * tile.width)), rows_(tile.height), from_south_(from_south) {
    file_.reserve(bytes_.size() * static_cast<std::size_t>(tile.height));
  }
  void row(const float* /*heights*/, const std::uint16_t* steps) override {
    for (std::size_t i = 0; i < bytes_.size() / 2; ++i) {
      bytes_[2 * i] = static_cast<unsigned char>(steps[i] & 255);
      bytes_[2 * i + 1] = static_cast<unsigned char>(steps[i] >> 8);
    }
    const std::int64_t row = from_south_ ? rows_ - 1 - next_ : next_;
    ++next_;
    file_.put(bytes_.size() * static_cast<std::size_t>(row), bytes_.data(), bytes_.size());
  }
  void close() override { file_.close(); }

 private:
  Writing::File file_;
  std::vector<unsigned char> bytes_;
  std::int64_t rows_, next_ = 0;
  const bool from_south_;
};

// Samples of 32 bits as they are, the same in all channels, compressed by zip.
class ExrRows {
 public:
  ExrRows(const Writing& writing, const Writing::File& to, const Tile& tile, const std::string& layer,
          const std::vector<std::string>& channels, const Texts& texts)
      : width_(static_cast<std::size_t>(tile.width)),
        height_(tile.height),
        channels_(channels.size()),
        to_(to),
        seekable_(writing, to),
        file_(seekable_, {part(tile, layer, channels, texts)}),
        rows_(file_.rows_of_chunk(0)) {}
  void row(const void* samples) {
    const auto* bytes = static_cast<const unsigned char*>(samples);
    for (std::size_t i = 0; i < channels_; ++i) block_.insert(block_.end(), bytes, bytes + 4 * width_);
    ++next_;
    if (next_ - first_ < rows_ && next_ < height_) return;
    const auto [compressed, size] = blocks_.of(block_.data(), block_.size());
    file_.chunk(0, {0, first_, 0, static_cast<std::int64_t>(width_), next_ - first_}, compressed, size);
    block_.clear();
    first_ = next_;
  }
  void close() {
    file_.close();
    to_.close();
  }

 private:
  static encode::ExrPart part(const Tile& tile, const std::string& layer, const std::vector<std::string>& channels,
                              const Texts& texts) {
    encode::ExrPart part{layer, tile.width, tile.height, encode::Sample::float32, channels, encode::Compression::zip,
                         texts};
    part.attributes.emplace_back("capDate", encode::no_date);
    return part;
  }

  std::size_t width_;
  std::int64_t height_;
  std::size_t channels_;
  Writing::File to_;
  encode::WriterFile seekable_;
  encode::ExrFile file_;
  std::int64_t rows_, first_ = 0, next_ = 0;
  std::vector<unsigned char> block_;
  encode::ExrBlocks blocks_;
};

class ExrHeights final : public HeightFile {
 public:
  template <class... Of>
  explicit ExrHeights(const Of&... of) : file_(of...) {}
  void row(const float* heights, const std::uint16_t* /*steps*/) override { file_.row(heights); }
  void close() override { file_.close(); }

 private:
  ExrRows file_;
};

// The files that weights of a tile go to, row by row: for each cell a byte of each weight.
class WeightFiles {
 public:
  WeightFiles(const Writing& writing, const Pack& pack, const std::vector<std::string>& names, const Tile& tile,
              const Texts& texts)
      : count_(pack.weights.size()), width_(static_cast<std::size_t>(tile.width)), control_(width_) {
    if (pack.program == Program::godot) {
      exr_ = std::make_unique<ExrRows>(writing, writing.open(names.front()), tile, "control",
                                       std::vector<std::string>{"R"}, texts);
      return;
    }
    channels_ = pack.program == Program::unity ? 4 : 1;
    for (const std::string& name : names) {
      const encode::PngFacts facts{tile.width, tile.height, static_cast<int>(channels_), 8, encode::PngFilter::up};
      png_.push_back(std::make_unique<PngRows>(writing.open(name), facts, texts));
    }
  }
  void row(const std::uint8_t* bytes) {
    if (exr_) {
      for (std::size_t i = 0; i < width_; ++i) control_[i] = control_of(bytes + i * count_, count_);
      exr_->row(control_.data());
    }
    for (std::size_t f = 0; f < png_.size(); ++f) {
      unsigned char* to = png_[f]->next_row();
      for (std::size_t i = 0; i < width_; ++i) {
        for (std::size_t c = f * channels_; c < (f + 1) * channels_; ++c)
          *to++ = c < count_ ? bytes[i * count_ + c] : 0;
      }
    }
  }
  void close() {
    if (exr_) exr_->close();
    for (auto& png : png_) png->close();
  }

 private:
  std::size_t count_, width_, channels_ = 1;
  std::vector<std::unique_ptr<PngRows>> png_;
  std::unique_ptr<ExrRows> exr_;
  std::vector<std::uint32_t> control_;
};

}  // namespace terrawright::game
