// SPDX-License-Identifier: Apache-2.0
#include "web/pyramid/options.hpp"

#include "encode/delivered.hpp"
#include "encode/raster_files.hpp"
#include "report/amount.hpp"
#include "report/diagnostic.hpp"
#include "terrawright/cells.hpp"
#include "web/pyramid/mercator.hpp"

namespace terrawright::web {
namespace {

using report::Json;

bool is_value(const terrawright_item& item) { return (Field::kinds & 1u << item.kind) != 0; }

std::string called(const terrawright_item& item) { return "the layer " + report::quote(item.name); }

}  // namespace

bool PyramidOptions::refuses(Delivery& delivery) const {
  bool refused = false;
  const auto refuse = [&](const std::string& where, const std::string& text, const std::string& remedy) {
    delivery.refuse(where, text, remedy);
    refused = true;
  };
  const terrawright_item& item = delivery.item(0);
  const bool coded = encoding != TileCode::colours;
  if (side != 256 && side != 512)
    refuse("side", "'side' is " + std::to_string(side), "maps on the web know tiles of 256 and of 512 pixels");
  if (!zoom.empty() && zoom.size() != 2) {
    refuse("zoom", "'zoom' has not two numbers", "write the first and the last zoom, as zoom: [4, 12]");
  } else if (!zoom.empty() && zoom.front() > zoom.back()) {
    refuse("zoom", "'zoom' ends before it begins", "write the first and the last zoom, as zoom: [4, 12]");
  }
  refused = encode::refuse_without_legend(delivery, item) || refused;
  if (is_value(item) && !coded) {
    refuse(item.name, called(item) + " is a " + kind_name(item.kind) + "; its values in tiles need an encoding",
           "write encoding: terrarium or encoding: mapbox, or tiles of a relief (view.relief), which is a picture");
  } else if (!is_value(item) && coded) {
    refuse("encoding", "`encoding` is of values, and " + called(item) + " is a " + kind_name(item.kind),
           "remove it; tiles of colours, classes and masks are pictures");
  } else if (!coded && !outside.empty()) {
    refuse("outside", "`outside` is a value, and this is a picture: it is transparent there",
           "remove it, or name an encoding");
  }
  const ValueSteps steps = steps_of(encoding);
  if (outside.size() > 1) {
    refuse("outside", "`outside` has more than one value", "write one");
  } else if (coded && !outside.empty() && !(outside[0] >= steps.lowest && outside[0] <= steps.highest())) {
    refuse("outside", "`outside` is none of the values that the encoding can tell",
           encoding == TileCode::mapbox ? "write -10000 to 1667721.5" : "write -32768 to 32767");
  }
  return refused;
}

bool PyramidOptions::refuses_place(Delivery& delivery) const {
  const auto refuse = [&](const std::string& text, const std::string& remedy) {
    delivery.refuse("", text, remedy);
    return true;
  };
  const auto place = encode::place_of(delivery.plain());
  if (!place)
    return refuse(
        "tiles for the web lie on the globe, and this world reaches beyond a pole or more than once around it",
        "make the world or its cells smaller, or choose a latitude nearer to 0");
  // The last coarse cells may be of fewer, and reach beyond.
  const terrawright_rect& cells = delivery.plain().window;
  const auto coarsen = static_cast<double>(delivery.plain().coarsen);
  const double east = place->west + place->across / coarsen * static_cast<double>(cells.width);
  const double south = place->north - place->down / coarsen * static_cast<double>(cells.height);
  constexpr double rounding = 1e-9;
  if (place->west < -180 - rounding || east > 180 + rounding)
    return refuse("tiles for the web lie between -180 and 180 degrees of longitude, and this world's would go from " +
                      report::formatted("%.1f", place->west) + " to " + report::formatted("%.1f", east),
                  "choose a longitude nearer to 0, or make the world smaller");
  if (place->north <= -northmost || south >= northmost)
    return refuse("maps on the web end at 85.05 degrees of latitude, and this world lies beyond",
                  "choose a latitude nearer to 0");
  return false;
}

PyramidGrid PyramidOptions::grid_of(const terrawright_delivery& delivery) const {
  return {side, zoom, encode::place_of(delivery).value(), delivery.items[0]->width, delivery.items[0]->height};
}

void PyramidOptions::arrange(Delivery& delivery, std::int64_t most_tiles, std::uint64_t bytes_of_tile,
                             const char* less) const {
  if (refuses(delivery) || refuses_place(delivery)) return;
  const PyramidGrid grid = grid_of(delivery.plain());
  const std::int64_t tiles = grid.tiles();
  if (tiles > most_tiles)
    return delivery.refuse(
        "", "these would be " + std::to_string(tiles) + " tiles, more than " + std::to_string(most_tiles), less);

  constexpr std::uint64_t pixel = 16, cell = 4;
  const auto pixels = static_cast<std::uint64_t>(side);
  const std::uint64_t window = (pixels * 3 / 2 + 4) * (pixels * 3 / 2 + 4) * (pixel + cell);
  const std::uint64_t held = static_cast<std::uint64_t>(grid.base() - grid.least() + 2) * pixels * pixels * pixel;
  delivery.needs_memory(window + held + pixels * pixels * 8 + static_cast<std::uint64_t>(tiles) * bytes_of_tile);
  const terrawright_item& item = delivery.item(0);
  delivery.needs_disk(0, encode::cells_of(item) * cell_bytes(item.kind) * 4 / 3);
  if (encoding != TileCode::colours)
    delivery.when_clipped(encoding == TileCode::mapbox
                              ? "mapbox tells -10000 to 1667721.5, terrarium -32768 to 32767.99"
                              : "terrarium tells -32768 to 32767.99, mapbox -10000 to 1667721.5");
  const std::string a_side = std::to_string(side);
  const PyramidGrid::Bounds of = grid.bounds();
  const Json facts = {{"pyramid",
                       {{"tiles", tiles},
                        {"side", side},
                        {"zoom", {grid.least(), grid.most()}},
                        {"bounds", {of.west, of.south, of.east, of.north}}}}};
  delivery.tells(std::to_string(tiles) + " tiles of " + a_side + " x " + a_side + " pixels, zoom " +
                     std::to_string(grid.least()) + " to " + std::to_string(grid.most()),
                 report::json_text(facts));
}

void PyramidOptions::add_facts(Json& json, const Writing& writing) const {
  const terrawright_delivery& of = writing.plain();
  const terrawright_item& item = writing.item(0);
  json["name"] = std::string(of.world_name) + " " + item.name;
  json["tileSize"] = side;
  if (encoding != TileCode::colours) json["encoding"] = encoding == TileCode::mapbox ? "mapbox" : "terrarium";
  Json& own = json["terrawright"] = {
      {"generator", of.generator}, {"world", of.world_name},
      {"seed", of.seed},           {"recipe", item.recipe},
      {"layer", item.name},        {"metres_per_cell", of.world->cell * static_cast<double>(of.coarsen)}};
  if (of.coarsen > 1) own["coarsen"] = of.coarsen;
  const std::string unit = item.unit;
  if (!unit.empty() && unit != "1") own["unit"] = unit;
  if (encoding != TileCode::colours) own["outside"] = outside.empty() ? 0.0 : outside.front();
  if (encode::is_window(of)) own["window"] = encode::window_text(of.window);
}

}  // namespace terrawright::web
