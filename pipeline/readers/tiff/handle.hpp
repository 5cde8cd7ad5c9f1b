// SPDX-License-Identifier: Apache-2.0
// A TIFF that is open, and what libtiff last complained of. It reads through pipeline/files.
#pragma once
#include <tiffio.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "files/open_file.hpp"

namespace terrawright::readers {

class TiffHandle {
 public:
  explicit TiffHandle(const std::string& path);
  ~TiffHandle();
  TiffHandle(const TiffHandle&) = delete;
  TiffHandle& operator=(const TiffHandle&) = delete;

  TIFF* get() const { return tiff_; }
  std::uint64_t file_size() const { return file_.size(); }
  // libtiff goes on where it could not read. Throws files::ReadFailed.
  void demand_that_it_was_read() const;
  // With libtiff's first complaint since the last one; `why` where it had none.
  [[noreturn]] void fail(const char* why);

  // A tag of one number, or what it is where the file does not say.
  template <class Number>
  Number field(std::uint32_t tag, Number otherwise) const {
    Number value = otherwise;
    return TIFFGetFieldDefaulted(tiff_, tag, &value) == 1 ? value : otherwise;
  }
  // A tag of text; empty: none.
  std::string text(std::uint32_t tag) const;

 private:
  static int keep(TIFF*, void* self, const char* module, const char* format, va_list arguments);
  static tmsize_t read(thandle_t self, void* to, tmsize_t size);
  static toff_t seek(thandle_t self, toff_t offset, int whence);

  TIFF* tiff_ = nullptr;
  files::OpenFile file_;
  std::uint64_t at_ = 0;
  std::optional<files::ReadFailed> failed_;  // the first time
  bool lost_ = false;                        // a value that the file is too short for
  std::string complaint_;
};

// Position of a GeoTIFF and distance of its samples; scale, offset and missing samples as GDAL writes them.

struct TiffGeoreference {
  bool is_geotiff = false;
  bool is_unplaced = false;                                    // it has steps, and no system that is known
  double cell_width = 0, cell_height = 0;                      // metres; 0: the file does not say
  double latitude = std::numeric_limits<double>::quiet_NaN();  // degrees, of the middle
  double metres = 0;                                           // length of the vertical unit; 0: the file does not say
};

// Throws std::runtime_error where rows do not run from west to east, northern ones first.
TiffGeoreference georeference_of(TiffHandle& tiff, std::int64_t height);

struct TiffScale {
  double scale = 1, offset = 0;
  double metres = 0;  // length of the samples' unit; 0: the file does not say
  std::optional<double> nodata;
  bool scaled() const { return scale != 1 || offset != 0; }
};

// "feet", "US survey feet", "units of 0.9144 m".
std::string unit_of_length(double metres);

// Scale of this channel. Throws std::runtime_error where they are no numbers.
TiffScale scale_of(const TiffHandle& tiff, int channel);

}  // namespace terrawright::readers
