// SPDX-License-Identifier: Apache-2.0
// holdridge.hpp: the data of biome.holdridge: 38 life zones by belts of warmth and bands of rain.
//
// Source: Holdridge 1947, Determination of world plant formations from simple climatic data; 1967, Life Zone Ecology.
// The rectangular form of the chart's hexagons; the line at 18 C stands for that of frost.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "biome/classes.hpp"

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
      {30, "polar desert", rgb(0xe8e6dd), "A"},
      {31, "subpolar dry tundra", rgb(0xceb9aa), "B"},
      {32, "subpolar moist tundra", rgb(0xadb299), "C"},
      {33, "subpolar wet tundra", rgb(0x87a99e), "D"},
      {34, "subpolar rain tundra", rgb(0x7698a9), "E"},
      {35, "boreal desert", rgb(0xd2d3b9), "F"},
      {36, "boreal dry scrub", rgb(0xa4bd95), "G"},
      {37, "boreal moist forest", rgb(0x6fa786), "H"},
      {38, "boreal wet forest", rgb(0x448c80), "I"},
      {39, "boreal rain forest", rgb(0x356d73), "J"},
      {40, "cool temperate desert", rgb(0xf2e08f), "K"},
      {41, "cool temperate desert scrub", rgb(0xc8c77e), "L"},
      {42, "cool temperate steppe", rgb(0x99b365), "M"},
      {43, "cool temperate moist forest", rgb(0x689d5c), "N"},
      {44, "cool temperate wet forest", rgb(0x3a855a), "O"},
      {45, "cool temperate rain forest", rgb(0x136a55), "P"},
      {46, "warm temperate desert", rgb(0xe9c48b), "Q"},
      {47, "warm temperate desert scrub", rgb(0xcfb365), "R"},
      {48, "warm temperate thorn steppe", rgb(0xb0a444), "S"},
      {49, "warm temperate dry forest", rgb(0x8d962f), "T"},
      {50, "warm temperate moist forest", rgb(0x68872b), "U"},
      {51, "warm temperate wet forest", rgb(0x437730), "V"},
      {52, "warm temperate rain forest", rgb(0x1e6534), "W"},
      {53, "subtropical desert", rgb(0xfabc80), "X"},
      {54, "subtropical desert scrub", rgb(0xe7ac54), "Y"},
      {55, "subtropical thorn woodland", rgb(0xce9f20), "Z"},
      {56, "subtropical dry forest", rgb(0xb09300), "a"},
      {57, "subtropical moist forest", rgb(0x908900), "b"},
      {58, "subtropical wet forest", rgb(0x6e7d00), "c"},
      {59, "subtropical rain forest", rgb(0x4c7000), "d"},
      {60, "tropical desert", rgb(0xe89270), "e"},
      {61, "tropical desert scrub", rgb(0xd18441), "f"},
      {62, "tropical thorn woodland", rgb(0xb47a00), "g"},
      {63, "tropical very dry forest", rgb(0x917200), "h"},
      {64, "tropical dry forest", rgb(0x6a6a00), "i"},
      {65, "tropical moist forest", rgb(0x406000), "j"},
      {66, "tropical wet forest", rgb(0x105319), "k"},
      {67, "tropical rain forest", rgb(0x004326), "l"},
  });
}

// By the ratio of what could evaporate to what rains: 0.125, 0.25, ... 32.
constexpr std::array<double, 9> humidity_bounds = {0.125, 0.25, 0.5, 1, 2, 4, 8, 16, 32};
inline std::vector<BiomeClass> humidity_provinces() {
  return {
      {1, "semisaturated", rgb(0x0b4f6c), "1"}, {2, "superhumid", rgb(0x12746f), "2"},
      {3, "perhumid", rgb(0x2e9062), "3"},      {4, "humid", rgb(0x63ab5b), "4"},
      {5, "subhumid", rgb(0xa0c35a), "5"},      {6, "semiarid", rgb(0xd6d26a), "6"},
      {7, "arid", rgb(0xecc064), "7"},          {8, "perarid", rgb(0xe79e57), "8"},
      {9, "superarid", rgb(0xd97b52), "9"},     {10, "semiparched", rgb(0xbb5a4c), "0"},
  };
}

}  // namespace terrawright::biome
