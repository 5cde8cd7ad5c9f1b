// SPDX-License-Identifier: Apache-2.0
// Two builds side by side, of layers that are made up.
#include "cli/diff/difference.hpp"

#include <cmath>
#include <limits>

#include "support/catch.hpp"
#include "terrawright/stage.hpp"

using namespace terrawright;
using cli::Verdict;

namespace {

template <class Cell>
cli::SideLayer layer(const std::string& name, std::uint32_t kind, std::int64_t width, const std::vector<Cell>& cells,
                     const std::string& unit = "m") {
  const engine::LayerFacts facts{kind, unit, {}, width, static_cast<std::int64_t>(cells.size()) / width};
  auto made = std::make_shared<engine::Layer>(facts, std::make_shared<engine::Memory>());
  made->write(made->area(), cells.data(), width);
  made->finish();
  const std::shared_ptr<const engine::Layer> kept = made;
  return {name, facts, engine::hex(kept->digest()), [kept] { return kept; }, 0, ""};
}

cli::Side side(std::vector<cli::SideLayer> layers) {
  cli::Side side;
  side.layers = std::move(layers);
  for (const auto& layer : side.layers) side.digests.emplace_back(layer.name, layer.digest);
  return side;
}

cli::Difference compared(const cli::SideLayer& a, const cli::SideLayer& b, const cli::Thresholds& thresholds = {}) {
  const std::atomic<bool> stop{false};
  return cli::difference_of(side({a}), side({b}), thresholds, stop);
}

constexpr float none = std::numeric_limits<float>::quiet_NaN();
constexpr float inf = std::numeric_limits<float>::infinity();

cli::SideLayer heights(const std::vector<float>& cells, const std::string& unit = "m") {
  return layer("h", TERRAWRIGHT_KIND_HEIGHT, 3, cells, unit);
}

}  // namespace

TEST_CASE("Heights: largest, mean, RMS and where", "[difference]") {
  const auto difference = compared(heights({1, 2, 3, 4, 5, 6}), heights({1, 2, 3.5f, 4, 1, 6}));
  const auto& found = difference.layers.at(0);
  CHECK(found.changed == 2);
  CHECK(found.cells == 6);
  CHECK(found.largest == 4);
  CHECK(found.x == 1);
  CHECK(found.y == 1);
  CHECK(found.mean == Approx(4.5 / 6));
  CHECK(found.rms == Approx(std::sqrt((0.25 + 16) / 6)));
  CHECK(found.verdict == Verdict::fails);
  CHECK(found.picture == std::vector<float>{0, 0, 0.125f, 0, 1, 0});
  CHECK(difference.moved == std::vector<std::string>{"h"});
  CHECK(difference.verdict == Verdict::fails);
}

TEST_CASE("Thresholds mean what they mean to idiff", "[difference]") {
  const auto a = layer<float>("h", TERRAWRIGHT_KIND_HEIGHT, 2, {0, 0, 0, 0});
  const auto b = layer<float>("h", TERRAWRIGHT_KIND_HEIGHT, 2, {0, 0.5f, 1, 2});
  const auto verdict = [&](cli::Thresholds thresholds) { return compared(a, b, thresholds).verdict; };
  constexpr double any = std::numeric_limits<double>::infinity();
  CHECK(verdict({}) == Verdict::fails);
  CHECK(verdict({2}) == Verdict::within);
  CHECK(verdict({1.9}) == Verdict::fails);
  CHECK(verdict({1.9, 25}) == Verdict::within);
  CHECK(verdict({1.9, 24}) == Verdict::fails);
  CHECK(verdict({1.9, 25, 1.95}) == Verdict::fails);
  CHECK(verdict({1.9, 25, 2}) == Verdict::within);
  CHECK(verdict({2, 0, any, 1}) == Verdict::warns);
  CHECK(verdict({2, 0, any, 1, 25}) == Verdict::within);
  CHECK(compared(a, a).verdict == Verdict::same);
}

TEST_CASE("What is no number on one side only is a change that no threshold allows", "[difference]") {
  const auto a = heights({none, 1, inf}), b = heights({none, none, inf});
  const auto found = compared(a, b, {1e9}).layers.at(0);
  CHECK(found.nans == 1);
  CHECK(found.changed == 1);
  CHECK(found.largest == 0);
  CHECK(found.verdict == Verdict::fails);
  CHECK(compared(heights({inf, 1, 1}), heights({1, 1, 1}), {1e9}).verdict == Verdict::fails);
}

TEST_CASE("Classes: who became what", "[difference]") {
  auto a = layer<std::uint16_t>("c", TERRAWRIGHT_KIND_CLASS, 2, {1, 1, 2, 300}, "1");
  auto b = layer<std::uint16_t>("c", TERRAWRIGHT_KIND_CLASS, 2, {1, 2, 2, 7}, "1");
  LegendEntry desert{}, steppe{}, other{};
  desert.code = 1;
  desert.name = "desert";
  steppe.code = 2;
  steppe.name = "steppe";
  other.code = 2;
  other.name = "grass";
  a.facts.legend = {desert, steppe};
  b.facts.legend = {desert, other};
  const auto found = compared(a, b, {1000, 49}).layers.at(0);
  CHECK_FALSE(found.has_values);
  CHECK(found.changed == 2);
  CHECK(found.verdict == Verdict::fails);
  CHECK(found.confusion == std::map<std::pair<std::uint16_t, std::uint16_t>, std::uint64_t>{
                               {{1, 1}, 1}, {{1, 2}, 1}, {{2, 2}, 1}, {{300, 7}, 1}});
  CHECK(found.classes.at(1) == "desert");
  CHECK(found.classes.at(2) == "steppe -> grass");
  CHECK(compared(a, b, {1000, 50}).verdict == Verdict::within);
}

TEST_CASE("Vectors, counts, masks and colours", "[difference]") {
  const auto vectors = compared(layer<Vector2>("v", TERRAWRIGHT_KIND_VECTOR, 2, {{0, 0}, {1, 1}}),
                                layer<Vector2>("v", TERRAWRIGHT_KIND_VECTOR, 2, {{0, 3}, {1, 1}}));
  CHECK(vectors.layers[0].changed == 1);
  CHECK(vectors.layers[0].mean == Approx(0.75));
  constexpr std::int64_t large = std::int64_t{1} << 40;
  const auto counts = compared(layer<std::int64_t>("n", TERRAWRIGHT_KIND_COUNT, 2, {large, 5}),
                               layer<std::int64_t>("n", TERRAWRIGHT_KIND_COUNT, 2, {large + 1, 5}));
  CHECK(counts.layers[0].largest == 1);
  const auto masks = compared(layer<std::uint8_t>("m", TERRAWRIGHT_KIND_MASK, 2, {0, 1}),
                              layer<std::uint8_t>("m", TERRAWRIGHT_KIND_MASK, 2, {1, 1}));
  CHECK(masks.layers[0].confusion.at({0, 1}) == 1);
  const auto colours = compared(layer<Colour>("k", TERRAWRIGHT_KIND_COLOUR, 1, {{255, 0, 0, 255}}),
                                layer<Colour>("k", TERRAWRIGHT_KIND_COLOUR, 1, {{204, 0, 0, 255}}));
  CHECK(colours.layers[0].largest == Approx(0.2));
}

TEST_CASE("What cannot be compared is told, and is a difference", "[difference]") {
  const auto problem = [](const cli::SideLayer& a, const cli::SideLayer& b) {
    const auto difference = compared(a, b, {1e9, 100});
    CHECK(difference.verdict == Verdict::fails);
    return difference.layers.at(0).problem;
  };
  CHECK(problem(heights({1, 2, 3}), heights({1, 2, 3}, "km")) == "unit m -> km");
  CHECK(problem(heights({1, 2, 3}), heights({1, 2, 3, 4, 5, 6})) == "size 3 x 1 -> 3 x 2 cells");
  CHECK(problem(heights({1, 2, 3}), layer<std::uint8_t>("h", TERRAWRIGHT_KIND_MASK, 3, {1, 0, 1})) ==
        "kind height -> mask");
  auto unread = heights({4, 5, 6});
  unread.cells = nullptr;
  CHECK(problem(heights({1, 2, 3}), unread) == "other cells, and no file of B that can be read holds them");
  unread.digest = heights({1, 2, 3}).digest;
  CHECK(compared(heights({1, 2, 3}), unread).verdict == Verdict::same);
  const std::atomic<bool> stop{false};
  const auto both = cli::difference_of(side({heights({1, 2, 3})}),
                                       side({layer<std::uint8_t>("m", TERRAWRIGHT_KIND_MASK, 1, {1})}), {}, stop);
  REQUIRE(both.layers.size() == 2);
  CHECK(both.layers[0].problem == "only in A");
  CHECK(both.layers[1].problem == "only in B");
}

TEST_CASE("Rows of tables: added, gone, changed", "[difference]") {
  const std::string a = "id,name,length (km)\r\n1,Elbe,10.5\r\n2,\"Rhine, the \"\"old\"\"\",20\r\n3,Oder,7\r\n";
  const std::string b = "id,name,length (km)\r\n1,Elbe,11.5\r\n2,\"Rhine, the \"\"old\"\"\",20\r\n4,Spree,3\r\n";
  const auto found = cli::difference_of_tables("rivers", a, b);
  CHECK(found.key == "id");
  CHECK(found.added == 1);
  CHECK(found.gone == 1);
  CHECK(found.changed == 1);
  CHECK(found.rows_a == 3);
  REQUIRE(found.rows.size() == 3);
  CHECK(found.rows[0].what == '~');
  CHECK(found.rows[0].of == std::vector<std::array<std::string, 3>>{{"length (km)", "10.5", "11.5"}});
  CHECK(cli::difference_of_tables("rivers", a, a).verdict == Verdict::same);
  // Without a key by whole rows, as often as they are there.
  const auto rows = cli::difference_of_tables("t", "v\r\n1.5\r\n1.5\r\n2.5\r\n", "v\r\n1.5\r\n3.5\r\n2.5\r\n");
  CHECK(rows.key.empty());
  CHECK(rows.added == 1);
  CHECK(rows.gone == 1);
  CHECK(rows.rows.at(0).key == "3.5");
  CHECK(cli::difference_of_tables("t", "a,b\r\n", "a\r\n").problem == "columns a, b -> a");
  CHECK(cli::difference_of_tables("t", "a,b\r\n", "a,b\r\n").verdict == Verdict::same);
}

TEST_CASE("A large layer is compared row by row, and its picture stays small", "[difference]") {
  std::vector<float> cells(1500 * 700);
  const auto a = layer("h", TERRAWRIGHT_KIND_HEIGHT, 1500, cells);
  cells[1499 + 699 * 1500] = 2;
  const auto found = compared(a, layer("h", TERRAWRIGHT_KIND_HEIGHT, 1500, cells)).layers.at(0);
  CHECK(found.x == 1499);
  CHECK(found.y == 699);
  CHECK(found.picture_width == 500);
  CHECK(found.picture.back() == 1);
  const std::string png = cli::png_of(found);
  CHECK(png.compare(1, 3, "PNG") == 0);
}
