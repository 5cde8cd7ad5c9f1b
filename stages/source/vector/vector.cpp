// SPDX-License-Identifier: Apache-2.0
// source.vector: what somebody drew on a map, as masks, distances and values.
#include "vector.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "drawing.hpp"
#include "frame.hpp"
#include "terrawright/stage.hpp"

namespace source {

// The nearest piece of every cell of a block. Squares are halved repeatedly, and each keeps only those pieces that can
// be the nearest of one of its cells. So the answer is that of all pieces tried at each cell, for any blocks.

struct Nearest {
  double squared = PieceTree::far;  // in cells; far: none is within reach
  double value = 0;
};

class NearestPieces {
 public:
  // `reach` in cells: what is farther may be left out. For a tile, which is queried for a stop between many pieces.
  NearestPieces(const PieceTree& tree, double reach, const terrawright::Tile& tile)
      : tree_(tree), reach_(reach), tile_(tile) {}

  // found(x, y, nearest) for each cell.
  template <class Found>
  void each_cell(const terrawright::Rect& block, const Found& found) {
    const Middle m(block);
    const double nearest = tree_.distance(m.x, m.y, widened(reach_ + m.radius));
    std::vector<std::uint32_t> near;
    tree_.near(m.x, m.y, widened(std::min(nearest + 2 * m.radius, reach_ + m.radius)), near);
    descend(block, near, found);
  }

 private:
  struct Middle {
    explicit Middle(const terrawright::Rect& block)
        : x(static_cast<double>(block.x) + static_cast<double>(block.width - 1) / 2),
          y(static_cast<double>(block.y) + static_cast<double>(block.height - 1) / 2),
          radius(std::sqrt(static_cast<double>((block.width - 1) * (block.width - 1) +
                                               (block.height - 1) * (block.height - 1))) /
                 2) {}
    double x, y, radius;
  };
  // Larger than all rounding errors.
  static double widened(double distance) { return distance * (1 + 1e-9) + 1e-6; }

  template <class Found>
  void descend(const terrawright::Rect& block, const std::vector<std::uint32_t>& near, const Found& found) {
    constexpr std::int64_t small = 4;
    look_at(near.size());
    const Middle m(block);
    std::vector<std::pair<double, std::uint32_t>> by_distance;
    double least = PieceTree::far;
    for (const std::uint32_t i : near) {
      by_distance.emplace_back(std::sqrt(tree_[i].squared(m.x, m.y)), i);
      least = std::min(least, by_distance.back().first);
    }
    const double most = widened(std::min(least + 2 * m.radius, reach_ + m.radius));
    by_distance.erase(
        std::remove_if(by_distance.begin(), by_distance.end(), [&](const auto& p) { return p.first > most; }),
        by_distance.end());
    if (by_distance.size() > 4 && (block.width > small || block.height > small)) {
      std::vector<std::uint32_t> fewer;
      for (const auto& p : by_distance) fewer.push_back(p.second);
      const std::int64_t w = (block.width + 1) / 2, h = (block.height + 1) / 2;
      for (const std::int64_t y : {std::int64_t{0}, h}) {
        for (const std::int64_t x : {std::int64_t{0}, w}) {
          const terrawright::Rect part{block.x + x, block.y + y, x == 0 ? w : block.width - w,
                                       y == 0 ? h : block.height - h};
          if (part.width > 0 && part.height > 0) descend(part, fewer, found);
        }
      }
      return;
    }
    std::sort(by_distance.begin(), by_distance.end());
    for (std::int64_t y = block.y; y < block.y + block.height; ++y) {
      look_at(by_distance.size() * static_cast<std::size_t>(block.width));
      for (std::int64_t x = block.x; x < block.x + block.width; ++x)
        found(x, y, nearest(m, by_distance, static_cast<double>(x), static_cast<double>(y)));
    }
  }

  // Ties: the first of the file.
  Nearest nearest(const Middle& m, const std::vector<std::pair<double, std::uint32_t>>& near, double x,
                  double y) const {
    const double off = std::sqrt((x - m.x) * (x - m.x) + (y - m.y) * (y - m.y));
    double best = PieceTree::far, best_along = 0, enough = PieceTree::far;
    std::uint32_t which = 0;
    for (const auto& [distance, i] : near) {
      if (distance - off > enough) break;
      double along;
      const double squared = tree_[i].squared(x, y, along);
      if (squared > best || (squared == best && i > which)) continue;
      best = squared;
      best_along = along;
      which = i;
      enough = widened(std::sqrt(best));
    }
    if (best == PieceTree::far) return {};
    return {best, tree_[which].value(best_along)};
  }

  void look_at(std::size_t pieces) {
    constexpr std::size_t many = 1 << 20;
    looked_at_ += pieces;
    if (looked_at_ < many) return;
    looked_at_ = 0;
    tile_.poll();
  }

  const PieceTree& tree_;
  double reach_;
  const terrawright::Tile& tile_;
  std::size_t looked_at_ = 0;
};

}  // namespace source

namespace {

using namespace terrawright;

constexpr std::uint64_t most_bytes = std::uint64_t{256} << 20;

struct Drawn {
  Out<Scalar> distance, value;
  Out<Height> height;
  Out<Mask> mask;
  File file;
  source::Coordinates coordinates = source::Coordinates::degrees;
  std::vector<source::Condition> where;
  std::string value_of, value_to, unit = "m";
  std::optional<double> missing, reach;
  double beyond = 0, width = 1;

  // Constant data after arranging.
  struct Content {
    std::vector<source::Piece> pieces;
    source::PieceTree all, thin;
    source::Polygons polygons;
    std::vector<double> polygon_values;
    std::vector<source::Drawing::Point> points;
  };
  std::shared_ptr<const Content> content;
  double cell = 1;

  static void describe(Spec<Drawn>& s) {
    s.stage("source.vector",
            "A drawing on a map: points, lines and polygons of a GeoJSON file as masks, distances and values.");
    s.source(
        "RFC 7946; positions to 2^-20 of a cell, polygons by the even-odd rule in whole numbers at the middle of each "
        "cell, distances to straight pieces in float64, rounded once");
    s.port(&Drawn::distance, "distance",
           "Metres to the nearest point, line or edge of a polygon; below 0 inside polygons. In a world that wraps the "
           "way may cross its ends.")
        .unit("m");
    s.port(&Drawn::value, "value",
           "Value of what is nearest, at its nearest place: along a line it changes from position to position. Inside "
           "a polygon with a property as its value it is that one; of several the last in the file.")
        .by_name();
    s.port(&Drawn::height, "height", "The same as heights, in m or without unit.").by_name();
    s.port(
         &Drawn::mask, "mask",
         "1 where the middle of a cell is in a polygon (even-odd, holes are not), where it is at most half of `width` "
         "from a line or a point, and on the cell of each point.")
        .unit("1")
        .by_name();
    s.parameter(&Drawn::file, "file",
                "Path of the GeoJSON file, relative to the config and inside its folder. At most a million positions "
                "of the selected features are read.");
    s.parameter(&Drawn::coordinates, "coordinates",
                "Meaning of its numbers. degrees: longitude and latitude, as in GeoJSON, placed by world: {longitude, "
                "latitude}; metres, cells: from the centre of the top left cell to the right and down, as in "
                "shape.formula and tables.")
        .choices({"degrees", "metres", "cells"});
    s.parameter(&Drawn::where, "where",
                "Selected features, such as {property: kind, is: river}. Rows with one property: any of them may hold; "
                "with several: each must. Empty: all.");
    s.parameter(&Drawn::value_of, "value",
                "Name of the property whose number is the value of a feature. Empty: the third coordinate of its "
                "positions, as heights are drawn; between positions it changes evenly.");
    s.parameter(&Drawn::value_to, "value_to",
                "Name of the property whose number a line's value comes to at its end; it changes evenly along the "
                "line. Empty: `value` all along.");
    s.parameter(&Drawn::missing, "missing", "Value of features without one. none: that is an error.").word("none");
    s.parameter(&Drawn::unit, "unit", "Unit of the values; 1 is no unit.");
    s.parameter(&Drawn::reach, "reach",
                "Largest distance: cells beyond get it. A short one saves work. none: there is no limit.")
        .unit("m")
        .at_least(0)
        .word("none");
    s.parameter(&Drawn::beyond, "beyond", "Value of cells farther than `reach` from all that is drawn.");
    s.parameter(&Drawn::width, "width", "Width of lines and points in the mask.").unit("cells or a length").at_least(0);
    s.reads_cell().reads_latitude().reads_longitude();
  }

  void arrange(Arrangement& world) {
    if (reach && *reach == 0.0)
      throw Failure("reach", "the reach must be above 0; without `reach` distances have no limit");
    if (!value_to.empty() && value_of.empty())
      throw Failure("value_to", "it needs `value`, the property of a line's value at its begin");
    for (std::size_t i = 0; i < where.size(); ++i) {
      if (where[i].property.empty())
        throw Failure("where[" + std::to_string(i) + "].property",
                      "it names no property; write such as {property: kind, is: river}");
    }
    if (coordinates == source::Coordinates::degrees && std::abs(world.latitude()) == 90.0)
      throw Failure("coordinates", "a world at a pole has no longitudes; set coordinates: metres, or another latitude");
    world.set_unit(value, unit);
    world.set_unit(height, unit);
    cell = world.cell();
    const std::string text = world.bytes(file, "file", most_bytes);
    const source::Asked asked{where,      world.wanted(value) || world.wanted(height), value_of, value_to, missing,
                              coordinates};
    const source::Frame frame(coordinates, world.world());
    source::Reading reading(asked, frame, world.world());
    source::Drawing drawing = reading.read(text);
    const std::string in_file = "'" + file.path + "': ";
    for (const std::string& problem : reading.problems) world.fail("file", in_file + problem);
    if (!reading.problems.empty()) throw AlreadySaid{};
    if (drawing.pieces.empty()) throw Failure("file", in_file + "there is nothing in it to measure from");
    for (const std::string& warning : reading.warnings) world.warn("file", in_file + warning);
    // Beside what is kept: the text, and the JSON of the largest feature, whose room the allocator does not give back.
    keep(std::move(drawing), text.size() + 40 * reading.most_positions_of_a_feature, world);
  }

  void keep(source::Drawing drawing, std::uint64_t beside, const Arrangement& world) {
    auto kept = std::make_shared<Content>();
    kept->pieces = std::move(drawing.pieces);
    std::vector<std::uint32_t> all(kept->pieces.size());
    std::iota(all.begin(), all.end(), 0u);
    kept->all = source::PieceTree(kept->pieces, std::move(all));
    kept->thin = source::PieceTree(kept->pieces, std::move(drawing.thin));
    kept->polygons = source::Polygons(std::move(drawing.edges), world.height());
    kept->polygon_values = std::move(drawing.polygon_values);
    kept->points = std::move(drawing.points);
    std::sort(kept->points.begin(), kept->points.end());
    world.needs_memory(beside + kept->pieces.capacity() * sizeof kept->pieces[0] + kept->all.bytes() +
                       kept->thin.bytes() + kept->polygons.bytes() +
                       kept->polygon_values.capacity() * sizeof kept->polygon_values[0] +
                       kept->points.capacity() * sizeof kept->points[0]);
    content = std::move(kept);
  }

  // For a strip of rows the polygon in which each cell is, counted from 1; 0: none.
  std::vector<std::uint32_t> covered(const Tile& tile, const Rect& strip) const {
    std::vector<std::uint32_t> by(static_cast<std::size_t>(strip.width * strip.height), 0);
    std::vector<std::int64_t> crossings;
    for (std::int64_t y = strip.y; y < strip.y + strip.height && !content->polygons.empty(); ++y) {
      tile.poll();
      std::uint32_t* row = by.data() + (y - strip.y) * strip.width - strip.x;
      content->polygons.each_run(y, strip.x, strip.x + strip.width, crossings,
                                 [&](std::uint32_t polygon, std::int64_t from, std::int64_t to) {
                                   std::fill(row + from, row + to, polygon + 1);
                                 });
    }
    return by;
  }

  void paint(Tile& tile) const {
    constexpr std::int64_t side = 64;
    for (std::int64_t y = tile.top(); y < tile.bottom(); y += side) {
      const Rect strip{tile.left(), y, tile.width(), std::min(side, tile.bottom() - y)};
      const std::vector<std::uint32_t> by = covered(tile, strip);
      for (std::int64_t x = tile.left(); x < tile.right(); x += side) {
        tile.poll();
        const Rect block{x, y, std::min(side, tile.right() - x), strip.height};
        const auto polygon = [&](std::int64_t cx, std::int64_t cy) {
          return by[static_cast<std::size_t>((cy - strip.y) * strip.width + cx - strip.x)];
        };
        if (tile.wanted(mask)) paint_mask(tile, block, polygon);
        if (tile.wanted(distance) || tile.wanted(value) || tile.wanted(height)) paint_nearest(tile, block, polygon);
      }
    }
  }

  template <class Polygon>
  void paint_mask(Tile& tile, const Rect& block, const Polygon& polygon) const {
    const auto to = tile[mask];
    const double half = width / 2;
    source::NearestPieces(content->thin, half, tile)
        .each_cell(block, [&](std::int64_t x, std::int64_t y, const source::Nearest& nearest) {
          to(x, y) = polygon(x, y) != 0 || nearest.squared <= half * half;
        });
    for (std::int64_t y = block.y; y < block.y + block.height; ++y) {
      auto point = std::lower_bound(content->points.begin(), content->points.end(), source::Drawing::Point{y, block.x});
      for (; point != content->points.end() && point->y == y && point->x < block.x + block.width; ++point)
        to(point->x, y) = 1;
    }
  }

  template <class Polygon>
  void paint_nearest(Tile& tile, const Rect& block, const Polygon& polygon) const {
    const double most = reach.value_or(source::PieceTree::far);
    source::NearestPieces(content->all, most / cell, tile)
        .each_cell(block, [&](std::int64_t x, std::int64_t y, const source::Nearest& nearest) {
          const double metres = std::min(cell * std::sqrt(nearest.squared), most);
          const std::uint32_t in = polygon(x, y);
          if (tile.wanted(distance)) tile[distance](x, y) = static_cast<float>(in != 0 ? -metres : metres);
          if (!tile.wanted(value) && !tile.wanted(height)) return;
          double worth = metres < most ? nearest.value : beyond;
          // Not a number: its positions have the values.
          if (in != 0 && !std::isnan(content->polygon_values[in - 1])) worth = content->polygon_values[in - 1];
          if (tile.wanted(value)) tile[value](x, y) = static_cast<float>(worth);
          if (tile.wanted(height)) tile[height](x, y) = static_cast<float>(worth);
        });
  }
};

}  // namespace

TERRAWRIGHT_STAGE(source, vector, Drawn)
