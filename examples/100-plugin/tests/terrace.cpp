// SPDX-License-Identifier: Apache-2.0
// The stage on cells that this test makes up: no world, no config, and any test framework would do.
#include <cstdio>
#include <string>

#include "terrawright/testing.hpp"

const terrawright_stage* terrawright_stage_terrace_of_example();

namespace {

int failures = 0;

void check(bool is_so, const std::string& what) {
  if (is_so) return;
  ++failures;
  std::printf("wrong: %s\n", what.c_str());
}

double ramp(std::int64_t x, std::int64_t y) { return 0.25 * static_cast<double>(x) + 0.01 * static_cast<double>(y); }

}  // namespace

int main() {
  terrawright::testing::StageRun run(terrawright_stage_terrace_of_example(), 40, 30);
  run.input("height", ramp).unit("height", "m").set("step", 0.5);
  const auto result = run.paint();
  check(result("height", 4, 0) == 1.0 && result("height", 5, 0) == 1.0, "1.0 m and 1.25 m are on the step of 1 m");
  check(result("height", 6, 0) == 1.5, "1.5 m is on the next one");
  check(result.unit("height") == "m", "the unit stays");
  // In tiles of any side, in any order, the same bits come out; and nothing is read beyond a halo.
  const auto wrong = run.tilings_differ();
  check(!wrong, wrong.value_or(""));
  return failures == 0 ? 0 : 1;
}
