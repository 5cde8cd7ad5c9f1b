// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include "support/catch.hpp"
#include "support/stage_runs.hpp"

const terrawright_stage* terrawright_stage_frame_of_shape();

using namespace terrawright;
using testing::Result;
using testing::StageRun;

namespace {

std::vector<float> frame_weights(const StageRun& run) { return test::painted(run, 7).cells<Weight>("weight"); }
StageRun frame(std::int64_t width, std::int64_t height, double margin) {
  StageRun run(terrawright_stage_frame_of_shape(), width, height);
  run.set("margin", margin);
  return run;
}

}  // namespace

TEST_CASE("a frame is exactly 0 on the border, 1 beyond the margin, and smooth between", "[shape.frame]") {
  const std::int64_t width = 101, height = 41;
  const auto run = frame(width, height, 0.1);
  const auto made = frame_weights(run);
  const auto smooth = [](double t) { return t >= 1 ? 1.0f : static_cast<float>(t * t * (3 - 2 * t)); };
  for (std::int64_t y = 0; y < height; ++y) {
    for (std::int64_t x = 0; x < width; ++x) {
      const double tx = static_cast<double>(std::min(x, width - 1 - x)) / (0.1 * 100);
      const double ty = static_cast<double>(std::min(y, height - 1 - y)) / (0.1 * 40);
      REQUIRE(made[static_cast<std::size_t>(y * width + x)] == smooth(tx) * smooth(ty));
    }
  }
  CHECK(std::count(made.begin(), made.end(), 0.0f) == 2 * (width + height) - 4);
  CHECK(std::count(made.begin(), made.end(), 1.0f) == (width - 20) * (height - 8));
  test::same_under_all_tiles(run);
}

TEST_CASE("without a margin the border's cells alone are 0; worlds one cell wide are border", "[shape.frame]") {
  const auto made = frame_weights(frame(9, 6, 0));
  CHECK(std::count(made.begin(), made.end(), 0.0f) == 26);
  CHECK(std::count(made.begin(), made.end(), 1.0f) == 28);
  for (const double margin : {0.0, 0.5}) {
    CHECK(frame_weights(frame(5, 1, margin)) == std::vector<float>(5, 0.0f));
    CHECK(frame_weights(frame(1, 5, margin)) == std::vector<float>(5, 0.0f));
  }
}

TEST_CASE("along an axis that wraps there is no border", "[shape.frame]") {
  auto both = frame(12, 12, 0.3), across = frame(12, 12, 0.3);
  CHECK(frame_weights(both.wrap(TERRAWRIGHT_WRAP_X | TERRAWRIGHT_WRAP_Y)) == std::vector<float>(144, 1.0f));
  const auto made = frame_weights(across.wrap(TERRAWRIGHT_WRAP_X));
  CHECK(std::count(made.begin(), made.begin() + 12, 0.0f) == 12);
  CHECK(std::count(made.begin(), made.end(), 0.0f) == 24);
}
