// SPDX-License-Identifier: Apache-2.0
// libtiff and libgeotiff behind a door. Binding them and the 40 libraries that they bring takes longer than all that
// `validate` does, so they are in a module, terrawright_tiff.so, which is loaded with the first .tif that is read or
// written. No type of theirs passes through the door.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "images/image_decoder.hpp"

namespace terrawright::images {

// A file that an encoder comes back to.
class RandomAccess {
 public:
  // All of it at `offset`; 0 or an errno.
  virtual int write(const void* bytes, std::size_t size, std::uint64_t offset) noexcept = 0;
  // Bytes read back from `offset` on.
  virtual std::size_t read(void* bytes, std::size_t size, std::uint64_t offset) noexcept = 0;
  virtual std::uint64_t size() const = 0;

 protected:
  ~RandomAccess() = default;
};

// Degrees of longitude and latitude (WGS 84).
struct RasterPlace {
  double west = 0, north = 0;   // of the outer edges of the first column and row
  double across = 0, down = 0;  // of a cell, both above 0
};

enum class Stored : std::uint8_t { uint8, uint16, float32, float64 };
inline std::int64_t bytes_of(Stored stored) {
  return stored == Stored::uint8 ? 1 : stored == Stored::uint16 ? 2 : stored == Stored::float32 ? 4 : 8;
}

struct EncodedImage {
  std::int64_t width = 0, height = 0;
  std::string channel;                                            // its name
  std::vector<std::pair<std::string, std::string>> attributes{};  // DateTime, Software, ImageDescription, and GDAL's:
                                                                  // GDAL_METADATA, GDAL_NODATA
  bool bigtiff = false;                                           // offsets of 64 bits
  std::int64_t tile = 0;                                          // stored in squares of so many cells; 0: in rows
  bool reduced = false;                                           // an overview of the one before
  Stored stored = Stored::float32;                                // each of its samples
  int channels = 1;                                               // samples of a pixel, side by side
  bool colours = false;                                           // red, green, blue, alpha that is not premultiplied
  std::vector<std::uint16_t> palette{};                           // all reds, greens, blues; empty: none
  std::optional<RasterPlace> place{};

  std::int64_t pixel_bytes() const { return bytes_of(stored) * channels; }
};

// Each answers whether it is done; error() says why not.
class ImageEncoder {
 public:
  virtual ~ImageEncoder() = default;
  virtual bool open(const std::string& name, const EncodedImage& image, RandomAccess& file) = 0;
  // Another image of the same file, after the last row of the one before.
  virtual bool next(const EncodedImage& image) = 0;
  // A file that begins with `heading` and the directories of all images, before any pixel; then to_image().
  virtual bool open(const std::string& name, const std::vector<EncodedImage>& images, const std::string& heading,
                    RandomAccess& file) = 0;
  virtual bool to_image(std::size_t i) = 0;
  // Without gaps; where it is stored in squares whole rows of them.
  virtual bool rows(std::int64_t y, std::int64_t count, const void* pixels) = 0;
  virtual bool close() = 0;
  virtual std::string error() = 0;
};

class TiffLibrary {
 public:
  virtual ~TiffLibrary() = default;
  virtual std::unique_ptr<ImageEncoder> encoder() const = 0;
  // nullptr: a kind of TIFF that only OpenImageIO reads (JPEG, CMYK, 12 bits ...). Throws std::runtime_error.
  virtual std::unique_ptr<ImageDecoder> decoder(const std::string& path) const = 0;
};

// Loads it when first called, from any thread. Throws std::runtime_error where it cannot be.
const TiffLibrary& tiff_library();

}  // namespace terrawright::images

// What the module exports. The number is raised with every change of the classes above.
extern "C" __attribute__((visibility("default"))) const terrawright::images::TiffLibrary* terrawright_tiff_library_1();
