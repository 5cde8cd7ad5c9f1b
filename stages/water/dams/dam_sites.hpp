// SPDX-License-Identifier: Apache-2.0
// Places of rivers where something may dam them, and what a tile knows of the valleys above.
#pragma once
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "water/flow_tile.hpp"

namespace terrawright::water {

// A cell of a river. Those of lower rank are tried first.
struct DamSite {
  std::int64_t cell;  // raster index
  float height;       // m
  std::uint32_t rank;
};

// Sites are numbered by their cells. A cell belongs to the first site that its water passes.
constexpr std::uint32_t no_site = UINT32_MAX;

// Levels of lakes are whole steps, so that cells between them can be counted.
constexpr float level_step = 0.25f;  // m
inline std::int64_t level_of(float height) {
  const auto whole = static_cast<std::int64_t>(height / level_step);
  return whole - (static_cast<float>(whole) * level_step > height ? 1 : 0);
}

// Cells of a site between a level and the next.
struct ValleyStep {
  std::uint32_t site;
  std::int32_t level;
  std::int64_t cells;
};
// A cell of a site beside one of another, or of none: from this height on a lake would run over between them.
struct Rim {
  std::int64_t cell;
  std::uint32_t site, beyond;
  float height;
};
// A cell of the tile's perimeter.
struct EdgeOfValley {
  std::uint32_t site;
  float height;
};
// The site that the water of a site passes next.
struct SiteBelow {
  std::uint32_t site, below;
};

// The sites of a tile's cells, by FlowTile::place. `here`: numbers of the tile's own sites by their places; `beyond`:
// the sites behind its exits.
template <class Beyond>
std::vector<std::uint32_t> sites_of(const FlowTile& flow, const std::map<std::size_t, std::uint32_t>& here,
                                    Beyond beyond, std::vector<SiteBelow>& below) {
  std::vector<std::uint32_t> site(flow.size(), no_site);
  const auto give = [&](std::size_t place, std::uint32_t from_below) {
    site[place] = from_below;
    const auto own = here.find(place);
    if (own == here.end()) return;
    site[place] = own->second;
    below.push_back({own->second, from_below});
  };
  for (std::size_t i = 0; i < flow.leaving().size(); ++i) give(flow.leaving()[i].place, beyond(i));
  flow.upstream([&](std::size_t from, std::size_t to) { give(from, site[to]); });
  return site;
}

// Low ground of the tile's valleys: the steps that lie below the highest dam, and the rims between two cells of the
// tile.
class LowGround {
 public:
  // `highest`: of a dam, m.
  LowGround(const View<const float>& height, const FlowTile& flow, const std::vector<std::uint32_t>& site,
            const Items<DamSite>& sites, float highest, const Rect& world) {
    const Rect& area = flow.tile();
    std::map<std::pair<std::uint32_t, std::int32_t>, std::int64_t> cells;
    for (std::int64_t y = area.y; y < area.y + area.height; ++y) {
      for (std::int64_t x = area.x; x < area.x + area.width; ++x) {
        const std::uint32_t own = site[flow.place(x, y)];
        if (own == no_site) continue;
        const float z = height(x, y), top = sites[own].height + highest;
        if (!(z < top)) continue;
        ++cells[{own, static_cast<std::int32_t>(level_of(z))}];
        // Water would leave the map.
        if (Perimeter(world).has(x, y)) rims.push_back({y * world.width + x, own, no_site, z});
        for (const Direction& to : directions) {
          if (!flow.contains(x + to.dx, y + to.dy)) continue;
          const std::uint32_t other = site[flow.place(x + to.dx, y + to.dy)];
          const float between = std::max(z, height(x + to.dx, y + to.dy));
          if (other != own && between < top) rims.push_back({y * world.width + x, own, other, between});
        }
      }
    }
    for (const auto& [step, count] : cells) steps.push_back({step.first, step.second, count});
  }

  std::vector<ValleyStep> steps;
  std::vector<Rim> rims;
};

}  // namespace terrawright::water
