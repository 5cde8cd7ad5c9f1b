// SPDX-License-Identifier: Apache-2.0
// The raster files of a pack being written, row by row.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "encode/exr_blocks.hpp"
#include "encode/exr_file.hpp"
#include "encode/png_of_item.hpp"
#include "encode/raster_files.hpp"
#include "encode/writing_place.hpp"
#include "game/pack/pack.hpp"
#include "game/pack/weights.hpp"

namespace terrawright::game {

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
        place_(writing, to),
        file_(place_, {part(tile, layer, channels, texts)}),
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
  encode::WritingPlace place_;
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
