// SPDX-License-Identifier: Apache-2.0
#include "support/stage_runs.hpp"

#include "support/catch.hpp"

namespace terrawright::test {

testing::Result painted(const testing::StageRun& run, testing::Tiling tiling) {
  testing::Result result = run.paint(tiling);
  INFO((result.failure() ? result.failure()->sentence() : ""));
  REQUIRE(result);
  return result;
}

std::string refusal(const testing::StageRun& run, testing::Tiling tiling) {
  const testing::Result result = run.paint(tiling);
  return result.failure() ? result.failure()->sentence() : "nothing";
}

bool says(const std::string& text, const std::string& part) {
  if (text.find(part) != std::string::npos) return true;
  UNSCOPED_INFO("it says: " << text);
  return false;
}

void same_under_all_tiles(const testing::StageRun& run) { CHECK(run.tilings_differ().value_or("") == ""); }

}  // namespace terrawright::test
