// SPDX-License-Identifier: Apache-2.0
#include "encode/grid_code.hpp"

#include <algorithm>
#include <array>
#include <memory>

#include "encode/deflate.hpp"
#include "terrawright/processors.h"

namespace terrawright::encode {
namespace {

using Cell = std::uint16_t;

// For numbers of 8 or 16 bits.
struct Bits {
  unsigned mask, sign;
};
constexpr Bits bits_of(int bytes) { return bytes == 1 ? Bits{0xff, 7} : Bits{0xffff, 15}; }

// Small differences of either sign become small numbers without one.
inline Cell left_over(unsigned cell, unsigned prediction, const Bits& bits) {
  const unsigned difference = cell - prediction, sign = 0u - (difference >> bits.sign & 1u);
  return static_cast<Cell>((difference << 1 ^ sign) & bits.mask);
}

inline Cell median(Cell left, Cell above, Cell corner) {
  const Cell low = std::min(left, above), high = std::max(left, above);
  const auto plane = static_cast<Cell>(left + above - corner);
  return corner >= high ? low : corner <= low ? high : plane;
}

TERRAWRIGHT_FOR_EACH_PROCESSOR
void from_left(const Cell* row, Cell first, std::size_t width, const Bits& of, Cell* __restrict to) {
  const Bits bits = of;
  to[0] = left_over(row[0], first, bits);
  for (std::size_t x = 1; x < width; ++x) to[x] = left_over(row[x], row[x - 1], bits);
}

TERRAWRIGHT_FOR_EACH_PROCESSOR
void from_median(const Cell* row, const Cell* above, std::size_t width, const Bits& of, Cell* __restrict to) {
  const Bits bits = of;
  to[0] = left_over(row[0], above[0], bits);
  for (std::size_t x = 1; x < width; ++x) to[x] = left_over(row[x], median(row[x - 1], above[x], above[x - 1]), bits);
}

// Difference of a row from its prediction. `above`: null of the first.
void residuals(Predictor predictor, const Bits& bits, const Cell* row, const Cell* above, std::size_t width, Cell* to) {
  if (predictor == Predictor::none) {
    std::copy_n(row, width, to);
  } else if (predictor == Predictor::left || above == nullptr) {
    from_left(row, above == nullptr ? Cell{0} : above[0], width, bits, to);
  } else {
    from_median(row, above, width, bits, to);
  }
}

// Bytes of rows, so many of a plane: the high ones, then the low ones.
struct Planes {
  explicit Planes(std::size_t count) : size(count), bytes(new unsigned char[2 * count]) {}
  const unsigned char* high() const { return bytes.get(); }
  const unsigned char* low() const { return bytes.get() + size; }

  std::size_t size;
  std::unique_ptr<unsigned char[]> bytes;
};

TERRAWRIGHT_FOR_EACH_PROCESSOR
void split_bytes(const Cell* cells, std::size_t count, unsigned char* __restrict high, unsigned char* __restrict low) {
  for (std::size_t i = 0; i < count; ++i) high[i] = static_cast<unsigned char>(cells[i] >> 8);
  for (std::size_t i = 0; i < count; ++i) low[i] = static_cast<unsigned char>(cells[i]);
}

// Rows of a grid.
struct RowRange {
  std::int64_t begin, end;
};

// Differences of these rows.
Planes planes_of(const Samples& samples, Predictor predictor, const std::vector<RowRange>& ranges) {
  const auto width = static_cast<std::size_t>(samples.width);
  std::size_t rows = 0;
  for (const RowRange& range : ranges) rows += static_cast<std::size_t>(range.end - range.begin);
  Planes planes(rows * width);
  std::vector<Cell> left(width);
  std::size_t at = 0;
  for (const RowRange& range : ranges) {
    for (std::int64_t y = range.begin; y < range.end; ++y, at += width) {
      const Cell* row = &samples.cells[static_cast<std::size_t>(y) * width];
      residuals(predictor, bits_of(samples.bytes), row, y == 0 ? nullptr : row - width, width, left.data());
      split_bytes(left.data(), width, planes.bytes.get() + at, planes.bytes.get() + planes.size + at);
    }
  }
  return planes;
}

using Strip = std::string;

// The planes of these rows, each a stream; of numbers of one byte the first is empty.
std::array<Strip, 2> strips_of(const Samples& samples, Predictor predictor, const std::vector<RowRange>& ranges) {
  const Planes planes = planes_of(samples, predictor, ranges);
  DeflateWhole deflate;
  const auto stream_of = [&](const unsigned char* bytes) {
    const Deflate::Compressed stream = deflate.of(bytes, planes.size);
    return Strip(reinterpret_cast<const char*>(stream.bytes), stream.size);
  };
  return {samples.bytes == 2 ? stream_of(planes.high()) : Strip(), stream_of(planes.low())};
}

std::size_t bytes_of_rows(const Samples& samples, Predictor predictor, const std::vector<RowRange>& ranges) {
  const std::array<Strip, 2> strips = strips_of(samples, predictor, ranges);
  return strips[0].size() + strips[1].size();
}

// All, or every eighth of so many.
std::vector<RowRange> rows_to_look_at(const Samples& samples) {
  constexpr std::int64_t few = 8, of = 128, small = std::int64_t{1} << 16;
  if (samples.width * samples.height <= small) return {{0, samples.height}};
  std::vector<RowRange> ranges;
  for (std::int64_t y = std::min((of - few) / 2, samples.height - few); y < samples.height; y += of)
    ranges.push_back({y, std::min(y + few, samples.height)});
  return ranges;
}

}  // namespace

const char* name_of(Predictor predictor) {
  return predictor == Predictor::none ? "none" : predictor == Predictor::left ? "left" : "med";
}

Predictor best_predictor(const Samples& samples) {
  const std::vector<RowRange> ranges = rows_to_look_at(samples);
  Predictor best = Predictor::median;
  std::size_t least = SIZE_MAX;
  for (const Predictor predictor : {Predictor::median, Predictor::left, Predictor::none}) {
    const std::size_t bytes = bytes_of_rows(samples, predictor, ranges);
    if (bytes < least) best = predictor;
    least = std::min(least, bytes);
  }
  return best;
}

std::size_t coded_size(const Samples& samples, Predictor predictor) {
  return bytes_of_rows(samples, predictor, {{0, samples.height}});
}

CodedGrid coded_by(const Samples& samples, Predictor predictor, const OnThreads& on_threads) {
  // Strips of a plane: long ones for few codes, and many for all threads.
  const std::int64_t bytes_of_strip = std::clamp<std::int64_t>(samples.width * samples.height / 32, 1 << 17, 1 << 19);
  const std::int64_t rows = std::max<std::int64_t>(1, bytes_of_strip / samples.width);
  const auto n = static_cast<std::size_t>((samples.height + rows - 1) / rows);
  std::vector<std::array<Strip, 2>> strips(n);
  on_threads(n, [&](std::uint64_t i) {
    const std::int64_t begin = static_cast<std::int64_t>(i) * rows;
    strips[i] = strips_of(samples, predictor, {{begin, std::min(begin + rows, samples.height)}});
  });
  CodedGrid grid;
  std::size_t bytes = 0;
  for (const std::array<Strip, 2>& strip : strips) bytes += strip[0].size() + strip[1].size();
  grid.bytes.reserve(bytes);
  for (std::size_t plane = samples.bytes == 2 ? 0 : 1; plane < 2; ++plane) {
    for (const std::array<Strip, 2>& strip : strips) {
      grid.bytes += strip[plane];
      grid.streams.push_back(strip[plane].size());
    }
  }
  return grid;
}

}  // namespace terrawright::encode
