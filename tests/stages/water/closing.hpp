// SPDX-License-Identifier: Apache-2.0
// Closed lakes from the words of algorithms 15.8, by whole arrays and until nothing changes: slow, plain and written
// apart from the stage.
#pragma once
#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "draining.hpp"

namespace terrawright::test {

struct Closed {
  std::vector<std::uint8_t> sinks, lake;
  std::vector<float> depth;
  int lakes = 0, pans = 0, open = 0;
  int starved = 0;  // that would have stayed open, had those above them spilled
};

// `loss`: what open water loses of each cell, in the unit of the runoff.
inline Closed close(const Land& land, const Drained& drained, const std::vector<std::int64_t>& loss,
                    std::size_t min_area) {
  const std::size_t cells = land.z.size();
  const auto each = [&](auto body) {
    for (int y = 0; y < land.height; ++y) {
      for (int x = 0; x < land.width; ++x) body(x, y, land.at(x, y));
    }
  };
  const auto below = [&](int& x, int& y) {
    const int code = drained.receivers[land.at(x, y)];
    if (code == 0) return false;
    x += to_x[code - 1];
    y += to_y[code - 1];
    return true;
  };

  // Cells of one filled level hang together: each takes the lowest number around it, until nothing changes.
  std::vector<std::size_t> name(cells);
  each([&](int x, int y, std::size_t c) { name[c] = land.is_outlet(x, y) ? cells : c; });
  for (bool changed = true; changed;) {
    changed = false;
    each([&](int x, int y, std::size_t c) {
      if (name[c] == cells) return;
      for (int k = 0; k < 8; ++k) {
        const std::size_t n = land.at(x + to_x[k], y + to_y[k]);
        if (name[n] >= name[c] || drained.filled[n] != drained.filled[c]) continue;
        name[c] = name[n];
        changed = true;
      }
    });
  }
  const auto is_wet = [&](std::size_t c) { return drained.filled[c] > land.z[c]; };
  std::set<std::size_t> lakes;
  for (std::size_t c = 0; c < cells; ++c) {
    if (is_wet(c)) lakes.insert(name[c]);
  }

  // Lakes that lose more than they get keep all of it: those below get less. Until no other closes.
  std::set<std::size_t> shut, shut_at_first;
  std::vector<std::int64_t> inflow;
  for (bool changed = true, first = true; changed; first = false) {
    changed = false;
    inflow.assign(cells, 0);
    each([&](int x, int y, std::size_t c) {
      const auto water = static_cast<std::int64_t>(land.runoff[c]);
      std::size_t in = name[c];
      for (bool goes_on = true; goes_on;) {
        goes_on = below(x, y);
        const std::size_t to = goes_on ? name[land.at(x, y)] : cells;
        if (goes_on && to == in) continue;
        if (in != cells) inflow[in] += water;  // it leaves
        if (shut.count(in) != 0) break;
        in = to;
      }
    });
    for (const std::size_t lake : lakes) {
      std::int64_t lost = 0;
      std::size_t wet = 0;
      for (std::size_t c = 0; c < cells; ++c) {
        if (name[c] != lake || !is_wet(c)) continue;
        lost += loss[c];
        ++wet;
      }
      if (wet >= min_area && lost > inflow[lake]) changed = shut.insert(lake).second || changed;
    }
    if (first) shut_at_first = shut;
  }

  Closed result;
  result.open = static_cast<int>(lakes.size() - shut.size());
  result.starved = static_cast<int>(shut.size() - shut_at_first.size());
  result.lake.assign(cells, 0);
  result.depth.assign(cells, 0.0f);
  for (const float ocean : land.ocean) result.sinks.push_back(ocean != 0);
  for (const std::size_t lake : shut) {
    std::vector<std::pair<float, std::size_t>> lowest_first;
    for (std::size_t c = 0; c < cells; ++c) {
      if (name[c] == lake && is_wet(c)) lowest_first.emplace_back(land.z[c], c);
    }
    std::sort(lowest_first.begin(), lowest_first.end());
    result.sinks[lowest_first.front().second] = 1;
    std::int64_t left = inflow[lake];
    std::size_t stay = 0;
    for (; stay < lowest_first.size() && loss[lowest_first[stay].second] <= left; ++stay)
      left -= loss[lowest_first[stay].second];
    ++(stay == 0 ? result.pans : result.lakes);
    for (std::size_t i = 0; i < stay; ++i) {
      const std::size_t c = lowest_first[i].second;
      result.sinks[c] = result.lake[c] = 1;
      // All would lose more than there is, so there is a next one.
      result.depth[c] = (lowest_first[stay - 1].first + lowest_first[stay].first) / 2 - land.z[c];
    }
  }
  return result;
}

}  // namespace terrawright::test
