// SPDX-License-Identifier: Apache-2.0
// Code that leaves values in the upper halves of vector registers must not slow other code.
#include "support/clean_vectors.hpp"

#include <atomic>

#include "border/float_control.hpp"
#include "engine/made_up.hpp"
#include "support/build.hpp"

using namespace terrawright;

namespace {

// Whether any call of `Clean` found them used.
std::atomic<int> found_used{0}, calls{0};

struct Dirty {
  Out<Height> height;
  static void describe(Spec<Dirty>& s) {
    s.stage("test.dirty", "Leaves upper halves used.");
    s.port(&Dirty::height, "height", "Zeros.").unit("1");
  }
  void paint(Tile& tile) const {
    tile.each_cell([to = tile[height]](auto x, auto y) { to(x, y) = 0; });
    test::use_upper_halves();
  }
};

struct Clean {
  In<Height> height;
  Out<Height> same;
  static void describe(Spec<Clean>& s) {
    s.stage("test.clean", "Looks whether they are used.");
    s.port(&Clean::height, "height", "Any.");
    s.port(&Clean::same, "height", "Zeros.").like("height");
  }
  void paint(Tile& tile) const {
    ++calls;
    if (test::upper_halves_are_used()) ++found_used;
    tile.each_cell([to = tile[same]](auto x, auto y) { to(x, y) = 0; });
  }
};

}  // namespace

TEST_CASE("A stage is entered with clean vectors, and leaves them so", "[engine.clean_vectors]") {
  if (!test::tells_of_upper_halves()) return;
  // Nothing else may run between these: the C library cleans up, too.
  test::use_upper_halves();
  const bool before = test::upper_halves_are_used();
  bool inside = true;
  test::use_upper_halves();
  {
    const border::FloatControl entered;
    inside = test::upper_halves_are_used();
    test::use_upper_halves();
  }
  const bool after = test::upper_halves_are_used();
  CHECK(before);
  CHECK_FALSE(inside);
  CHECK_FALSE(after);
}

TEST_CASE("A stage that leaves vectors used slows no other", "[engine.clean_vectors]") {
  if (!test::tells_of_upper_halves()) return;
  calls = found_used = 0;
  const auto made = test::run_made_up({stage<Dirty>(), stage<Clean>()},
                                      "  dirty: {use: test.dirty@1}\n"
                                      "  last: {use: test.clean@1, in: {height: dirty}}\n",
                                      test::tiles_and_threads(32, 2));
  INFO(made.said);
  REQUIRE(made.outcome.done);
  CHECK(calls > 0);
  CHECK(found_used == 0);
}
