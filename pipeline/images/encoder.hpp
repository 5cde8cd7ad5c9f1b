// SPDX-License-Identifier: Apache-2.0
// A .tif that is being written into a WholeFile: TIFF 6.0, or BigTIFF, little-endian and uncompressed.
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "images/picture.hpp"
#include "images/raster_place.hpp"
#include "images/whole_file.hpp"

namespace terrawright::images {

enum class Stored : std::uint8_t { uint8, uint16, float32, float64 };
inline std::int64_t bytes_of(Stored stored) {
  return stored == Stored::uint8 ? 1 : stored == Stored::uint16 ? 2 : stored == Stored::float32 ? 4 : 8;
}

struct EncodedImage {
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
  bool bigtiff = false;                  // offsets of 64 bits
  std::int64_t tile = 0;                 // stored in squares of so many cells; 0: in rows
  bool reduced = false;                  // an overview of the one before
  Stored stored = Stored::float32;       // each of its samples
  int channels = 1;                      // samples of a pixel, side by side
  bool colours = false;                  // red, green, blue, alpha that is not premultiplied
  std::vector<std::uint16_t> palette{};  // all reds, greens, blues; empty: none
  std::optional<RasterPlace> place{};

  std::int64_t pixel_bytes() const { return bytes_of(stored) * channels; }
};

// Everything throws WriteFailed.
class Encoder {
 public:
  // What a directory says of an image.
  struct Entry {
    std::uint16_t tag, type;
    std::uint64_t count;
    std::string value;
  };

  Encoder(const std::filesystem::path& path, const EncodedImage& image);
  // A file of squares that begins with `heading` and the directories of all images; then to_image(), the last first.
  Encoder(const std::filesystem::path& path, const std::vector<EncodedImage>& images, const std::string& heading);
  void to_image(std::size_t i) { image_ = images_[i]; }
  // Another image, after the last row of the one before.
  void next(const EncodedImage& image);
  // Without gaps, as many as a strip or a square has.
  void rows(std::int64_t count, const void* pixels);
  // The file is not settled yet.
  std::unique_ptr<WholeFile> close();

 private:
  // Strips or squares of an image.
  struct Units {
    std::vector<std::uint64_t> offsets{};
    std::uint64_t bytes = 0, last = 0;  // of each; of the last, where it is another number
  };

  std::size_t word() const { return image_.bigtiff ? 8 : 4; }
  void begin();
  void write(std::string_view bytes, std::uint64_t offset);
  Entry offsets_of(const Units& units) const;
  Entry sizes_of(const Units& units) const;
  // As a directory has it; a value that is too long for that is written at `end`, which moves on.
  std::string entry(const Entry& entry, std::uint64_t& end);
  // After all that there is, linked from the one before. The answer is where the entry for the offsets of squares
  // stands; that for their sizes follows it.
  std::uint64_t write_directory(const Units& units);

  std::unique_ptr<WholeFile> file_;
  std::vector<EncodedImage> images_;  // of a file that begins with their directories
  EncodedImage image_;                // at hand
  Units units_;                       // of it
  std::uint64_t link_ = 0;            // where the offset of the next directory stands
};

}  // namespace terrawright::images
