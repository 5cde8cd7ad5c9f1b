// SPDX-License-Identifier: Apache-2.0
// RFC 7946, one feature a row and a line. Coordinates are degrees, rounded to 1e-9: longitude and latitude of its
// middle as the world has them. A line of no points is null; one that leaves a window and comes back is a
// MultiLineString. Properties are the columns, of points also x and y in cells; a real that is not finite is null. The
// collection has the members name, units (of the columns that have one) and terrawright (where it comes from).
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "encode/delivered.hpp"
#include "report/amount.hpp"
#include "report/json.hpp"
#include "terrawright/degrees.hpp"
#include "terrawright/table.hpp"
#include "terrawright/writer.hpp"

namespace terrawright::table {
namespace {

using report::Json;

Json real(double number) { return std::isfinite(number) ? Json(number) : Json(nullptr); }

Json value_json(const terrawright_column& column, std::uint64_t row) {
  if (column.kind == TERRAWRIGHT_COLUMN_INTEGERS) return column.integers[row];
  if (column.kind == TERRAWRIGHT_COLUMN_REALS) return real(column.reals[row]);
  return column.texts[row];
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

// A batch of rows.
struct Rows {
  const terrawright_table& table;
  const std::uint64_t *first_break, *last_break;

  bool begins_piece(std::uint64_t point) const { return std::binary_search(first_break, last_break, point); }
};

Json geometry(const Rows& rows, std::uint64_t row, const Degrees& degrees) {
  const terrawright_table& table = rows.table;
  const auto position = [&](const terrawright_point& point) {
    return Position{degrees.longitude(point.x), degrees.latitude(point.y)};
  };
  if (table.ends == nullptr) {
    const Position at = position(table.points[row]);
    return {{"type", "Point"}, {"coordinates", json_of(at, turns_of(at.longitude))}};
  }
  Pieces pieces;
  const std::uint64_t begin = row == 0 ? 0 : table.ends[row - 1];
  for (std::uint64_t i = begin; i < table.ends[row]; ++i) {
    if (i == begin || rows.begins_piece(i)) pieces.begin();
    pieces.add(position(table.points[i]));
  }
  if (pieces.all.empty()) return nullptr;
  if (pieces.all.size() > 1) return {{"type", "MultiLineString"}, {"coordinates", std::move(pieces.all)}};
  return {{"type", "LineString"}, {"coordinates", std::move(pieces.all[0])}};
}

Json feature(const Rows& rows, std::uint64_t row, const Degrees& degrees) {
  const terrawright_table& table = rows.table;
  Json properties = Json::object();
  for (std::uint64_t i = 0; i < table.n_columns; ++i)
    properties[table.columns[i]->name] = value_json(*table.columns[i], row);
  if (table.ends == nullptr) {
    properties["x"] = table.points[row].x;
    properties["y"] = table.points[row].y;
  }
  return {{"type", "Feature"}, {"geometry", geometry(rows, row, degrees)}, {"properties", std::move(properties)}};
}

bool is_whole(const terrawright_delivery& of) {
  const terrawright_rect& window = of.window;
  return window.x == 0 && window.y == 0 && window.width == of.world->width && window.height == of.world->height;
}

// All but the features.
Json collection(const terrawright_item& item, const terrawright_table& table, const terrawright_delivery& of) {
  Json json = {{"type", "FeatureCollection"}, {"name", item.name}};
  Json& units = json["units"] = Json::object();
  for (std::uint64_t i = 0; i < table.n_columns; ++i) {
    if (std::string_view(table.columns[i]->unit) != "1") units[table.columns[i]->name] = table.columns[i]->unit;
  }
  if (item.places == TERRAWRIGHT_PORT_POINTS) units["x"] = units["y"] = "cells";
  const terrawright_world_facts& world = *of.world;
  Json& about = json["terrawright"];
  about = {{"generator", of.generator},  {"world", of.world_name}, {"seed", of.seed},
           {"width", world.width},       {"height", world.height}, {"metres_per_cell", world.cell},
           {"latitude", world.latitude}, {"recipe", item.recipe}};
  if (world.longitude != 0) about["longitude"] = world.longitude;
  if (!is_whole(of)) about["window"] = encode::window_text(of.window);
  return json;
}

struct Geojson {
  static void describe(WriterSpec<Geojson>& s) {
    s.writer("table.geojson", "One table whose rows have places on the map: a feature each, in degrees.");
    s.source("RFC 7946");
    s.ending(".geojson");
    s.port("table", Table::kinds,
           "Rows at points or lines. Coordinates are rounded to 1e-9 degrees; a line that a window or the antimeridian "
           "cuts is a MultiLineString.")
        .points()
        .lines();
  }

  void arrange(Delivery& delivery) const {
    const terrawright_delivery& of = delivery.plain();
    const terrawright_world_facts& world = *of.world;
    const terrawright_rect& cells = of.window;
    const Degrees degrees(world.width, world.height, world.cell, world.latitude, world.longitude);
    const double south = degrees.latitude(static_cast<double>(cells.y + cells.height - 1));
    const double north = degrees.latitude(static_cast<double>(cells.y));
    const double west = degrees.longitude(static_cast<double>(cells.x));
    const double east = degrees.longitude(static_cast<double>(cells.x + cells.width - 1));
    // Written so that no number is refused too.
    if (!(south >= -90 && north <= 90)) {
      refuse_degrees(delivery, "latitude", south, north);
    } else if (!(east - west <= 360)) {
      refuse_degrees(delivery, "longitude", west, east);
    }
  }

  // Feature by feature, as a tree of all rivers would take many times the memory of its text.
  void write(Writing& writing) const {
    constexpr std::uint64_t rows_at_once = 256;
    const terrawright_delivery& of = writing.plain();
    const terrawright_world_facts& world = *of.world;
    const Degrees degrees(world.width, world.height, world.cell, world.latitude, world.longitude);
    auto file = writing.open();
    std::string text, separator = "\n";
    while (const terrawright_table* table = writing.rows(0, rows_at_once)) {
      if (file.size() == 0) {
        text = report::json_line(collection(writing.item(0), *table, of));
        text.back() = ',';  // the object goes on
        text += "\"features\":[";
      }
      const auto [breaks, n_breaks] = writing.breaks(0);
      const Rows rows{*table, breaks, breaks + n_breaks};
      for (std::uint64_t row = 0; row < table->n_rows; ++row) {
        writing.go_on();
        text += std::exchange(separator, ",\n");
        text += report::json_line(feature(rows, row, degrees));
      }
      file.add(text);
      text.clear();
    }
    file.add("\n]}\n");
  }

 private:
  static void refuse_degrees(Delivery& delivery, const std::string& what, double from, double to) {
    delivery.refuse("",
                    "a .geojson file holds degrees on the globe, and this world's " + what + " would go from " +
                        report::formatted("%.1f", from) + " to " + report::formatted("%.1f", to),
                    std::string("make the world or its cells smaller, or choose a latitude ") +
                        (delivery.plain().world->longitude != 0 ? "or longitude " : "") + "nearer to 0");
  }
};

}  // namespace
}  // namespace terrawright::table

TERRAWRIGHT_WRITER(table, geojson, terrawright::table::Geojson)
