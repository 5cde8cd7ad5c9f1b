// SPDX-License-Identifier: Apache-2.0
#include "images/picture.hpp"

#include <algorithm>
#include <vector>

#include "border/description.hpp"
#include "encode/coarse_rows.hpp"
#include "encode/legend.hpp"
#include "engine/layers/layer.hpp"
#include "images/delivery.hpp"
#include "report/amount.hpp"
#include "report/json.hpp"
#include "terrawright/degrees.hpp"

namespace terrawright::images {

bool is_field(std::uint32_t kind) {
  return kind == TERRAWRIGHT_KIND_HEIGHT || kind == TERRAWRIGHT_KIND_SCALAR || kind == TERRAWRIGHT_KIND_WEIGHT;
}

std::vector<std::filesystem::path> files_of(const Picture& picture) {
  if (picture.file.empty()) return {};
  if (!picture.writer) return {picture.file};
  if (!picture.tiles) return picture.writer->files(picture);
  std::vector<std::filesystem::path> files;
  for (std::int64_t i = 0; i < picture.tiles->count(); ++i) {
    const Picture tile = tile_picture(picture, picture.tiles->tile(i));
    for (std::filesystem::path& file : tile.writer->files(tile)) files.push_back(std::move(file));
  }
  return files;
}

namespace {

std::uint64_t bytes_of_coarsening(const Picture& picture) {
  if (picture.coarsen == 1) return 0;
  std::uint64_t bytes = 0;
  for (const Part& part : picture.parts) {
    const engine::LayerFacts& facts = part.facts;
    if (!border::is_layer(facts.kind)) continue;
    bytes += engine::bytes_of_crop(facts.kind, facts.width, facts.height);
    bytes += static_cast<std::uint64_t>(facts.width) * 2 * sizeof(encode::MeanOfColours);
  }
  return bytes;
}

}  // namespace

std::uint64_t bytes_beside(const Picture& picture) {
  std::uint64_t bytes = bytes_of_coarsening(picture) + (picture.writer ? picture.writer->memory() : 0);
  if (!picture.tiles) return bytes;
  const Tile first = picture.tiles->tile(0);  // the largest
  for (const Part& part : picture.parts) {
    if (border::is_layer(part.facts.kind)) bytes += engine::bytes_of_crop(part.facts.kind, first.width, first.height);
  }
  return bytes;
}

namespace {

using report::Json;

void add_attribute(Attributes& attributes, const char* name, std::string value) {
  if (!value.empty()) attributes.emplace_back(std::string("terrawright:") + name, std::move(value));
}

void add_place(Attributes& attributes, const Provenance& provenance) {
  const Rect window = provenance.window.value_or(Rect{0, 0, provenance.width, provenance.height});
  const std::int64_t n = provenance.coarsen;
  const Degrees degrees(provenance.width, provenance.height, provenance.metres_per_cell, provenance.latitude,
                        provenance.longitude);
  // Coarse cells may reach beyond the world.
  const auto middle = [n](std::int64_t first, std::int64_t count) {
    const std::int64_t whole = (count + n - 1) / n * n;
    return static_cast<double>(first) + static_cast<double>(whole - 1) / 2.0;
  };
  add_attribute(attributes, "window", window_text(window));
  add_attribute(attributes, "world_size", std::to_string(provenance.width) + "x" + std::to_string(provenance.height));
  add_attribute(attributes, "latitude", report::shortest(degrees.latitude(middle(window.y, window.height))));
  add_attribute(attributes, "longitude", report::shortest(degrees.longitude(middle(window.x, window.width))));
  add_attribute(attributes, "world_latitude", report::shortest(provenance.latitude));
  if (provenance.longitude != 0) add_attribute(attributes, "world_longitude", report::shortest(provenance.longitude));
}

}  // namespace

Attributes attributes_of(const Part& part, const std::string& texture, const engine::Layer& layer,
                         const Provenance& provenance) {
  const engine::LayerFacts& facts = layer.facts();
  const Statistics& statistics = layer.statistics();
  Attributes attributes{{"Software", provenance.generator}};
  add_attribute(attributes, "layer", part.name);
  add_attribute(attributes, "kind", border::kind_name(facts.kind));
  add_attribute(attributes, "unit", facts.unit);
  if (statistics.minimum <= statistics.maximum) {
    add_attribute(attributes, "minimum", report::shortest(statistics.minimum));
    add_attribute(attributes, "maximum", report::shortest(statistics.maximum));
  }
  if (statistics.nans != 0) add_attribute(attributes, "nans", std::to_string(statistics.nans));
  add_attribute(attributes, "metres_per_cell",
                report::shortest(provenance.metres_per_cell * static_cast<double>(provenance.coarsen)));
  if (provenance.coarsen > 1) add_attribute(attributes, "coarsen", std::to_string(provenance.coarsen));
  if (provenance.window || provenance.coarsen > 1) {
    add_place(attributes, provenance);
  } else {
    add_attribute(attributes, "latitude", report::shortest(provenance.latitude));
    if (provenance.longitude != 0) add_attribute(attributes, "longitude", report::shortest(provenance.longitude));
  }
  add_attribute(attributes, "seed", provenance.seed);
  add_attribute(attributes, "world", provenance.world);
  add_attribute(attributes, "recipe", part.recipe);
  add_attribute(attributes, "texture_recipe", texture);
  if (facts.kind == TERRAWRIGHT_KIND_CLASS) add_attribute(attributes, "legend", encode::legend_line(facts.legend));
  return attributes;
}

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
