// SPDX-License-Identifier: Apache-2.0
// Maps a drawing's positions to the world: degrees, metres or cells to parts of cells.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "geojson.hpp"
#include "terrawright/degrees.hpp"
#include "terrawright/stage.hpp"

namespace source {

// Finds the cells with their middle in a polygon: even-odd, in whole numbers. So of two polygons which share an edge
// each cell is in exactly one.

__extension__ typedef __int128 Wide;

constexpr std::int64_t parts_of_a_cell = std::int64_t{1} << 20;  // positions are whole numbers of such parts

// From the upper end to the lower one, whichever way it was drawn. Not a level one.
struct Edge {
  std::int64_t x0, y0, x1, y1;
  std::uint32_t polygon;

  bool crosses(std::int64_t y) const { return y0 <= y && y < y1; }  // in parts
  // The first cell whose middle is not left of the edge, in row y; exact.
  std::int64_t first_cell(std::int64_t y) const {
    const double slope = static_cast<double>(x1 - x0) / static_cast<double>(y1 - y0);
    const double about =
        (static_cast<double>(x0) + static_cast<double>(y - y0) * slope) / static_cast<double>(parts_of_a_cell);
    const double whole = std::floor(about + 0.5);
    const auto cell = static_cast<std::int64_t>(whole);
    if (std::abs(about - whole) > 1e-3) return about > whole ? cell + 1 : cell;
    const bool right = Wide{cell * parts_of_a_cell - x0} * (y1 - y0) >= Wide{y - y0} * (x1 - x0);
    return right ? cell : cell + 1;
  }
};

class Polygons {
 public:
  Polygons() = default;
  // For a world so many rows high. Edges are in the order of their polygons.
  Polygons(std::vector<Edge> edges, std::int64_t height) : edges_(std::move(edges)) {
    const auto row = [](std::int64_t y) { return y >= 0 ? y / parts_of_a_cell : -1; };
    const auto bands_of = [&](const Edge& e, auto take) {
      if (e.y1 <= 0 || e.y0 > (height - 1) * parts_of_a_cell) return;
      const std::int64_t first = std::max<std::int64_t>(row(e.y0), 0) / band_,
                         last = std::min(row(e.y1), height - 1) / band_;
      take(first, last);
    };
    // Taller bands where long edges would stand in too many.
    for (;; band_ *= 2) {
      std::int64_t entries = 0;
      for (const Edge& e : edges_) bands_of(e, [&](auto first, auto last) { entries += last - first + 1; });
      if (entries <= static_cast<std::int64_t>(8 * edges_.size()) + 4096 || band_ >= height) break;
    }
    starts_.assign(static_cast<std::size_t>((height + band_ - 1) / band_) + 1, 0);
    for (const Edge& e : edges_)
      bands_of(e, [&](auto first, auto last) {
        for (auto b = first; b <= last; ++b) ++starts_[static_cast<std::size_t>(b) + 1];
      });
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
    in_band_.resize(starts_.back());
    std::vector<std::size_t> next(starts_.begin(), starts_.end() - 1);
    for (std::uint32_t i = 0; i < edges_.size(); ++i)
      bands_of(edges_[i], [&](auto first, auto last) {
        for (auto b = first; b <= last; ++b) in_band_[next[static_cast<std::size_t>(b)]++] = i;
      });
  }

  bool empty() const { return edges_.empty(); }
  std::uint64_t bytes() const {
    return edges_.capacity() * sizeof edges_[0] + starts_.capacity() * sizeof starts_[0] +
           in_band_.capacity() * sizeof in_band_[0];
  }

  // Calls inside(polygon, from, to) for each run of cells of row y in a polygon, from `left` on and before `right`;
  // polygons in the order of the file, runs of one in no order.
  template <class Inside>
  void each_run(std::int64_t y, std::int64_t left, std::int64_t right, std::vector<std::int64_t>& crossings,
                const Inside& inside) const {
    const auto band = static_cast<std::size_t>(y / band_);
    const std::int64_t at = y * parts_of_a_cell;
    for (std::size_t k = starts_[band]; k < starts_[band + 1];) {
      const std::uint32_t polygon = edges_[in_band_[k]].polygon;
      crossings.clear();
      for (; k < starts_[band + 1] && edges_[in_band_[k]].polygon == polygon; ++k) {
        const Edge& e = edges_[in_band_[k]];
        if (e.crosses(at)) crossings.push_back(std::clamp(e.first_cell(at), left, right));
      }
      std::sort(crossings.begin(), crossings.end());
      for (std::size_t i = 0; i + 1 < crossings.size(); i += 2) {
        if (crossings[i] < crossings[i + 1]) inside(polygon, crossings[i], crossings[i + 1]);
      }
    }
  }

 private:
  std::vector<Edge> edges_;
  std::int64_t band_ = 16;  // rows
  std::vector<std::size_t> starts_;
  std::vector<std::uint32_t> in_band_;
};

enum class Coordinates { degrees, metres, cells };

inline std::string number_text(double number) {
  char text[40];
  std::snprintf(text, sizeof text, "%.6g", number);
  return text;
}

// The least rectangle round positions, as they are written.
struct Extent {
  double left = std::numeric_limits<double>::infinity(), top = left, right = -left, bottom = -left;
  void add(const Position& p) {
    left = std::min(left, p.x);
    right = std::max(right, p.x);
    top = std::min(top, p.y);
    bottom = std::max(bottom, p.y);
  }
  std::string text() const {
    return number_text(left) + " to " + number_text(right) + ", " + number_text(top) + " to " + number_text(bottom);
  }
};

class Frame {
 public:
  struct Spot {
    std::int64_t x, y;  // in parts of a cell
  };

  Frame(Coordinates coordinates, const terrawright::World& world)
      : coordinates_(coordinates),
        cell_(world.cell()),
        longitude_(world.longitude()),
        width_(world.width()),
        height_(world.height()),
        wraps_(world.wraps_x()),
        degrees_(width_, height_, world.cell(), world.latitude(), world.longitude()) {}

  // Throws Wrong where a line has a position that cannot be.
  void check(const Line& line) const {
    for (std::size_t i = 0; i < line.size(); ++i) {
      const Position& p = line[i];
      const std::string at = "its position [" + number_text(p.x) + ", " + number_text(p.y) + "] ";
      if (coordinates_ != Coordinates::degrees) {
        const double most = 1e9 * (coordinates_ == Coordinates::metres ? cell_ : 1.0);
        if (std::abs(p.x) > most || std::abs(p.y) > most) throw Wrong{at + "is more than 1e9 cells away"};
        continue;
      }
      if (std::abs(p.y) > 90 || std::abs(p.x) > 540) {
        const bool swapped = std::abs(p.y) <= 540 && std::abs(p.x) <= 90;
        throw Wrong{
            at +
            (std::abs(p.y) > 90 ? "has the latitude " + number_text(p.y) : "has the longitude " + number_text(p.x)) +
            (swapped ? "; write the longitude first"
                     : "; these are no degrees: write the drawing in WGS 84, as with ogr2ogr -t_srs EPSG:4326, or set "
                       "coordinates: metres or cells")};
      }
    }
  }

  // Goes the short way: a step of more than 180 degrees crosses the antimeridian, and longitudes count on beyond 180
  // there. Answers whether one does. Throws Wrong where a ring runs round a pole.
  bool unwrap(Part& part) const {
    bool crosses = false;
    for (Line& line : part.lines) {
      double before = crosses ? part.lines[0][0].x : line[0].x;
      for (Position& p : line) {
        if (coordinates_ != Coordinates::degrees || std::abs(p.x - before) <= 180) {
          before = p.x;
          continue;
        }
        p.x -= 360 * std::floor((p.x - before) / 360 + 0.5);
        before = p.x;
        crosses = true;
      }
      if (part.kind == Part::Kind::polygon && line.front().x != line.back().x) {
        throw Wrong{
            "it has a ring that runs round a pole; cut it at the antimeridian (RFC 7946, 3.1.9; ogr2ogr "
            "-wrapdateline)"};
      }
    }
    return crosses;
  }

  // Turns to add to the longitudes of a part: the one by which it lies nearest to the world, and those by which it
  // reaches into it too.
  std::vector<double> turns(const Part& part) const {
    if (coordinates_ != Coordinates::degrees) return {0};
    double least = part.lines[0][0].x, most = least;
    for (const Position& p : part.lines[0]) {
      least = std::min(least, p.x);
      most = std::max(most, p.x);
    }
    const double nearest = -std::floor(((least + most) / 2 - longitude_) / 360.0 + 0.5);
    std::vector<double> all = {nearest};
    if (wraps_) return all;
    for (const double other : {nearest - 1, nearest + 1}) {
      const bool reaches = degrees_.x(most + 360 * other) >= -0.5 &&
                           degrees_.x(least + 360 * other) <= static_cast<double>(width_) - 0.5;
      if (reaches) all.push_back(other);
    }
    return all;
  }

  Spot spot(const Position& p, double turns) const {
    switch (coordinates_) {
      case Coordinates::degrees:
        return {whole(degrees_.x(p.x + 360 * turns)), whole(degrees_.y(p.y))};
      case Coordinates::metres:
        return {whole(p.x / cell_), whole(p.y / cell_)};
      default:
        return {whole(p.x), whole(p.y)};
    }
  }

  // An edge along the antimeridian is where a polygon was cut in two, and no shore.
  bool is_cut(const Position& a, const Position& b) const {
    return coordinates_ == Coordinates::degrees && std::abs(a.x) == 180.0 && a.x == b.x;
  }

  // Extent of the world, as positions are written.
  Extent extent() const {
    const double right = static_cast<double>(width_) - 0.5, bottom = static_cast<double>(height_) - 0.5;
    const double unit = coordinates_ == Coordinates::metres ? cell_ : 1.0;
    Extent all;
    for (const double x : {-0.5, right}) {
      for (const double y : {-0.5, bottom}) {
        const bool is_degrees = coordinates_ == Coordinates::degrees;
        all.add(is_degrees ? Position{degrees_.longitude(x), degrees_.latitude(y), {}}
                           : Position{x * unit, y * unit, {}});
      }
    }
    return all;
  }
  // "longitudes 1 to 2, latitudes 3 to 4": where a drawing lies and where the world.
  std::string of_both(const Extent& drawn) const {
    const char* what = coordinates_ == Coordinates::degrees  ? "degrees"
                       : coordinates_ == Coordinates::metres ? "metres"
                                                             : "cells";
    std::string text = "it covers " + drawn.text() + " " + what + ", the world " + extent().text();
    if (coordinates_ != Coordinates::degrees) return text;
    return text + "; write world: {longitude: " + number_text((drawn.left + drawn.right) / 2) +
           " deg, latitude: " + number_text((drawn.top + drawn.bottom) / 2) + " deg} for a world round the drawing";
  }

 private:
  static std::int64_t whole(double cells) {
    constexpr double most = 6e10;
    return static_cast<std::int64_t>(
        std::floor(std::clamp(cells, -most, most) * static_cast<double>(parts_of_a_cell) + 0.5));
  }

  Coordinates coordinates_;
  double cell_, longitude_;
  std::int64_t width_, height_;
  bool wraps_;
  terrawright::Degrees degrees_;
};

}  // namespace source
