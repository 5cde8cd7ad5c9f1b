// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <stdexcept>
#include <vector>

#include "cli/diff/diff_report.hpp"
#include "files/open_file.hpp"
#include "graph/sha256.hpp"
#include "readers/image_decoder.hpp"
#include "readers/opened_file.hpp"
#include "readers/png_source.hpp"
#include "report/diagnostic.hpp"
#include "report/json.hpp"
#include "report/utf8.hpp"
#include "store/layers/compression.hpp"
#include "store/layers/shape.hpp"

namespace terrawright::cli {
namespace {

using Plane = std::vector<float>;  // a channel, row by row

void demand_size(std::int64_t width, std::int64_t height, const engine::LayerFacts& facts) {
  if (width == facts.width && height == facts.height) return;
  throw std::runtime_error("it has " + std::to_string(width) + " x " + std::to_string(height) + " cells, not " +
                           std::to_string(facts.width) + " x " + std::to_string(facts.height));
}

std::vector<Plane> planes_of_png(const std::string& file, const engine::LayerFacts& facts, std::uint32_t bits) {
  const readers::PngSource first(file);
  demand_size(first.width(), first.height(), facts);
  if (first.bits() != bits) throw std::runtime_error("it has " + std::to_string(first.bits()) + " bits a sample");
  std::vector<Plane> planes;
  for (std::size_t i = 0; i < first.channels().size(); ++i) {
    readers::PngSource source(file);
    planes.emplace_back(static_cast<std::size_t>(facts.width * facts.height));
    source.read(static_cast<int>(i), planes.back().data());
  }
  return planes;
}

// By their names; in the order of `wanted`, or all of them where none is.
std::vector<Plane> planes_of_decoder(const std::string& file, const std::string& part, const engine::LayerFacts& facts,
                                     const std::vector<std::string>& wanted) {
  const auto decoder = readers::decoder_of(file);
  const std::string sha256 = decoder->opens_by_name() ? graph::sha256_of_file(file) : "";
  bool found = false;
  for (int i = 0; !found && decoder->to_part(i); ++i) found = part.empty() || decoder->part() == part;
  if (!found && !(decoder->to_part(0) && !decoder->to_part(1)))
    throw std::runtime_error("it has no part " + report::quote(part));
  if (!found) decoder->to_part(0);  // alone in its file
  const readers::ImageDecoder::Facts about = decoder->facts(0);
  demand_size(about.width, about.height, facts);
  std::vector<Plane> planes;
  const std::size_t count = wanted.empty() ? about.channels.size() : wanted.size();
  for (std::size_t i = 0; i < count; ++i) {
    std::size_t channel = i;
    if (!wanted.empty()) {
      channel = 0;
      while (channel < about.channels.size() && about.channels[channel] != wanted[i]) ++channel;
      // One channel is what it is, however an importer wants it called.
      if (channel == about.channels.size() && wanted.size() == 1) channel = 0;
      if (channel == about.channels.size()) throw std::runtime_error("it has no channel " + report::quote(wanted[i]));
    }
    planes.emplace_back(static_cast<std::size_t>(facts.width * facts.height));
    decoder->read(static_cast<int>(channel), std::nullopt, planes.back().data());
  }
  if (decoder->opens_by_name() && graph::sha256_of_file(file) != sha256)
    throw std::runtime_error("it was changed meanwhile");
  return planes;
}

template <class Cell, class Convert>
std::shared_ptr<const engine::Layer> layer_made_of(const engine::LayerFacts& facts, const Convert& convert) {
  auto layer = std::make_shared<engine::Layer>(facts, std::make_shared<engine::Memory>());
  std::vector<Cell> row(static_cast<std::size_t>(facts.width));
  for (std::int64_t y = 0; y < facts.height; ++y) {
    for (std::size_t x = 0; x < row.size(); ++x) row[x] = convert(static_cast<std::size_t>(y) * row.size() + x);
    layer->write({0, y, facts.width, 1}, row.data(), facts.width);
  }
  layer->finish();
  return layer;
}

// The codes of a legend's colours; two classes of one colour cannot be told apart.
std::map<std::uint32_t, std::uint16_t> codes_of(const std::vector<LegendEntry>& legend) {
  std::map<std::uint32_t, std::uint16_t> codes;
  for (const LegendEntry& entry : legend) {
    const std::uint32_t colour = std::uint32_t{entry.colour.red} << 16 | std::uint32_t{entry.colour.green} << 8 |
                                 std::uint32_t{entry.colour.blue};
    if (!codes.emplace(colour, entry.code).second)
      throw std::runtime_error("its legend has one colour for two classes, which cannot be told apart");
  }
  return codes;
}

}  // namespace

bool can_read_layer(const std::filesystem::path& file, std::uint32_t kind) {
  const auto format = readers::format_of(file);
  if (format == readers::Format::png)
    return images::is_field(kind) || kind == TERRAWRIGHT_KIND_MASK || kind == TERRAWRIGHT_KIND_CLASS ||
           kind == TERRAWRIGHT_KIND_COLOUR;
  // An EXR has light in the place of colours.
  return format == readers::Format::tif || (format == readers::Format::exr && kind != TERRAWRIGHT_KIND_COLOUR);
}

std::shared_ptr<const engine::Layer> read_layer(const std::filesystem::path& file, const std::string& part,
                                                const engine::LayerFacts& facts, const images::Range& range) try {
  const bool png = readers::format_of(file) == readers::Format::png,
             exr = readers::format_of(file) == readers::Format::exr;
  const std::uint32_t kind = facts.kind;
  std::vector<std::string> wanted;
  if (exr)
    wanted = kind == TERRAWRIGHT_KIND_VECTOR ? std::vector<std::string>{"x", "y"} : std::vector<std::string>{"Y"};
  const auto planes = png ? planes_of_png(file.string(), facts, images::is_field(kind) ? 16 : 8)
                          : planes_of_decoder(file.string(), exr ? part : "", facts, wanted);
  const auto demand = [&](std::size_t least) {
    if (planes.size() < least) throw std::runtime_error("it has only " + std::to_string(planes.size()) + " channels");
  };
  const Plane& first = planes.at(0);
  switch (kind) {
    case TERRAWRIGHT_KIND_MASK:
      return layer_made_of<std::uint8_t>(facts,
                                         [&](std::size_t i) { return static_cast<std::uint8_t>(first[i] != 0); });
    case TERRAWRIGHT_KIND_CLASS: {
      if (!png)
        return layer_made_of<std::uint16_t>(facts, [&](std::size_t i) { return static_cast<std::uint16_t>(first[i]); });
      demand(3);
      const auto codes = codes_of(facts.legend);
      return layer_made_of<std::uint16_t>(facts, [&](std::size_t i) {
        const auto colour = static_cast<std::uint32_t>(planes[0][i]) << 16 |
                            static_cast<std::uint32_t>(planes[1][i]) << 8 | static_cast<std::uint32_t>(planes[2][i]);
        const auto found = codes.find(colour);
        if (found == codes.end()) throw std::runtime_error("it has a colour that its legend does not know");
        return found->second;
      });
    }
    case TERRAWRIGHT_KIND_COUNT:
      return layer_made_of<std::int64_t>(facts, [&](std::size_t i) { return static_cast<std::int64_t>(first[i]); });
    case TERRAWRIGHT_KIND_VECTOR:
      demand(2);
      return layer_made_of<Vector2>(facts, [&](std::size_t i) { return Vector2{planes[0][i], planes[1][i]}; });
    case TERRAWRIGHT_KIND_COLOUR:
      demand(3);
      return layer_made_of<Colour>(facts, [&](std::size_t i) {
        const auto byte = [&](std::size_t c) { return static_cast<std::uint8_t>(planes[c][i]); };
        return Colour{byte(0), byte(1), byte(2), planes.size() > 3 ? byte(3) : std::uint8_t{255}};
      });
    default:
      if (!png) return layer_made_of<float>(facts, [&](std::size_t i) { return first[i]; });
      return layer_made_of<float>(facts, [&](std::size_t i) {
        return static_cast<float>(range.minimum +
                                  static_cast<double>(first[i]) * (range.maximum - range.minimum) / images::most_grey);
      });
  }
} catch (const files::ReadFailed&) {
  throw;
} catch (const std::runtime_error& error) {
  throw std::runtime_error(file.string() + " cannot be read: " + report::one_line(error.what()));
}

std::shared_ptr<const engine::Layer> read_zarr(const std::filesystem::path& folder, const std::string& part,
                                               const engine::LayerFacts& facts) {
  const store::Shape shape{facts.kind, facts.unit, facts.width, facts.height};
  const std::filesystem::path array = folder / part;
  const std::string description = files::text_of(array / ".zarray");
  report::Json described = report::json_or_none(description);
  if (described.is_object()) described["fill_value"] = 0;  // of no chunk, as all are there
  if (described != report::Json::parse(store::zarr_array(shape)))
    throw std::runtime_error((array / ".zarray").string() + " is of another array than the manifest's");
  auto layer = std::make_shared<engine::Layer>(facts, std::make_shared<engine::Memory>());
  std::vector<char> cells(store::chunk_bytes(shape));
  for (std::size_t i = 0; i < layer->chunks(); ++i) {
    const std::filesystem::path file = array / store::chunk_file(shape, i);
    if (!store::expand(files::text_of(file), cells.data(), cells.size()))
      throw std::runtime_error(file.string() + " cannot be read: it is no chunk, or not whole");
    layer->write(layer->chunk_area(i), cells.data(), store::chunk_side);
  }
  layer->finish();
  return layer;
}

std::shared_ptr<const engine::Layer> read_tiles(const std::filesystem::path& pattern, const images::Tiling& tiles,
                                                const std::string& part, const engine::LayerFacts& facts,
                                                const images::Range& range) {
  auto layer = std::make_shared<engine::Layer>(facts, std::make_shared<engine::Memory>());
  std::vector<unsigned char> cells;
  for (std::int64_t i = 0; i < tiles.count(); ++i) {
    const images::Tile tile = tiles.tile(i);
    engine::LayerFacts of_tile = facts;
    of_tile.width = tile.width;
    of_tile.height = tile.height;
    const auto read = read_layer(images::tile_path(pattern, tile.x, tile.y), part, of_tile, range);
    // Cells that start the next tiles are taken from them.
    Rect own = tile.cells;
    if (tile.x + 1 < tiles.columns()) own.width = std::min(own.width, tiles.side);
    if (tile.y + 1 < tiles.rows()) own.height = std::min(own.height, tiles.side);
    cells.resize(static_cast<std::size_t>(own.width * own.height) * layer->cell_bytes());
    read->read({0, 0, own.width, own.height}, cells.data(), own.width);
    layer->write(own, cells.data(), own.width);
  }
  layer->finish();
  return layer;
}

}  // namespace terrawright::cli
