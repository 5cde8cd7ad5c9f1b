// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "engine/long_table.hpp"
#include "images/degrees.hpp"
#include "images/writers.hpp"
#include "report/json.hpp"
#include "terrawright/failure.hpp"

namespace terrawright::images {
namespace {

using report::Json;

Json real(double number) { return std::isfinite(number) ? Json(number) : Json(nullptr); }

Json value_json(const engine::StoredTable::Column& column, std::size_t row) {
  if (const auto* integers = std::get_if<std::vector<std::int64_t>>(&column.values)) return (*integers)[row];
  if (const auto* reals = std::get_if<std::vector<double>>(&column.values)) return real((*reals)[row]);
  return std::get<std::vector<std::string>>(column.values)[row];
}

struct Position {
  double longitude, latitude;
};

// Times round the globe from the longitudes of -180 to 180, which hold their ends.
double turns_of(double longitude) {
  const double beyond = (std::abs(longitude) - 180) / 360;
  return beyond > 0 ? std::copysign(std::ceil(beyond), longitude) : 0;
}

Json json_of(const Position& at, double turns) { return Json::array({at.longitude - 360 * turns, at.latitude}); }

// Lines do not cross the antimeridian: they end there and go on at its other side (RFC 7946, 3.1.9).
class Pieces {
 public:
  void begin() { is_new_ = true; }
  void add(const Position& to) {
    if (std::exchange(is_new_, false)) {
      from_ = to;
      turns_.reset();
      return;
    }
    const Position begin = from_;
    const double east = to.longitude - begin.longitude;
    while (east != 0) {
      const double cut = east > 0 ? 360 * std::floor((from_.longitude + 180) / 360) + 180
                                  : 360 * std::ceil((from_.longitude - 180) / 360) - 180;
      if (east > 0 ? cut >= to.longitude : cut <= to.longitude) break;
      go({cut, begin.latitude + (cut - begin.longitude) / east * (to.latitude - begin.latitude)});
    }
    go(to);
  }

  Json all = Json::array();

 private:
  void go(const Position& to) {
    const double turns = turns_of((from_.longitude + to.longitude) / 2);
    if (turns_ != turns) all.push_back(Json::array({json_of(from_, turns)}));
    all.back().push_back(json_of(to, turns));
    turns_ = turns;
    from_ = to;
  }

  bool is_new_ = true;
  Position from_{};
  std::optional<double> turns_;
};

Json geometry(const engine::StoredTable& table, std::size_t row, const Degrees& degrees) {
  const auto position = [&](const terrawright_point& point) {
    return Position{degrees.longitude(point.x), degrees.latitude(point.y)};
  };
  if (table.places == engine::Places::points) {
    const Position at = position(table.points[row]);
    return {{"type", "Point"}, {"coordinates", json_of(at, turns_of(at.longitude))}};
  }
  Pieces pieces;
  const std::uint64_t begin = row == 0 ? 0 : table.ends[row - 1];
  for (std::uint64_t i = begin; i < table.ends[row]; ++i) {
    if (i == begin || std::binary_search(table.breaks.begin(), table.breaks.end(), i)) pieces.begin();
    pieces.add(position(table.points[i]));
  }
  if (pieces.all.empty()) return nullptr;
  if (pieces.all.size() > 1) return {{"type", "MultiLineString"}, {"coordinates", std::move(pieces.all)}};
  return {{"type", "LineString"}, {"coordinates", std::move(pieces.all[0])}};
}

Json feature(const engine::StoredTable& table, std::size_t row, const Degrees& degrees) {
  Json properties = Json::object();
  for (const engine::StoredTable::Column& column : table.columns) properties[column.name] = value_json(column, row);
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
  std::string text = report::json_line(collection(from.name(), engine::head_of(made), world));
  text.back() = ',';  // the object goes on
  text += "\"features\":[";
  bool first = true;
  engine::each_part(made, [&](const engine::StoredTable& part) {
    for (std::size_t row = 0; row < part.rows; ++row) {
      if (from.cancelled) throw Stopped{};
      text += std::exchange(first, false) ? "\n" : ",\n";
      text += report::json_line(feature(part, row, degrees));
      if (text.size() < much) continue;
      take(text);
      text.clear();
    }
  });
  take(text + "\n]}\n");
}

}  // namespace terrawright::images
