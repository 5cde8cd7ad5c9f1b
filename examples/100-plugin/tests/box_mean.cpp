// SPDX-License-Identifier: Apache-2.0
// The stage on cells that this test makes up: no world, no config, and any test framework would do.
#include <cstdio>
#include <string>

#include "terrawright/testing.hpp"

const terrawright_stage* terrawright_stage_box_mean_of_example();

namespace {

int failures = 0;

void check(bool is_so, const std::string& what) {
  if (is_so) return;
  ++failures;
  std::printf("wrong: %s\n", what.c_str());
}

double peak(std::int64_t x, std::int64_t y) { return x == 20 && y == 10 ? 9 : 0; }

}  // namespace

int main() {
  terrawright::testing::StageRun run(terrawright_stage_box_mean_of_example(), 40, 30);
  run.input("height", peak).set("radius", 1);
  const auto result = run.paint();
  check(result("height", 19, 11) == 1.0 && result("height", 18, 10) == 0.0, "nine cells share the peak");
  run.set("radius", 5);
  // In tiles of any side, in any order, the same bits come out; and nothing is read beyond a halo.
  const auto wrong = run.tilings_differ();
  check(!wrong, wrong.value_or(""));
  return failures == 0 ? 0 : 1;
}
