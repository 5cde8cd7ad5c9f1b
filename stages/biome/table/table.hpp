// SPDX-License-Identifier: Apache-2.0
// table.hpp: rules that give a class to ranges of climate and ground; the first that fits wins.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "biome/classes.hpp"
#include "terrawright/numbers.hpp"

namespace terrawright::biome {

// Measures that rules use, in this order everywhere.
constexpr std::size_t n_measures = 4;
struct Measure {
  const char *name, *from, *to, *unit;
  double least;  // there is nothing below
};
constexpr double unbounded = std::numeric_limits<double>::infinity();
constexpr std::array<Measure, n_measures> measures = {{
    {"temperature", "temperature_from", "temperature_to", " C", -unbounded},
    {"rain", "rain_from", "rain_to", " mm/yr", 0},
    {"height", "height_from", "height_to", " m", -unbounded},
    {"slope", "slope_from", "slope_to", "", 0},
}};
using Point = std::array<double, n_measures>;

// From, included, to, excluded; an end left out is open.
struct Rule {
  using End = std::optional<double>;
  std::int64_t code = 0;
  End temperature_from, temperature_to, rain_from, rain_to, height_from, height_to, slope_from, slope_to;

  static void describe(Parameters<Rule>& row) {
    row.parameter(&Rule::code, "code", "Class that the rule gives to the cells it takes.").range(1, UINT16_MAX);
    row.parameter(&Rule::temperature_from, "temperature_from",
                  "The rule takes annual mean temperatures of this and above.")
        .unit("C")
        .word("any");
    row.parameter(&Rule::temperature_to, "temperature_to", "The rule takes annual mean temperatures below this.")
        .unit("C")
        .word("any");
    row.parameter(&Rule::rain_from, "rain_from", "The rule takes annual rain of this and above.")
        .unit("mm/yr")
        .word("any");
    row.parameter(&Rule::rain_to, "rain_to", "The rule takes annual rain below this.").unit("mm/yr").word("any");
    row.parameter(&Rule::height_from, "height_from", "The rule takes heights above the sea of this and above.")
        .unit("m")
        .word("any");
    row.parameter(&Rule::height_to, "height_to", "The rule takes heights below this.").unit("m").word("any");
    row.parameter(&Rule::slope_from, "slope_from", "The rule takes slopes, as rise over run, of this and above.")
        .word("any");
    row.parameter(&Rule::slope_to, "slope_to", "The rule takes slopes, as rise over run, below this.").word("any");
  }

  std::array<End, n_measures> lowest() const { return {temperature_from, rain_from, height_from, slope_from}; }
  std::array<End, n_measures> end() const { return {temperature_to, rain_to, height_to, slope_to}; }
};

// A box of climates.
struct Box {
  std::uint16_t code;
  Point from, to;
  bool holds(const Point& at) const {
    bool inside = true;
    for (std::size_t m = 0; m < n_measures; ++m) inside = inside && at[m] >= from[m] && at[m] < to[m];
    return inside;
  }
};

inline Box box_of(const Rule& rule) {
  Box box{static_cast<std::uint16_t>(rule.code), {}, {}};
  for (std::size_t m = 0; m < n_measures; ++m) {
    box.from[m] = rule.lowest()[m].value_or(-unbounded);
    box.to[m] = rule.end()[m].value_or(unbounded);
  }
  return box;
}

// The part of all climates that no box holds, if there is one. Space falls into slabs between the boxes' bounds, one
// measure after the other; of a slab the boxes that reach into it reach across it.
inline std::optional<Box> gap_of(const std::vector<Box>& boxes, std::size_t measure = 0) {
  Box all{unknown, {}, {}};
  for (std::size_t m = 0; m < n_measures; ++m) {
    all.from[m] = measures[m].least;
    all.to[m] = unbounded;
  }
  if (boxes.empty()) return all;
  for (const Box& box : boxes) {
    bool holds_all = true;
    for (std::size_t m = measure; m < n_measures; ++m) {
      holds_all = holds_all && box.from[m] <= all.from[m] && box.to[m] >= all.to[m];
    }
    if (holds_all) return std::nullopt;
  }
  const double least = measures[measure].least;
  std::vector<double> bounds{least, unbounded};
  for (const Box& box : boxes) {
    for (const double bound : {box.from[measure], box.to[measure]}) {
      if (bound > least) bounds.push_back(bound);
    }
  }
  std::sort(bounds.begin(), bounds.end());
  bounds.erase(std::unique(bounds.begin(), bounds.end()), bounds.end());
  for (std::size_t k = 0; k + 1 < bounds.size(); ++k) {
    std::vector<Box> across;
    for (const Box& box : boxes) {
      if (box.from[measure] <= bounds[k] && box.to[measure] >= bounds[k + 1]) across.push_back(box);
    }
    std::optional<Box> gap = gap_of(across, measure + 1);
    if (!gap) continue;
    gap->from[measure] = bounds[k];
    gap->to[measure] = bounds[k + 1];
    return gap;
  }
  return std::nullopt;
}

// "temperature from 5 C to 10 C, rain below 250 mm/yr".
inline std::string text_of(const Box& box) {
  std::string text;
  for (std::size_t m = 0; m < n_measures; ++m) {
    const Measure& measure = measures[m];
    const std::string from = number_text(box.from[m]) + measure.unit, to = number_text(box.to[m]) + measure.unit;
    const bool low = box.from[m] > measure.least, high = box.to[m] < unbounded;
    if (!low && !high) continue;
    text += (text.empty() ? "" : ", ") + std::string(measure.name);
    text += low && high ? " from " + from + " to " + to : low ? " from " + from + " on" : " below " + to;
  }
  return text;
}

}  // namespace terrawright::biome
