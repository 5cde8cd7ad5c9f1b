// SPDX-License-Identifier: Apache-2.0
#include "build/window.hpp"

#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "border/description.hpp"
#include "config/quantity.hpp"
#include "engine/layers/layer.hpp"
#include "engine/tables/stored_table.hpp"
#include "schedule/tiling.hpp"

namespace terrawright::build {
namespace {

std::optional<Extent> read_extent(const std::string& name, const std::string& text, bool is_size,
                                  report::Diagnostics& diagnostics) {
  const std::string unit = config::unit_of(text);
  const auto refuse = [&](const std::string& problem, const std::string& hint) {
    return diagnostics.no_value({}, name + " of --window: " + problem, hint);
  };
  Extent extent;
  if (unit.empty() || unit == "cells") {
    const auto reading = config::read_integer(text, "cells");
    if (!reading) return refuse(reading.problem, reading.hint);
    extent.cells = *reading.value;
  } else {
    const auto reading = config::read_real(text, "m");
    if (!reading)
      return refuse(reading.problem, reading.hint + (reading.hint.empty() ? "" : "; ") + "a number alone counts cells");
    extent.metres = *reading.value;
  }
  const double size = extent.cells ? static_cast<double>(*extent.cells) : extent.metres;
  if (is_size ? size > 0 : size >= 0) return extent;
  return refuse(report::quote(text) + (size < 0 ? " is negative" : " is not a size"),
                is_size ? "write at least one cell" : "write 0 or more: the left and top edges of the world are 0");
}

// The cells of one axis; nothing where they leave the world.
std::optional<schedule::Stretch> cells_of(const Extent& from, const Extent& size, std::int64_t side, double cell) {
  if (from.cells && size.cells) {
    if (*from.cells >= side || *size.cells > side - *from.cells) return std::nullopt;
    return schedule::Stretch{*from.cells, *size.cells};
  }
  const auto metres = [&](const Extent& of) { return of.cells ? static_cast<double>(*of.cells) * cell : of.metres; };
  const double begin = metres(from) / cell, end = (metres(from) + metres(size)) / cell;
  // A world's side in metres may not be a number that can be written.
  if (!(end <= static_cast<double>(side) + 1e-6)) return std::nullopt;
  const auto first_centre = [&](double edge) {
    return std::min(static_cast<std::int64_t>(std::ceil(edge - 0.5)), side);
  };
  return schedule::Stretch{first_centre(begin), first_centre(end) - first_centre(begin)};
}

std::string size_of(const config::World& world) {
  const std::string cells = std::to_string(world.width) + " x " + std::to_string(world.height) + " cells";
  return cells + " of " + config::with_unit(world.cell, "m");
}

// "1025 cells, 256250 m".
std::string side_of(const config::World& world, std::int64_t cells) {
  return std::to_string(cells) + " cells, " + config::with_unit(static_cast<double>(cells) * world.cell, "m");
}

}  // namespace

std::optional<WrittenWindow> read_window(const std::string& text, report::Diagnostics& diagnostics) {
  const std::size_t comma = text.find(','), second = comma == std::string::npos ? comma : text.find(',', comma + 1);
  const std::size_t cross = second == std::string::npos ? second : text.find('x', second + 1);
  if (cross == std::string::npos)
    return diagnostics.no_value({}, "--window takes X,Y,WIDTHxHEIGHT; this is " + report::quote(text),
                                "write it in cells, as 512,300,1025x1025, or with units, as 10km,5km,40kmx40km");
  const auto x = read_extent("X", text.substr(0, comma), false, diagnostics);
  const auto y = read_extent("Y", text.substr(comma + 1, second - comma - 1), false, diagnostics);
  const auto width = read_extent("WIDTH", text.substr(second + 1, cross - second - 1), true, diagnostics);
  const auto height = read_extent("HEIGHT", text.substr(cross + 1), true, diagnostics);
  if (!x || !y || !width || !height) return std::nullopt;
  return WrittenWindow{text, *x, *y, *width, *height};
}

std::optional<Rect> window_in(const config::World& world, const WrittenWindow& written,
                              report::Diagnostics& diagnostics) {
  const auto across = cells_of(written.x, written.width, world.width, world.cell);
  const auto down = cells_of(written.y, written.height, world.height, world.cell);
  if (!across || !down) {
    std::string remedy;
    if (!across) remedy = "write X + WIDTH of at most " + side_of(world, world.width);
    if (!down) {
      remedy += std::string(across ? "" : "; ") + "write Y + HEIGHT of at most " + side_of(world, world.height);
    }
    return diagnostics.no_value(
        {}, "--window " + report::quote(written.text) + " reaches beyond the world, which has " + size_of(world),
        remedy);
  }
  if (across->count == 0 || down->count == 0)
    return diagnostics.no_value(
        {}, "no cell has its centre in --window " + report::quote(written.text),
        "the world has " + size_of(world) + ": make the window at least as large as one of them");
  return Rect{across->first, down->first, across->count, down->count};
}

std::string name_of(const Rect& window) {
  return "window-" + std::to_string(window.x) + "-" + std::to_string(window.y) + "-" + std::to_string(window.width) +
         "x" + std::to_string(window.height);
}

namespace {

constexpr double beyond = std::numeric_limits<double>::infinity();

// From where to where on one axis, in cells, of which 0 is the centre of the first.
struct Edges {
  double low, high;
  bool hold(double at) const { return low <= at && at < high; }
};
Edges edges_of(std::int64_t first, std::int64_t count, std::int64_t side) {
  return {first == 0 ? -beyond : static_cast<double>(first) - 0.5,
          first + count == side ? beyond : static_cast<double>(first + count) - 0.5};
}

// A stretch between two points, 0 to 1, and the ends of its part inside.
struct Inside {
  double begin = 0, end = 1;
  terrawright_point first, last;
};

class Cutter {
 public:
  explicit Cutter(const Crop& crop)
      : across_(edges_of(crop.window.x, crop.window.width, crop.width)),
        down_(edges_of(crop.window.y, crop.window.height, crop.height)) {}

  bool holds(const terrawright_point& point) const { return across_.hold(point.x) && down_.hold(point.y); }

  // By Liang and Barsky. Cells on both sides of an edge are cut at the same point.
  std::optional<Inside> inside(const terrawright_point& a, const terrawright_point& b) const {
    Inside part{0, 1, a, b};
    const double x = b.x - a.x, y = b.y - a.y;
    const auto at = [&](double t) { return terrawright_point{a.x + t * x, a.y + t * y}; };
    // One axis: its start and its length; `set` puts a point onto the edge.
    const auto cut = [&](double from, double way, const Edges& edges, auto set) {
      if (way == 0) return edges.hold(from);
      const double enters = way > 0 ? edges.low : edges.high, leaves = way > 0 ? edges.high : edges.low;
      if (const double t = (enters - from) / way; t > part.begin) {
        part.begin = t;
        part.first = at(t);
        set(part.first, enters);
      }
      if (const double t = (leaves - from) / way; t < part.end) {
        part.end = t;
        part.last = at(t);
        set(part.last, leaves);
      }
      return part.begin < part.end;
    };
    if (!cut(a.x, x, across_, [](terrawright_point& point, double edge) { point.x = edge; })) return std::nullopt;
    if (!cut(a.y, y, down_, [](terrawright_point& point, double edge) { point.y = edge; })) return std::nullopt;
    return part;
  }

 private:
  const Edges across_, down_;
};

// The pieces of a line that lie inside, appended. Whether there are any.
bool add_line(const std::vector<terrawright_point>& line, const Cutter& cutter, engine::StoredTable& to) {
  bool any = false, open = false;
  for (std::size_t i = 1; i < line.size(); ++i) {
    const auto part = cutter.inside(line[i - 1], line[i]);
    if (!part) {
      open = false;
      continue;
    }
    if (!open || part->begin > 0) {
      if (any) to.breaks.push_back(to.points.size());
      to.points.push_back(part->first);
    }
    to.points.push_back(part->last);
    any = true;
    open = part->end == 1;
  }
  return any;
}

template <class Value>
std::vector<Value> those(const std::vector<std::size_t>& rows, const std::vector<Value>& of) {
  std::vector<Value> values;
  values.reserve(rows.size());
  for (const std::size_t row : rows) values.push_back(of[row]);
  return values;
}

}  // namespace

engine::StoredTable cut_table(const engine::StoredTable& table, const Crop& crop) {
  if (table.places == engine::RowGeometry::none) return table;
  const Cutter cutter(crop);
  engine::StoredTable cut;
  cut.places = table.places;
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < table.rows; ++row) {
    if (table.places == engine::RowGeometry::points) {
      if (!cutter.holds(table.points[row])) continue;
      cut.points.push_back(table.points[row]);
    } else {
      if (!add_line(table.line(row), cutter, cut)) continue;
      cut.ends.push_back(cut.points.size());
    }
    rows.push_back(row);
  }
  cut.rows = rows.size();
  for (const engine::StoredTable::Column& column : table.columns) {
    std::visit(
        [&](const auto& values) {
          cut.columns.push_back({column.name, column.unit, those(rows, values)});
        },
        column.values);
  }
  return cut;
}

engine::Product cropped(const engine::Product& of_world, const Crop& crop,
                        const std::shared_ptr<engine::Memory>& memory) {
  engine::Product part = of_world;
  const Rect& window = crop.window;
  if (part.layer) part.layer = engine::cropped(*of_world.layer, window, window.width, window.height, memory);
  if (of_world.long_table) {
    engine::StoredTable rows = engine::head_of(of_world);
    engine::each_part(of_world,
                      [&](const engine::StoredTable& some) { engine::add_rows(rows, cut_table(some, crop)); });
    part.long_table.reset();
    part.table = std::make_shared<const engine::StoredTable>(std::move(rows));
  } else if (part.table)
    part.table = std::make_shared<const engine::StoredTable>(cut_table(*of_world.table, crop));
  return part;
}

std::uint64_t bytes_of_crops(const graph::Graph& graph, const Rect& window) {
  std::uint64_t bytes = 0;
  for (const graph::Output& output : graph.outputs) {
    for (const graph::OutputLayer& layer : output.layers) {
      const std::uint32_t kind = graph.flow(layer.from).kind;
      if (border::is_layer(kind)) bytes += engine::bytes_of_crop(kind, window.width, window.height);
    }
  }
  return bytes;
}

}  // namespace terrawright::build
