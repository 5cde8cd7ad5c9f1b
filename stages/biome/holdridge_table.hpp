// SPDX-License-Identifier: Apache-2.0
// holdridge_table.hpp: the data of biome.holdridge: 38 life zones by belts of warmth and bands of rain.
//
// Source: Holdridge 1947, Determination of world plant formations from simple climatic data; 1967, Life Zone Ecology.
// The rectangular form of the chart's hexagons; the line at 18 C stands for that of frost.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "classes.hpp"

namespace terrawright::biome {

// Bounds of the belts, biotemperature in C, and of the bands, mm/yr. A value on a bound belongs to the upper side.
inline std::vector<double> holdridge_warmth() { return {1.5, 3, 6, 12, 18, 24}; }
inline std::vector<double> holdridge_rain() { return {125, 250, 500, 1000, 2000, 4000, 8000}; }

// Zones of each belt, the polar first. Bands beyond a belt's last zone belong to it.
constexpr std::array<std::uint16_t, 7> zones_of_belt = {1, 4, 5, 6, 7, 7, 8};
constexpr std::uint16_t first_zone = 30;

inline std::uint16_t holdridge_code(std::size_t belt, std::size_t band) {
  std::uint16_t code = first_zone;
  for (std::size_t b = 0; b < belt; ++b) code = static_cast<std::uint16_t>(code + zones_of_belt[b]);
  const std::size_t last = zones_of_belt[belt] - std::size_t{1};
  return static_cast<std::uint16_t>(code + (band < last ? band : last));
}

// Row by row, dry to wet.
inline std::vector<BiomeClass> holdridge_classes() {
  return with_base({
      {30, "polar desert", "#e8e6dd", "A"},
      {31, "subpolar dry tundra", "#ceb9aa", "B"},
      {32, "subpolar moist tundra", "#adb299", "C"},
      {33, "subpolar wet tundra", "#87a99e", "D"},
      {34, "subpolar rain tundra", "#7698a9", "E"},
      {35, "boreal desert", "#d2d3b9", "F"},
      {36, "boreal dry scrub", "#a4bd95", "G"},
      {37, "boreal moist forest", "#6fa786", "H"},
      {38, "boreal wet forest", "#448c80", "I"},
      {39, "boreal rain forest", "#356d73", "J"},
      {40, "cool temperate desert", "#f2e08f", "K"},
      {41, "cool temperate desert scrub", "#c8c77e", "L"},
      {42, "cool temperate steppe", "#99b365", "M"},
      {43, "cool temperate moist forest", "#689d5c", "N"},
      {44, "cool temperate wet forest", "#3a855a", "O"},
      {45, "cool temperate rain forest", "#136a55", "P"},
      {46, "warm temperate desert", "#e9c48b", "Q"},
      {47, "warm temperate desert scrub", "#cfb365", "R"},
      {48, "warm temperate thorn steppe", "#b0a444", "S"},
      {49, "warm temperate dry forest", "#8d962f", "T"},
      {50, "warm temperate moist forest", "#68872b", "U"},
      {51, "warm temperate wet forest", "#437730", "V"},
      {52, "warm temperate rain forest", "#1e6534", "W"},
      {53, "subtropical desert", "#fabc80", "X"},
      {54, "subtropical desert scrub", "#e7ac54", "Y"},
      {55, "subtropical thorn woodland", "#ce9f20", "Z"},
      {56, "subtropical dry forest", "#b09300", "a"},
      {57, "subtropical moist forest", "#908900", "b"},
      {58, "subtropical wet forest", "#6e7d00", "c"},
      {59, "subtropical rain forest", "#4c7000", "d"},
      {60, "tropical desert", "#e89270", "e"},
      {61, "tropical desert scrub", "#d18441", "f"},
      {62, "tropical thorn woodland", "#b47a00", "g"},
      {63, "tropical very dry forest", "#917200", "h"},
      {64, "tropical dry forest", "#6a6a00", "i"},
      {65, "tropical moist forest", "#406000", "j"},
      {66, "tropical wet forest", "#105319", "k"},
      {67, "tropical rain forest", "#004326", "l"},
  });
}

// By the ratio of what could evaporate to what rains: 0.125, 0.25, ... 32.
constexpr std::array<double, 9> humidity_bounds = {0.125, 0.25, 0.5, 1, 2, 4, 8, 16, 32};
inline std::vector<BiomeClass> humidity_provinces() {
  return {
      {1, "semisaturated", "#0b4f6c", "1"}, {2, "superhumid", "#12746f", "2"}, {3, "perhumid", "#2e9062", "3"},
      {4, "humid", "#63ab5b", "4"},         {5, "subhumid", "#a0c35a", "5"},   {6, "semiarid", "#d6d26a", "6"},
      {7, "arid", "#ecc064", "7"},          {8, "perarid", "#e79e57", "8"},    {9, "superarid", "#d97b52", "9"},
      {10, "semiparched", "#bb5a4c", "0"},
  };
}

}  // namespace terrawright::biome
