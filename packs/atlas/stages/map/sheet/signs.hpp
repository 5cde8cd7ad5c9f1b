// SPDX-License-Identifier: Apache-2.0
// Signs of towns and summits, and those of the antique style: mountains, forests, in the sea, and towns.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ground.hpp"
#include "map/margin/layout.hpp"
#include "map/style/style.hpp"
#include "plane.hpp"
#include "sheet_tables.hpp"
#include "terrawright/display_list.hpp"
#include "terrawright/kinds.hpp"
#include "terrawright/random.h"

namespace terrawright::map {

// The signs of towns and summits.

// A ring of many corners, exact: half-way points of a square's circle by square roots alone.
Path circle(Spot middle, double radius);

std::int32_t town_radius(int rank, const Style& style);  // 1/100 mm
void draw_town(Spot at, int rank, const Style& style, DisplayList& list);
void draw_summit(Spot at, const Style& style, DisplayList& list);
constexpr std::int32_t summit_half = 62;

// Roads as two strokes, the wider below.
inline void draw_road(const Path& path, bool main, const Style& style, DisplayList& list) {
  if (path.empty()) return;
  const RoadLook& look = main ? style.main_road : style.road;
  if (look.casing_width > 0) list.line(path, {look.casing_width, look.casing});
  list.line(path, {look.width, look.colour, look.dashes.empty() ? Cap::round : Cap::butt, look.dashes});
}

// The rose of the winds and its rhumbs.

// 32 lines from the rose over the sea.
void draw_rhumbs(const Box& rose, const Box& frame, const Style& style, DisplayList& list);
void draw_rose(const Box& box, const Style& style, DisplayList& list);

// One sign on the paper.

// Signs of antique maps as tables: areas and strokes of whole 1/100 mm, as the files of signs/ hold
// them.
//
//   {"about": "Trees.",
//    "colours": {"leaf": "#b3bb7e"},
//    "conifer": [{"name": "fir", "parts": [{"fill": "leaf", "round": 1, "strokes": [[-40, 30, 0, 150, 40, 30]]},
//                                          {"line": "leaf", "width": 10, "closed": true, "strokes": [...]}]}]}
//
// x goes to the right, y up. Parts are drawn in their order; `round` cuts corners so many times. The colour "ground" is
// that of the ground where the sign stands.

struct SignPart {
  bool fill = false, closed = false, of_ground = false;
  Colour colour = {0, 0, 0, 255};
  std::int32_t width = 0;
  int round = 0;
  std::vector<std::vector<PaperPoint>> strokes;
};
struct Sign {
  std::string name;
  std::vector<SignPart> parts;
  Box box;  // of all points and half the width of lines, y up: top is the greatest
};
using Signs = std::vector<Sign>;

// The text of a file of signs/; nullptr where there is none.
const char* built_in_signs(std::string_view file);

// All signs of one kind in a table's text. Throws std::runtime_error for a text that is no such table.
Signs read_signs(std::string_view text, const char* kind);

enum class SignKind { mountain, hill, broadleaf, conifer, town, ship, beast, wave, lily };
// Those of the program.
const Signs& signs_of(SignKind kind);

// Words from places, so that each sign of a sheet is a little unlike the others, and the same every time.

inline std::uint64_t word_of(std::uint64_t a, std::uint64_t b) {
  return terrawright_mix64(a * 0x9e3779b97f4a7c15u ^ (b + 0x165667b19e3779f9u) * 0xc2b2ae3d27d4eb4fu);
}
inline std::uint64_t word_at_place(std::int64_t x, std::int64_t y) {
  return word_of(static_cast<std::uint64_t>(x), static_cast<std::uint64_t>(y));
}
// -1 .. 1, the n-th of a word.
inline double part_of(std::uint64_t word, std::uint64_t n) {
  return static_cast<double>(static_cast<std::int64_t>(word_of(word, n) >> 40)) / 8388607.5 - 1.0;
}
// 0 .. count - 1, the n-th of a word.
inline std::size_t choice_of(std::uint64_t word, std::uint64_t n, std::size_t count) {
  return static_cast<std::size_t>((word_of(word, n) >> 33) % count);
}

struct SignInstance {
  Spot at;                 // where its (0, 0) is
  std::int32_t size;       // thousandths
  std::int32_t wide;       // of its width alone, thousandths
  bool mirrored = false;   // left and right
  std::int32_t moved = 0;  // points are moved by up to so many 1/100 mm, by the word
  std::uint64_t word = 0;
  Colour ground = {0, 0, 0, 255};
};

// Its box on the paper.
Box box_of(const Sign& sign, const SignInstance& place);
void draw_sign(const Sign& sign, const SignInstance& place, DisplayList& list);

// Mountains and hills of the antique style (the atlas's section 7).

struct Mountain {
  const Sign* sign;
  SignInstance place;   // the middle of its foot
  double height, half;  // 1/100 mm
  bool hill, named;
  Box box() const { return box_of(*sign, place); }
  // It is a triangle: a name may touch the corners beside its top.
  Box inner_box() const {
    return {rounded(place.at.x - half * 0.55), rounded(place.at.y - height * 0.88), rounded(place.at.x + half * 0.55),
            rounded(place.at.y)};
  }
  Box foot_box() const {
    return {rounded(place.at.x - half * 0.9), rounded(place.at.y - height * 0.4), rounded(place.at.x + half * 0.9),
            rounded(place.at.y)};
  }
};
using Mountains = std::vector<Mountain>;

// In the order of their places; none hides another, none lies where names are. A sign that does not fit is tried
// smaller.
Mountains mountains_of(const SignGround& ground, const std::vector<MountainSite>& places,
                       const std::vector<Box>& kept_free);
// From north to south.
void draw_mountains(Mountains mountains, const Surface& surface, const Style& style, DisplayList& list);

struct Tree {
  const Sign* sign;
  SignInstance place;  // the foot of its trunk
};
using Trees = std::vector<Tree>;

// From north to south.
Trees trees_of(const SignGround& ground, const Mountains& mountains, const std::vector<Box>& kept_free);
void draw_trees(const Trees& trees, DisplayList& list);

// Ships, beasts and waves in open water, where nothing else is.

struct SeaSign {
  SignKind kind;
  const Sign* sign;
  SignInstance place;
};
using SeaSigns = std::vector<SeaSign>;

// `taken`: names and furniture.
SeaSigns sea_signs_of(const Lines& coast, const Layout& layout, const std::vector<Box>& taken,
                      const Parallel& parallel);
void draw_sea_signs(const SeaSigns& signs, DisplayList& list);

// Houses, churches and walls of the antique style, by the rank of a place.

// Places moved as little as their houses need to stand on dry ground.
PointFeatures on_dry_ground(PointFeatures places, const SignGround& ground, const Style& style);
// From north to south.
void draw_towns(PointFeatures places, DisplayList& list);

}  // namespace terrawright::map
