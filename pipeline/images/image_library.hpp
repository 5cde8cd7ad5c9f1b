// SPDX-License-Identifier: Apache-2.0
// OpenImageIO, libtiff and libgeotiff behind a door. Binding them and the 250 libraries that they bring takes longer
// than anything that needs no image, so they are in a module, terrawright_openimageio.so, which is loaded with the
// first file that only it can read or write. No other type of OpenImageIO or of this room passes through the door.
#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

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

// A file that was opened, at its first part. Errors are std::runtime_error with OpenImageIO's own words.
class ImageDecoder {
 public:
  struct Facts {
    std::int64_t width = 0, height = 0, depth = 1;
    std::uint32_t bits = 0;  // of a sample that is a whole number; 0: real numbers
    bool deep = false;       // several samples a pixel
    std::vector<std::string> channels;
    std::uint64_t memory = 0;  // bytes that read() takes beside the cells
    bool values = false;       // what the samples are, and no share of the largest; the file's scale is in them
    bool is_signed = false;    // whole numbers that may be negative
    bool scaled = false;       // by the file's own scale or offset
    double cell_width = 0, cell_height = 0;                      // metres from sample to sample; 0: not said
    double latitude = std::numeric_limits<double>::quiet_NaN();  // degrees, of the middle
  };
  virtual ~ImageDecoder() = default;
  // The first is 0; false: there is none.
  virtual bool to_part(int part) = 0;
  virtual std::string part() const = 0;  // its name
  // Where they differ between channels, of this one.
  virtual Facts facts(int channel) = 0;
  // As they are; NaN where there are no data: `nodata`, or the number that the file names.
  virtual void read(int channel, std::optional<double> nodata, float* cells) = 0;
};

class ImageLibrary {
 public:
  virtual ~ImageLibrary() = default;
  // For the file's extension; nullptr with the reason.
  virtual std::unique_ptr<ImageEncoder> encoder(const std::string& path, std::string& error) const = 0;
  // By the reader of this name alone. Throws as above.
  virtual std::unique_ptr<ImageDecoder> decoder(const std::string& path, const std::string& reader) const = 0;
};

// Loads it when first called, from any thread. Throws std::runtime_error where it cannot be.
const ImageLibrary& image_library();

}  // namespace terrawright::images

// What the module exports. The number is raised with every change of the classes above.
extern "C" __attribute__((visibility("default"))) const terrawright::images::ImageLibrary*
terrawright_image_library_4();
