// SPDX-License-Identifier: Apache-2.0
// Whether names are read on what they stand on, through their halos.
#include "colour_pairs.hpp"
#include "colour_rule.hpp"
#include "style_keys.hpp"

namespace terrawright::map {
namespace {

std::string problem_of(std::string_view word, const TypeRow& row, Colour halo,
                       const std::vector<PrintedGround>& grounds) {
  halo.alpha = static_cast<std::uint8_t>(row.halo);
  const char* const under = row.halo > 0 ? "under its halo " : "";
  Worst worst;
  for (const PrintedGround& ground : grounds)
    worst.meet(row.colour, {over(halo, ground.colour), ground.name + under, ground.step});
  if (worst.near.distance >= least_of_letters) return {};
  const std::string place = "types." + std::string(word) + ".colour";
  return told(place + ": letters ", worst, least_of_letters,
              row.halo > 0 ? "change it, or the halo" : "change it, or give it a halo");
}

}  // namespace

std::vector<std::string> unreadable_letters(const Style& style) {
  const std::vector<PrintedGround> land = grounds_on_land(style);
  std::vector<PrintedGround> sea;
  for (std::size_t n = 0; n < style.depths.size(); ++n)
    sea.push_back({style.depths[n].colour, "the sea ", "tints.depths[" + std::to_string(n) + "]"});
  const std::vector<PrintedGround> lakes = {{over(style.lake, style.heights[0].colour), "lakes ", "colours.lake"}};

  std::vector<std::string> problems;
  const auto check = [&](std::string_view word, const TypeRow& row, Colour halo,
                         const std::vector<PrintedGround>& grounds) {
    const std::string problem = problem_of(word, row, halo, grounds);
    if (!problem.empty()) problems.push_back(problem);
  };
  // The title and the scale of an atlas stand in the sea.
  Worst ink;
  ink.meet(style.ink, {style.paper, "", "colours.paper"});
  for (std::size_t n = 0; style.name == StyleName::atlas && n < sea.size(); ++n) ink.meet(style.ink, sea[n]);
  if (ink.near.distance < least_of_letters)
    problems.push_back(told("colours.ink: letters ", ink, least_of_letters, "change one of them"));
  const TypeTable& types = style.types;
  for (std::size_t n = 0; n < std::size(town_keys); ++n) check(town_keys[n], types.towns[n], types.land_halo, land);
  for (const auto& key : type_keys) {
    const bool at_sea = key.to == &TypeTable::sea || key.to == &TypeTable::bay || key.to == &TypeTable::cape;
    const bool in_lakes = key.to == &TypeTable::lake;
    const bool water = at_sea || in_lakes;
    check(key.word, types.*key.to, water && key.to != &TypeTable::cape ? types.water_halo : types.land_halo,
          at_sea     ? sea
          : in_lakes ? lakes
                     : land);
  }
  return problems;
}

}  // namespace terrawright::map
