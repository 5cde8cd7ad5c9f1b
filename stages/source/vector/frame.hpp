// SPDX-License-Identifier: Apache-2.0
// Maps a drawing's positions to the world: degrees, metres or cells to parts of cells.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <string>
#include <vector>

#include "geojson.hpp"
#include "polygons.hpp"
#include "terrawright/degrees.hpp"

namespace source {

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
