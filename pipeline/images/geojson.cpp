// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/long_table.hpp"
#include "images/degrees.hpp"
#include "images/writers.hpp"
#include "terrawright/failure.hpp"

namespace terrawright::images {
namespace {

using Json = nlohmann::ordered_json;

std::string text_of(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

Json real(double number) { return std::isfinite(number) ? Json(number) : Json(nullptr); }

Json value(const engine::StoredTable::Column& column, std::size_t row) {
  if (const auto* integers = std::get_if<std::vector<std::int64_t>>(&column.values)) return (*integers)[row];
  if (const auto* reals = std::get_if<std::vector<double>>(&column.values)) return real((*reals)[row]);
  return std::get<std::vector<std::string>>(column.values)[row];
}

Json geometry(const engine::StoredTable& table, std::size_t row, const Degrees& degrees) {
  const auto position = [&](const terrawright_point& point) {
    return Json::array({degrees.longitude(point.x), degrees.latitude(point.y)});
  };
  if (table.places == engine::Places::points) return {{"type", "Point"}, {"coordinates", position(table.points[row])}};
  Json pieces = Json::array();
  const std::uint64_t begin = row == 0 ? 0 : table.ends[row - 1];
  for (std::uint64_t i = begin; i < table.ends[row]; ++i) {
    const bool breaks = std::binary_search(table.breaks.begin(), table.breaks.end(), i);
    if (i == begin || breaks) pieces.push_back(Json::array());
    pieces.back().push_back(position(table.points[i]));
  }
  if (pieces.empty()) return nullptr;
  if (pieces.size() > 1) return {{"type", "MultiLineString"}, {"coordinates", std::move(pieces)}};
  return {{"type", "LineString"}, {"coordinates", std::move(pieces.front())}};
}

Json feature(const engine::StoredTable& table, std::size_t row, const Degrees& degrees) {
  Json properties = Json::object();
  for (const engine::StoredTable::Column& column : table.columns) properties[column.name] = value(column, row);
  if (table.places == engine::Places::points) {
    properties["x"] = table.points[row].x;
    properties["y"] = table.points[row].y;
  }
  return {{"type", "Feature"}, {"geometry", geometry(table, row, degrees)}, {"properties", std::move(properties)}};
}

// All but the features.
Json collection(const std::string& name, const engine::StoredTable& table, const Provenance& provenance) {
  Json json = {{"type", "FeatureCollection"}, {"name", name}};
  Json& units = json["units"] = Json::object();
  for (const engine::StoredTable::Column& column : table.columns) {
    if (column.unit != "1") units[column.name] = column.unit;
  }
  if (table.places == engine::Places::points) units["x"] = units["y"] = "cells";
  json["terrawright"] = {{"generator", provenance.generator}, {"world", provenance.world},
                         {"seed", provenance.seed},           {"width", provenance.width},
                         {"height", provenance.height},       {"metres_per_cell", provenance.metres_per_cell},
                         {"latitude", provenance.latitude},   {"recipe", provenance.recipe_of(name)}};
  if (provenance.longitude != 0) json["terrawright"]["longitude"] = provenance.longitude;
  if (provenance.window) json["terrawright"]["window"] = window_text(*provenance.window);
  return json;
}

}  // namespace

// Feature by feature, as a tree of all rivers would take many times the memory of its text.
void geojson_of(const MadePicture& from, const TakeText& take) {
  constexpr std::size_t much = 1 << 20;
  const engine::Product& made = from.made.front();
  const Provenance& world = from.provenance;
  const Degrees degrees(world.width, world.height, world.metres_per_cell, world.latitude, world.longitude);
  std::string text = text_of(collection(from.name(), engine::head_of(made), world));
  text.back() = ',';  // the object goes on
  text += "\"features\":[";
  bool first = true;
  engine::each_part(made, [&](const engine::StoredTable& part) {
    for (std::size_t row = 0; row < part.rows; ++row) {
      if (from.cancelled) throw Stopped{};
      text += std::exchange(first, false) ? "\n" : ",\n";
      text += text_of(feature(part, row, degrees));
      if (text.size() < much) continue;
      take(text);
      text.clear();
    }
  });
  take(text + "\n]}\n");
}

}  // namespace terrawright::images
