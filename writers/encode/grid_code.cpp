// SPDX-License-Identifier: Apache-2.0
#include "encode/grid_code.hpp"

#include <algorithm>

#include "encode/deflate.hpp"
#include "terrawright/failure.hpp"
#include "terrawright/processors.h"

namespace terrawright::encode {
namespace {

using Cell = std::uint16_t;

// Of numbers of 8 or 16 bits.
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

// What is left of a row beside the prediction. `above`: null of the first.
void residuals(Predictor predictor, const Bits& bits, const Cell* row, const Cell* above, std::size_t width, Cell* to) {
  if (predictor == Predictor::none) {
    std::copy_n(row, width, to);
  } else if (predictor == Predictor::left || above == nullptr) {
    from_left(row, above == nullptr ? Cell{0} : above[0], width, bits, to);
  } else {
    from_median(row, above, width, bits, to);
  }
}

}  // namespace

const char* name_of(Predictor predictor) {
  return predictor == Predictor::none ? "none" : predictor == Predictor::left ? "left" : "med";
}

std::optional<CodedGrid> coded_by(const Samples& samples, Predictor predictor, const GoOn& go_on, std::size_t most) {
  CodedGrid made{predictor, {}};
  const auto width = static_cast<std::size_t>(samples.width);
  // What is left is noise, in which far repetitions cost more than they save; unpredicted are classes and zeros.
  Deflate deflate(predictor == Predictor::none ? Window::far : Window::near);
  const auto take = [&](const Deflate::Compressed& some) {
    made.bytes.append(reinterpret_cast<const char*>(some.bytes), some.size);
  };
  constexpr std::size_t at_once = 1 << 16;
  std::vector<Cell> left(width);
  std::vector<unsigned char> bytes;
  for (int shift = 8 * (samples.bytes - 1); shift >= 0; shift -= 8) {
    for (std::int64_t y = 0; y < samples.height; ++y) {
      const Cell* row = &samples.cells[static_cast<std::size_t>(y) * width];
      residuals(predictor, bits_of(samples.bytes), row, y == 0 ? nullptr : row - width, width, left.data());
      for (const Cell cell : left) bytes.push_back(static_cast<unsigned char>(cell >> shift));
      if (bytes.size() < at_once) continue;
      go_on();
      take(deflate.add(bytes.data(), bytes.size()));
      bytes.clear();
      if (made.bytes.size() > most) return std::nullopt;
    }
  }
  go_on();
  take(deflate.add(bytes.data(), bytes.size()));
  take(deflate.finish());
  if (made.bytes.size() > most) return std::nullopt;
  return made;
}

CodedGrid coded(const Samples& samples, const GoOn& go_on) {
  CodedGrid best = *coded_by(samples, Predictor::median, go_on);
  for (const Predictor predictor : {Predictor::left, Predictor::none}) {
    if (auto other = coded_by(samples, predictor, go_on, best.bytes.size() - 1)) best = *std::move(other);
  }
  return best;
}

}  // namespace terrawright::encode
