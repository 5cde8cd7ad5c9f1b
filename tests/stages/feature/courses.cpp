// SPDX-License-Identifier: Apache-2.0
// Courses: every reach is of one, each is a path, and goes on where there is more water.
#include "feature/courses/courses.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "feature/names/words.hpp"
#include "lands.hpp"
#include "support/catch.hpp"

using namespace terrawright;
using namespace terrawright::feature;

namespace {

// A random tree of reaches, each with the water of all above it and of its own.
std::vector<Reach> tree(std::uint64_t seed, std::size_t count, double threshold = 0) {
  Words words(key_of(seed, "tree", {}));
  std::vector<std::size_t> below(count, no_reach);
  std::vector<double> flow(count);
  for (std::size_t i = 0; i < count; ++i) {
    flow[i] = 1 + words.below(4);
    if (i >= 3) below[i] = words.below(i);
  }
  for (std::size_t i = count; i-- > 3;) flow[below[i]] += flow[i];
  std::vector<Reach> reaches;
  for (std::size_t i = 0; i < count; ++i) {
    if (flow[i] < threshold) continue;
    const auto own = static_cast<std::int64_t>(i);
    const auto next = below[i] == no_reach ? 0 : static_cast<std::int64_t>(below[i]) + 1;
    reaches.push_back({own + 1, next, own % 50, own / 50, next % 50, next / 50, flow[i], false});
  }
  return reaches;
}

std::vector<LakeRun> runs_of(const std::vector<std::string>& map, std::int64_t cut) {
  std::vector<LakeRun> runs;
  for (std::size_t y = 0; y < map.size(); ++y) {
    for (std::size_t x = 0; x < map[y].size(); ++x) {
      if (map[y][x] != '#') continue;
      const std::size_t begin = x;
      while (x < map[y].size() && map[y][x] == '#' && (x == begin || x % static_cast<std::size_t>(cut) != 0)) ++x;
      runs.push_back({static_cast<std::int64_t>(y), static_cast<std::int64_t>(begin), static_cast<std::int64_t>(x)});
      --x;
    }
  }
  std::reverse(runs.begin(), runs.end());
  return runs;
}

}  // namespace

TEST_CASE("every reach is of one course, and a course is a path that goes with the water", "[feature.courses]") {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const auto reaches = tree(seed, 200);
    const auto below = reaches_below(reaches, {}, test::never);
    const auto courses = courses_of(reaches, below);
    std::vector<int> times(reaches.size(), 0);
    for (std::size_t c = 0; c < courses.size(); ++c) {
      const Course& course = courses[c];
      REQUIRE(!course.reaches.empty());
      for (std::size_t i = 0; i < course.reaches.size(); ++i) {
        ++times[course.reaches[i]];
        if (i == 0) continue;
        CHECK(below[course.reaches[i - 1]] == course.reaches[i]);
        CHECK(reaches[course.reaches[i]].discharge > reaches[course.reaches[i - 1]].discharge);
        // None that flows in has more.
        for (std::size_t r = 0; r < reaches.size(); ++r) {
          if (below[r] == course.reaches[i]) CHECK(reaches[r].discharge <= reaches[course.reaches[i - 1]].discharge);
        }
      }
      if (c > 0) CHECK(reaches[courses[c - 1].reaches.back()].discharge >= reaches[course.reaches.back()].discharge);
      const std::size_t next = below[course.reaches.back()];
      CHECK((next == no_reach) == (course.into == no_reach));
      if (next != no_reach) {
        const auto& into = courses[course.into].reaches;
        CHECK(std::count(into.begin(), into.end(), next) == 1);
        CHECK(course.into < c);  // a river that joins another has less water
      }
      // It begins at a spring.
      CHECK(std::count(below.begin(), below.end(), course.reaches.front()) == 0);
    }
    CHECK(std::all_of(times.begin(), times.end(), [](int n) { return n == 1; }));
  }
}

TEST_CASE("small rivers that vanish change no other course", "[feature.courses]") {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const auto few = tree(seed, 200, 4), all = tree(seed, 200);
    std::map<std::int64_t, std::vector<std::int64_t>> by_mouth;
    for (const Course& course : courses_of(all, reaches_below(all, {}, test::never))) {
      for (const std::size_t r : course.reaches) by_mouth[all[course.reaches.back()].number].push_back(all[r].number);
    }
    for (const Course& course : courses_of(few, reaches_below(few, {}, test::never))) {
      std::vector<std::int64_t> numbers;
      for (const std::size_t r : course.reaches) numbers.push_back(few[r].number);
      const auto& before = by_mouth.at(numbers.back());
      REQUIRE(before.size() >= numbers.size());
      CHECK(std::equal(numbers.rbegin(), numbers.rend(), before.rbegin()));
    }
  }
}

TEST_CASE("the order of the rows does not matter", "[feature.courses]") {
  auto reaches = tree(5, 100);
  const auto numbers = [&] {
    std::vector<std::vector<std::int64_t>> all;
    for (const Course& course : courses_of(reaches, reaches_below(reaches, {}, test::never))) {
      all.emplace_back();
      for (const std::size_t r : course.reaches) all.back().push_back(reaches[r].number);
    }
    return all;
  };
  const auto before = numbers();
  std::reverse(reaches.begin(), reaches.end());
  CHECK(numbers() == before);
}

TEST_CASE("a course runs through a lake with the greatest river that flows in", "[feature.courses]") {
  // The lake is at x 10 to 14; 1 and 2 flow in from the left, 3 leaves to the right, 4 is a spring on its shore.
  const LakeRuns lakes({{5, 10, 12}, {5, 12, 15}, {6, 11, 13}});
  std::vector<Reach> reaches = {{1, 0, 3, 5, 10, 5, 6, true},
                                {2, 0, 4, 8, 11, 6, 3, true},
                                {3, 0, 15, 5, 30, 5, 10, false},
                                {4, 0, 13, 4, 13, 0, 2, false}};
  const auto below = reaches_below(reaches, lakes, test::never);
  CHECK(below == std::vector<std::size_t>{2, 2, no_reach, no_reach});
  const auto courses = courses_of(reaches, below);
  REQUIRE(courses.size() == 3);
  CHECK(courses[0].reaches == std::vector<std::size_t>{0, 2});
  CHECK(courses[1].reaches == std::vector<std::size_t>{1});
  CHECK(courses[1].into == 0);
  // Less water leaves than flows in: the river ends in the lake.
  reaches[2].discharge = 5;
  CHECK(reaches_below(reaches, lakes, test::never) == std::vector<std::size_t>{no_reach, 2, no_reach, no_reach});
  // Without lakes rivers end there.
  CHECK(reaches_below(reaches, {}, test::never) == std::vector<std::size_t>(4, no_reach));
}

TEST_CASE("lakes in a ring make no endless river", "[feature.courses]") {
  const LakeRuns lakes({{0, 0, 2}, {0, 10, 12}});
  const std::vector<Reach> reaches = {{1, 0, 2, 0, 10, 0, 5, true}, {2, 0, 9, 0, 1, 0, 5, true}};
  const auto courses = courses_of(reaches, reaches_below(reaches, lakes, test::never));
  std::size_t all = 0;
  for (const Course& course : courses) all += course.reaches.size();
  CHECK(all == 2);
}

TEST_CASE("a lake is what hangs together, over corners and over tiles", "[feature.courses]") {
  const std::vector<std::string> map = {"##..#...", "#..##..#", "..#....#", "#......#", ".##..###", "...##..."};
  for (const std::int64_t cut : {100, 2, 1}) {
    const LakeRuns lakes(runs_of(map, cut));
    std::map<std::uint32_t, std::set<char>> seen;
    // By hand: a, b and c are three lakes; the last one hangs on corners.
    const std::vector<std::string> by_hand = {"aa..b...", "a..bb..c", "..b....c", "d......c", ".dd..ccc", "...dd..."};
    std::map<char, std::set<std::uint32_t>> of;
    for (std::size_t y = 0; y < map.size(); ++y) {
      for (std::size_t x = 0; x < map[y].size(); ++x) {
        const std::uint32_t lake = lakes.at(static_cast<std::int64_t>(x), static_cast<std::int64_t>(y));
        CHECK((lake == LakeRuns::none) == (map[y][x] == '.'));
        if (lake != LakeRuns::none) of[by_hand[y][x]].insert(lake);
      }
    }
    CHECK(of['a'].size() == 1);
    CHECK(of['b'].size() == 1);
    // c and d touch at a corner below.
    CHECK(of['c'] == of['d']);
    CHECK(of['a'] != of['b']);
    CHECK(of['b'] != of['c']);
    CHECK(lakes.at(-1, 0) == LakeRuns::none);
    CHECK(lakes.at(8, 1) == LakeRuns::none);
  }
}
