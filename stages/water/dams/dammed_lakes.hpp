// SPDX-License-Identifier: Apache-2.0
// Which sites are dammed, and how high: lakes whose areas follow a law.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "water/flow_tile.hpp"

namespace terrawright::water {

// Places of rivers where something may dam them, and what a tile knows of the valleys above.

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

enum class DamCause : std::uint8_t { slide, moraine, fault };

struct DamRules {
  double highest, lowest;  // of a dam, m
  double spacing;          // between two dams, cells
  double cell;             // m
  double smallest;         // lake, cells
  std::int64_t width;      // cells of a row
};

struct DammedLake {
  std::uint32_t site;
  float level;                    // m
  std::int64_t cells;             // under water
  std::vector<std::int64_t> dam;  // cells that are raised; the site's is the outlet
  DamCause cause;
};

class DammedLakes {
 public:
  DammedLakes(const Items<DamSite>& sites, const DamRules& rules)
      : sites_(sites), rules_(rules), valleys_(sites.size()), used_(sites.size()) {}

  void add(const SiteBelow& next) {
    valleys_[next.site].below = next.below;
    if (next.below != no_site) valleys_[next.below].above.push_back(next.site);
  }
  void add(const ValleyStep& step) { valleys_[step.site].steps.push_back(step); }
  void add(const Rim& rim) { valleys_[rim.site].rims.push_back(rim); }

  // After all are added: lakes of these areas in cells, the largest first. What has no place is left out.
  template <class Poll>
  std::vector<DammedLake> find(const std::vector<double>& areas, Poll poll) {
    std::vector<std::uint32_t> order;
    for (std::uint32_t s = 0; s < sites_.size(); ++s) order.push_back(s);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      return sites_[a].rank != sites_[b].rank ? sites_[a].rank < sites_[b].rank : a < b;
    });
    number_the_tree();
    for (std::uint32_t s = 0; s < sites_.size(); ++s) {
      poll();
      fill(s);
    }
    std::vector<DammedLake> lakes;
    for (const double area : areas) {
      poll();
      for (const std::uint32_t site : order) {
        if (used_[site] != 0 || !place(site, area, lakes)) continue;
        used_[site] = 1;
        break;
      }
    }
    return lakes;
  }

 private:
  struct Valley {
    std::uint32_t below = no_site;
    std::uint32_t first = 0, end = 0;  // numbers of this site and all above it
    std::vector<std::uint32_t> above;
    std::vector<ValleyStep> steps;
    std::vector<Rim> rims;
    // Of all that drains here: cells under each level above the site's, and the cells of a dam by their height.
    std::vector<std::int64_t> under;
    std::vector<Rim> dam;
  };

  void number_the_tree() {
    std::uint32_t number = 0;
    std::vector<std::pair<std::uint32_t, std::size_t>> way;
    for (std::uint32_t root = 0; root < valleys_.size(); ++root) {
      if (valleys_[root].below != no_site) continue;
      valleys_[root].first = number++;
      way.push_back({root, 0});
      while (!way.empty()) {
        const std::uint32_t at = way.back().first;
        if (way.back().second == valleys_[at].above.size()) {
          valleys_[at].end = number;
          way.pop_back();
          continue;
        }
        const std::uint32_t next = valleys_[at].above[way.back().second++];
        valleys_[next].first = number++;
        way.push_back({next, 0});
      }
    }
  }
  bool drains_to(std::uint32_t site, std::uint32_t to) const {
    return site != no_site && valleys_[site].first >= valleys_[to].first && valleys_[site].first < valleys_[to].end;
  }

  // The whole valley above a site, as high as a dam may be.
  void fill(std::uint32_t site) {
    Valley& valley = valleys_[site];
    const std::int64_t bottom = level_of(sites_[site].height);
    const float top = sites_[site].height + static_cast<float>(rules_.highest);
    valley.under.assign(static_cast<std::size_t>(level_of(top) - bottom + 1), 0);
    std::vector<std::uint32_t> parts = {site};
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const Valley& part = valleys_[parts[i]];
      for (const ValleyStep& step : part.steps) {
        const std::int64_t above = step.level - bottom;
        if (above >= 0 && above < static_cast<std::int64_t>(valley.under.size()))
          valley.under[static_cast<std::size_t>(above)] += step.cells;
      }
      for (const Rim& rim : part.rims) {
        if (rim.height < top && !drains_to(rim.beyond, site)) valley.dam.push_back(rim);
      }
      for (const std::uint32_t next : part.above) {
        if (sites_[next].height < top) parts.push_back(next);
      }
    }
    for (std::size_t i = 1; i < valley.under.size(); ++i) valley.under[i] += valley.under[i - 1];
    std::sort(valley.dam.begin(), valley.dam.end(),
              [](const Rim& a, const Rim& b) { return a.cell != b.cell ? a.cell < b.cell : a.height < b.height; });
    valley.dam.erase(
        std::unique(valley.dam.begin(), valley.dam.end(), [](const Rim& a, const Rim& b) { return a.cell == b.cell; }),
        valley.dam.end());
    std::sort(valley.dam.begin(), valley.dam.end(),
              [](const Rim& a, const Rim& b) { return a.height != b.height ? a.height < b.height : a.cell < b.cell; });
  }

  std::size_t dam_cells(const Valley& valley, float level) const {
    return static_cast<std::size_t>(std::lower_bound(valley.dam.begin(), valley.dam.end(), level,
                                                     [](const Rim& rim, float wanted) { return rim.height < wanted; }) -
                                    valley.dam.begin());
  }

  // A lake of about that area, if a short dam holds it.
  bool place(std::uint32_t site, double area, std::vector<DammedLake>& lakes) const {
    const Valley& valley = valleys_[site];
    const std::int64_t bottom = level_of(sites_[site].height);
    const double least = std::max(0.93 * area, rules_.smallest);
    auto i = static_cast<std::size_t>(
        std::lower_bound(valley.under.begin(), valley.under.end(), least,
                         [](std::int64_t cells, double wanted) { return static_cast<double>(cells) < wanted; }) -
        valley.under.begin());
    for (; i < valley.under.size(); ++i) {
      const float level = static_cast<float>(bottom + static_cast<std::int64_t>(i) + 1) * level_step;
      const std::size_t dam = dam_cells(valley, level);
      const std::int64_t cells = valley.under[i] - static_cast<std::int64_t>(dam);
      if (static_cast<double>(cells) < least) continue;
      const double height = static_cast<double>(level - sites_[site].height);
      // Wide valleys end the search: a dam of this area is longer than the lake, or the lake much larger.
      if (static_cast<double>(cells) > 1.15 * area + 1 || static_cast<double>(dam) > 0.6 * std::sqrt(area) + 2 ||
          dam == 0)
        return false;
      if (height < rules_.lowest) continue;
      if (height > rules_.highest || in_the_way(site, level, lakes)) return false;
      DammedLake lake{site, level, cells, {}, cause_of(height, static_cast<double>(dam) * rules_.cell)};
      for (std::size_t k = 0; k < dam; ++k) lake.dam.push_back(valley.dam[k].cell);
      lakes.push_back(std::move(lake));
      return true;
    }
    return false;
  }

  // Slides come from steep walls; a scarp is lower than what a glacier leaves.
  static DamCause cause_of(double height, double length) {
    if (2 * height >= 0.1 * length) return DamCause::slide;
    return height > 15 ? DamCause::moraine : DamCause::fault;
  }

  // Another lake is too near, below or above.
  bool in_the_way(std::uint32_t site, float level, const std::vector<DammedLake>& lakes) const {
    const std::int64_t x = sites_[site].cell % rules_.width, y = sites_[site].cell / rules_.width;
    const auto margin = static_cast<float>(rules_.lowest);
    return std::any_of(lakes.begin(), lakes.end(), [&](const DammedLake& other) {
      const DamSite& there = sites_[other.site];
      if (drains_to(site, other.site) && sites_[site].height < other.level + margin) return true;
      if (drains_to(other.site, site) && there.height < level + margin) return true;
      const std::int64_t other_x = there.cell % rules_.width, other_y = there.cell / rules_.width;
      const auto dx = static_cast<double>(x - other_x), dy = static_cast<double>(y - other_y);
      return dx * dx + dy * dy < rules_.spacing * rules_.spacing;
    });
  }

  const Items<DamSite> sites_;
  const DamRules rules_;
  std::vector<Valley> valleys_;
  std::vector<std::uint8_t> used_;
};

}  // namespace terrawright::water
