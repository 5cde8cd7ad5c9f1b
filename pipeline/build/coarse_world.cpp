// SPDX-License-Identifier: Apache-2.0
#include "build/coarse_world.hpp"

#include <algorithm>

#include "config/quantity.hpp"

namespace terrawright::build {
namespace {

using Sides = std::vector<std::int64_t>;

// What a side may be: points at both ends where it has those, else as many cells as fit.
Sides sides_of(std::int64_t side, std::int64_t times) {
  Sides sides;
  const auto add = [&](std::int64_t one) {
    if (one >= 1 && one < side && std::find(sides.begin(), sides.end(), one) == sides.end()) sides.push_back(one);
  };
  if ((side - 1) % times == 0) add((side - 1) / times + 1);
  add((side + times / 2) / times);
  add(side / times + 1);
  return sides;
}

}  // namespace

std::optional<CoarseWorld> coarse_world(const Request& request, const Plan& plan, std::int64_t times,
                                        const graph::Catalogue& catalogue) {
  const config::World& world = *plan.graph.world;
  for (; times > 1; --times) {
    const Sides widths = sides_of(world.width, times), heights = sides_of(world.height, times);
    for (std::size_t i = 0; i < std::min(widths.size(), heights.size()); ++i) {
      CoarseWorld coarse;
      coarse.width = widths[i];
      coarse.height = heights[i];
      coarse.cells = static_cast<double>(world.width) * static_cast<double>(world.height) /
                     (static_cast<double>(coarse.width) * static_cast<double>(coarse.height));
      coarse.set = request.set;
      coarse.set.push_back("world.size=[" + std::to_string(coarse.width) + "," + std::to_string(coarse.height) + "]");
      coarse.set.push_back("world.cell=" + config::canonical(world.cell * static_cast<double>(times)) + " m");
      Request asked = request;
      asked.set = coarse.set;
      report::Diagnostics problems;
      load(asked, catalogue, problems);
      if (!problems.has_errors()) return coarse;
    }
  }
  return std::nullopt;
}

}  // namespace terrawright::build
