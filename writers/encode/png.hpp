// SPDX-License-Identifier: Apache-2.0
// A PNG being written: chunks, filters and the compressed rows (W3C, Portable Network Graphics, third edition).
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "encode/deflate.hpp"

namespace terrawright::encode {

// For all rows. up: minus the pixel above. paeth: minus the neighbour that fits best, for what changes from pixel to
// pixel (it leaves noise, so repetitions are only looked for nearby).
enum class PngFilter : std::uint8_t { none = 0, up = 2, paeth = 4 };

struct PngFacts {
  std::int64_t width = 0, height = 0;
  int channels = 1;  // 1 grey, 3 colours, 4 colours and alpha
  int bits = 8;      // of a sample, 8 or 16
  PngFilter filter = PngFilter::none;
  bool values = false;               // of channels that say numbers, which no reader may change as it does colours
  std::uint32_t pixels_a_metre = 0;  // on paper; 0: not said
};

class PngStream {
 public:
  // Receives the output, piece by piece.
  using Take = std::function<void(const void* bytes, std::size_t size)>;
  // Begins the picture. Colours are sRGB. `texts`: name and value.
  PngStream(const PngFacts& facts, const std::vector<std::pair<std::string, std::string>>& texts, Take take);

  // Buffer of the next row, from top to bottom: samples of 16 bits with the high byte first.
  unsigned char* next_row();
  // After the last row.
  void close();

 private:
  void compress();
  void chunk(std::string_view type, const void* bytes, std::size_t size);

  Take take_;
  std::size_t row_bytes_, pixel_bytes_;
  PngFilter filter_;
  std::vector<unsigned char> above_;  // the last row that was compressed; zeros above the first
  std::size_t rows_at_once_, n_rows_ = 0;
  std::vector<unsigned char> rows_, filtered_;
  Deflate deflate_;
};

}  // namespace terrawright::encode
