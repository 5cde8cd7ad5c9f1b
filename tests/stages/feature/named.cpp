// SPDX-License-Identifier: Apache-2.0
// feature.names and feature.courses as stages: tables in, tables out, and what they refuse.
#include <set>
#include <string>

#include "support/catch.hpp"
#include "support/stage_runs.hpp"
#include "terrawright/stage.hpp"

using namespace terrawright;
using namespace terrawright::testing;

const terrawright_stage* terrawright_stage_names_of_feature();
const terrawright_stage* terrawright_stage_courses_of_feature();

namespace {

Table towns() {
  Table table;
  table.integers("rank", "1", {1, 2, 3});
  table.point(10, 10);
  table.point(40, 10);
  table.point(40, 40);
  return table;
}
StageRun naming(const Table& features) {
  StageRun run(terrawright_stage_names_of_feature(), 64, 64);
  run.cell(1000).seed(7).node("names").set("kind", "town");
  run.table("features", features);
  return run;
}
std::vector<std::string> names(const StageRun& run) { return test::painted(run).table("named").texts("name"); }
const std::string mine =
    R"({"name": "mine", "syllables": "2", "first": "b d", "vowels": "a", "codas": "n", "middle": "l r",
  "generics": {"town": ["{} Town"]}})";

}  // namespace

TEST_CASE("features get a column of names, and keep the others and their places", "[feature.names]") {
  const StageRun run = naming(towns());
  const Result result = test::painted(run);
  const Rows& rows = result.table("named");
  CHECK(rows.integers("rank") == std::vector<std::int64_t>{1, 2, 3});
  CHECK(rows.points()[2].y == 40);
  CHECK(std::set<std::string>(rows.texts("name").begin(), rows.texts("name").end()).size() == 3);
  test::same_under_all_tiles(run);
}

TEST_CASE("the same places in metres have the same names at another resolution", "[feature.names]") {
  Table finer;
  finer.point(20, 20);
  finer.point(80, 20);
  finer.point(80, 80);
  finer.integers("rank", "1", {1, 2, 3});
  StageRun run(terrawright_stage_names_of_feature(), 128, 128);
  run.cell(500).seed(7).node("names").set("kind", "town");
  run.table("features", finer);
  CHECK(names(run) == names(naming(towns())));
}

TEST_CASE("middles and poles stand for areas, mouths for rivers, and octants for seas", "[feature.names]") {
  Table areas;
  const std::vector<terrawright_point> line = {{1, 1}, {5, 5}, {10, 10}}, other = {{3, 60}, {9, 50}, {10, 10}};
  areas.line(line.begin(), line.end());
  areas.reals("pole_x", "m", {40000});
  areas.reals("pole_y", "m", {10000});
  CHECK(names(naming(areas))[0] == names(naming(towns()))[1]);
  // The middle of an area, where it is known, rather than its pole.
  areas.reals("middle_x", "m", {40000});
  areas.reals("middle_y", "m", {40000});
  CHECK(names(naming(areas))[0] == names(naming(towns()))[2]);
  Table rivers;
  rivers.line(other.begin(), other.end());
  rivers.reals("discharge", "m3/s", {5});
  CHECK(names(naming(rivers))[0] == names(naming(towns()))[0]);
  Table seas, moved;
  seas.integers("octant", "1", {3, 5});
  seas.point(1, 1);
  seas.point(60, 60);
  moved.integers("octant", "1", {5, 3});
  moved.point(61, 60);
  moved.point(2, 1);
  StageRun of_seas = naming(seas), of_moved = naming(moved);
  of_seas.set("kind", "sea").set("tongues", std::vector<std::string>{"velan"});
  of_moved.set("kind", "sea").set("tongues", std::vector<std::string>{"velan"});
  CHECK(names(of_seas)[0] == names(of_moved)[1]);
  CHECK(names(of_seas)[1] == names(of_moved)[0]);
}

TEST_CASE("of rivers at one place that with more water and length has the first name", "[feature.names]") {
  const auto named = [](std::vector<double> discharge, std::vector<double> length) {
    Table rivers;
    for (std::size_t r = 0; r < discharge.size(); ++r) {
      const std::vector<terrawright_point> line = {{3 + static_cast<double>(r), 60}, {10, 10}};
      rivers.line(line.begin(), line.end());
    }
    rivers.reals("discharge", "m3/s", std::move(discharge));
    rivers.reals("length", "km", std::move(length));
    StageRun run = naming(rivers);
    run.set("kind", "river");
    return names(run);
  };
  const auto alone = named({5}, {20});
  const auto both = named({9, 5}, {2, 20});  // between two lakes, and a river
  CHECK(both[1] == alone[0]);
  CHECK(both[0] != alone[0]);
  CHECK(named({5, 9}, {20, 2})[0] == alone[0]);
  CHECK(named({9, 9}, {20, 20})[0] == alone[0]);
}

TEST_CASE("users' tongues and refused words are read from their files", "[feature.names]") {
  StageRun run = naming(towns());
  run.file("tables", mine);
  const auto own = names(run);
  for (const std::string& name : own) CHECK(name.substr(name.size() - 5) == " Town");
  run.file("refused", own[0].substr(0, own[0].find(' ')) + "  # not that one\n");
  CHECK(names(run)[0] != own[0]);
  StageRun both = naming(towns());
  both.file("tables", mine).set("tongues", std::vector<std::string>{"norric"});
  CHECK(names(both)[0].find(" Town") == std::string::npos);
  StageRun english = naming(towns());
  english.set("kind", "cape").set("generics", "english");
  for (const std::string& name : names(english)) {
    CHECK((name.find("Cape ") == 0 || name.find(" Point") != std::string::npos ||
           name.find(" Head") != std::string::npos));
  }
}

TEST_CASE("what is wrong with names is said", "[feature.names]") {
  StageRun run = naming(towns());
  run.set("tongues", std::vector<std::string>{"elvish"});
  CHECK(test::says(test::refusal(run), "there is no tongue 'elvish'"));
  StageRun many = naming(towns());
  many.set("tongues", std::vector<std::string>{"velan", "velan", "velan", "velan", "velan"});
  CHECK(test::says(test::refusal(many), "at most four"));
  StageRun wrong = naming(towns());
  wrong.file("tables", R"({"name": "mine", "syllables": "2", "first": "B", "vowels": "a", "codas": "n"})");
  CHECK(test::says(test::refusal(wrong), "the letter 'B' (U+0042) in 'B' is not allowed"));
  StageRun mute = naming(towns());
  mute.file("tables", mine).file("refused", "an\n");
  CHECK(test::says(test::refusal(mute), "every name of a river in 'mine' has a refused word in it, as 'an'"));
  StageRun list = naming(towns());
  list.file("refused", "-x-\n");
  CHECK(test::says(test::refusal(list), "line 1: '-x-' is no word"));
  StageRun twice = naming(towns());
  CHECK(test::refusal(twice) == "nothing");
  StageRun round = naming(towns());
  round.wrap(TERRAWRIGHT_WRAP_X);
  CHECK(test::says(test::refusal(round), "the world wraps"));
}

TEST_CASE("no features, no names", "[feature.names]") {
  Table none;
  none.integers("rank", "1", {});
  CHECK(names(naming(none)).empty());
}

TEST_CASE("reaches become courses, through a lake, whatever the tiles are", "[feature.courses]") {
  Table reaches;
  const std::vector<terrawright_point> a = {{2, 5}, {3, 5}, {4, 5}}, b = {{7, 5}, {8, 5}, {9, 6}},
                                       c = {{9, 2}, {9, 3}, {9, 4}, {9, 5}, {9, 6}}, d = {{9, 6}, {10, 7}};
  for (const auto* line : {&a, &b, &c, &d}) reaches.line(line->begin(), line->end());
  reaches.integers("reach", "1", {3, 4, 1, 9});
  reaches.integers("order", "1", {1, 1, 1, 2});
  reaches.reals("length", "km", {2, 3, 4, 1});
  reaches.reals("discharge", "m3/s", {5, 6, 2, 8});
  reaches.texts("ends_in", {"lake", "river", "river", "sea"});
  reaches.integers("next_reach", "1", {0, 9, 9, 0});
  reaches.integers("from_x", "1", {2, 7, 9, 9});
  reaches.integers("from_y", "1", {5, 5, 2, 6});
  reaches.integers("to_x", "1", {4, 9, 9, 10});
  reaches.integers("to_y", "1", {5, 6, 6, 7});
  StageRun run(terrawright_stage_courses_of_feature(), 16, 12);
  run.cell(1000).table("rivers", reaches);
  run.input("lake", [](auto x, auto y) { return x >= 4 && x <= 6 && y >= 4 && y <= 6 ? 1 : 0; });
  const Result result = test::painted(run);
  const Rows& courses = result.table("courses");
  REQUIRE(courses.rows() == 2);
  CHECK(courses.reals("discharge") == std::vector<double>{8, 2});
  CHECK(courses.reals("length") == std::vector<double>{2 + 3 + 3 + 1, 4});
  CHECK(courses.integers("lakes") == std::vector<std::int64_t>{1, 0});
  CHECK(courses.integers("into") == std::vector<std::int64_t>{-1, 0});
  CHECK(courses.line(0).front().x == 2);
  CHECK(courses.line(0).back().y == 7);
  CHECK(result.table("reaches").integers("course") == std::vector<std::int64_t>{0, 0, 1, 0});
  CHECK(result.table("reaches").integers("order") == std::vector<std::int64_t>{1, 1, 1, 2});
  test::same_under_all_tiles(run);
}
