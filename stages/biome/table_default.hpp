// SPDX-License-Identifier: Apache-2.0
// table_default.hpp: the classes and rules of biome.table where a config gives none: a plain scheme to begin with.
#pragma once
#include <vector>

#include "rule_table.hpp"

namespace terrawright::biome {

inline std::vector<BiomeClass> table_classes() {
  return with_base({
      {101, "rock and snow", "#dcdcd6", "A"},
      {102, "tundra", "#b9bda4", ","},
      {103, "cold desert", "#d8cfb0", ":"},
      {104, "taiga", "#5f8f7a", "f"},
      {105, "steppe", "#cfcd8a", "\""},
      {106, "deciduous forest", "#7fae60", "F"},
      {107, "rain forest", "#4c8f68", "R"},
      {108, "hot desert", "#ecd09a", "_"},
      {109, "savanna", "#b6b558", "v"},
      {110, "tropical rain forest", "#347c42", "T"},
  });
}

// Code; temperature from, to; rain from, to; height from.
inline std::vector<Rule> table_rules() {
  const auto rule = [](std::int64_t code, Rule::End t0, Rule::End t1, Rule::End p0, Rule::End p1) {
    return Rule{code, t0, t1, p0, p1, {}, {}, {}, {}};
  };
  Rule summit{101, {}, -2, {}, {}, 2500, {}, {}, {}};
  return {
      summit,
      rule(102, {}, -4, {}, {}),
      rule(103, {}, 16, {}, 250),
      rule(104, {}, 4, {}, {}),
      rule(105, {}, 16, {}, 600),
      rule(106, {}, 16, {}, 2000),
      rule(107, {}, 16, {}, {}),
      rule(108, {}, {}, {}, 500),
      rule(109, {}, {}, {}, 2000),
      rule(110, {}, {}, {}, {}),
  };
}

}  // namespace terrawright::biome
