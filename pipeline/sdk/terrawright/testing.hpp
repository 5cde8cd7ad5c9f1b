// SPDX-License-Identifier: Apache-2.0
// terrawright/testing.hpp: a stage's unit test. One stage runs without a world, a config or the program: parameters and
// cells in, cells out. The engine runs it, in libterrawright: link terrawright::testing. Any test framework will do, or
// none.
//
//   #include "terrawright/testing.hpp"
//
//   int main() {
//     terrawright::testing::Run<Terrace> run(40, 30);  // cells across and down
//     run.input("height", [](auto x, auto y) { return 0.1 * x + 0.01 * y; });
//     run.set("step", 0.5);
//     const auto result = run.paint();
//     if (result("height", 12, 0) != 1.0) return 1;
//     if (const auto wrong = run.tilings_differ()) {
//       std::puts(wrong->c_str());
//       return 1;
//     }
//   }
//
// Rejections and mistakes of a stage are in the result: result.failure(), with the engine's message. So are mistakes
// that a build does not detect: a cell that was not written, one written outside the tile, and a write to an input. A
// mistake of the test itself, as a parameter that is not there, throws std::invalid_argument.
//
// A stage that combines notes does not learn the levels: run.paint(64, 3) has three, tiles and twice unions of 2 x 2.
//
// tilings_differ() runs the stage in many tilings, levels and orders, with poison around copies of its windows. It
// returns the first difference, or nothing. Compile stage and test with TERRAWRIGHT_CHECKED, and a cell that is read
// outside a window fails where it is read.
//
// The cells are those that the engine makes, bit by bit, when stage, parameters, inputs and the facts of the world are
// the same. The random stream depends on seed and node name: a world's `seed: 7` and `stages: {hills: ...}` are seed(7)
// and node("hills"). With `random: other` in a config it is node("other"); the part `hills` of a composite `land` is
// node("land/hills").
#pragma once
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "stage.hpp"
#include "testing/trial.hpp"

namespace terrawright {
inline namespace v1 {
namespace testing {

// Any stage by its description, as one in C has it. Run<MyStage> below is the same for a stage in C++.
class StageRun {
 public:
  StageRun(const terrawright_stage* stage, std::int64_t width, std::int64_t height) : setup_(stage, width, height) {
    if (terrawright::detail::contracts())
      throw std::logic_error("compile the test with -ffp-contract=off: a * b + c is rounded once, as no plugin may");
  }

  // ---- parameters: those that are not set keep their defaults --------------------------------------------

  // A number, a bool, a text, a choice by its word or its enum, a word such as "auto", percent(60), rgb(0x2f6d9e). A
  // std::vector of numbers, texts or rows: any struct that describes the columns. Checked as in a config.
  template <class Value>
  StageRun& set(const std::string& parameter, const Value& value) {
    setup_.set(parameter, value);
    return *this;
  }
  StageRun& set(const std::string& parameter, std::initializer_list<double> numbers) {
    setup_.set(parameter, numbers);
    return *this;
  }
  // The file that a parameter names: samples row by row, as the engine would decode them. `bits` of integer samples; 0:
  // floats.
  StageRun& file(const std::string& parameter, std::int64_t width, std::int64_t height, std::vector<float> samples,
                 std::uint32_t bits = 0) {
    if (setup_.stage->parameters[setup_.parameter(parameter)]->kind != TERRAWRIGHT_PARAMETER_FILE)
      throw std::invalid_argument("the parameter '" + parameter + "' names no file");
    if (static_cast<std::int64_t>(samples.size()) != width * height)
      throw std::invalid_argument("the file of '" + parameter + "' has another number of samples than cells");
    setup_.files.insert_or_assign(parameter, detail::FileGiven{width, height, std::move(samples), bits});
    const std::size_t i = setup_.parameter(parameter);
    if (setup_.values[i].text[0] == 0) setup_.set(parameter, parameter + ".png");
    return *this;
  }

  // The same of a stage that decodes files itself: its bytes.
  StageRun& file(const std::string& parameter, std::string bytes) {
    file(parameter, 0, 0, {});
    setup_.files.at(parameter).bytes = std::move(bytes);
    return *this;
  }

  // ---- inputs ----------------------------------------------------------------------------------------------

  // Cells by a function of x and y, or row by row as a std::vector, or one value for all.
  template <class Cells>
  StageRun& input(const std::string& port, const Cells& cells) {
    setup_.fill(setup_.connect(port, ~not_layers), cells);
    return *this;
  }
  // The same for a port that takes several kinds: input<Scalar>("field", cells).
  template <class Kind, class Cells>
  StageRun& input(const std::string& port, const Cells& cells) {
    setup_.fill(setup_.connect(port, Kind::kinds), cells);
    return *this;
  }
  // The output of another stage, with its kind, its unit and its legend; also a number, a grid and a table.
  StageRun& input(const std::string& port, const Result& from, const std::string& output) {
    const detail::Product& made = from.made(output);
    const std::size_t i = setup_.connect(port, 1u << made.kind());
    detail::Connection& to = setup_.connections[i];
    const bool fits =
        cell_bytes(made.kind()) == 0 || (from.width() == setup_.world.width && from.height() == setup_.world.height);
    if (!fits) throw std::invalid_argument("the output '" + output + "' is of a world of another size");
    const terrawright_content& content = made.content;
    setup_.set_unit(i, made.unit);
    to.legend = made.legend;
    const std::size_t bytes = static_cast<std::size_t>(from.width() * from.height()) * cell_bytes(made.kind());
    if (bytes != 0) to.cells.assign(made.cells(), made.cells() + bytes);
    to.number = content.number;
    const auto* const first = static_cast<const unsigned char*>(content.blob.bytes);
    to.grid.assign(first, first + content.blob.size);
    if (made.table) setup_.fill_table(i, *made.table, content.places);
    return *this;
  }
  StageRun& number(const std::string& port, double value) {
    setup_.connections[setup_.connect(port, Number::kinds)].number = value;
    return *this;
  }
  StageRun& grid(const std::string& port, const Blob& content) {
    std::vector<unsigned char>& to = setup_.connections[setup_.connect(port, Grid::kinds)].grid;
    to.resize(static_cast<std::size_t>(content.size()));
    content.store(to.data());
    return *this;
  }
  StageRun& table(const std::string& port, const Table& content) {
    const std::size_t i = setup_.connect(port, Table::kinds);
    content.give_to([&](const terrawright_table& plain) {
      const std::uint32_t places = plain.ends != nullptr     ? +TERRAWRIGHT_PORT_LINES
                                   : plain.points != nullptr ? +TERRAWRIGHT_PORT_POINTS
                                                             : 0u;
      setup_.fill_table(i, Rows(plain, places), places);
    });
    return *this;
  }
  // The unit of an input that leaves it open; "1" unless said.
  StageRun& unit(const std::string& port, const std::string& unit) {
    setup_.set_unit(setup_.port(port, TERRAWRIGHT_PORT_INPUT), unit);
    return *this;
  }
  StageRun& legend(const std::string& port, std::vector<LegendEntry> entries) {
    setup_.connections[setup_.port(port, TERRAWRIGHT_PORT_INPUT)].legend = std::move(entries);
    return *this;
  }
  // Nobody reads this output; all others are read.
  StageRun& without(const std::string& output) {
    setup_.unwanted[setup_.port(output, TERRAWRIGHT_PORT_OUTPUT)] = true;
    return *this;
  }

  // ---- the world: as a config has it, with the same defaults -----------------------------------------------

  StageRun& cell(double metres) {
    setup_.world.cell = metres;
    return *this;
  }
  StageRun& latitude(double degrees) {
    setup_.world.latitude = degrees;
    return *this;
  }
  StageRun& longitude(double degrees) {
    setup_.world.longitude = degrees;
    return *this;
  }
  // TERRAWRIGHT_WRAP_X, TERRAWRIGHT_WRAP_Y or their sum.
  StageRun& wrap(std::uint32_t axes) {
    setup_.world.wrap = axes;
    return *this;
  }
  StageRun& seed(std::uint64_t seed) {
    setup_.seed = seed;
    return *this;
  }
  StageRun& node(const std::string& name) {
    setup_.node = name;
    return *this;
  }
  // The engine asks the stage to stop when that has asked so many times whether it should.
  StageRun& stop_after(std::uint64_t times) {
    setup_.stops_at = times + 1;
    return *this;
  }

  // ---- running ---------------------------------------------------------------------------------------------

  // The whole world as one tile, or in tiles: paint(64), paint({40, 1}); at so many levels, or as many as there are.
  Result paint(Tiling tiling = {}, std::int64_t levels = 1) const { return detail::Trial(setup_).run(tiling, levels); }
  // The first difference, as "the whole world as one tile and tiles of 7 x 7 differ: cell (7, 0) of 'height': 0.5 and
  // 0.25"; nothing if there is none. The usual tilings are one-row tiles, one-column tiles, sides that divide nothing,
  // and more.
  std::optional<std::string> tilings_differ(const std::vector<Tiling>& tilings = {}) const {
    return detail::Trial(setup_).differs(tilings);
  }

 private:
  static constexpr std::uint32_t not_layers = Number::kinds | Grid::kinds | Text::kinds | Table::kinds;
  detail::Setup setup_;
};

// A stage in C++: Run<Terrace> run(40, 30).
template <class Stage>
class Run : public StageRun {
 public:
  Run(std::int64_t width, std::int64_t height) : StageRun(stage<Stage>(), width, height) {}
};

}  // namespace testing
}  // namespace v1
}  // namespace terrawright
