// SPDX-License-Identifier: Apache-2.0
#include "build/crop.hpp"

#include <limits>
#include <optional>
#include <utility>

#include "border/description.hpp"
#include "engine/layer.hpp"
#include "engine/stored_table.hpp"

namespace terrawright::build {
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
  if (table.places == engine::Places::none) return table;
  const Cutter cutter(crop);
  engine::StoredTable cut;
  cut.places = table.places;
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < table.rows; ++row) {
    if (table.places == engine::Places::points) {
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
