// SPDX-License-Identifier: Apache-2.0
#include "images/tile_json.hpp"

#include "report/json.hpp"

namespace terrawright::images {
namespace {

using report::Json;

void add_common(Json& json, const MadePicture& from, const PyramidGrid& grid) {
  const Provenance& world = from.provenance;
  const engine::LayerFacts& facts = from.layer().facts();
  const TileCode code = from.picture.pyramid->code;
  json["name"] = world.world + " " + from.name();
  json["tileSize"] = grid.side();
  if (code != TileCode::colours) json["encoding"] = code == TileCode::mapbox ? "mapbox" : "terrarium";
  Json& own = json["terrawright"] = {{"generator", world.generator}, {"world", world.world},
                                     {"seed", world.seed},           {"recipe", world.recipe_of(from.name())},
                                     {"layer", from.name()},         {"metres_per_cell", world.metres_per_cell}};
  if (!facts.unit.empty() && facts.unit != "1") own["unit"] = facts.unit;
  if (code != TileCode::colours) own["outside"] = from.picture.pyramid->outside;
  if (world.window) own["window"] = window_text(*world.window);
}

}  // namespace

std::string tile_json(const MadePicture& from, const PyramidGrid& grid) {
  const PyramidGrid::Bounds of = grid.bounds();
  Json json = {{"tilejson", "3.0.0"},
               {"tiles", {"{z}/{x}/{y}.png"}},
               {"scheme", "xyz"},
               {"minzoom", grid.least()},
               {"maxzoom", grid.most()},
               {"bounds", {of.west, of.south, of.east, of.north}},
               {"center", {(of.west + of.east) / 2, (of.south + of.north) / 2, grid.least()}},
               // Which tiles of vectors must have, and these have none.
               {"vector_layers", Json::array()}};
  add_common(json, from, grid);
  return report::json_text(json);
}

std::string pmtiles_metadata(const MadePicture& from, const PyramidGrid& grid) {
  Json json = Json::object();
  add_common(json, from, grid);
  return report::json_text(json);
}

}  // namespace terrawright::images
