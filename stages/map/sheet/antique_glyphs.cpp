// SPDX-License-Identifier: Apache-2.0
#include "antique_glyphs.hpp"

#include <algorithm>
#include <cmath>

#include "coverage.hpp"
#include "generalise.hpp"

namespace terrawright::map {
namespace {

constexpr double off_coast = 180, off_rivers = 60;  // 1/100 mm

std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
  std::uint64_t h = a * 0x9e3779b97f4a7c15u ^ (b + 0x165667b19e3779f9u) * 0xc2b2ae3d27d4eb4fu;
  h = (h ^ h >> 30) * 0xbf58476d1ce4e5b9u;
  h = (h ^ h >> 27) * 0x94d049bb133111ebu;
  return h ^ h >> 31;
}
// -1 .. 1, the n-th of a word.
double part(std::uint64_t word, std::uint64_t n) {
  return static_cast<double>(static_cast<std::int64_t>(mixed(word, n) >> 40)) / 8388607.5 - 1.0;
}

// Highest minus lowest of heights in a window, along rows and then columns.
Field rough_of(const Field& height, std::int64_t reach) {
  const GridPlace& p = height.place;
  const auto over = [&](const Field& from, bool down, bool greatest) {
    Field to(p);
    for (std::int64_t j = 0; j < p.rows; ++j) {
      for (std::int64_t i = 0; i < p.columns; ++i) {
        float best = from.at(i, j);
        for (std::int64_t k = -reach; k <= reach; ++k) {
          const float v = down ? from.at(i, j + k) : from.at(i + k, j);
          best = greatest ? std::max(best, v) : std::min(best, v);
        }
        to.row(j)[i] = best;
      }
    }
    return to;
  };
  Field high = over(over(height, false, true), true, true);
  const Field low = over(over(height, false, false), true, false);
  for (std::size_t n = 0; n < high.values.size(); ++n) high.values[n] -= low.values[n];
  return high;
}

float quantile(std::vector<float> values, double share) {
  if (values.empty()) return 0;
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(static_cast<double>(values.size() - 1) * share);
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

bool overlap(const Box& a, const Box& b) {
  return a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
}

// Places that are not free: under lakes and great rivers, near the coast.
class Closed {
 public:
  Closed(const SignGround& ground, double least_width, double off_river) : ground_(ground), cell_(40) {
    const Box& f = ground.frame;
    columns_ = static_cast<std::int64_t>(f.width() / cell_) + 2,
    rows_ = static_cast<std::int64_t>(f.height() / cell_) + 2;
    const GridPlace place{static_cast<double>(f.left), static_cast<double>(f.top), cell_, columns_, rows_};
    const Parallel here = [](std::uint64_t n, const std::function<void(std::uint64_t)>& body) {
      for (std::uint64_t i = 0; i < n; ++i) body(i);
    };
    taken_ = covered(*ground.lakes, place, 1, here).values;
    for (const River& river : *ground.rivers) {
      for (std::size_t i = 1; i < river.line.spots.size(); ++i) {
        if (river.widths[i] < least_width) continue;
        const Spot &a = river.line.spots[i - 1], &b = river.line.spots[i];
        const double off = off_river + river.widths[i] / 2;
        for (double y = std::min(a.y, b.y) - off; y <= std::max(a.y, b.y) + off; y += cell_) {
          for (double x = std::min(a.x, b.x) - off; x <= std::max(a.x, b.x) + off; x += cell_) take(x, y);
        }
      }
    }
  }
  bool free(const Spot& s, double off_shore) const {
    if (between(*ground_.from_coast, s.x, s.y) < off_shore) return false;
    const auto i = static_cast<std::int64_t>((s.x - ground_.frame.left) / cell_);
    const auto j = static_cast<std::int64_t>((s.y - ground_.frame.top) / cell_);
    return i >= 0 && j >= 0 && i < columns_ && j < rows_ && taken_[static_cast<std::size_t>(j * columns_ + i)] == 0;
  }

 private:
  void take(double x, double y) {
    const auto i = static_cast<std::int64_t>((x - ground_.frame.left) / cell_);
    const auto j = static_cast<std::int64_t>((y - ground_.frame.top) / cell_);
    if (i >= 0 && j >= 0 && i < columns_ && j < rows_) taken_[static_cast<std::size_t>(j * columns_ + i)] = 255;
  }
  const SignGround& ground_;
  double cell_;
  std::int64_t columns_ = 0, rows_ = 0;
  std::vector<std::uint8_t> taken_;
};

void draw_mountain(const Mountain& m, const Style& style, DisplayList& list) {
  const double h = m.height, w = m.half;
  const auto at = [&](double x, double y, std::uint64_t n) {
    return Spot{m.foot.x + w * (x + 0.05 * part(m.word, 2 * n)), m.foot.y - h * (y + 0.03 * part(m.word, 2 * n + 1))};
  };
  const Colour paper = rgb(0xeee0b4), wash = {0xc6, 0xaa, 0x80, 255};
  if (m.hill) {
    Line arc;
    arc.spots = {at(-1, 0, 1),     at(-0.72, 0.55, 2), at(-0.25, 0.95, 3),
                 at(0.25, 0.9, 4), at(0.7, 0.5, 5),    at(0.95, 0.05, 6)};
    const Line round = rounded_off(arc, 2);
    Line body = round;
    body.closed = true;
    Path fill, line;
    add(fill, body), add(line, round);
    list.fill(fill, paper);
    list.line(line, {18, style.ink});
    return;
  }
  const double lean = 0.12 * part(m.word, 90);
  const Spot top = at(lean, 1, 0);
  Line left, right, ridge;
  left.spots = {at(-1, 0, 1), at(-0.68, 0.30, 2), at(-0.46, 0.50, 3), at(-0.2 + lean, 0.80, 4), top};
  right.spots = {top, at(0.22 + lean, 0.74, 5), at(0.44, 0.55, 6), at(0.64, 0.28, 7), at(1, 0, 8)};
  ridge.spots = {
      top, at(0.04 + lean, 0.76, 9), at(0.14, 0.60, 10), at(0.0, 0.42, 11), at(0.16, 0.24, 12), at(0.08, 0.05, 13)};
  Line body = left;
  body.closed = true;
  body.spots.insert(body.spots.end(), right.spots.begin() + 1, right.spots.end());
  Line shade = right;
  shade.closed = true;
  shade.spots.insert(shade.spots.end(), ridge.spots.rbegin(), ridge.spots.rend() - 1);
  Path fill, dark;
  add(fill, body), add(dark, shade);
  list.fill(fill, paper);
  list.fill(dark, wash);
  // Hatches run down the side that is turned from the light.
  Path hatches;
  const int count = std::max(static_cast<int>(h / 75), 3);
  for (int k = 1; k <= count; ++k) {
    const double t = k / (count + 1.0);
    const auto along = [&](const Line& line, double s) {
      const double u = s * static_cast<double>(line.spots.size() - 1);
      const auto i = std::min(static_cast<std::size_t>(u), line.spots.size() - 2);
      const double f = u - static_cast<double>(i);
      return Spot{line.spots[i].x + (line.spots[i + 1].x - line.spots[i].x) * f,
                  line.spots[i].y + (line.spots[i + 1].y - line.spots[i].y) * f};
    };
    const Spot from = along(right, t * 0.9), to = along(ridge, std::min(t * 0.9 + 0.16, 1.0));
    const double reach = 0.62 + 0.2 * part(m.word, 100 + static_cast<std::uint64_t>(k));
    hatches.move(rounded(from.x), rounded(from.y));
    hatches.line(rounded(from.x + (to.x - from.x) * reach), rounded(from.y + (to.y - from.y) * reach));
  }
  list.line(hatches, {9, {style.ink.red, style.ink.green, style.ink.blue, 190}});
  Path outline, crest;
  add(outline, left), add(outline, right), add(crest, ridge);
  list.line(outline, {24, style.ink});
  list.line(crest, {15, style.ink});
}

// Whether there is dry ground under it, inside the frame.
bool stands(const Mountain& m, const Box& frame, const Closed& closed) {
  bool free = m.foot.x - m.half > frame.left && m.foot.x + m.half < frame.right && m.foot.y < frame.bottom &&
              m.foot.y - m.height > frame.top;
  for (int k = 0; k <= 4 && free; ++k) {
    const double x = m.foot.x + m.half * (k - 2) / 2.0;
    free = closed.free({x, m.foot.y}, off_coast) && closed.free({x, m.foot.y - m.height * 0.25}, off_coast * 0.6);
  }
  for (int k = 1; k <= 3 && free; ++k) free = closed.free({m.foot.x, m.foot.y - m.height * k / 3.5}, 40);
  return free;
}

// They stand in rows, one before the other, and none hides another.
bool hides(const Mountain& m, const std::vector<Mountain>& taken) {
  return std::any_of(taken.begin(), taken.end(), [&](const Mountain& other) {
    const double dx = std::abs(other.foot.x - m.foot.x), dy = std::abs(other.foot.y - m.foot.y);
    if (m.hill || other.hill)
      return dx < 0.85 * (other.half + m.half) && dy < std::max(160.0, 0.5 * std::max(m.height, other.height));
    return dx < 0.56 * (other.half + m.half) && dy < 0.30 * (other.height + m.height);
  });
}

}  // namespace

std::vector<Mountain> mountains_of(const SignGround& ground, const std::vector<Box>& kept_free,
                                   const Parallel& parallel) {
  // On a grid of 0.5 mm.
  const Box& f = ground.frame;
  const GridPlace place{static_cast<double>(f.left), static_cast<double>(f.top), 50, f.width() / 50 + 1,
                        f.height() / 50 + 1};
  const Field height =
      taken_over(smoothed(ground.surface->height, 40 / ground.surface->place.pitch, parallel), place, parallel);
  const Field rough = smoothed(rough_of(height, 5), 2, parallel);
  std::vector<float> of_land;
  for (std::size_t n = 0; n < rough.values.size(); ++n) {
    if (height.values[n] > 0.5f) of_land.push_back(rough.values[n]);
  }
  if (of_land.empty()) return {};
  const float steep = std::max(quantile(of_land, 0.985), 1.0f),
              mountain_from = std::max(quantile(of_land, 0.60), 0.42f * steep);
  const float hill_from = std::max(0.2f * steep, quantile(of_land, 0.25));
  const float highest = std::max(ground.surface->highest, 1.0f);
  const Closed closed(ground, river_width(25), off_rivers);
  struct Candidate {
    float v;
    std::int64_t i, j;
    bool hill;
  };
  std::vector<Candidate> candidates;
  for (std::int64_t j = 2; j + 2 < place.rows; ++j) {
    for (std::int64_t i = 2; i + 2 < place.columns; ++i) {
      const float z = height.row(j)[i], r = rough.row(j)[i];
      if (z < 0.5f || r < hill_from) continue;
      bool top = true;
      for (std::int64_t dj = -1; dj <= 1 && top; ++dj) {
        for (std::int64_t di = -1; di <= 1; ++di) top = top && height.row(j + dj)[i + di] <= z;
      }
      if (top) candidates.push_back({0.6f * std::min(r / steep, 1.0f) + 0.4f * z / highest, i, j, r < mountain_from});
    }
  }
  std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
    if (a.hill != b.hill) return !a.hill;
    return a.v != b.v ? a.v > b.v : a.j != b.j ? a.j < b.j : a.i < b.i;
  });
  std::vector<Mountain> taken;
  for (const Candidate& c : candidates) {
    const double v = static_cast<double>(c.v);
    const double full = c.hill ? 125 + 80 * v : 290 + 580 * v * (0.3 + 0.7 * std::sqrt(v));
    const Spot top{place.x + static_cast<double>(c.i) * place.pitch, place.y + static_cast<double>(c.j) * place.pitch};
    for (const double size : {1.0, 0.75, 0.55}) {
      Mountain m;
      m.hill = c.hill;
      m.height = size * full;
      m.half = m.height * (c.hill ? 0.95 : 0.60);
      m.foot = {top.x, top.y + m.height * 0.4};
      m.word = mixed(static_cast<std::uint64_t>(c.i), static_cast<std::uint64_t>(c.j));
      if (!stands(m, f, closed) || hides(m, taken)) break;  // names alone make it smaller
      const Box inner = m.inner_box();
      const bool named =
          std::any_of(kept_free.begin(), kept_free.end(), [&](const Box& kept) { return overlap(inner, kept); });
      if (!named) taken.push_back(m);
      if (!named || c.hill) break;
    }
  }
  return taken;
}

void draw_mountains(std::vector<Mountain> mountains, const Style& style, DisplayList& list) {
  std::sort(mountains.begin(), mountains.end(), [](const Mountain& a, const Mountain& b) {
    return a.foot.y != b.foot.y ? a.foot.y < b.foot.y : a.foot.x < b.foot.x;
  });
  for (const Mountain& m : mountains) draw_mountain(m, style, list);
}

std::vector<Tree> trees_of(const SignGround& ground, const std::vector<Mountain>& mountains,
                           const std::vector<Box>& kept_free) {
  std::vector<Tree> trees;
  const Surface& surface = *ground.surface;
  if (!surface.forest) return trees;
  constexpr double square = 150, apart = 128;
  const Box& f = ground.frame;
  const Closed closed(ground, 0, 75);
  const std::int64_t columns = f.width() / 150 + 1, rows = f.height() / 150 + 1;
  std::vector<std::int64_t> at(static_cast<std::size_t>(columns * rows), -1);
  std::vector<Box> kept = kept_free;
  for (const Mountain& m : mountains) kept.push_back(m.box());
  for (std::int64_t j = 0; j < rows; ++j) {
    for (std::int64_t i = 0; i < columns; ++i) {
      const std::uint64_t word = mixed(static_cast<std::uint64_t>(i) + 7000, static_cast<std::uint64_t>(j));
      const Spot s{f.left + square * (static_cast<double>(i) + 0.5 + 0.48 * part(word, 1)),
                   f.top + square * (static_cast<double>(j) + 0.5 + 0.48 * part(word, 2))};
      if (s.x < f.left + 100 || s.x > f.right - 100 || s.y < f.top + 150 || s.y > f.bottom - 50) continue;
      if (between(surface.forest, s.x, s.y) < 0.55f + 0.15f * static_cast<float>(part(word, 3))) continue;
      if (!closed.free(s, 100)) continue;
      bool free = true;
      for (std::int64_t dj = -1; dj <= 0 && free; ++dj) {
        for (std::int64_t di = -1; di <= 1 && free; ++di) {
          if (i + di < 0 || i + di >= columns || j + dj < 0) continue;
          const std::int64_t other = at[static_cast<std::size_t>((j + dj) * columns + i + di)];
          if (other < 0) continue;
          const Spot& o = trees[static_cast<std::size_t>(other)].foot;
          const double dx = o.x - s.x, dy = o.y - s.y;
          free = dx * dx + dy * dy >= apart * apart;
        }
      }
      const Box box{rounded(s.x - 60), rounded(s.y - 140), rounded(s.x + 60), rounded(s.y)};
      for (const Box& k : kept) free = free && !overlap(box, k);
      if (!free) continue;
      at[static_cast<std::size_t>(j * columns + i)] = static_cast<std::int64_t>(trees.size());
      const float high = between(surface.height, s.x, s.y) / std::max(surface.highest, 1.0f);
      trees.push_back({s, high + 0.12f * static_cast<float>(part(word, 4)) > 0.42f});
    }
  }
  return trees;
}

void draw_trees(const std::vector<Tree>& trees, DisplayList& list) {
  Path crowns, cones, trunks;
  for (const Tree& tree : trees) {
    const double x = tree.foot.x, y = tree.foot.y;
    trunks.move(rounded(x), rounded(y));
    trunks.line(rounded(x), rounded(y - 45));
    if (tree.conifer) {
      Line cone;
      cone.closed = true;
      cone.spots = {{x - 36, y - 40}, {x, y - 150}, {x + 36, y - 40}};
      add(cones, cone);
      continue;
    }
    // Three lobes.
    Line crown;
    crown.closed = true;
    crown.spots = {{x - 20, y - 40},  {x - 56, y - 48}, {x - 58, y - 86}, {x - 28, y - 92}, {x - 26, y - 126},
                   {x + 26, y - 126}, {x + 28, y - 92}, {x + 58, y - 86}, {x + 56, y - 48}, {x + 20, y - 40}};
    add(crowns, rounded_off(crown, 1));
  }
  const Colour ink{0x4a, 0x4e, 0x26, 255};
  if (!trunks.empty()) list.line(trunks, {14, ink});
  if (!crowns.empty()) list.fill(crowns, rgb(0xb9c088)), list.line(crowns, {11, ink});
  if (!cones.empty()) list.fill(cones, rgb(0x9fae7e)), list.line(cones, {11, ink});
}

}  // namespace terrawright::map
