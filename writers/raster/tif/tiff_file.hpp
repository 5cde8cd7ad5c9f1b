// SPDX-License-Identifier: Apache-2.0
// A .tif that is being written: TIFF 6.0, or BigTIFF, little-endian and uncompressed. All of its layout is known before
// the first cell, so that it is written from its begin to its end.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "encode/sidecar.hpp"
#include "terrawright/writer.hpp"

namespace terrawright::encode {

enum class TiffSample : std::uint8_t { uint8, uint16, float32, float64 };
inline std::int64_t bytes_of(TiffSample sample) {
  return sample == TiffSample::uint8 ? 1 : sample == TiffSample::uint16 ? 2 : sample == TiffSample::float32 ? 4 : 8;
}

struct TiffImage {
  static constexpr std::int64_t strip = 32;  // rows of an image that is not in squares
  enum Text : std::uint16_t {
    description = 270,
    software = 305,
    date = 306,
    gdal_metadata = 42112,
    gdal_nodata = 42113
  };

  std::int64_t width = 0, height = 0;
  std::vector<std::pair<Text, std::string>> texts{};
  std::int64_t tile = 0;                    // stored in squares of so many cells; 0: in strips of rows
  bool reduced = false;                     // an overview of the one before
  TiffSample sample = TiffSample::float32;  // each of its samples
  int channels = 1;                         // samples of a pixel, side by side
  bool colours = false;                     // red, green, blue, alpha that is not premultiplied
  std::vector<std::uint16_t> palette{};     // all reds, greens, blues; empty: none
  std::optional<GeoTransform> transform{};

  std::int64_t pixel_bytes() const { return bytes_of(sample) * channels; }
  // Rows of a strip, or of a row of squares.
  std::int64_t rows_at_once() const { return tile > 0 ? tile : strip; }
};

enum class TiffOrder : std::uint8_t {
  as_given,        // each image before its directory
  cloud_optimised  // images in squares: all directories, then the images from the last to the first
};

// Whether offsets of 32 bits might not reach, in time for all that is beside the cells.
bool needs_bigtiff(const std::vector<TiffImage>& images);

class TiffFile {
 public:
  // In an empty file.
  TiffFile(const Writing::File& file, std::vector<TiffImage> images, TiffOrder order, bool bigtiff);
  // The image whose rows come next; after the last row of one it is another.
  std::size_t at() const { return at_; }
  // fill(pointer to the bytes of the next row).
  template <class Fill>
  void add_row(Fill fill) {
    fill(&rows_[row_bytes_ * static_cast<std::size_t>(waiting_)]);
    if (++waiting_ == images_[at_].rows_at_once() || done_ + waiting_ == images_[at_].height) flush();
  }

  // Strips or squares of an image, and its directory.
  struct Layout {
    std::uint64_t count = 0, each = 0, last = 0;  // units; bytes of each, and of the last
    std::uint64_t first = 0, step = 0;            // where the first unit lies, and how far from one to the next
    std::uint64_t directory = 0;
    std::uint64_t tables = 0;  // of offsets and sizes, where they are not in the directory
    std::uint64_t data() const { return count == 0 ? 0 : (count - 1) * each + last; }
  };

 private:
  bool is_cloud_optimised() const { return order_ == TiffOrder::cloud_optimised; }
  std::size_t word() const { return bigtiff_ ? 8 : 4; }
  std::string header() const;
  std::string directory(std::size_t i) const;
  // The tables of a cloud-optimised file.
  std::string tables(std::size_t i) const;
  void lay_out();
  void begin_image();
  void flush();
  void add(std::string_view bytes);
  // As it was laid out, after a byte of padding where that is even.
  void add_directory(std::size_t i);

  Writing::File file_;
  std::vector<TiffImage> images_;
  const TiffOrder order_;
  const bool bigtiff_;
  std::vector<Layout> layouts_;
  std::uint64_t end_ = 0;  // of the bytes that are written

  std::size_t at_ = 0;
  std::size_t row_bytes_ = 0;
  std::int64_t done_ = 0, waiting_ = 0;  // rows of the image that are written, and that wait
  std::vector<char> rows_;
  std::string square_;
};

}  // namespace terrawright::encode
