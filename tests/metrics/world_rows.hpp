// SPDX-License-Identifier: Apache-2.0
// The rows of the table of worlds: laws of nature that shipped worlds keep, and those that they do not keep yet.
#pragma once
#include <string>
#include <vector>

#include "built_world.hpp"
#include "land_forms.hpp"
#include "slope_area.hpp"

namespace terrawright::metrics {

// A world with what several rows need.
struct MeasuredWorld {
  explicit MeasuredWorld(BuiltWorld built);
  BuiltWorld world;
  Ground dry;  // land that no lake covers
  std::vector<double> slopes;
  std::vector<float> relief;
  SlopeArea slope_area;
};

// Worlds that fail a row today, and the issue that mends them. If one passes, the mark must be removed.
struct Mark {
  std::string issue;
  std::vector<std::string> worlds;
};

struct WorldRow {
  int number;  // in the table of quality metrics
  std::string name;
  Range expected;  // of the median of an ensemble
  double (*measure)(const MeasuredWorld&);
  std::vector<std::string> worlds;  // that it applies to
  std::vector<Mark> marks = {};
};

std::vector<WorldRow> world_rows();

// The configs that are lands, but for those whose form is a text's or a drawing's.
struct ShippedLand {
  std::string name;
  std::uint64_t usual_seed;  // each row says of it what it says of the median of seeds 1 to 24
};
const std::vector<ShippedLand>& shipped_lands();

}  // namespace terrawright::metrics
