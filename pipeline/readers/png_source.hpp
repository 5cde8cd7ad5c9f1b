// SPDX-License-Identifier: Apache-2.0
// A PNG file being read, row by row and one channel of it: what libpng has to say becomes a reason. (The handlers that
// OpenImageIO leaves it write to standard error.)
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace terrawright::readers {

struct PngReading;  // libpng's own

class PngSource {
 public:
  // Palettes count as colours, greys of less than 8 bits as 8, a transparent colour as alpha. Throws
  // std::runtime_error with what libpng says.
  explicit PngSource(const std::string& path);
  ~PngSource();
  PngSource(const PngSource&) = delete;
  PngSource& operator=(const PngSource&) = delete;

  std::int64_t width() const;
  std::int64_t height() const;
  std::uint32_t bits() const;                 // 8 or 16
  std::vector<std::string> channels() const;  // their names
  // Whole numbers as they are; once. An interlaced file takes no more memory than another. Throws as above.
  void read(int channel, float* cells);

 private:
  PngReading* reading_;
};

// By its first bytes.
bool is_png(const std::string& path);

}  // namespace terrawright::readers
