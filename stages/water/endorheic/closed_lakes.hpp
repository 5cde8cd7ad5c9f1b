// SPDX-License-Identifier: Apache-2.0
// Lakes that lose all their water to the air: which of them, and how far each shrinks.
//
// Cells of one filled level that touch are one lake if any of them is under water: what leaves them goes lower and
// never comes back. Water runs down from cell to cell; at a lake it waits until all of it has come.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <tuple>
#include <vector>

#include "water/lake_basins.hpp"

namespace terrawright::water {

struct ClosedLake {
  std::int64_t first;              // raster index of its first cell, before it shrank
  std::int64_t inflow;             // runoff
  std::int64_t lost;               // from the cells that stay under water, no more than the inflow
  std::vector<std::uint32_t> wet;  // cells that stay under water; of a salt pan none
  float level;                     // m
  std::uint32_t deepest = 0;       // where the water ends, however little it is
};

class ClosedLakes {
 public:
  // One raster each, row by row: heights, filled heights, receivers, runoff, and what evaporates from open water, in
  // the unit of the runoff.
  ClosedLakes(std::int64_t width, std::vector<float> height, std::vector<float> filled, std::vector<Receiver> receivers,
              std::vector<std::int64_t> runoff, std::vector<std::int64_t> evaporation, std::int64_t min_area)
      : width_(width),
        min_area_(min_area),
        height_(std::move(height)),
        filled_(std::move(filled)),
        receivers_(std::move(receivers)),
        flow_(std::move(runoff)),
        evaporation_(std::move(evaporation)) {}

  template <class Poll>
  std::vector<ClosedLake> find(Poll poll) {
    find_lakes(poll);
    std::vector<std::uint8_t> donors(flow_.size(), 0);
    for (std::uint32_t c = 0; c < flow_.size(); ++c) {
      if (c % between_polls == 0) poll();
      if (receivers_[c] != no_receiver) ++donors[below(c)];
    }
    std::vector<std::uint32_t> ready;
    for (std::uint32_t c = 0; c < flow_.size(); ++c) {
      if (c % between_polls == 0) poll();
      if (donors[c] == 0) ready.push_back(c);
    }
    std::vector<ClosedLake> closed;
    const auto hand_on = [&](std::uint32_t c) {
      if (receivers_[c] == no_receiver) return;
      flow_[below(c)] += flow_[c];
      if (--donors[below(c)] == 0) ready.push_back(below(c));
    };
    for (std::size_t done = 1; !ready.empty(); ++done) {
      if (done % between_polls == 0) poll();
      const std::uint32_t c = ready.back();
      ready.pop_back();
      if (lake_[c] == no_lake) {
        hand_on(c);
        continue;
      }
      Basin& lake = lakes_[lake_[c]];
      const bool leaves = receivers_[c] == no_receiver || lake_[below(c)] != lake_[c];
      if (!leaves) hand_on(c);
      if (leaves) lake.exits.push_back(c);
      if (++lake.arrived < lake.cells.size()) continue;
      if (auto shrunk = shrink(lake)) closed.push_back(std::move(*shrunk));
      for (const std::uint32_t exit : lake.exits) hand_on(exit);
    }
    std::sort(closed.begin(), closed.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    return closed;
  }

 private:
  static constexpr std::uint32_t between_polls = 1 << 18;  // cells

  struct Basin {
    std::vector<std::uint32_t> cells, exits;
    std::size_t arrived = 0;
  };

  std::uint32_t below(std::uint32_t cell) const {
    const Direction& to = direction(receivers_[cell]);
    return static_cast<std::uint32_t>(static_cast<std::int64_t>(cell) + to.dy * width_ + to.dx);
  }

  template <class Poll>
  void find_lakes(Poll poll) {
    lake_.assign(flow_.size(), no_lake);
    const auto rows = static_cast<std::int64_t>(flow_.size()) / width_;
    for (std::uint32_t first = 0; first < flow_.size(); ++first) {
      if (first % between_polls == 0) poll();
      if (lake_[first] != no_lake || !(filled_[first] > height_[first])) continue;
      const auto number = static_cast<std::uint32_t>(lakes_.size());
      Basin& lake = lakes_.emplace_back();
      lake.cells.push_back(first);
      lake_[first] = number;
      for (std::size_t i = 0; i < lake.cells.size(); ++i) {
        if (i % between_polls == between_polls - 1) poll();
        const std::int64_t x = lake.cells[i] % width_, y = lake.cells[i] / width_;
        for (const Direction& to : directions) {
          const std::int64_t nx = x + to.dx, ny = y + to.dy;
          if (nx < 0 || ny < 0 || nx >= width_ || ny >= rows) continue;
          const auto n = static_cast<std::uint32_t>(ny * width_ + nx);
          if (lake_[n] != no_lake || filled_[n] != filled_[first] || receivers_[n] == no_receiver) continue;
          lake_[n] = number;
          lake.cells.push_back(n);
        }
      }
    }
  }

  // If more evaporates than flows in: the deepest cells, as many as can lose all of it. Nothing flows out then.
  std::optional<ClosedLake> shrink(Basin& lake) {
    std::int64_t inflow = 0, most = 0;
    std::vector<std::uint32_t> wet;
    for (const std::uint32_t exit : lake.exits) inflow += flow_[exit];
    for (const std::uint32_t c : lake.cells) {
      if (!(filled_[c] > height_[c])) continue;
      wet.push_back(c);
      most += evaporation_[c];
    }
    if (inflow >= most || static_cast<std::int64_t>(wet.size()) < min_area_) return std::nullopt;
    std::sort(wet.begin(), wet.end(),
              [&](std::uint32_t a, std::uint32_t b) { return std::tuple(height_[a], a) < std::tuple(height_[b], b); });
    ClosedLake closed{*std::min_element(lake.cells.begin(), lake.cells.end()), inflow, 0, {}, filled_[lake.cells[0]]};
    std::size_t stays = 0;
    while (stays < wet.size() && closed.lost + evaporation_[wet[stays]] <= inflow)
      closed.lost += evaporation_[wet[stays++]];
    // Between the last cell and the next, so that the shore falls to the lake.
    if (stays > 0 && stays < wet.size()) closed.level = (height_[wet[stays - 1]] + height_[wet[stays]]) / 2;
    closed.deepest = wet.front();
    wet.resize(stays);
    closed.wet = std::move(wet);
    for (const std::uint32_t exit : lake.exits) flow_[exit] = 0;
    return closed;
  }

  std::int64_t width_, min_area_;
  std::vector<float> height_, filled_;
  std::vector<Receiver> receivers_;
  std::vector<std::int64_t> flow_, evaporation_;
  std::vector<std::uint32_t> lake_;
  std::vector<Basin> lakes_;
};

}  // namespace terrawright::water
