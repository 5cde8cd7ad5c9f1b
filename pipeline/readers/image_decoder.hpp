// SPDX-License-Identifier: Apache-2.0
// A picture that was opened, whoever reads it.
#pragma once
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace terrawright::readers {

// At its first part. Errors are std::runtime_error with a library's own words.
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
    bool unplaced = false;     // it has steps from sample to sample, and no system that is known
    double cell_width = 0, cell_height = 0;                      // metres from sample to sample; 0: not said
    double latitude = std::numeric_limits<double>::quiet_NaN();  // degrees, of the middle
    std::string remark{};  // how samples are not as they are stored, as "feet became metres"; empty: they are
  };
  virtual ~ImageDecoder() = default;
  // Or through pipeline/files, which hides no failure: then the file's hash need not be taken after it.
  virtual bool opens_by_name() const { return false; }
  // The first is 0; false: there is none.
  virtual bool to_part(int part) = 0;
  virtual std::string part() const = 0;  // its name
  // If they differ between channels, those of this one.
  virtual Facts facts(int channel) = 0;
  // As they are; NaN where there are no data: `nodata`, or the number that the file names.
  virtual void read(int channel, std::optional<double> nodata, float* cells) = 0;
};

// nullptr: a kind that only OpenImageIO reads (compressed as B44 or DWA, or with fewer samples than pixels).
std::unique_ptr<ImageDecoder> exr_decoder(const std::string& path);

// nullptr: a kind that only OpenImageIO reads (JPEG, CMYK, 12 bits ...).
std::unique_ptr<ImageDecoder> tiff_decoder(const std::string& path);

// Decoder for OpenImageIO's formats by the ending of the file, in a separate process: `program`. Default: that of this
// installation. It is killed if it sends nothing for so long.
std::unique_ptr<ImageDecoder> foreign_decoder(const std::string& path, const std::filesystem::path& program = {},
                                              std::chrono::milliseconds silence = std::chrono::minutes(1));

// By its ending, and by that reader alone.
std::unique_ptr<ImageDecoder> decoder_of(const std::string& path);

}  // namespace terrawright::readers
