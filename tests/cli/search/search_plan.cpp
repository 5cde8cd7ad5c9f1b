// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <numeric>
#include <random>

#include "cli/search/searching.hpp"
#include "support/catch.hpp"

using namespace terrawright::cli;
using Worlds = std::vector<std::size_t>;

namespace {

Worlds first(std::size_t count) {
  Worlds all(count);
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

// Numbers of many worlds, coarse ones within `error` of whole ones; a world is as expected where its number is at most
// `limit`.
struct Made {
  std::vector<Look> coarse, full;
};
Made made(unsigned seed, std::size_t count, double error, double limit) {
  std::minstd_rand random(seed);
  const auto number = [&] { return static_cast<double>(random() % 10000) / 10000.0; };
  Made all;
  for (std::size_t i = 0; i < count; ++i) {
    const double full = number(), coarse = full + error * (2.0 * number() - 1.0);
    const auto look = [&](double of) { return Look{{of <= limit ? 0.0 : of - limit}, false, of}; };
    all.full.push_back(look(full));
    all.coarse.push_back(look(coarse));
  }
  return all;
}

// As the verb does it, answers in another order than they were asked for.
SearchPlan searched(const Made& all, std::size_t want, bool ranks, std::size_t late, std::size_t& confirmed) {
  SearchPlan plan(want, ranks);
  const Worlds worlds = first(all.full.size());
  for (const std::size_t world : worlds) plan.coarse(world, all.coarse[world]);
  confirmed = 0;
  Worlds doubtful = plan.doubtful(worlds);
  std::rotate(doubtful.begin(), doubtful.begin() + static_cast<std::ptrdiff_t>(std::min(late, doubtful.size())),
              doubtful.end());
  for (const std::size_t world : doubtful) {
    plan.learn(world, all.full[world]);
    ++confirmed;
  }
  for (const bool promising : {true, false}) {
    if (plan.enough()) break;
    const Worlds some = promising ? plan.promising(worlds) : plan.left(worlds);
    plan.confirm(some);
    Worlds order = some;
    for (std::size_t i = 0; i + late < order.size(); i += late + 1) std::swap(order[i], order[i + late]);
    for (const std::size_t world : order) {
      if (plan.enough()) break;
      if (plan.is_known(world)) continue;
      plan.full(world, all.full[world]);
      ++confirmed;
    }
  }
  return plan;
}

Worlds best_of_all(const Made& all, std::size_t want) {
  Worlds worlds;
  for (const std::size_t world : first(all.full.size())) {
    if (all.full[world].miss() <= 0) worlds.push_back(world);
  }
  std::stable_sort(worlds.begin(), worlds.end(),
                   [&](std::size_t a, std::size_t b) { return *all.full[a].better > *all.full[b].better; });
  worlds.resize(std::min(worlds.size(), want));
  return worlds;
}

}  // namespace

TEST_CASE("What is found is as expected, and too little only where there is no more", "[search]") {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    const Made all = made(seed, 80, seed % 3 == 0 ? 0.3 : 0.02, 0.15);
    const Worlds there = best_of_all(all, 80);
    for (const std::size_t want : {1U, 5U, 40U}) {
      std::size_t confirmed = 0;
      const Worlds found = searched(all, want, false, 0, confirmed).found();
      INFO(seed << " " << want);
      CHECK(found.size() == std::min<std::size_t>(want, there.size()));
      for (const std::size_t world : found) CHECK(all.full[world].miss() <= 0);
    }
  }
}

TEST_CASE("The first are the first of all where coarse worlds mislead by less than what is near", "[search]") {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    const Made all = made(seed, 80, 0.9 * SearchPlan::near, 0.3);
    Worlds brute;
    for (const std::size_t world : first(80)) {
      if (all.full[world].miss() <= 0 && brute.size() < 5) brute.push_back(world);
    }
    std::size_t confirmed = 0;
    CHECK(searched(all, 5, false, 0, confirmed).found() == brute);
    CHECK(confirmed <= brute.back() + 1 + 3);  // doubtful ones
  }
}

TEST_CASE("The best are the best of all, and most worlds are not confirmed", "[search]") {
  std::size_t same = 0, cases = 0;
  for (unsigned seed = 1; seed <= 100; ++seed) {
    const Made all = made(seed, 200, 0.02, 1.0);
    std::size_t confirmed = 0;
    const Worlds found = searched(all, 5, true, 0, confirmed).found();
    same += found == best_of_all(all, 5) ? 1 : 0;
    ++cases;
    CHECK(found.size() == 5);
    CHECK(confirmed < 60);
  }
  CHECK(same == cases);
}

TEST_CASE("What coarse worlds are wrong about hides neither the first nor the best", "[search]") {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    // A second thing holds in nine of ten whole worlds, and in few coarse ones, as a lake of some cells does.
    Made all = made(seed, 120, 0.02, 0.6);
    std::minstd_rand random(seed + 100);
    for (std::size_t world = 0; world < 120; ++world) {
      all.coarse[world].misses.push_back(random() % 10 == 0 ? 0.0 : 1.0);
      all.full[world].misses.push_back(random() % 10 == 0 ? 1.0 : 0.0);
    }
    Worlds brute;
    for (const std::size_t world : first(120)) {
      if (all.full[world].miss() <= 0 && brute.size() < 5) brute.push_back(world);
    }
    std::size_t confirmed = 0;
    INFO(seed);
    CHECK(searched(all, 5, false, 0, confirmed).found() == brute);
    CHECK(confirmed < 40);
    CHECK(searched(all, 5, true, 0, confirmed).found() == best_of_all(all, 5));
    CHECK(confirmed < 120);
  }
}

TEST_CASE("What is found is the same whatever the order of the answers", "[search]") {
  for (unsigned seed = 1; seed <= 40; ++seed) {
    for (const bool ranks : {false, true}) {
      const Made all = made(seed, 80, 0.1, 0.5);
      std::size_t confirmed = 0;
      const SearchPlan one = searched(all, 5, ranks, 0, confirmed);
      for (const std::size_t late : {1U, 3U, 7U}) {
        const SearchPlan other = searched(all, 5, ranks, late, confirmed);
        CHECK(other.found() == one.found());
        CHECK(other.counted() == one.counted());
      }
    }
  }
}

TEST_CASE("Without coarse worlds all are confirmed, and the best are exact", "[search]") {
  const Made all = made(7, 50, 0.0, 1.0);
  SearchPlan plan(3, true);
  plan.confirm(plan.promising(first(50)));
  for (std::size_t world = 0; world < 50; ++world) {
    CHECK_FALSE(plan.enough());
    plan.full(world, all.full[world]);
  }
  CHECK(plan.enough());
  CHECK(plan.found() == best_of_all(all, 3));
  CHECK(plan.left(first(50)).empty());
}

TEST_CASE("What no coarse world shows does not hide what they show", "[search]") {
  // All of six worlds miss the second condition when they are coarse; worlds 4 and 1 are near to the first.
  const double inf = std::numeric_limits<double>::infinity();
  const std::vector<double> first_thing = {0.9, 0.05, 0.3, 0.8, 0.0, 0.4};
  SearchPlan plan(1, false), ranked(1, true);
  for (std::size_t world = 0; world < 6; ++world) {
    const Look look{{first_thing[world], world == 4 ? inf : 1.0}, false, static_cast<double>(world)};
    plan.coarse(world, look);
    ranked.coarse(world, look);
  }
  CHECK(plan.promising(first(6)).empty());
  plan.look_again();
  CHECK(plan.left(first(6)) == Worlds{1, 4, 2, 5, 3, 0});
  ranked.look_again();
  CHECK(ranked.promising(first(6)) == Worlds{4, 1});
}
