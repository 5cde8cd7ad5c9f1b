// SPDX-License-Identifier: Apache-2.0
#include "table.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "biome/surroundings.hpp"
#include "terrawright/stage.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::biome;

// The classes and rules of biome.table where a config gives none: a plain scheme to begin with.

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

// With so many rules the gaps are not reported beforehand.
constexpr std::size_t most_compared = 200;

struct BiomeRules : Surroundings {
  In<Scalar> temperature, rain, slope;
  std::vector<BiomeClass> legend = table_classes();
  std::vector<Rule> rules = table_rules();
  std::optional<std::int64_t> otherwise;

  std::vector<Box> boxes;

  static void describe(Spec<BiomeRules>& s) {
    s.stage("biome.table", "Biomes from your own table: rules over climate and ground, the first that fits wins.");
    describe_height(s);
    s.port(&BiomeRules::temperature, "temperature", "Annual mean temperature; without it, there is no ice.")
        .unit("C")
        .optional();
    s.port(&BiomeRules::rain, "rain", "Annual rain.").unit("mm/yr").optional();
    s.port(&BiomeRules::slope, "slope", "Slope of the ground as rise over run: 1 is 45 degrees.").unit("1").optional();
    describe_ports(s, "Mean temperature of the warmest month; without it, the annual mean plus 8 K.");
    s.parameter(
        &BiomeRules::legend, "classes",
        "Names, colours and glyphs of the classes, with any codes. Default: a missing class keeps its default.");
    s.parameter(&BiomeRules::rules, "rules",
                "Rules, tried in their order: each takes values from a lower bound, included, to an upper bound, "
                "excluded. Together with `otherwise` they must take every climate.");
    s.parameter(&BiomeRules::otherwise, "otherwise", "The class of land that no rule takes.")
        .word("none")
        .range(1, UINT16_MAX);
    describe_parameters(s);
  }

  void arrange(Arrangement& a) {
    bool good = true;
    std::vector<LegendEntry> entries = legend_of(a, table_classes(), legend, true, good);
    for (std::size_t row = 0; row < rules.size(); ++row) {
      good = is_known(a, rules[row].code, cell_of("rules", row, "code"), entries) && good;
      good = is_range(a, rules[row], row) && good;
      boxes.push_back(box_of(rules[row]));
    }
    if (otherwise) good = is_known(a, *otherwise, "otherwise", entries) && good;
    good = has_inputs(a) && good;
    if (!good) throw AlreadySaid{};
    if (!otherwise && rules.size() <= most_compared) {
      if (const auto gap = gap_of(boxes)) throw Failure("rules", "no rule takes " + text_of(*gap) + remedy());
    }
    drop_unused(entries);
    a.set_legend(classes, entries);
  }

  static std::string remedy() { return "; add a rule, or write otherwise: CODE"; }

  static bool is_known(const Arrangement& a, std::int64_t code, const std::string& where,
                       const std::vector<LegendEntry>& entries) {
    for (const LegendEntry& entry : entries) {
      if (entry.code == code) return true;
    }
    a.fail(where, "there is no class " + std::to_string(code) + "; write one of " + runs_of(entries) +
                      ", or add it to `classes`");
    return false;
  }

  static bool is_range(const Arrangement& a, const Rule& rule, std::size_t row) {
    bool good = true;
    for (std::size_t m = 0; m < n_measures; ++m) {
      const auto from = rule.lowest()[m], to = rule.end()[m];
      if (!from || !to || *from < *to) continue;
      const std::string unit = measures[m].unit;
      a.fail(cell_of("rules", row, measures[m].to), "the range ends at " + number_text(*to) + unit +
                                                        ", which is not above " + number_text(*from) + unit +
                                                        "; write the lower end first");
      good = false;
    }
    return good;
  }

  // The inputs of rules are connected; reported once for each.
  bool has_inputs(const Arrangement& a) const {
    const bool there[n_measures] = {a.connected(temperature), a.connected(rain), true, a.connected(slope)};
    bool good = true;
    for (std::size_t m = 0; m < n_measures; ++m) {
      for (std::size_t row = 0; row < rules.size() && !there[m]; ++row) {
        const bool from = rules[row].lowest()[m].has_value();
        if (!from && !rules[row].end()[m]) continue;
        const std::string name = measures[m].name;
        a.fail(cell_of("rules", row, from ? measures[m].from : measures[m].to),
               "the rule needs the input '" + name + "', which is not connected; add in: {" + name + ": NODE}");
        good = false;
        break;
      }
    }
    return good;
  }

  // Classes of the default scheme that neither the config nor a rule names.
  void drop_unused(std::vector<LegendEntry>& entries) const {
    std::set<std::int64_t> used{otherwise.value_or(unknown)};
    for (const BiomeClass& c : base_classes()) used.insert(c.code);
    for (const BiomeClass& c : legend) used.insert(c.code);
    for (const Rule& rule : rules) used.insert(rule.code);
    const auto is_unused = [&](const LegendEntry& entry) { return used.count(entry.code) == 0; };
    entries.erase(std::remove_if(entries.begin(), entries.end(), is_unused), entries.end());
  }

  void paint(Tile& tile) const {
    const auto z = tile[height], t = tile[temperature], p = tile[rain], grade = tile[slope], warm = tile[warmest];
    const auto value = [](const auto& view, std::int64_t x, std::int64_t y) {
      return view ? static_cast<double>(view(x, y)) : 0.0;
    };
    paint_classes(
        tile, [&](std::int64_t x, std::int64_t y) { return t && value(t, x, y) <= sea_ice_at; },
        [&](std::int64_t x, std::int64_t y) {
          return warm ? value(warm, x, y) <= 0 : t && value(t, x, y) + usual_season <= 0;
        },
        [&](std::int64_t x, std::int64_t y) {
          return climate({value(t, x, y), value(p, x, y), value(z, x, y), value(grade, x, y)}, x, y);
        });
  }

  std::uint16_t climate(const Point& at, std::int64_t x, std::int64_t y) const {
    for (const Box& box : boxes) {
      if (box.holds(at)) return box.code;
    }
    if (otherwise) return static_cast<std::uint16_t>(*otherwise);
    std::string what;
    for (std::size_t m = 0; m < n_measures; ++m) {
      what += (m == 0 ? "" : ", ") + std::string(measures[m].name) + " " + number_text(at[m]) + measures[m].unit;
    }
    throw Failure("rules", "no rule takes " + what + remedy(), x, y);
  }
};

}  // namespace

TERRAWRIGHT_STAGE(biome, table, BiomeRules)
