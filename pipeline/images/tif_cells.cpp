// SPDX-License-Identifier: Apache-2.0
#include "images/tif_cells.hpp"

#include <algorithm>
#include <cstring>

#include "border/kind.hpp"

namespace terrawright::images {
namespace {

template <class Sample>
void codes(const void* from, std::int64_t width, void* to) {
  const auto* cells = static_cast<const std::uint16_t*>(from);
  std::transform(cells, cells + width, static_cast<Sample*>(to),
                 [](std::uint16_t code) { return static_cast<Sample>(code); });
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

void TifRows::row(const void* from, std::int64_t width, void* to) const {
  switch (kind_) {
    case TERRAWRIGHT_KIND_MASK: {
      const auto* cells = static_cast<const std::uint8_t*>(from);
      std::transform(cells, cells + width, static_cast<std::uint8_t*>(to),
                     [](std::uint8_t cell) { return static_cast<std::uint8_t>(cell != 0 ? 1 : 0); });
      return;
    }
    case TERRAWRIGHT_KIND_CLASS:
      return cells_.stored == Stored::uint8 ? codes<std::uint8_t>(from, width, to)
                                            : codes<std::uint16_t>(from, width, to);
    case TERRAWRIGHT_KIND_COUNT: {
      const auto* cells = static_cast<const std::int64_t*>(from);
      std::transform(cells, cells + width, static_cast<double*>(to),
                     [](std::int64_t cell) { return static_cast<double>(cell); });
      return;
    }
    default:  // the bits of a NaN too
      std::memcpy(to, from, static_cast<std::size_t>(width * border::cell_bytes(kind_)));
  }
}

}  // namespace terrawright::images
