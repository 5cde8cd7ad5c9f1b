// SPDX-License-Identifier: Apache-2.0
// surroundings.hpp: what the schemes of biomes share: sea and ice, lakes, rivers and the coast come before the climate.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "classes.hpp"
#include "terrawright/processors.h"
#include "terrawright/stage.hpp"

namespace terrawright::biome {
namespace {

// Which cells of a row are ocean or lake, before anything else is asked of them.

constexpr std::uint16_t no_water = unknown;  // what it is, is asked later

TERRAWRIGHT_FOR_EACH_PROCESSOR
void find_land(const float* height, std::uint8_t* __restrict to, std::size_t count) {
  for (std::size_t x = 0; x < count; ++x) to[x] = height[x] > 0.0f ? 1 : 0;
}
// Ocean by its depth, lake, or none.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void find_water(const float* height, const std::uint8_t* land, const std::uint8_t* in_ocean,
                const std::uint8_t* in_lake, float shelf_end, std::uint16_t* __restrict to, std::size_t count) {
  for (std::size_t x = 0; x < count; ++x) {
    const std::uint16_t ocean = height[x] > shelf_end ? shelf : deep_ocean;
    const std::uint16_t water = in_ocean[x] != 0 ? ocean : std::uint16_t{lake};
    const std::uint16_t ground = in_lake[x] != 0 ? std::uint16_t{lake} : no_water;
    to[x] = land[x] != 0 ? ground : water;
  }
}
// Floats above the returned one are above `value` in float64, too.
inline float float_below(double value) {
  const auto near = static_cast<float>(value);
  return static_cast<double>(near) > value ? std::nextafter(near, -std::numeric_limits<float>::infinity()) : near;
}

}  // namespace

// Default difference of the warmest month to the year, without an input for it.
constexpr double usual_season = 8.0;

// A base of stages. Priority of classes: the ocean (frozen, shelf, deep), lakes, with `overlays` rivers and the coast,
// ice, the climate's own.
struct Surroundings {
  In<Height> height;
  In<Scalar> warmest;
  In<Mask> land, ocean, lakes, rivers;
  Out<Class> classes;
  Out<Mask> coast;
  double shelf_depth = 200, coast_height = 20, sea_ice_at = -8;
  bool overlays = false;

  template <class Stage>
  static void describe_height(Spec<Stage>& s) {
    s.port(member_of<Stage>(&Surroundings::height), "height", "Heights above the sea.").unit("m").halo(1);
  }
  template <class Stage>
  static void describe_ports(Spec<Stage>& s, const char* without_warmest) {
    s.port(member_of<Stage>(&Surroundings::warmest), "warmest", without_warmest).unit("C").optional();
    s.port(member_of<Stage>(&Surroundings::land), "land",
           "Mask of the land; without it, cells higher than 0 m are land.")
        .halo(1)
        .optional();
    s.port(member_of<Stage>(&Surroundings::ocean), "ocean",
           "Mask of the ocean, the water connected to the world's border; without it, all water is ocean.")
        .halo(1)
        .optional();
    s.port(member_of<Stage>(&Surroundings::lakes), "lake",
           "Mask of the lakes, which may lie above the sea; without it, water that is not ocean is a lake.")
        .optional();
    s.port(member_of<Stage>(&Surroundings::rivers), "river",
           "Mask of the rivers, which `overlays: true` writes into the classes.")
        .optional();
    s.port(member_of<Stage>(&Surroundings::classes), "biome", "The class of each cell.");
    s.port(member_of<Stage>(&Surroundings::coast), "coast", "1 on low land beside the ocean, up to `coast_height`.")
        .by_name();
  }
  template <class Stage>
  static void describe_parameters(Spec<Stage>& s) {
    s.parameter(member_of<Stage>(&Surroundings::shelf_depth), "shelf_depth",
                "Depth of the sea at which the shelf ends and the deep ocean begins.")
        .unit("m")
        .range(0, 20000);
    s.parameter(member_of<Stage>(&Surroundings::coast_height), "coast_height",
                "Height up to which land by the ocean is coast.")
        .unit("m")
        .range(0, 20000);
    s.parameter(member_of<Stage>(&Surroundings::sea_ice_at), "sea_ice_at",
                "The ocean freezes where the annual mean temperature is this or lower.")
        .unit("C")
        .range(-100, 100);
    s.parameter(member_of<Stage>(&Surroundings::overlays), "overlays",
                "Whether the coast, and rivers over it, are written into the classes.");
  }

  // is_sea_ice(x, y), is_ice(x, y), climate(x, y): of ocean, of land, and the class of land that is neither.
  template <class SeaIce, class Ice, class Climate>
  void paint_classes(Tile& tile, SeaIce is_sea_ice, Ice is_ice, Climate climate) const {
    const auto z = tile[height];
    const auto on_land = tile[land], in_ocean = tile[ocean], in_lake = tile[lakes], in_river = tile[rivers];
    const auto to = tile[classes];
    const auto shore = tile[coast];
    const auto is_land = [&](std::int64_t x, std::int64_t y) { return on_land ? on_land(x, y) != 0 : z(x, y) > 0.0f; };
    const auto is_ocean = [&](std::int64_t x, std::int64_t y) {
      return !is_land(x, y) && (!in_ocean || in_ocean(x, y) != 0);
    };
    const Rect seen = z.area();
    const auto by_ocean = [&](std::int64_t x, std::int64_t y) {
      return (x + 1 < seen.x + seen.width && is_ocean(x + 1, y)) || (y > seen.y && is_ocean(x, y - 1)) ||
             (x > seen.x && is_ocean(x - 1, y)) || (y + 1 < seen.y + seen.height && is_ocean(x, y + 1));
    };
    const auto width = static_cast<std::size_t>(tile.width());
    std::vector<std::uint16_t> wet(width);
    std::vector<std::uint8_t> above_sea(width), low_coast(width);
    const std::vector<std::uint8_t> all(width, 1), none(width, 0);
    const float shelf_end = float_below(-shelf_depth);
    tile.each_row([&](std::int64_t y) {
      const float* heights = z.row(y, tile.left());
      if (!on_land) find_land(heights, above_sea.data(), width);
      const auto row = [&](const auto& mask, const std::vector<std::uint8_t>& without) {
        return mask ? mask.row(y, tile.left()) : without.data();
      };
      find_water(heights, row(on_land, above_sea), row(in_ocean, all), row(in_lake, none), shelf_end, wet.data(),
                 width);
      const auto at = [&](std::int64_t x) { return static_cast<std::size_t>(x - tile.left()); };
      if (shore || overlays) {
        for (std::int64_t x = tile.left(); x < tile.right(); ++x) {
          low_coast[at(x)] = wet[at(x)] == no_water && static_cast<double>(z(x, y)) <= coast_height && by_ocean(x, y);
        }
      }
      if (shore) std::copy(low_coast.begin(), low_coast.end(), shore.row(y, tile.left()));
      if (!to) return;
      std::uint16_t* codes = to.row(y, tile.left());
      for (std::int64_t x = tile.left(); x < tile.right(); ++x) {
        std::uint16_t code = wet[at(x)];
        if (code != no_water) {
          if (code != biome::lake && is_sea_ice(x, y)) code = sea_ice;
        } else if (overlays && in_river && in_river(x, y) != 0) {
          code = biome::river;
        } else if (overlays && low_coast[at(x)] != 0) {
          code = biome::coast;
        } else {
          code = is_ice(x, y) ? static_cast<std::uint16_t>(ice) : climate(x, y);
        }
        codes[at(x)] = code;
      }
    });
  }

 private:
  template <class Stage, class Member>
  static Member Stage::*member_of(Member Surroundings::*member) {
    return member;
  }
};

}  // namespace terrawright::biome
