// SPDX-License-Identifier: Apache-2.0
// By libtiff itself: through OpenImageIO several images of one file can only be written to a path.
#include <geotiff.h>
#include <geovalues.h>
#include <xtiffio.h>

#include <algorithm>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <vector>

#include "images/tiff/library.hpp"

namespace terrawright::images {
namespace {

constexpr std::uint32_t gdal_metadata = 42112, gdal_nodata = 42113;

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

int hears(TIFF*, void*, const char*, const char*, va_list) { return 1; }

class Encoder final : public ImageEncoder {
 public:
  ~Encoder() override {
    if (tiff_ != nullptr) TIFFClose(tiff_);
  }
  Encoder() = default;
  Encoder(const Encoder&) = delete;
  Encoder& operator=(const Encoder&) = delete;

  bool open(const std::string& name, const EncodedImage& image, RandomAccess& file) override {
    return to_file(name, image.bigtiff ? "wl8" : "wl", file) && begin(image);
  }
  bool open(const std::string& name, const std::vector<EncodedImage>& images, const std::string& heading,
            RandomAccess& file) override {
    images_ = images;
    if (!to_file(name, images[0].bigtiff ? "wl8" : "wl", file)) return false;
    // The first directory comes after all that there is.
    if (file.write(heading.data(), heading.size(), file.size()) != 0) return false;
    for (const EncodedImage& image : images) {
      if (!begin(image) || TIFFDeferStrileArrayWriting(tiff_) != 1 || TIFFWriteCheck(tiff_, 1, "open") != 1 ||
          TIFFWriteDirectory(tiff_) != 1) {
        return false;
      }
    }
    TIFFClose(tiff_);
    tiff_ = nullptr;
    if (!to_file(name, "r+", file)) return false;
    for (std::size_t i = 0; i < images.size(); ++i) {
      // Room for where the squares lie, before the first of them.
      if (TIFFSetDirectory(tiff_, static_cast<tdir_t>(i)) != 1 || TIFFForceStrileArrayWriting(tiff_) != 1) return false;
    }
    return true;
  }
  bool to_image(std::size_t i) override {
    if (TIFFFlush(tiff_) != 1) return false;
    image_ = images_[i];
    return TIFFSetDirectory(tiff_, static_cast<tdir_t>(i)) == 1;
  }
  bool next(const EncodedImage& image) override { return TIFFWriteDirectory(tiff_) == 1 && begin(image); }
  bool rows(std::int64_t y, std::int64_t count, const void* pixels) override {
    const auto* bytes = static_cast<const unsigned char*>(pixels);
    if (image_.tile > 0) return tiles(y, count, bytes);
    for (std::int64_t row = 0; row < count; ++row) {
      // It takes what it may write into, and does not.
      auto* cells = const_cast<unsigned char*>(bytes + row * image_.width * image_.pixel_bytes());
      if (TIFFWriteScanline(tiff_, cells, static_cast<std::uint32_t>(y + row), 0) != 1) return false;
    }
    return true;
  }
  bool close() override {
    const bool written = (images_.empty() ? TIFFWriteDirectory(tiff_) : TIFFFlush(tiff_)) == 1;
    TIFFClose(tiff_);
    tiff_ = nullptr;
    return written;
  }
  std::string error() override { return handle_ ? handle_->error : ""; }

 private:
  bool to_file(const std::string& name, const char* mode, RandomAccess& file) {
    static const bool tags_of_geotiff = (XTIFFInitialize(), true);
    static_cast<void>(tags_of_geotiff);
    handle_ = std::make_unique<Handle>(Handle{file});
    // Errors come to this file alone, not to a handler of the whole process.
    TIFFOpenOptions* options = TIFFOpenOptionsAlloc();
    TIFFOpenOptionsSetErrorHandlerExtR(options, says, handle_.get());
    TIFFOpenOptionsSetWarningHandlerExtR(options, hears, nullptr);
    tiff_ = TIFFClientOpenExt(name.c_str(), mode, handle_.get(), read, write, seek, ignore, size, nullptr, nullptr,
                              options);
    TIFFOpenOptionsFree(options);
    return tiff_ != nullptr;
  }

  bool begin(const EncodedImage& image) {
    image_ = image;
    const std::uint16_t photometric = image.colours            ? PHOTOMETRIC_RGB
                                      : !image.palette.empty() ? PHOTOMETRIC_PALETTE
                                                               : PHOTOMETRIC_MINISBLACK;
    const bool floats = image.stored == Stored::float32 || image.stored == Stored::float64;
    bool good = TIFFSetField(tiff_, TIFFTAG_IMAGEWIDTH, static_cast<std::uint32_t>(image.width)) == 1 &&
                TIFFSetField(tiff_, TIFFTAG_IMAGELENGTH, static_cast<std::uint32_t>(image.height)) == 1 &&
                TIFFSetField(tiff_, TIFFTAG_BITSPERSAMPLE, static_cast<int>(8 * bytes_of(image.stored))) == 1 &&
                TIFFSetField(tiff_, TIFFTAG_SAMPLEFORMAT, floats ? SAMPLEFORMAT_IEEEFP : SAMPLEFORMAT_UINT) == 1 &&
                TIFFSetField(tiff_, TIFFTAG_SAMPLESPERPIXEL, image.channels) == 1 &&
                TIFFSetField(tiff_, TIFFTAG_PHOTOMETRIC, photometric) == 1 &&
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
    if (const int beyond = image.channels - (image.colours ? 3 : 1); beyond > 0) {
      const std::vector<std::uint16_t> kinds(static_cast<std::size_t>(beyond),
                                             image.colours ? EXTRASAMPLE_UNASSALPHA : EXTRASAMPLE_UNSPECIFIED);
      good = good && TIFFSetField(tiff_, TIFFTAG_EXTRASAMPLES, beyond, kinds.data()) == 1;
    }
    if (!image.palette.empty()) {
      const std::size_t codes = image.palette.size() / 3;
      const std::uint16_t* reds = image.palette.data();
      good = good && TIFFSetField(tiff_, TIFFTAG_COLORMAP, reds, reds + codes, reds + 2 * codes) == 1;
    }
    if (image.place) good = good && lay(*image.place);
    // Their names outlive the file.
    static char name_of_metadata[] = "GDALMetadata", name_of_nodata[] = "GDALNoDataValue";
    static const TIFFFieldInfo fields[] = {{gdal_metadata, -1, -1, TIFF_ASCII, FIELD_CUSTOM, 1, 0, name_of_metadata},
                                           {gdal_nodata, -1, -1, TIFF_ASCII, FIELD_CUSTOM, 1, 0, name_of_nodata}};
    good = good && TIFFMergeFieldInfo(tiff_, fields, 2) == 0;
    for (const auto& [attribute, value] : image.attributes) {
      const std::uint32_t tag = attribute == "DateTime"        ? TIFFTAG_DATETIME
                                : attribute == "Software"      ? TIFFTAG_SOFTWARE
                                : attribute == "GDAL_METADATA" ? gdal_metadata
                                : attribute == "GDAL_NODATA"   ? gdal_nodata
                                                               : TIFFTAG_IMAGEDESCRIPTION;
      good = good && TIFFSetField(tiff_, tag, value.c_str()) == 1;
    }
    return good;
  }
  // GeoTIFF 1.1: degrees of longitude and latitude, straight along columns and rows.
  bool lay(const RasterPlace& place) {
    const double scale[] = {place.across, place.down, 0}, tie[] = {0, 0, 0, place.west, place.north, 0};
    if (TIFFSetField(tiff_, TIFFTAG_GEOPIXELSCALE, 3, scale) != 1) return false;
    if (TIFFSetField(tiff_, TIFFTAG_GEOTIEPOINTS, 6, tie) != 1) return false;
    const std::unique_ptr<GTIF, void (*)(GTIF*)> keys(GTIFNew(tiff_), GTIFFree);
    return keys && GTIFKeySet(keys.get(), GTModelTypeGeoKey, TYPE_SHORT, 1, ModelTypeGeographic) == 1 &&
           GTIFKeySet(keys.get(), GTRasterTypeGeoKey, TYPE_SHORT, 1, RasterPixelIsArea) == 1 &&
           GTIFKeySet(keys.get(), GeographicTypeGeoKey, TYPE_SHORT, 1, GCS_WGS_84) == 1 &&
           GTIFKeySet(keys.get(), GeogAngularUnitsGeoKey, TYPE_SHORT, 1, Angular_Degree) == 1 &&
           GTIFWriteKeys(keys.get()) == 1;
  }
  // Around each square of a file that begins with its directories, as its heading says: its size and its last bytes.
  static std::vector<unsigned char> size_of(const std::vector<unsigned char>& cells) {
    std::vector<unsigned char> bytes;
    for (int shift = 0; shift < 32; shift += 8)
      bytes.push_back(static_cast<unsigned char>(cells.size() >> shift & 255));
    return bytes;
  }
  bool append(const std::vector<unsigned char>& bytes) {
    return handle_->file.write(bytes.data(), bytes.size(), handle_->file.size()) == 0;
  }
  // A row of them, those at the edges filled up with zeros.
  bool tiles(std::int64_t y, std::int64_t count, const unsigned char* pixels) {
    const std::int64_t side = image_.tile, pixel = image_.pixel_bytes();
    std::vector<unsigned char> cells(static_cast<std::size_t>(side * side * pixel));
    for (std::int64_t x = 0; x < image_.width; x += side) {
      const std::int64_t columns = std::min(side, image_.width - x);
      std::fill(cells.begin(), cells.end(), static_cast<unsigned char>(0));
      for (std::int64_t row = 0; row < count; ++row)
        std::copy_n(pixels + (row * image_.width + x) * pixel, columns * pixel, cells.begin() + row * side * pixel);
      const std::uint32_t tile =
          TIFFComputeTile(tiff_, static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), 0, 0);
      const auto bytes = static_cast<tmsize_t>(cells.size());
      if (!images_.empty() && !append(size_of(cells))) return false;
      if (TIFFWriteEncodedTile(tiff_, tile, cells.data(), bytes) != bytes) return false;
      if (!images_.empty() && !append({cells.end() - 4, cells.end()})) return false;
    }
    return true;
  }

  std::unique_ptr<Handle> handle_;
  TIFF* tiff_ = nullptr;
  EncodedImage image_;
  std::vector<EncodedImage> images_;  // of a file that begins with all their directories
};

}  // namespace

std::unique_ptr<ImageEncoder> tiff_encoder() { return std::make_unique<Encoder>(); }

}  // namespace terrawright::images
