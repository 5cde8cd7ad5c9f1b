// SPDX-License-Identifier: Apache-2.0
#include "images/bands.hpp"

#include <vector>

#include "encode/coarse_rows.hpp"

namespace terrawright::images {
namespace {

template <class Cell>
void write(const engine::Layer& of, std::int64_t factor, engine::Layer& to, const std::atomic<bool>& cancelled) {
  const std::int64_t width = of.facts().width, height = of.facts().height, side = to.facts().width;
  encode::CoarseRow<Cell> coarse(width, factor);
  std::vector<Cell> cells(static_cast<std::size_t>(side));
  each_band<Cell>(of, cancelled, [&](std::int64_t begin, std::int64_t rows, const Cell* from) {
    for (std::int64_t y = begin; y < begin + rows; ++y, from += width) {
      coarse.add(from);
      if ((y + 1) % factor != 0 && y + 1 != height) continue;
      coarse.take(cells.data());
      to.write({0, y / factor, side, 1}, cells.data(), side);
    }
  });
}

}  // namespace

std::shared_ptr<engine::Layer> coarsened(const engine::Layer& of, std::int64_t factor,
                                         const std::shared_ptr<engine::Memory>& memory,
                                         const std::atomic<bool>& cancelled) {
  engine::LayerFacts facts = of.facts();
  const std::uint32_t kind = facts.kind;
  facts.width = coarse_side(facts.width, factor);
  facts.height = coarse_side(facts.height, factor);
  auto layer = std::make_shared<engine::Layer>(std::move(facts), memory);
  if (kind == TERRAWRIGHT_KIND_MASK) {
    write<std::uint8_t>(of, factor, *layer, cancelled);
  } else if (kind == TERRAWRIGHT_KIND_CLASS) {
    write<std::uint16_t>(of, factor, *layer, cancelled);
  } else if (kind == TERRAWRIGHT_KIND_COUNT) {
    write<std::int64_t>(of, factor, *layer, cancelled);
  } else if (kind == TERRAWRIGHT_KIND_VECTOR) {
    write<Vector2>(of, factor, *layer, cancelled);
  } else if (kind == TERRAWRIGHT_KIND_COLOUR) {
    write<Colour>(of, factor, *layer, cancelled);
  } else {
    write<float>(of, factor, *layer, cancelled);
  }
  layer->finish();
  return layer;
}

}  // namespace terrawright::images
