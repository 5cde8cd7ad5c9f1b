// SPDX-License-Identifier: Apache-2.0
// Candidates for the names of each kind. All that is found there lies in the frame, off marks and furniture, and is
// priced with what it covers; the cheapest come first.
#pragma once
#include <utility>

#include "candidate.hpp"
#include "ground.hpp"

namespace terrawright::map::labels {

struct Site {
  const LabelFeature& feature;
  const LabelStyle& style;
  const LabelText& text;
  const Ground& ground;
  double em() const { return text.em; }
  double tracking(std::int32_t thousandths) const { return text.em * thousandths / 1000; }
  double tracking() const { return tracking(style.tracking); }
  bool can_be_cut() const { return !text.first.empty(); }
  Vector point() const { return vector_of(feature.point); }
  // The longest part of its line inside the frame: the first of its points, and that after the last.
  std::pair<std::size_t, std::size_t> visible() const;
  std::vector<Vector> visible_line() const;
};

// Samples of a line are this far apart, unless it is longer than any sheet.
inline double step_along(double length) { return std::max(25.0, length / 20000); }

// Prices by what is covered, in thousandths.
constexpr std::int32_t ink_price = 900;
inline std::int32_t price(std::int32_t share, std::int32_t of_all) { return share * of_all / 1000; }

std::vector<Candidate> candidates_at_point(const Site& site);  // towns, peaks, heights
std::vector<Candidate> candidates_at_cape(const Site& site);
std::vector<Candidate> candidates_in_bay(const Site& site);
std::vector<Candidate> candidates_on_island(const Site& site);
std::vector<Candidate> candidates_in_sea(const Site& site);
std::vector<Candidate> candidates_along_river(const Site& site);
std::vector<Candidate> candidates_in_lake(const Site& site);
std::vector<Candidate> candidates_over_area(const Site& site);  // ranges, forests, deserts, plains

std::vector<Candidate> candidates_of(const Site& site);

}  // namespace terrawright::map::labels
