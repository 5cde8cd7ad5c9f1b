// SPDX-License-Identifier: Apache-2.0
#include "signs.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "map/labels/labels.hpp"

namespace terrawright::map {
namespace {

constexpr double off_coast = 180;              // 1/100 mm
constexpr SignRoom::Off off{0, 50, 70};        // of rivers from river_width(drawn_over) on, and of roads
constexpr double drawn_over = 12;              // m3/s: lesser rivers begin behind mountains
constexpr std::size_t groups = 3;              // the last signs of mountains
constexpr double grouped = 430;                // 1/100 mm: the least height of theirs
constexpr double sizes[] = {1.0, 0.75, 0.55};  // tried in turn

Mountain mountain_at(const MountainSite& place, double size) {
  const double v = place.greatness;
  const Signs& signs = signs_of(place.hill ? SignKind::hill : SignKind::mountain);
  Mountain m{};
  m.hill = place.hill, m.named = place.named;
  m.height = size * (place.hill ? 125 + 80 * v : 290 + 580 * v * (0.3 + 0.7 * std::sqrt(v)));
  // Groups of peaks need room.
  const std::size_t kinds = place.hill || m.height > grouped ? signs.size() : signs.size() - groups;
  m.sign = &signs[choice_of(place.word, 3, kinds)];
  m.place.size = rounded(m.height / m.sign->box.top * 1000);
  m.place.wide = 1000 + rounded(110 * part_of(place.word, 4));
  m.place.moved = rounded(m.height * (place.hill ? 0.03 : 0.02));
  m.place.word = place.word;
  m.half = 0.5 * (m.sign->box.right - m.sign->box.left) * m.place.size * m.place.wide * 1e-6;
  m.place.at = {place.top.x, place.top.y + m.height * 0.4};
  return m;
}

// Whether there is dry ground under it, inside the frame.
bool stands(const Mountain& m, const Box& frame, const SignRoom& room) {
  const Box box = m.box();
  bool free = box.left > frame.left && box.right < frame.right && box.bottom < frame.bottom && box.top > frame.top;
  const Spot& foot = m.place.at;
  for (int k = 0; k <= 6 && free; ++k) {
    const double x = foot.x + m.half * (k - 3) / 3.0;
    free = room.free({x, foot.y}, off_coast) && room.free({x, foot.y - m.height * 0.25}, off_coast * 0.6);
  }
  for (double up = 40; up < m.height && free; up += 40) {
    const double half = 0.6 * m.half * (1 - up / m.height);
    for (int k = -2; k <= 2 && free; ++k) free = room.free({foot.x + half * k / 2.0, foot.y - up}, 40);
  }
  return free;
}

// A summit with a name has the largest sign nearby.
bool outdoes(const Mountain& m, const Mountains& taken) {
  return std::any_of(taken.begin(), taken.end(), [&](const Mountain& other) {
    return other.named && !m.named && m.height > 0.9 * other.height &&
           distance(m.place.at, other.place.at) < near_named;
  });
}

// They stand in rows, one before the other, and none hides another.
bool hides(const Mountain& m, const Mountains& taken) {
  return std::any_of(taken.begin(), taken.end(), [&](const Mountain& other) {
    const double dx = std::abs(other.place.at.x - m.place.at.x), dy = std::abs(other.place.at.y - m.place.at.y);
    if (m.hill || other.hill)
      return dx < 0.85 * (other.half + m.half) && dy < std::max(160.0, 0.5 * std::max(m.height, other.height));
    return dx < 0.60 * (other.half + m.half) && dy < 0.27 * (other.height + m.height);
  });
}

}  // namespace

Mountains mountains_of(const SignGround& ground, const std::vector<MountainSite>& places,
                       const std::vector<Box>& kept_free) {
  SignRoom::Off kept_off = off;
  kept_off.least_river = river_width(drawn_over);
  const SignRoom room(ground, kept_off);
  Mountains taken;
  for (const MountainSite& place : places) {
    for (const double size : sizes) {
      const Mountain m = mountain_at(place, size);
      // Names alone, and a coast near a top, make it smaller.
      if (hides(m, taken)) break;
      if (outdoes(m, taken) || !stands(m, ground.frame, room)) {
        if (place.hill || place.crest) break;
        continue;
      }
      const Box inner = m.inner_box();
      const bool named =
          std::any_of(kept_free.begin(), kept_free.end(), [&](const Box& b) { return overlap(inner, b); });
      if (!named) taken.push_back(m);
      if (!named || place.hill || place.crest) break;
    }
  }
  return taken;
}

void draw_mountains(Mountains mountains, const Surface& surface, const Style& style, DisplayList& list) {
  std::sort(mountains.begin(), mountains.end(), [](const Mountain& a, const Mountain& b) {
    return a.place.at.y != b.place.at.y ? a.place.at.y < b.place.at.y : a.place.at.x < b.place.at.x;
  });
  for (Mountain& m : mountains) {
    m.place.ground = ground_colour(surface, style, {m.place.at.x, m.place.at.y - m.height * 0.2});
    draw_sign(*m.sign, m.place, list);
  }
}

namespace {

// 1/100 mm
constexpr std::int32_t square = 140;  // one tree each
constexpr double trees_apart = 110, trees_off_coast = 110, clump = 420;
constexpr SignRoom::Off trees_off{0, 75, 70};

// -1 .. 1, the same over some millimetres: where a wood is thin.
double thickness(const Spot& s) {
  const auto i = static_cast<std::int64_t>(s.x / clump), j = static_cast<std::int64_t>(s.y / clump);
  double u = s.x / clump - static_cast<double>(i), v = s.y / clump - static_cast<double>(j);
  u = u * u * (3 - 2 * u), v = v * v * (3 - 2 * v);
  const auto at = [&](std::int64_t a, std::int64_t b) { return part_of(word_at_place(a, b), 17); };
  const double above = at(i, j) + (at(i + 1, j) - at(i, j)) * u;
  const double below = at(i, j + 1) + (at(i + 1, j + 1) - at(i, j + 1)) * u;
  return above + (below - above) * v;
}

}  // namespace

Trees trees_of(const SignGround& ground, const Mountains& mountains, const std::vector<Box>& kept_free) {
  Trees trees;
  const Surface& surface = *ground.surface;
  if (!surface.forest) return trees;
  const Box& f = ground.frame;
  const SignRoom room(ground, trees_off);
  labels::BoxGrid taken(f);
  const auto take = [&](const Box& box) { taken.add(0, labels::box_of(box)); };
  std::for_each(kept_free.begin(), kept_free.end(), take);
  for (const Mountain& m : mountains) take(m.inner_box()), take(m.foot_box());
  const std::int64_t columns = f.width() / square + 1, rows = f.height() / square + 1;
  std::vector<std::int64_t> at(static_cast<std::size_t>(columns * rows), -1);
  for (std::int64_t j = 0; j < rows; ++j) {
    for (std::int64_t i = 0; i < columns; ++i) {
      const std::uint64_t word = word_at_place(i + 7000, j);
      const Spot s{f.left + square * (static_cast<double>(i) + 0.5 + 0.48 * part_of(word, 1)),
                   f.top + square * (static_cast<double>(j) + 0.5 + 0.48 * part_of(word, 2))};
      const double wood = static_cast<double>(between(surface.forest, s.x, s.y));
      if (wood < 0.5 + 0.12 * part_of(word, 3) || !room.free(s, trees_off_coast)) continue;
      // Nor does its crown reach over water or a road.
      if (!room.free({s.x - 60, s.y - 90}, 40) || !room.free({s.x + 60, s.y - 90}, 40) ||
          !room.free({s.x, s.y - 160}, 40))
        continue;
      if (thickness(s) < -0.62 + 0.20 * part_of(word, 6)) continue;
      bool free = true;
      for (std::int64_t dj = -1; dj <= 0 && free; ++dj) {
        for (std::int64_t di = -1; di <= 1 && free; ++di) {
          if (i + di < 0 || i + di >= columns || j + dj < 0) continue;
          const std::int64_t other = at[static_cast<std::size_t>((j + dj) * columns + i + di)];
          if (other < 0) continue;
          const Spot& o = trees[static_cast<std::size_t>(other)].place.at;
          const double dx = o.x - s.x, dy = o.y - s.y;
          free = dx * dx + dy * dy >= trees_apart * trees_apart;
        }
      }
      if (!free) continue;
      const double high = static_cast<double>(between(surface.height, s.x, s.y) / std::max(surface.highest, 1.0f));
      const Signs& signs = signs_of(high + 0.12 * part_of(word, 4) > 0.42 ? SignKind::conifer : SignKind::broadleaf);
      Tree tree{&signs[choice_of(word, 5, signs.size())], {s, 1000 + rounded(140 * part_of(word, 7)), 1000}};
      const Box box = box_of(*tree.sign, tree.place);
      if (box.left < f.left || box.right > f.right || box.top < f.top || box.bottom > f.bottom) continue;
      if (taken.any_overlap(labels::box_of(box))) continue;
      at[static_cast<std::size_t>(j * columns + i)] = static_cast<std::int64_t>(trees.size());
      trees.push_back(tree);
    }
  }
  std::sort(trees.begin(), trees.end(), [](const Tree& a, const Tree& b) {
    return a.place.at.y != b.place.at.y ? a.place.at.y < b.place.at.y : a.place.at.x < b.place.at.x;
  });
  return trees;
}

void draw_trees(const Trees& trees, DisplayList& list) {
  for (const Tree& tree : trees) draw_sign(*tree.sign, tree.place, list);
}

namespace {

// 1/100 mm
constexpr std::int32_t off_land = 700, off_names = 250, off_frame = 500;
constexpr std::int32_t airs[] = {3200, 1800, 900, 300};  // around a sign: the most that there is
constexpr std::int32_t sign_sizes[] = {1000, 800, 650};  // thousandths
constexpr std::int32_t signs_apart = 4500;
constexpr SignKind wanted[] = {SignKind::ship, SignKind::beast, SignKind::ship, SignKind::ship, SignKind::beast};
constexpr std::size_t always = 3;          // of these; the others on every second sheet
constexpr std::int32_t wave_square = 850;  // at most one wave each
constexpr double waves = -0.1;             // of -1 .. 1: below are none

// Sheets smaller than A3 have smaller ships.
std::int32_t size_of_signs(const Layout& layout) {
  const std::int32_t side = std::min(layout.frame.width(), layout.frame.height());
  return std::clamp(side / 24, 400, 1150);
}

std::optional<Box> open_water(const FreeRoom& places, const Box& room, std::uint64_t word) {
  for (const std::int32_t air : airs) {
    const auto box = places.best(room.width() + 2 * air, room.height() + 2 * air, off_frame, [&](const Box& b) {
      return static_cast<std::int64_t>(choice_of(word_at_place(b.left / 1500, b.top / 1500), word, 1000));
    });
    if (box) return Box{box->left + air, box->top + air, box->right - air, box->bottom - air};
  }
  return std::nullopt;
}

}  // namespace

SeaSigns sea_signs_of(const Lines& coast, const Layout& layout, const std::vector<Box>& taken,
                      const Parallel& parallel) {
  SeaSigns signs;
  FreeRoom places(coast, layout.frame, off_land, parallel);
  for (const Box& box : taken) places.take(box, off_names);
  const std::uint64_t word = word_at_place(rounded(layout.x0), rounded(layout.y0));
  for (std::size_t n = 0; n < std::size(wanted); ++n) {
    if (n >= always && choice_of(word, 30 + n, 2) == 0) continue;
    const Signs& kinds = signs_of(wanted[n]);
    // No ship comes twice before all have come.
    const std::size_t earlier = static_cast<std::size_t>(
        std::count_if(signs.begin(), signs.end(), [&](const SeaSign& s) { return s.kind == wanted[n]; }));
    const Sign& sign = kinds[(choice_of(word, 1, kinds.size()) + earlier) % kinds.size()];
    for (const std::int32_t size : sign_sizes) {
      SignInstance place{{0, 0}, size_of_signs(layout) * size / 1000, 1000};
      place.mirrored = choice_of(word, 10 + n, 2) == 1;
      const Box room = box_of(sign, place);
      const auto box = open_water(places, room, word_of(word, n));
      if (!box) continue;
      place.at = {static_cast<double>(box->left - room.left), static_cast<double>(box->top - room.top)};
      signs.push_back({wanted[n], &sign, place});
      places.take(*box, signs_apart);
      break;
    }
  }
  // Waves keep off the names and off all before.
  FreeRoom open(coast, layout.frame, off_land, parallel);
  for (const Box& box : taken) open.take(box, off_names);
  for (const SeaSign& sign : signs) open.take(box_of(*sign.sign, sign.place), off_names);
  const Signs& swells = signs_of(SignKind::wave);
  const Box& f = layout.frame;
  for (std::int32_t y = f.top + off_frame; y < f.bottom - off_frame; y += wave_square) {
    for (std::int32_t x = f.left + off_frame; x < f.right - off_frame; x += wave_square) {
      const std::uint64_t here = word_at_place((x - f.left) / wave_square + 300, (y - f.top) / wave_square);
      if (part_of(here, 1) < waves) continue;
      SignInstance place{
          {x + wave_square * (0.5 + 0.4 * part_of(here, 2)), y + wave_square * (0.5 + 0.4 * part_of(here, 3))},
          1000 + rounded(150 * part_of(here, 4)),
          1000};
      const Sign& swell = swells[choice_of(here, 5, swells.size())];
      const Box box = box_of(swell, place);
      if (box.left < f.left + 200 || box.right > f.right - 200 || box.top < f.top + 200 || box.bottom > f.bottom - 200)
        continue;
      if (open.is_free(box)) signs.push_back({SignKind::wave, &swell, place});
    }
  }
  return signs;
}

void draw_sea_signs(const SeaSigns& signs, DisplayList& list) {
  for (const SeaSign& sign : signs) draw_sign(*sign.sign, sign.place, list);
}

namespace {

constexpr double shore = 30;           // 1/100 mm between houses and water
constexpr double step = 20;            // 1/100 mm
constexpr double farthest_move = 450;  // a place is moved by at most so much
constexpr double astray = 800;         // and one that lies in a lake, as small islands there are not drawn
// Directions in which it is moved: every eighth of a turn.
constexpr Spot ways[] = {{0, -1}, {0.70710678, -0.70710678}, {1, 0},  {0.70710678, 0.70710678},
                         {0, 1},  {-0.70710678, 0.70710678}, {-1, 0}, {-0.70710678, -0.70710678}};

bool is_dry(const Spot& at, double half, const SignRoom& room) {
  for (const double y : {-0.4, 0.0, 0.5, 1.0}) {
    for (const double x : {-1.0, -0.5, 0.0, 0.5, 1.0}) {
      if (!room.free({at.x + x * half, at.y + y * half}, shore)) return false;
    }
  }
  return true;
}

bool is_astray(const Spot& at, const SignRoom& room) {
  return !room.free(at, 0) && std::none_of(std::begin(ways), std::end(ways), [&](const Spot& way) {
    return room.free({at.x + 60 * way.x, at.y + 60 * way.y}, 0);
  });
}

std::size_t rank_of(const PointFeature& place) {
  return static_cast<std::size_t>(std::clamp<std::int64_t>(place.rank, 1, 4)) - 1;
}

}  // namespace

PointFeatures on_dry_ground(PointFeatures places, const SignGround& ground, const Style& style) {
  const std::vector<River> no_rivers;
  const std::vector<std::pair<bool, Line>> no_roads;
  SignGround waters = ground;
  waters.rivers = &no_rivers, waters.roads = &no_roads;
  const SignRoom room(waters, {0, 0, 0});
  for (PointFeature& place : places) {
    const double half = town_radius(static_cast<int>(place.rank), style);
    const Spot was = place.at;
    bool dry = is_dry(was, half, room);
    const double most = is_astray(was, room) ? astray : farthest_move;
    for (double far = step; far <= most && !dry; far += step) {
      for (const Spot& way : ways) {
        if (dry) break;
        place.at = {was.x + far * way.x, was.y + far * way.y};
        dry = is_dry(place.at, half, room);
      }
    }
    if (!dry) place.at = was;
  }
  return places;
}

void draw_towns(PointFeatures places, DisplayList& list) {
  std::stable_sort(places.begin(), places.end(),
                   [](const PointFeature& a, const PointFeature& b) { return on_paper(a.at).y < on_paper(b.at).y; });
  for (const PointFeature& place : places)
    draw_sign(signs_of(SignKind::town).at(rank_of(place)), {place.at, 1000, 1000}, list);
}

}  // namespace terrawright::map
