// SPDX-License-Identifier: Apache-2.0
#include "support/stage_runs.hpp"

#include "support/catch.hpp"

namespace terrawright::test {

testing::Result painted(const testing::StageRun& run, testing::Tiling tiling) {
  testing::Result result = run.paint(tiling);
  INFO((result.failure() ? result.failure()->sentence() : ""));
  REQUIRE_FALSE(result.failure());
  return result;
}

std::string refusal(const testing::StageRun& run, testing::Tiling tiling) {
  const testing::Result result = run.paint(tiling);
  return result.failure() ? result.failure()->sentence() : "nothing";
}

void same_under_all_tiles(const testing::StageRun& run) { CHECK(run.tilings_differ().value_or("") == ""); }

}  // namespace terrawright::test
