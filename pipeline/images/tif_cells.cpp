// SPDX-License-Identifier: Apache-2.0
#include "images/tif_cells.hpp"

#include <algorithm>
#include <cstring>

#include "images/overviews.hpp"

namespace terrawright::images {
namespace {

// Of each block `of` makes a pixel.
template <class Cell, class Of>
void each_block(const Cell* cells, std::int64_t width, std::int64_t rows, std::int64_t factor, Of of) {
  for (std::int64_t begin = 0, i = 0; begin < width; begin += factor, ++i)
    of(i, cells + begin, std::min(factor, width - begin), rows);
}

template <class Cell, class Sample>
void middles(const Cell* cells, std::int64_t width, std::int64_t rows, std::int64_t factor, Sample* to) {
  each_block(cells, width, rows, factor, [&](std::int64_t i, const Cell* block, std::int64_t columns, std::int64_t) {
    to[i] = static_cast<Sample>(block[rows / 2 * width + columns / 2]);
  });
}

// Of what the blocks' cells have in common, in double precision and rows from the top.
template <class Cell, class Value>
double mean(const Cell* block, std::int64_t width, std::int64_t columns, std::int64_t rows, Value value) {
  double sum = 0;
  for (std::int64_t y = 0; y < rows; ++y) {
    for (std::int64_t x = 0; x < columns; ++x) sum += value(block[y * width + x]);
  }
  return sum / static_cast<double>(columns * rows);
}

void mean_colours(const Colour* cells, std::int64_t width, std::int64_t rows, std::int64_t factor, Colour* to) {
  each_block(
      cells, width, rows, factor, [&](std::int64_t i, const Colour* block, std::int64_t columns, std::int64_t high) {
        const auto seen = [&](std::uint8_t Colour::*part) {
          return mean(block, width, columns, high, [&](const Colour& c) { return double(c.*part) * c.alpha; });
        };
        const double alpha = mean(block, width, columns, high, [](const Colour& c) { return double(c.alpha); });
        const auto part = [&](std::uint8_t Colour::*of) {
          return static_cast<std::uint8_t>(alpha > 0 ? seen(of) / alpha + 0.5 : 0.0);
        };
        to[i] = {part(&Colour::red), part(&Colour::green), part(&Colour::blue), static_cast<std::uint8_t>(alpha + 0.5)};
      });
}

template <class Sample>
void codes(const void* from, std::int64_t width, std::int64_t rows, std::int64_t factor, void* to) {
  middles(static_cast<const std::uint16_t*>(from), width, rows, factor, static_cast<Sample*>(to));
}

}  // namespace

TifCells tif_cells_of(const MadePicture& from) {
  const engine::LayerFacts& facts = from.layer().facts();
  switch (facts.kind) {
    case TERRAWRIGHT_KIND_MASK:
      return {Stored::uint8};
    case TERRAWRIGHT_KIND_COUNT:
      return {Stored::float64};
    case TERRAWRIGHT_KIND_VECTOR:
      return {Stored::float32, 2};
    case TERRAWRIGHT_KIND_COLOUR:
      return {Stored::uint8, 4, true};
    case TERRAWRIGHT_KIND_CLASS:
      break;
    default:
      return {};
  }
  double most = from.extent().maximum;
  for (const LegendEntry& entry : facts.legend) most = std::max(most, static_cast<double>(entry.code));
  const std::size_t codes = most < 256 ? 256 : 65536;
  TifCells cells{codes == 256 ? Stored::uint8 : Stored::uint16};
  std::vector<Colour> colours(codes, unknown_class);
  for (const LegendEntry& entry : facts.legend) colours[entry.code] = entry.colour;
  for (const auto part : {&Colour::red, &Colour::green, &Colour::blue}) {
    // 255 is 65535.
    for (const Colour& colour : colours) cells.palette.push_back(static_cast<std::uint16_t>(colour.*part * 257));
  }
  return cells;
}

std::int64_t tif_pixel_bytes(std::uint32_t kind) {
  switch (kind) {
    case TERRAWRIGHT_KIND_MASK:
      return 1;
    case TERRAWRIGHT_KIND_CLASS:
      return 2;
    case TERRAWRIGHT_KIND_COUNT:
    case TERRAWRIGHT_KIND_VECTOR:
      return 8;
    default:
      return 4;
  }
}

void TifRows::row(const void* from, std::int64_t width, std::int64_t rows, std::int64_t factor, void* to) const {
  switch (kind_) {
    case TERRAWRIGHT_KIND_MASK: {
      middles(static_cast<const std::uint8_t*>(from), width, rows, factor, static_cast<std::uint8_t*>(to));
      const std::int64_t count = (width + factor - 1) / factor;
      auto* cells = static_cast<std::uint8_t*>(to);
      for (std::int64_t i = 0; i < count; ++i) cells[i] = cells[i] != 0 ? 1 : 0;
      return;
    }
    case TERRAWRIGHT_KIND_CLASS:
      return cells_.stored == Stored::uint8 ? codes<std::uint8_t>(from, width, rows, factor, to)
                                            : codes<std::uint16_t>(from, width, rows, factor, to);
    case TERRAWRIGHT_KIND_COUNT:
      return each_block(static_cast<const std::int64_t*>(from), width, rows, factor,
                        [&](std::int64_t i, const std::int64_t* block, std::int64_t columns, std::int64_t high) {
                          static_cast<double*>(to)[i] = mean(
                              block, width, columns, high, [](std::int64_t cell) { return static_cast<double>(cell); });
                        });
    case TERRAWRIGHT_KIND_VECTOR:
      return each_block(
          static_cast<const Vector2*>(from), width, rows, factor,
          [&](std::int64_t i, const Vector2* block, std::int64_t columns, std::int64_t high) {
            const auto of = [&](float Vector2::*part) {
              return static_cast<float>(mean(block, width, columns, high,
                                             [&](const Vector2& cell) { return static_cast<double>(cell.*part); }));
            };
            static_cast<Vector2*>(to)[i] = factor == 1 ? *block : Vector2{of(&Vector2::x), of(&Vector2::y)};
          });
    case TERRAWRIGHT_KIND_COLOUR:
      if (factor > 1)
        return mean_colours(static_cast<const Colour*>(from), width, rows, factor, static_cast<Colour*>(to));
      std::memcpy(to, from, static_cast<std::size_t>(width) * sizeof(Colour));
      return;
    default:
      if (factor > 1)
        return mean_of_blocks(static_cast<const float*>(from), width, rows, factor, static_cast<float*>(to));
      std::memcpy(to, from, static_cast<std::size_t>(width) * sizeof(float));  // the bits of a NaN too
  }
}

}  // namespace terrawright::images
