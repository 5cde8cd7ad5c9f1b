// SPDX-License-Identifier: Apache-2.0
// Roads: the ground that they cross, the network between places, and their lines.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "feature/feature_grid.hpp"
#include "feature/names/words.hpp"
#include "terrawright/abi.h"

namespace terrawright::feature {

// Roads: from each place the cheapest way to one that is more important. A way that is there already is cheaper, so
// roads join. Costs are whole numbers of 1/256 of a step on flat ground.

// The ground that roads are built on, and what a step over it costs.

struct Country {
  FeatureGrid grid;
  std::vector<std::uint8_t> dry;         // where roads may be
  std::vector<float> height;             // metres
  std::vector<std::uint8_t> river;       // in a block
  std::vector<std::uint8_t> whole = {};  // blocks without any water; empty: those that are dry
  std::vector<std::uint8_t> near = {};   // blocks around a place: 1, and its own: 2; empty: none
};

// Surroundings of places: 2 km around.
inline void settle(Country& country, const std::vector<std::size_t>& places) {
  const FeatureGrid& grid = country.grid;
  country.near.assign(grid.size(), 0);
  const std::int64_t r = std::max<std::int64_t>(grid.blocks(2000), 1);
  for (const std::size_t c : places) {
    if (c == SIZE_MAX) continue;
    for (std::int64_t dy = -r; dy <= r; ++dy) {
      for (std::int64_t dx = -r; dx <= r; ++dx) {
        if (dx * dx + dy * dy > r * r || !grid.has(grid.x(c) + dx, grid.y(c) + dy)) continue;
        std::uint8_t& near = country.near[grid.at(grid.x(c) + dx, grid.y(c) + dy)];
        near = std::max<std::uint8_t>(near, dx == 0 && dy == 0 ? 2 : 1);
      }
    }
  }
}

// No map knows a marsh, a hedge or who owns a field: ground differs a little from place to place, by places in metres.
// Roads over a plain swing for it.
class UnseenGround {
 public:
  explicit UnseenGround(double metres) : metres_(metres) {}
  // 0 to 1.
  double at(std::int64_t x, std::int64_t y) const { return 0.55 * wave(x, y, 6000) + 0.45 * wave(x, y, 2400); }

 private:
  // Between hashed values at the corners of squares, without an edge.
  double wave(std::int64_t x, std::int64_t y, double side) const {
    const double u = static_cast<double>(x) * metres_ / side, v = static_cast<double>(y) * metres_ / side;
    const auto i = static_cast<std::int64_t>(u), j = static_cast<std::int64_t>(v);
    const auto eased = [](double t) { return t * t * (3 - 2 * t); };
    const double s = eased(u - static_cast<double>(i)), t = eased(v - static_cast<double>(j));
    const auto value = [&](std::int64_t a, std::int64_t b) {
      const std::uint64_t key = key_of(0, "ground of roads", {static_cast<std::int64_t>(side), i + a, j + b});
      return static_cast<double>(key >> 40) / 16777216;
    };
    const double above = value(0, 0) + (value(1, 0) - value(0, 0)) * s;
    const double below = value(0, 1) + (value(1, 1) - value(0, 1)) * s;
    return above + (below - above) * t;
  }
  double metres_;
};

// Steps to sixteen blocks: the eight around, then those a knight's move away.
class Steps {
 public:
  static constexpr std::size_t ways = 16;
  static constexpr std::uint32_t unknown = UINT32_MAX;
  static constexpr std::int64_t to_x[ways] = {1, 1, 0, -1, -1, -1, 0, 1, 2, 1, -1, -2, -2, -1, 1, 2};
  static constexpr std::int64_t to_y[ways] = {0, 1, 1, 1, 0, -1, -1, -1, 1, 2, 2, 1, -1, -2, -2, -1};
  static constexpr std::size_t back(std::size_t k) { return k < 8 ? (k + 4) % 8 : 8 + (k - 4) % 8; }

  explicit Steps(const Country& country) : country_(country), grid_(country.grid), ground_(grid_.size()) {
    const UnseenGround unseen(grid_.metres());
    for (std::size_t c = 0; c < grid_.size(); ++c) {
      if (country.dry[c] != 0) ground_[c] = ground_cost(c, unseen);
    }
  }

  // SIZE_MAX: beyond the world.
  std::size_t to(std::size_t c, std::size_t k) const {
    const std::int64_t x = grid_.x(c) + to_x[k], y = grid_.y(c) + to_y[k];
    return grid_.has(x, y) ? grid_.at(x, y) : SIZE_MAX;
  }

  // From a block one step on; `unknown`: there is no way.
  std::uint32_t cost(std::size_t c, std::size_t k, std::size_t next) const {
    if (country_.dry[next] == 0) return unknown;
    static constexpr double lengths[] = {256, 362, 572};
    const double steps = lengths[k >= 8 ? 2 : k % 2] / 256;
    double ground = (ground_[c] + ground_[next]) / 2.0;
    if (k % 2 == 1 || k >= 8) {
      // The two blocks that a slanting step passes: not between two waters, and a long one through none.
      const std::int64_t x = grid_.x(c), y = grid_.y(c), dx = to_x[k], dy = to_y[k];
      const bool wide = dx * dx > dy * dy, high = dy * dy > dx * dx;
      const std::size_t a = grid_.at(x + (high ? 0 : dx / (wide ? 2 : 1)), y + (high ? dy / 2 : 0));
      const std::size_t b = k < 8 ? grid_.at(x, y + dy) : grid_.at(x + (wide ? dx / 2 : dx), y + (high ? dy / 2 : dy));
      const bool dry_a = country_.dry[a] != 0, dry_b = country_.dry[b] != 0;
      if (k < 8 ? !dry_a && !dry_b : !dry_a || !dry_b) return unknown;
      if (k >= 8) ground = (ground + (ground_[a] + ground_[b]) / 2.0) / 2;
    }
    const double rise = static_cast<double>(country_.height[next]) - static_cast<double>(country_.height[c]);
    const double slope = std::min(5.0, std::max(-5.0, rise / (steps * grid_.metres())));
    const double steep = 14 * slope * (14 * slope);
    return static_cast<std::uint32_t>(steps * (256 * steep + ground)) + 1;
  }

 private:
  // Cost of flat ground: rivers, their banks and the shore are expensive, and partly wet ground more so.
  std::uint32_t ground_cost(std::size_t c, const UnseenGround& unseen) const {
    bool beside = false, shore = false;
    for (std::size_t k = 0; k < 8; ++k) {
      const std::size_t near = to(c, k);
      if (near == SIZE_MAX) continue;
      beside = beside || country_.river[near] != 0;
      shore = shore || country_.dry[near] == 0;
    }
    const bool partly_wet = !country_.whole.empty() && country_.whole[c] == 0;
    const std::uint8_t near = country_.near.empty() ? 0 : country_.near[c];
    const auto plain = static_cast<std::uint32_t>(128 + 320 * unseen.at(grid_.x(c), grid_.y(c)));
    const std::uint32_t dry = plain + (country_.river[c] != 0 ? 896u : beside ? 256u : 0u) + (shore ? 160u : 0u);
    // Roads lead through towns rather than past them.
    return (near == 2 ? dry / 4 : near == 1 ? dry * 5 / 8 : dry) + (partly_wet ? 1536u : 0u);
  }

  const Country& country_;
  const FeatureGrid& grid_;
  std::vector<std::uint32_t> ground_;
};

// A stretch that no road before it has: blocks from `from`'s side on.
struct Road {
  std::size_t from, to;  // places
  std::vector<std::uint32_t> blocks;
  bool at_from, at_to;  // it begins at the place itself, and ends at one; else at a road
};

class Roads {
 public:
  // Blocks of the places, the most important first; SIZE_MAX: no road leads there. poll() is called now and then.
  template <class Poll>
  Roads(const Country& country, const std::vector<std::size_t>& places, Poll poll)
      : country_(country),
        grid_(country.grid),
        cost_(grid_.size(), unknown),
        came_from_(grid_.size()),
        place_(grid_.size(), SIZE_MAX),
        has_road_(grid_.size() * Steps::ways, 0) {
    for (std::size_t p = 0; p < places.size(); ++p) {
      if (places[p] == SIZE_MAX) continue;
      if (place_[places[p]] == SIZE_MAX) {
        build(p, places[p], poll);
        place_[places[p]] = p;
      }
    }
  }
  std::vector<Road> roads;

 private:
  static constexpr std::uint32_t unknown = Steps::unknown;
  static constexpr std::size_t ways = Steps::ways;
  static constexpr double built = 0.45;  // of what a way costs that is a road already

  template <class Poll>
  void build(std::size_t from, std::size_t start, Poll poll) {
    poll();
    // Dijkstra; of equal costs the block that is first row by row.
    using Entry = std::pair<std::uint32_t, std::uint32_t>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    std::vector<std::uint32_t> seen = {static_cast<std::uint32_t>(start)};
    cost_[start] = 0;
    open.emplace(0u, static_cast<std::uint32_t>(start));
    std::size_t end = SIZE_MAX;
    for (std::size_t tried = 1; !open.empty(); ++tried) {
      if (tried % 65536 == 0) poll();
      const auto [cost, c] = open.top();
      open.pop();
      if (cost != cost_[c]) continue;
      if (place_[c] != SIZE_MAX) {
        end = c;
        break;
      }
      for (std::size_t k = 0; k < ways; ++k) {
        const std::size_t next = steps_.to(c, k);
        if (next == SIZE_MAX) continue;
        std::uint32_t step = steps_.cost(c, k, next);
        if (step == unknown) continue;
        if (has_road_[c * ways + k] != 0) step = static_cast<std::uint32_t>(step * built) + 1;
        if (step > unknown - 1 - cost || cost + step >= cost_[next]) continue;
        if (cost_[next] == unknown) seen.push_back(static_cast<std::uint32_t>(next));
        cost_[next] = cost + step;
        came_from_[next] = static_cast<std::uint8_t>(k);
        open.emplace(cost_[next], static_cast<std::uint32_t>(next));
      }
    }
    if (end != SIZE_MAX) add(from, start, end);
    for (const std::uint32_t c : seen) cost_[c] = unknown;
  }

  // The stretches of the way that are new become roads.
  void add(std::size_t from, std::size_t start, std::size_t end) {
    std::vector<std::uint32_t> way;
    std::vector<std::uint8_t> steps;
    for (std::size_t c = end; c != start;) {
      const std::uint8_t k = came_from_[c];
      way.push_back(static_cast<std::uint32_t>(c));
      steps.push_back(k);
      c = steps_.to(c, Steps::back(k));
    }
    way.push_back(static_cast<std::uint32_t>(start));
    std::reverse(way.begin(), way.end());
    std::reverse(steps.begin(), steps.end());
    for (std::size_t i = 0; i < steps.size();) {
      if (has_road_[way[i] * ways + steps[i]] != 0) {
        ++i;
        continue;
      }
      Road road{from, place_[end], {way[i]}, i == 0, false};
      for (; i < steps.size() && has_road_[way[i] * ways + steps[i]] == 0; ++i) {
        has_road_[way[i] * ways + steps[i]] = has_road_[way[i + 1] * ways + Steps::back(steps[i])] = 1;
        road.blocks.push_back(way[i + 1]);
      }
      road.at_to = i == steps.size();
      roads.push_back(std::move(road));
    }
  }

  const Country& country_;
  const FeatureGrid& grid_;
  const Steps steps_{country_};
  std::vector<std::uint32_t> cost_;
  std::vector<std::uint8_t> came_from_;
  std::vector<std::size_t> place_;      // of a block
  std::vector<std::uint8_t> has_road_;  // of a block, in each direction
};

// Lines of roads: from block to block, then evened out so that none turns as a lattice does. They stay off
// the water, and meet where they met.
class Swing {
 public:
  // `at`: of each place its block, SIZE_MAX for none, and where in the world's cells it is.
  Swing(const Country& country, const std::vector<std::size_t>& blocks, const std::vector<terrawright_point>& at)
      : country_(country), grid_(country.grid), places_(at), known_(grid_.size(), 0), stands_(grid_.size()) {
    for (std::size_t p = 0; p < blocks.size(); ++p) {
      if (blocks[p] != SIZE_MAX && known_[blocks[p]] == 0) stand(blocks[p], at[p]);
    }
  }

  // In the order in which they were built.
  std::vector<terrawright_point> line(const Road& road) {
    line_.clear();
    of_.clear();
    for (const std::size_t c : road.blocks) is_own_[c] = 1;
    for (std::size_t i = 0; i < road.blocks.size(); ++i) add(road, i);
    if (road.at_from) line_.front() = places_[road.from];
    if (road.at_to) line_.back() = places_[road.to];
    for (int time = 0; time < times; ++time) even_out();
    for (const std::size_t c : road.blocks) is_own_[c] = 0;
    for (std::size_t i = 0; i < line_.size(); ++i) {
      if (of_[i].block != SIZE_MAX && known_[of_[i].block] == 0) stand(of_[i].block, line_[i]);
    }
    return line_;
  }

 private:
  static constexpr int times = 10;  // of evening out: what is shorter than three blocks goes

  // Meaning of a point of the line: the block of the way, or SIZE_MAX between two.
  struct Of {
    std::size_t block;
    bool stays;
  };

  void add(const Road& road, std::size_t i) {
    const std::size_t c = road.blocks[i];
    const bool narrow =
        (i > 0 && is_narrow(road.blocks[i - 1], c)) || (i + 1 < road.blocks.size() && is_narrow(c, road.blocks[i + 1]));
    const bool known = known_[c] != 0;
    const auto put = [&](const terrawright_point& p, Of of) {
      if (i > 0 && is_long(line_.back(), p)) {
        line_.push_back(between(line_.back(), p));
        of_.push_back({SIZE_MAX, false});
      }
      line_.push_back(p);
      of_.push_back(of);
    };
    // If another road swung away from the lattice, water may lie between.
    const bool before = known && i > 0 && !is_dry(line_.back(), stands_[c]);
    if (before) put(grid_.middle(c), {SIZE_MAX, true});
    put(known ? stands_[c] : grid_.middle(c), {c, known || narrow});
    const bool after = known && i + 1 < road.blocks.size() && !is_dry(stands_[c], grid_.middle(road.blocks[i + 1]));
    if (after) put(grid_.middle(c), {SIZE_MAX, true});
  }

  void even_out() {
    for (std::size_t i = 1; i + 1 < line_.size(); ++i) {
      if (of_[i].stays) continue;
      const terrawright_point &a = line_[i - 1], &b = line_[i + 1];
      const terrawright_point to{(a.x + 2 * line_[i].x + b.x) / 4, (a.y + 2 * line_[i].y + b.y) / 4};
      const bool back = of_[i].block == SIZE_MAX || is_dry(to, grid_.middle(of_[i].block));
      if (back && is_dry(a, to) && is_dry(to, b)) line_[i] = to;
    }
  }

  static terrawright_point between(const terrawright_point& a, const terrawright_point& b) {
    return {(a.x + b.x) / 2, (a.y + b.y) / 2};
  }
  bool is_long(const terrawright_point& a, const terrawright_point& b) const {
    const double dx = a.x - b.x, dy = a.y - b.y, most = 1.6 * static_cast<double>(grid_.block);
    return dx * dx + dy * dy > most * most;
  }
  // A slanting step past water.
  bool is_narrow(std::size_t a, std::size_t b) const {
    const std::int64_t dx = grid_.x(b) - grid_.x(a), dy = grid_.y(b) - grid_.y(a);
    return dx * dx + dy * dy == 2 && (country_.dry[grid_.at(grid_.x(a) + dx, grid_.y(a))] == 0 ||
                                      country_.dry[grid_.at(grid_.x(a), grid_.y(a) + dy)] == 0);
  }
  void stand(std::size_t c, const terrawright_point& at) {
    known_[c] = 1;
    stands_[c] = at;
  }
  bool is_dry(const terrawright_point& a, const terrawright_point& b) const {
    constexpr int parts = 8;
    bool dry = allowed(a) && allowed(b);
    for (int k = 1; k < parts && dry; ++k) {
      const double t = static_cast<double>(k) / parts;
      dry = allowed({a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t});
    }
    return dry;
  }
  bool allowed(const terrawright_point& p) const {
    const std::size_t c = grid_.block_at(p);
    return is_own_[c] != 0 || (country_.whole.empty() ? country_.dry[c] : country_.whole[c]) != 0;
  }

  const Country& country_;
  const FeatureGrid& grid_;
  const std::vector<terrawright_point>& places_;
  std::vector<std::uint8_t> known_, is_own_ = std::vector<std::uint8_t>(grid_.size(), 0);
  std::vector<terrawright_point> line_;
  std::vector<Of> of_;
  std::vector<terrawright_point> stands_;  // of a block that a road or a place has: where
};

}  // namespace terrawright::feature
