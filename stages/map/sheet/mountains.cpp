// SPDX-License-Identifier: Apache-2.0
#include "mountains.hpp"

#include <algorithm>
#include <cmath>

#include "chance.hpp"

namespace terrawright::map {
namespace {

constexpr double off_coast = 180;              // 1/100 mm
constexpr SignRoom::Off off{0, 50, 70};        // of rivers from river_width(drawn_over) on, and of roads
constexpr double drawn_over = 12;              // m3/s: lesser rivers begin behind mountains
constexpr std::size_t groups = 3;              // the last signs of mountains
constexpr double grouped = 430;                // 1/100 mm: the least height of theirs
constexpr double sizes[] = {1.0, 0.75, 0.55};  // tried in turn

Mountain mountain_at(const MountainPlace& place, double size) {
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
    return other.named && !m.named && m.height > 0.9 * other.height && apart(m.place.at, other.place.at) < near_named;
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

Mountains mountains_of(const SignGround& ground, const std::vector<MountainPlace>& places,
                       const std::vector<Box>& kept_free) {
  SignRoom::Off kept_off = off;
  kept_off.least_river = river_width(drawn_over);
  const SignRoom room(ground, kept_off);
  Mountains taken;
  for (const MountainPlace& place : places) {
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

}  // namespace terrawright::map
