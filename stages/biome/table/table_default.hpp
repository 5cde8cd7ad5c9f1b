// SPDX-License-Identifier: Apache-2.0
// table_default.hpp: the classes and rules of biome.table where a config gives none: a plain scheme to begin with.
#pragma once
#include <vector>

#include "rule_table.hpp"

namespace terrawright::biome {

inline std::vector<BiomeClass> table_classes() {
  return with_base({
      {101, "rock and snow", rgb(0xdcdcd6), "A"},
      {102, "tundra", rgb(0xb9bda4), ","},
      {103, "cold desert", rgb(0xd8cfb0), ":"},
      {104, "taiga", rgb(0x5f8f7a), "f"},
      {105, "steppe", rgb(0xcfcd8a), "\""},
      {106, "deciduous forest", rgb(0x7fae60), "F"},
      {107, "rain forest", rgb(0x4c8f68), "R"},
      {108, "hot desert", rgb(0xecd09a), "_"},
      {109, "savanna", rgb(0xb6b558), "v"},
      {110, "tropical rain forest", rgb(0x347c42), "T"},
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
