// SPDX-License-Identifier: Apache-2.0
// shape.formula: layers combined by a written formula.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "grammar.hpp"
#include "program.hpp"
#include "terrawright/stage.hpp"
#include "values.hpp"

namespace terrawright::shape::formula {

// Inputs of a formula at the cells of a tile, by its names.

using Connected = std::array<bool, n_inputs>;
using Reaches = std::array<std::int64_t, n_inputs>;  // cells to the farthest neighbour that is read

// Inputs that a program reads. Throws Problem where one of them is not connected.
inline Connected used_inputs(const Program& program, const Connected& connected) {
  Connected used{};
  for (const Instruction& i : program) {
    if (i.operation != Operation::variable || i.index >= n_inputs) continue;
    used[i.index] = true;
    if (!connected[i.index]) throw Problem{i.at, std::string("nothing is connected to the input ") + names[i.index]};
  }
  return used;
}

// If the world wraps, a neighbour once round is the cell itself.
inline void keep_within(Program& program, const World& world) {
  for (Instruction& i : program) {
    if (world.wraps_x()) i.right %= world.width();
    if (world.wraps_y()) i.down %= world.height();
  }
}

inline Reaches reaches_of(const Program& program) {
  Reaches reaches{};
  for (const Instruction& i : program) {
    if (i.operation != Operation::variable || i.index >= n_inputs) continue;
    reaches[i.index] = std::max({reaches[i.index], std::abs(i.right), std::abs(i.down)});
  }
  return reaches;
}

struct Inputs {
  std::array<View<const float>, n_fields> fields;
  View<const std::uint8_t> mask;
  double level, cell, wide, high;  // wide, high: sides of the world in metres
  std::int64_t width, height;      // cells from the first of a side to where u and v are 1

  // The first `count` values of a stretch that begins at (x, y).
  void load(const Instruction& i, std::int64_t x, std::int64_t y, std::size_t count, double* values) const {
    if (i.index < n_fields) {
      copy(fields[i.index], x + i.right, y + i.down, count, values);
    } else if (i.index == mask_index) {
      copy(mask, x + i.right, y + i.down, count, values);
    } else if (i.index == x_index || i.index == u_index) {
      const bool metres = i.index == x_index;
      for (std::size_t k = 0; k < count; ++k) {
        const auto column = static_cast<double>(x + static_cast<std::int64_t>(k));
        values[k] = metres ? column * cell : column / static_cast<double>(width);
      }
    } else {
      const auto row = static_cast<double>(y);
      std::fill_n(values, count,
                  i.index == y_index        ? row * cell
                  : i.index == v_index      ? row / static_cast<double>(height)
                  : i.index == level_index  ? level
                  : i.index == cell_index   ? cell
                  : i.index == width_index  ? wide
                  : i.index == height_index ? high
                                            : std::min(wide, high));
    }
  }
  // Values that each instruction of a program reads, 0 if it reads nothing.
  std::vector<double> at(const Program& program, std::int64_t x, std::int64_t y) const {
    std::vector<double> values;
    for (const Instruction& i : program) {
      values.push_back(0);
      if (i.operation == Operation::variable) load(i, x, y, 1, &values.back());
    }
    return values;
  }

 private:
  // Beyond the window, which ends where the world does, its nearest cell.
  template <class Cell>
  static void copy(const View<const Cell>& from, std::int64_t x, std::int64_t y, std::size_t count, double* values) {
    const Rect& area = from.area();
    const std::int64_t row = std::clamp(y, area.y, area.y + area.height - 1), last = area.x + area.width - 1;
    if (x >= area.x && x + static_cast<std::int64_t>(count) - 1 <= last) {
      as_values(from.row(row, x), count, values);
      return;
    }
    for (std::size_t k = 0; k < count; ++k) {
      values[k] = static_cast<double>(from(std::clamp(x + static_cast<std::int64_t>(k), area.x, last), row));
    }
  }
};

}  // namespace terrawright::shape::formula

namespace {

using namespace terrawright;
namespace formula = terrawright::shape::formula;

struct Bounds {
  float low = std::numeric_limits<float>::lowest(), high = std::numeric_limits<float>::max();
};

struct Formula {
  In<Field> a, b, c, d;
  In<Mask> mask;
  In<Number> level;
  Out<Field> field;
  Out<Height> height;
  Out<Scalar> scalar, second_scalar, third_scalar;
  Out<Weight> weight, second_weight, third_weight;
  Out<Mask> truth, second_truth, third_truth;
  std::string text, unit;
  formula::Program program;
  formula::Reaches reaches{};
  std::array<std::size_t, formula::output_names.size()> sources{};  // which result an output shows
  bool is_weight = false, level_connected = false;

  static void describe(Spec<Formula>& s) {
    s.stage("shape.formula",
            "Layers combined by a formula: + - * / and brackets; min, max, clamp, threshold, select, mix, smooth, abs, "
            "sqrt, exp, floor; < <= > >= == !=; and, or, not; neighbours, coordinates, names and several results.");
    s.source("each operation in float64 and in the written order, true as 1 and false as 0, rounded once at the end");
    s.reads_cell();
    describe_inputs(s);
    s.port(&Formula::field, "field",
           "The result at each cell, of a's kind. A formula of several results names them by the outputs: height = "
           "max(a, 0); mask = a > 0; a * 2. Outputs that it does not name show the result without a name.")
        .like("a");
    s.port(&Formula::height, "height", "The result as heights, without unit or in m.").like("a").by_name();
    s.port(&Formula::scalar, "scalar", "The result as a scalar.").like("a").by_name();
    s.port(&Formula::second_scalar, "second_scalar", "Another result as a scalar.").like("a").by_name();
    s.port(&Formula::third_scalar, "third_scalar", "A third result as a scalar.").like("a").by_name();
    s.port(&Formula::weight, "weight", "The result as weights, which must all lie in 0..1.").unit("1").by_name();
    s.port(&Formula::second_weight, "second_weight", "Another result as weights.").unit("1").by_name();
    s.port(&Formula::third_weight, "third_weight", "A third result as weights.").unit("1").by_name();
    s.port(&Formula::truth, "mask", "1 where the result is not 0.").by_name();
    s.port(&Formula::second_truth, "second_mask", "1 where another result is not 0.").by_name();
    s.port(&Formula::third_truth, "third_mask", "1 where a third result is not 0.").by_name();
    s.parameter(&Formula::text, "formula",
                "The formula, such as clamp(a + 0.5 * b, 0, 1) or select(a > level, a, b). x and y are metres from the "
                "centre of the top left cell to that of the cell, to the right and down; u and v the same as shares, 1 "
                "in the last column and row, or one farther where the world wraps; cell is the side of a cell and "
                "width and height those of the world in metres, side the shorter of them. let gives a value a name: "
                "let high = a > level; select(high, a, b). "
                "mix(a, b, 0.3) is 0.7 a + 0.3 b; smooth(a, b, c) rises from 0 to 1 while c goes from a to b. A value "
                "that is not finite, such as a division by 0, is an error at its cell, unless select leaves it out.");
    s.parameter(&Formula::unit, "unit",
                "Unit of the results but weights and masks. Empty: it follows from the inputs' units, which must agree "
                "where values are added or compared; plain numbers take any unit there. Given: the inputs' units are "
                "not checked.");
  }

  static void describe_inputs(Spec<Formula>& s) {
    s.port(&Formula::a, "a",
           "Field that the formula calls a; the result has its kind. a[-1, 0] is the cell to the left, a[0, 1] the one "
           "below, at most 64 cells away. Beyond the edge of the world it is the nearest, or the other side if the "
           "world wraps.")
        .optional()
        .halo([](const Formula& f) { return f.reaches[0]; });
    s.port(&Formula::b, "b", "Field that the formula calls b.").optional().halo([](const Formula& f) {
      return f.reaches[1];
    });
    s.port(&Formula::c, "c", "Field that the formula calls c.").optional().halo([](const Formula& f) {
      return f.reaches[2];
    });
    s.port(&Formula::d, "d", "Field that the formula calls d.").optional().halo([](const Formula& f) {
      return f.reaches[3];
    });
    s.port(&Formula::mask, "mask", "Mask that the formula calls mask, 0 or 1 at each cell.")
        .optional()
        .halo([](const Formula& f) { return f.reaches[formula::mask_index]; });
    s.port(&Formula::level, "level", "Number that the formula calls level.").optional();
  }

  // take(output, its place among the results)
  template <class Take>
  void each_output(Take take) const {
    std::size_t i = 0;
    const auto all = [&](auto... outputs) { (take(outputs, i++), ...); };
    all(field, height, scalar, second_scalar, third_scalar);
    all(weight, second_weight, third_weight);
    all(truth, second_truth, third_truth);
  }

  void arrange(Arrangement& arrangement) {
    is_weight = arrangement.kind(a) == TERRAWRIGHT_KIND_WEIGHT;
    level_connected = arrangement.connected(level);
    if (text.find_first_not_of(" \t\n") == std::string::npos)
      throw Failure("formula", "the formula is empty; write one, such as clamp(a, 0, 1)");
    try {
      program = formula::parse(text, {{formula::names.begin(), formula::names.end()},
                                      {formula::output_names.begin(), formula::output_names.end()},
                                      {"a", "b", "c", "d", "mask"}});
      check_inputs(arrangement);
      const std::vector<bool> wanted = choose_results(arrangement);
      settle_units(arrangement);
      program = formula::needed(program, wanted);
      formula::keep_within(program, arrangement.world());
      reaches = formula::reaches_of(program);
    } catch (const formula::Problem& problem) {
      throw Failure("formula", problem.placed());
    }
  }

  void check_inputs(Arrangement& arrangement) const {
    const formula::Connected connected = {arrangement.connected(a),    arrangement.connected(b),
                                          arrangement.connected(c),    arrangement.connected(d),
                                          arrangement.connected(mask), level_connected};
    const formula::Connected used = formula::used_inputs(program, connected);
    for (std::size_t i = 1; i < used.size(); ++i) {
      if (connected[i] && !used[i])
        throw Failure(formula::names[i], "the formula does not use this input; use it, or disconnect it");
    }
  }

  // Results with a reader.
  std::vector<bool> choose_results(Arrangement& arrangement) {
    std::vector<bool> given(formula::unnamed + 1, false), wanted = given;
    for (const formula::Instruction& i : program) {
      if (i.operation == formula::Operation::give) given[i.index] = true;
    }
    each_output([&](auto output, std::size_t i) {
      sources[i] = given[i] ? i : formula::unnamed;
      if (!arrangement.wanted(output)) return;
      if (!given[sources[i]]) {
        const std::string name = formula::output_names[i];
        throw Failure("formula",
                      "the output " + name + " is read, and the formula does not give it; add " + name + " = ...");
      }
      wanted[sources[i]] = true;
    });
    return wanted;
  }

  void settle_units(Arrangement& arrangement) const {
    const auto of = [&](auto input) { return formula::known(arrangement.unit(input)); };
    const std::vector<std::string> units = {of(a), of(b), of(c), of(d), "1", of(level), "m",
                                            "m",   "1",   "1",   "m",   "m", "m",       "m"};
    const bool is_height = arrangement.kind(a) == TERRAWRIGHT_KIND_HEIGHT;
    each_output([&](auto output, std::size_t i) {
      if (!arrangement.wanted(output)) return;
      if constexpr (std::is_same_v<decltype(output), Out<Mask>>) {
        if (unit.empty()) formula::unit_of(program, units, sources[i]);
      } else {
        const std::string result = unit.empty() ? formula::unit_name(program, units, sources[i], units[0]) : unit;
        const auto refuse = [&](const std::string& why) {
          throw Failure(unit.empty() ? "formula" : "unit",
                        why + ", and the result is in " + result + "; read the output `scalar`");
        };
        const bool of_a = output.port == field.port, of_weights = std::is_same_v<decltype(output), Out<Weight>>;
        const bool heights = output.port == height.port || (of_a && is_height);
        if (heights && result != "1" && result != "m") refuse("heights are in m or without unit (1)");
        if (((of_weights && unit.empty()) || (of_a && is_weight)) && result != "1") refuse("weights have no unit");
        if (!of_weights) arrangement.set_unit(output, result);
      }
    });
  }

  void paint(Tile& tile) const {
    const World world = tile.world();
    const formula::Inputs inputs{{tile[a], tile[b], tile[c], tile[d]},
                                 tile[mask],
                                 level_connected ? tile[level] : 0.0,
                                 world.cell(),
                                 static_cast<double>(world.width()) * world.cell(),
                                 static_cast<double>(world.height()) * world.cell(),
                                 std::max<std::int64_t>(world.wraps_x() ? world.width() : world.width() - 1, 1),
                                 std::max<std::int64_t>(world.wraps_y() ? world.height() : world.height() - 1, 1)};
    const auto require_finite = [&](std::size_t i, const Rect& cells) {
      if (inputs.fields[i]) tile.require_finite(std::array{a, b, c, d}[i], cells, formula::names[i]);
    };
    for (std::size_t i = 0; i < inputs.fields.size(); ++i) {
      if (reaches[i] != 0) require_finite(i, inputs.fields[i].area());
    }
    const auto bounds = bounds_of(tile);
    const formula::Values values(
        program,
        [](const formula::Instruction& i) { return i.index == formula::level_index || i.index >= formula::cell_index; },
        [&](const formula::Instruction& i, std::size_t count, double* to) {
          inputs.load(i, tile.left(), tile.top(), count, to);
        });
    std::array<float, formula::stretch> result;
    tile.each_row([&](std::int64_t y) {
      // While it comes from memory anyway.
      for (std::size_t i = 0; i < inputs.fields.size(); ++i) {
        if (reaches[i] == 0) require_finite(i, {tile.left(), y, tile.width(), 1});
      }
      for (std::int64_t x = tile.left(); x < tile.right(); x += static_cast<std::int64_t>(formula::stretch)) {
        const auto count = std::min(formula::stretch, static_cast<std::size_t>(tile.right() - x));
        values.evaluate(
            count, [&](const formula::Instruction& i, std::size_t n, double* to) { inputs.load(i, x, y, n, to); },
            [&](std::size_t index, const double* found) {
              const auto [low, high] = bounds[index];
              if (!formula::as_cells(found, count, low, high, result.data()))
                refuse(inputs, index, found, x, y, bounds[index]);
              write(tile, index, x, y, result.data(), count);
            });
      }
    });
  }

  // In a stretch that begins at (x, y), the place where a result is no finite number or beyond its bounds.
  [[noreturn]] void refuse(const formula::Inputs& inputs, std::size_t index, const double* found, std::int64_t x,
                           std::int64_t y, const Bounds& bounds) const {
    for (;; ++found, ++x) {
      const auto cell = static_cast<float>(*found);
      if (!std::isfinite(cell))
        throw Failure("formula", formula::blame(program, inputs.at(program, x, y), index).placed(), x, y);
      if (cell < bounds.low || cell > bounds.high)
        throw Failure("formula", "a weight lies in 0..1, but the result is " + formula::text_of(*found), x, y);
    }
  }

  // For each result: weights lie in 0..1, all others are finite.
  std::array<Bounds, formula::unnamed + 1> bounds_of(const Tile& tile) const {
    std::array<Bounds, formula::unnamed + 1> bounds;
    each_output([&](auto output, std::size_t i) {
      const bool of_weights =
          std::is_same_v<decltype(output), Out<Weight>> || (std::is_same_v<decltype(output), Out<Field>> && is_weight);
      if (of_weights && tile.wanted(output)) bounds[sources[i]] = {0.0f, 1.0f};
    });
    return bounds;
  }

  void write(Tile& tile, std::size_t of, std::int64_t x, std::int64_t y, const float* result, std::size_t count) const {
    each_output([&](auto output, std::size_t place) {
      if (sources[place] != of || !tile.wanted(output)) return;
      auto* cells = tile[output].row(y, x);
      if constexpr (std::is_same_v<decltype(output), Out<Mask>>) {
        for (std::size_t i = 0; i < count; ++i) cells[i] = result[i] != 0.0f;
      } else {
        std::copy_n(result, count, cells);
      }
    });
  }
};

}  // namespace

TERRAWRIGHT_STAGE(shape, formula, Formula)
