// SPDX-License-Identifier: Apache-2.0
#include "live/preview.hpp"

#include <algorithm>

#include "config/quantity.hpp"

namespace terrawright::live {
namespace {

constexpr std::int64_t small_enough = 257;

std::int64_t part_of(std::int64_t side, std::int64_t parts) {
  return side % 2 == 1 ? (side - 1) / parts + 1 : std::max<std::int64_t>(1, side / parts);
}

}  // namespace

void make_small(build::Request& request) {
  report::Diagnostics unsaid;
  config::Options options;
  options.seed = request.seed;
  const auto world = config::load(request.config, request.set, unsaid, options);
  if (!world || !world->facts_good) return;
  std::int64_t parts = 1;
  while (parts < 4 && std::max(world->width, world->height) / parts > small_enough) parts *= 2;
  if (parts == 1) return;
  request.set.push_back("world.size=[" + std::to_string(part_of(world->width, parts)) + ", " +
                        std::to_string(part_of(world->height, parts)) + "]");
  request.set.push_back("world.cell=" + config::with_unit(world->cell * static_cast<double>(parts), "m"));
}

}  // namespace terrawright::live
