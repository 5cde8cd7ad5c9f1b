// SPDX-License-Identifier: Apache-2.0
// By libtiff, which OpenImageIO brings: through it several images of one file can only be written to a path.
#include "images/tiff/encoder.hpp"

#include <tiffio.h>

#include <algorithm>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <vector>

namespace terrawright::images {
namespace {

// All that libtiff does with a file.
struct Handle {
  RandomAccess& file;
  std::uint64_t at = 0;
  std::string error{};
};

Handle& of(thandle_t handle) { return *static_cast<Handle*>(handle); }
tmsize_t read(thandle_t handle, void* bytes, tmsize_t size) {
  const std::size_t done = of(handle).file.read(bytes, static_cast<std::size_t>(size), of(handle).at);
  of(handle).at += done;
  return static_cast<tmsize_t>(done);
}
tmsize_t write(thandle_t handle, void* bytes, tmsize_t size) {
  if (of(handle).file.write(bytes, static_cast<std::size_t>(size), of(handle).at) != 0) return 0;
  of(handle).at += static_cast<std::uint64_t>(size);
  return size;
}
toff_t seek(thandle_t handle, toff_t offset, int whence) {
  if (whence == SEEK_CUR) offset += of(handle).at;
  if (whence == SEEK_END) offset += of(handle).file.size();
  return of(handle).at = offset;
}
int ignore(thandle_t) { return 0; }
toff_t size(thandle_t handle) { return of(handle).file.size(); }
int says(TIFF*, void* handle, const char*, const char* format, va_list arguments) {
  char text[400];
  std::vsnprintf(text, sizeof text, format, arguments);
  if (of(handle).error.empty()) of(handle).error = text;
  return 1;
}

class Encoder final : public ImageEncoder {
 public:
  ~Encoder() override {
    if (tiff_ != nullptr) TIFFClose(tiff_);
  }
  Encoder() = default;
  Encoder(const Encoder&) = delete;
  Encoder& operator=(const Encoder&) = delete;

  bool open(const std::string& name, const EncodedImage& image, RandomAccess& file) override {
    handle_ = std::make_unique<Handle>(Handle{file});
    // Errors come to this file alone, not to a handler of the whole process.
    TIFFOpenOptions* options = TIFFOpenOptionsAlloc();
    TIFFOpenOptionsSetErrorHandlerExtR(options, says, handle_.get());
    tiff_ = TIFFClientOpenExt(name.c_str(), image.bigtiff ? "wl8" : "wl", handle_.get(), read, write, seek, ignore,
                              size, nullptr, nullptr, options);
    TIFFOpenOptionsFree(options);
    return tiff_ != nullptr && begin(image);
  }
  bool next(const EncodedImage& image) override { return TIFFWriteDirectory(tiff_) == 1 && begin(image); }
  bool rows(std::int64_t y, std::int64_t count, const float* pixels) override {
    if (image_.tile > 0) return tiles(y, count, pixels);
    for (std::int64_t row = 0; row < count; ++row) {
      // It takes what it may write into, and does not.
      auto* cells = const_cast<float*>(pixels + row * image_.width);
      if (TIFFWriteScanline(tiff_, cells, static_cast<std::uint32_t>(y + row), 0) != 1) return false;
    }
    return true;
  }
  bool close() override {
    const bool written = TIFFWriteDirectory(tiff_) == 1;
    TIFFClose(tiff_);
    tiff_ = nullptr;
    return written;
  }
  std::string error() override { return handle_ ? handle_->error : ""; }

 private:
  bool begin(const EncodedImage& image) {
    image_ = image;
    bool good = TIFFSetField(tiff_, TIFFTAG_IMAGEWIDTH, static_cast<std::uint32_t>(image.width)) == 1 &&
                TIFFSetField(tiff_, TIFFTAG_IMAGELENGTH, static_cast<std::uint32_t>(image.height)) == 1 &&
                TIFFSetField(tiff_, TIFFTAG_BITSPERSAMPLE, 32) == 1 &&
                TIFFSetField(tiff_, TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_IEEEFP) == 1 &&
                TIFFSetField(tiff_, TIFFTAG_SAMPLESPERPIXEL, 1) == 1 &&
                TIFFSetField(tiff_, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK) == 1 &&
                TIFFSetField(tiff_, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG) == 1 &&
                TIFFSetField(tiff_, TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT) == 1 &&
                TIFFSetField(tiff_, TIFFTAG_COMPRESSION, COMPRESSION_NONE) == 1;
    if (image.reduced) good = good && TIFFSetField(tiff_, TIFFTAG_SUBFILETYPE, FILETYPE_REDUCEDIMAGE) == 1;
    if (image.tile > 0) {
      good = good && TIFFSetField(tiff_, TIFFTAG_TILEWIDTH, static_cast<std::uint32_t>(image.tile)) == 1 &&
             TIFFSetField(tiff_, TIFFTAG_TILELENGTH, static_cast<std::uint32_t>(image.tile)) == 1;
    } else {
      good = good && TIFFSetField(tiff_, TIFFTAG_ROWSPERSTRIP, 32) == 1;
    }
    for (const auto& [attribute, value] : image.attributes) {
      const std::uint32_t tag = attribute == "DateTime"   ? TIFFTAG_DATETIME
                                : attribute == "Software" ? TIFFTAG_SOFTWARE
                                                          : TIFFTAG_IMAGEDESCRIPTION;
      good = good && TIFFSetField(tiff_, tag, value.c_str()) == 1;
    }
    return good;
  }
  // A row of them, those at the edges filled up with zeros.
  bool tiles(std::int64_t y, std::int64_t count, const float* pixels) {
    const std::int64_t side = image_.tile;
    std::vector<float> cells(static_cast<std::size_t>(side * side));
    for (std::int64_t x = 0; x < image_.width; x += side) {
      const std::int64_t columns = std::min(side, image_.width - x);
      std::fill(cells.begin(), cells.end(), 0.0f);
      for (std::int64_t row = 0; row < count; ++row)
        std::copy_n(pixels + row * image_.width + x, columns, cells.begin() + row * side);
      const std::uint32_t tile =
          TIFFComputeTile(tiff_, static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), 0, 0);
      const auto bytes = static_cast<tmsize_t>(cells.size() * sizeof(float));
      if (TIFFWriteEncodedTile(tiff_, tile, cells.data(), bytes) != bytes) return false;
    }
    return true;
  }

  std::unique_ptr<Handle> handle_;
  TIFF* tiff_ = nullptr;
  EncodedImage image_;
};

}  // namespace

std::unique_ptr<ImageEncoder> encoder_of(const std::string&, std::string&) { return std::make_unique<Encoder>(); }

}  // namespace terrawright::images
