// SPDX-License-Identifier: Apache-2.0
// Roads: from each place the cheapest way to one that is more important. A way that is there already is cheaper, so
// roads join. Costs are whole numbers of 1/256 of a step on flat ground.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "country.hpp"

namespace terrawright::feature {

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

}  // namespace terrawright::feature
