// SPDX-License-Identifier: Apache-2.0
#include "world_table.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "world_faults.hpp"
#include "world_rows.hpp"

namespace terrawright::metrics {
namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// The issue that mends this row of a world; none: "".
std::string mark_of(const WorldRow& row, const std::string& world) {
  for (const Mark& mark : row.marks) {
    if (contains(mark.worlds, world)) return mark.issue;
  }
  return "";
}

// Rows that hold in a world.
std::vector<bool> hold(const std::vector<WorldRow>& rows, const BuiltWorld& built) {
  const MeasuredWorld world(built);
  std::vector<bool> held;
  for (const WorldRow& row : rows) held.push_back(row.expected.holds(row.measure(world)));
  return held;
}

Range widened(Range range, double by) {
  if (by == 0) return range;
  const double more = std::isfinite(range.highest - range.lowest) ? by * (range.highest - range.lowest) : 0;
  return {range.lowest - more, range.highest + more};
}

std::string median_of(std::vector<double> values) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", values.empty() ? std::nan("") : quantile(std::move(values), 0.5));
  return text;
}

// Cells of a table, by rows and columns.
void print(const char* title, const std::vector<std::string>& columns, const std::vector<WorldRow>& rows,
           const std::vector<std::vector<std::string>>& cells) {
  std::printf("\n%s\n%-30s%-15s", title, "", "range");
  for (const std::string& column : columns) std::printf("%18s", column.c_str());
  std::printf("\n");
  for (std::size_t r = 0; r < rows.size(); ++r) {
    std::printf("%2d  %-26s%-15s", rows[r].number, rows[r].name.c_str(), text_of(rows[r].expected).c_str());
    for (const std::string& cell : cells[r]) std::printf("%18s", cell.c_str());
    std::printf("\n");
  }
}

}  // namespace

bool lands_hold(const WorldScope& scope) {
  const std::vector<WorldRow> rows = world_rows();
  std::vector<std::vector<std::string>> cells(rows.size());
  std::vector<std::string> marked, wrong;
  std::vector<std::string> names;
  for (const ShippedLand& land : shipped_lands()) {
    const std::string& name = land.name;
    if (!scope.only.empty() && !contains(scope.only, name)) continue;
    names.push_back(name);
    std::vector<std::vector<double>> values(rows.size());
    const std::uint64_t first = scope.first_seed > 0 ? scope.first_seed : land.usual_seed;
    for (int i = 0; i < scope.seeds; ++i) {
      const MeasuredWorld world(built_world({name}, first + static_cast<std::uint64_t>(i), scope.side));
      for (std::size_t r = 0; r < rows.size(); ++r) {
        if (!contains(rows[r].worlds, name)) continue;
        const double value = rows[r].measure(world);
        if (!std::isnan(value)) values[r].push_back(value);
      }
    }
    for (std::size_t r = 0; r < rows.size(); ++r) {
      if (!contains(rows[r].worlds, name)) {
        cells[r].emplace_back("");
        continue;
      }
      const bool holds = !values[r].empty() && widened(rows[r].expected, scope.slack).holds(quantile(values[r], 0.5));
      const std::string issue = mark_of(rows[r], name), value = median_of(values[r]);
      cells[r].push_back(value + (issue.empty() ? holds ? "  " : " !" : holds ? " +" : " *"));
      const std::string said = std::to_string(rows[r].number) + "  " + rows[r].name + ", " + name + ": " + value +
                               ", not " + text_of(rows[r].expected);
      if (!issue.empty() && !holds) marked.push_back(said + ": \"" + issue + "\"");
      if (issue.empty() && !holds) wrong.push_back("OUT: " + said);
      if (!issue.empty() && holds && scope.slack == 0) {
        wrong.push_back("PASSES: " + std::to_string(rows[r].number) + "  " + rows[r].name + ", " + name + ": " + value +
                        " is in " + text_of(rows[r].expected) + "; take its mark out of world_rows.cpp");
      }
    }
  }
  print("Medians of the shipped lands (* marked, ! out, + marked and within)", names, rows, cells);
  std::printf("\nMarked: out today, until the issue is done that they name\n");
  for (const std::string& line : marked) std::printf("    %s\n", line.c_str());
  for (const std::string& line : wrong) std::printf("%s\n", line.c_str());
  std::fflush(stdout);
  return wrong.empty();
}

bool faults_are_caught(const WorldScope& scope) {
  const std::string name = shipped_lands().front().name;  // realistic
  std::vector<WorldRow> rows;
  for (const WorldRow& row : world_rows()) {
    if (contains(row.worlds, name)) rows.push_back(row);
  }
  std::vector<std::string> names, wrong;
  for (const Fault& fault : faults()) names.push_back(fault.name);
  const auto shape = [&](auto cell) { return std::vector(rows.size(), std::vector(names.size(), cell)); };
  auto values = shape(std::vector<double>());
  auto caught = shape(0);
  const std::uint64_t first = scope.first_seed > 0 ? scope.first_seed : shipped_lands().front().usual_seed;
  for (int i = 0; i < scope.faulty_seeds; ++i) {
    const std::uint64_t seed = first + static_cast<std::uint64_t>(i);
    const BuiltWorld realistic = built_world({name}, seed, scope.side);
    const std::vector<bool> held = hold(rows, realistic);
    for (std::size_t f = 0; f < names.size(); ++f) {
      const Fault fault = faults()[f];
      const MeasuredWorld faulty(fault.faulty(realistic, seed));
      int by = 0;
      for (std::size_t r = 0; r < rows.size(); ++r) {
        const double value = rows[r].measure(faulty);
        if (std::isnan(value)) continue;
        values[r][f].push_back(value);
        if (rows[r].expected.holds(value) || !held[r]) continue;
        ++caught[r][f], ++by;
      }
      if (by == 0) wrong.push_back(names[f] + ", seed " + std::to_string(seed));
    }
  }
  std::vector<std::vector<std::string>> cells(rows.size());
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (std::size_t f = 0; f < names.size(); ++f) {
      cells[r].push_back(median_of(values[r][f]) + (caught[r][f] > 0 ? " #" + std::to_string(caught[r][f]) : "   "));
    }
  }
  print("Medians of worlds with faults (#: in how many seeds a row that holds in the sound world catches it)", names,
        rows, cells);
  for (const std::string& line : wrong) std::printf("NOT CAUGHT by any row: %s\n", line.c_str());
  std::fflush(stdout);
  return wrong.empty();
}

}  // namespace terrawright::metrics
