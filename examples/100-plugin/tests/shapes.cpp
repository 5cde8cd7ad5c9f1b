// SPDX-License-Identifier: Apache-2.0
// The three stages on cells that this test makes up: no world, no config, and any test framework would do.
#include <cstdio>
#include <string>

#include "terrawright/testing.hpp"

const terrawright_stage* terrawright_stage_terrace_of_example();
const terrawright_stage* terrawright_stage_box_mean_of_example();
const terrawright_stage* terrawright_stage_equalise_of_example();

namespace {

using terrawright::testing::StageRun;

int failures = 0;

void check(bool is_so, const std::string& what) {
  if (is_so) return;
  ++failures;
  std::printf("wrong: %s\n", what.c_str());
}

// In tiles of any side, in any order, the same bits come out; and nothing is read beyond a halo.
void check_tilings(const StageRun& run, const std::string& stage) {
  const auto wrong = run.tilings_differ();
  check(!wrong, stage + ": " + wrong.value_or(""));
}

double ramp(std::int64_t x, std::int64_t y) { return 0.25 * static_cast<double>(x) + 0.01 * static_cast<double>(y); }

void terraces_are_steps() {
  StageRun run(terrawright_stage_terrace_of_example(), 40, 30);
  run.input("height", ramp).unit("height", "m").set("step", 0.5);
  const auto result = run.paint();
  check(result("height", 4, 0) == 1.0 && result("height", 5, 0) == 1.0, "1.0 m and 1.25 m are on the step of 1 m");
  check(result("height", 6, 0) == 1.5, "1.5 m is on the next one");
  check(result.unit("height") == "m", "the unit stays");
  check_tilings(run, "terrace");
}

void means_are_of_the_square() {
  StageRun run(terrawright_stage_box_mean_of_example(), 40, 30);
  run.input("height", [](auto x, auto y) { return x == 20 && y == 10 ? 9 : 0; }).set("radius", 1);
  const auto result = run.paint();
  check(result("height", 19, 11) == 1.0 && result("height", 18, 10) == 0.0, "nine cells share the peak");
  run.set("radius", 5);
  check_tilings(run, "box_mean");
}

void shares_go_from_none_to_all() {
  StageRun run(terrawright_stage_equalise_of_example(), 40, 30);
  run.input("height", ramp);
  const auto result = run.paint();
  check(result("share", 0, 0) == 0.0, "nothing is lower than the lowest cell");
  check(result("share", 39, 29) > 0.99, "nearly all is lower than the highest");
  check_tilings(run, "equalise");
}

}  // namespace

int main() {
  terraces_are_steps();
  means_are_of_the_square();
  shares_go_from_none_to_all();
  return failures == 0 ? 0 : 1;
}
