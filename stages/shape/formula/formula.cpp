// SPDX-License-Identifier: Apache-2.0
// shape.formula: layers combined by a written formula.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "blame.hpp"
#include "grammar.hpp"
#include "inputs.hpp"
#include "terrawright/stage.hpp"
#include "units.hpp"

namespace {

using namespace terrawright;
namespace formula = terrawright::shape::formula;

struct Formula {
  In<Field> a, b, c, d;
  In<Mask> mask;
  In<Number> level;
  Out<Field> field;
  Out<Height> height;
  Out<Scalar> scalar;
  Out<Weight> weight;
  Out<Mask> truth;
  std::string text, unit;
  formula::Program program;
  bool is_weight = false, level_connected = false;

  static void describe(Spec<Formula>& s) {
    s.stage("shape.formula",
            "Layers combined by a formula: + - * / and brackets; min, max, clamp, threshold, select, abs, sqrt, floor; "
            "< <= > >= == !=; and, or, not.");
    s.source("each operation in float64 and in the written order, true as 1 and false as 0, rounded once at the end");
    s.port(&Formula::a, "a", "Field that the formula calls a; the result has its kind.");
    s.port(&Formula::b, "b", "Field that the formula calls b.").optional();
    s.port(&Formula::c, "c", "Field that the formula calls c.").optional();
    s.port(&Formula::d, "d", "Field that the formula calls d.").optional();
    s.port(&Formula::mask, "mask", "Mask that the formula calls mask, 0 or 1 at each cell.").optional();
    s.port(&Formula::level, "level", "Number that the formula calls level.").optional();
    s.port(&Formula::field, "field", "The result at each cell, of a's kind.").like("a");
    s.port(&Formula::height, "height", "The result as heights, without unit or in m.").like("a").by_name();
    s.port(&Formula::scalar, "scalar", "The result as a scalar.").like("a").by_name();
    s.port(&Formula::weight, "weight", "The result as weights, which must all lie in 0..1.").unit("1").by_name();
    s.port(&Formula::truth, "mask", "1 where the result is not 0.").by_name();
    s.parameter(&Formula::text, "formula",
                "The formula, such as clamp(a + 0.5 * b, 0, 1) or select(a > level, a, b). A value that is not finite, "
                "such as a division by 0, is an error at its cell, unless select leaves it out.");
    s.parameter(&Formula::unit, "unit",
                "Unit of the result. Empty: it follows from the inputs' units, which must agree where values are added "
                "or compared; plain numbers take any unit there. Given: the inputs' units are not checked.");
  }

  void arrange(Arrangement& arrangement) {
    is_weight = arrangement.kind(a) == TERRAWRIGHT_KIND_WEIGHT;
    level_connected = arrangement.connected(level);
    if (text.find_first_not_of(" \t\n") == std::string::npos)
      throw Failure("formula", "the formula is empty; write one, such as clamp(a, 0, 1)");
    try {
      program = formula::parse(text, {formula::names.begin(), formula::names.end()});
      check_ports(arrangement);
      settle_unit(arrangement);
    } catch (const formula::Problem& problem) {
      throw Failure("formula", problem.placed());
    }
  }

  void check_ports(Arrangement& arrangement) const {
    const formula::Connected connected = {true,
                                          arrangement.connected(b),
                                          arrangement.connected(c),
                                          arrangement.connected(d),
                                          arrangement.connected(mask),
                                          level_connected};
    const formula::Connected used = formula::used_inputs(program, connected);
    for (std::size_t i = 1; i < used.size(); ++i) {
      if (connected[i] && !used[i])
        throw Failure(formula::names[i], "the formula does not use this input; use it, or disconnect it");
    }
  }

  void settle_unit(Arrangement& arrangement) const {
    const std::vector<std::string> units = {formula::known(arrangement.unit(a)),
                                            formula::known(arrangement.unit(b)),
                                            formula::known(arrangement.unit(c)),
                                            formula::known(arrangement.unit(d)),
                                            "1",
                                            formula::known(arrangement.unit(level))};
    const std::string result = unit.empty() ? formula::unit_name(program, units, units[0]) : unit;
    const auto refuse = [&](const std::string& why) {
      throw Failure(unit.empty() ? "formula" : "unit",
                    why + ", and the result is in " + result + "; read the output `scalar`");
    };
    const bool of_a = arrangement.wanted(field), is_height = arrangement.kind(a) == TERRAWRIGHT_KIND_HEIGHT;
    if (((of_a && is_height) || arrangement.wanted(height)) && result != "1" && result != "m") {
      refuse("heights are in m or without unit (1)");
    }
    if (((of_a && is_weight) || arrangement.wanted(weight)) && result != "1") refuse("weights have no unit");
    arrangement.set_unit(field, result);
    arrangement.set_unit(height, result);
    arrangement.set_unit(scalar, result);
  }

  void paint(Tile& tile) const {
    const formula::Inputs inputs{{tile[a], tile[b], tile[c], tile[d]}, tile[mask], level_connected ? tile[level] : 0.0};
    for (std::size_t i = 0; i < inputs.fields.size(); ++i) {
      if (inputs.fields[i]) tile.require_finite(std::array{a, b, c, d}[i], formula::names[i]);
    }
    const bool all_weights = (is_weight && tile.wanted(field)) || tile.wanted(weight);
    formula::Values values(program);
    std::array<float, formula::stretch> result{};
    tile.each_row([&](std::int64_t y) {
      for (std::int64_t x = tile.left(); x < tile.right(); x += static_cast<std::int64_t>(formula::stretch)) {
        const auto count = std::min(formula::stretch, static_cast<std::size_t>(tile.right() - x));
        const double* found =
            values.evaluate([&](std::size_t index, double* to) { inputs.load(index, x, y, count, to); });
        for (std::size_t i = 0; i < count; ++i) result[i] = static_cast<float>(found[i]);
        for (std::size_t i = 0; i < count; ++i) {
          const std::int64_t column = x + static_cast<std::int64_t>(i);
          if (!std::isfinite(result[i])) {
            throw Failure("formula", formula::blame(program, inputs.at(program, column, y)).placed(), column, y);
          }
          if (all_weights && (result[i] < 0.0f || result[i] > 1.0f)) {
            throw Failure("formula", "a weight lies in 0..1, but the result is " + formula::text_of(found[i]), column,
                          y);
          }
        }
        write(tile, x, y, result.data(), count);
      }
    });
  }

  void write(Tile& tile, std::int64_t x, std::int64_t y, const float* result, std::size_t count) const {
    const auto copy = [&](auto output) {
      if (tile.wanted(output)) std::copy_n(result, count, tile[output].row(y, x));
    };
    copy(field);
    copy(height);
    copy(scalar);
    copy(weight);
    if (!tile.wanted(truth)) return;
    std::uint8_t* cells = tile[truth].row(y, x);
    for (std::size_t i = 0; i < count; ++i) cells[i] = result[i] != 0.0f;
  }
};

}  // namespace

TERRAWRIGHT_STAGE(shape, formula, Formula)
