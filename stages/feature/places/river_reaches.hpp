// SPDX-License-Identifier: Apache-2.0
// Reaches of rivers with their courses, as feature.courses gives them.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "terrawright/table_view.hpp"

namespace terrawright::feature {

struct RiverReach {
  std::int64_t number, next, course;  // `next`: the reach that it flows into; 0: none
  double discharge;
  enum class End { river, lake, sea, elsewhere } end;
  std::vector<terrawright_point> line;
};

inline std::vector<RiverReach> river_reaches(const TableView& table) {
  const auto* const number = table.integers("reach");
  const auto* const next = table.integers("next_reach");
  const auto* const course = table.integers("course");
  const double* const discharge = table.reals("discharge", "m3/s");
  const char* const* const ends_in = table.texts("ends_in");
  std::vector<RiverReach> all;
  for (std::size_t r = 0; r < table.rows(); ++r) {
    const std::string end = ends_in[r];
    using End = RiverReach::End;
    all.push_back({number[r],
                   next[r],
                   course[r],
                   discharge[r],
                   end == "lake"    ? End::lake
                   : end == "sea"   ? End::sea
                   : end == "river" ? End::river
                                    : End::elsewhere,
                   {table.line(r).begin(), table.line(r).end()}});
  }
  return all;
}

}  // namespace terrawright::feature
