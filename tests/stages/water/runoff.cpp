// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <string>
#include <vector>

#include "support/build.hpp"
#include "support/catch.hpp"

using namespace terrawright;

namespace {

// One cell a value of rain and warmth; the last one is ocean.
test::Built runoff(const std::vector<float>& rain, const std::vector<float>& warmth) {
  const auto n = static_cast<std::int64_t>(rain.size());
  test::Options options;
  options.given["p"] = {"mm/yr", n, 1, rain};
  options.given["bt"] = {"C", n, 1, warmth};
  options.given["ocean"] = {"1", n, 1, std::vector<float>(rain.size(), 0.0f)};
  options.given["ocean"].cells.back() = 1;
  return test::build("terrawright: 1\nname: t\nworld: {size: [" + std::to_string(n) +
                         ", 1], seed: 1}\nstages:\n"
                         "  p: {use: test.given_scalar@1, with: {name: p}}\n"
                         "  bt: {use: test.given_scalar@1, with: {name: bt}}\n"
                         "  ocean: {use: test.given_mask@1, with: {name: ocean}}\n"
                         "  r: {use: water.runoff@1, in: {rain: p, biotemperature: bt, ocean: ocean}}\n"
                         "outputs: [{layers: {r: r, a: r.annual, e: r.potential}}]\n",
                     options);
}

}  // namespace

TEST_CASE("runoff is rain less what Turc and Pike let evaporate", "[water.runoff]") {
  const std::vector<float> rain = {0, 100, 1000, 1000, 20000, 500, 800}, warmth = {10, 25, 10, 0, 15, -5, 10};
  const auto built = runoff(rain, warmth);
  const auto sum = built.cells<std::int64_t>("r");
  const auto annual = built.cells<float>("r.annual"), potential = built.cells<float>("r.potential");
  for (std::size_t i = 0; i + 1 < rain.size(); ++i) {
    const double p = static_cast<double>(rain[i]), pet = 58.93 * static_cast<double>(warmth[i]);
    const double expected = pet <= 0 ? p : p - p / std::sqrt(1 + p / pet * (p / pet));
    INFO(p << " mm/yr at " << warmth[i] << " C");
    CHECK(annual[i] == Approx(expected).epsilon(1e-6).margin(1e-9));
    CHECK(sum[i] == std::llround(1024 * expected));
    CHECK(potential[i] == Approx(std::max(pet, 0.0)).epsilon(1e-6));
  }
  CHECK(sum.back() == 0);  // the ocean
  CHECK(sum[1] > 0);
  CHECK(sum[1] < 1024 * 5);  // little is left of 100 mm in the heat
}

TEST_CASE("rain whose sum would not fit is refused", "[water.runoff]") {
  try {
    runoff({1e15f, 1e15f, 1e15f, 1e15f, 1e15f, 1e15f, 1e15f, 1e15f, 1e15f, 0}, std::vector<float>(10, 10.0f));
    FAIL("it was built");
  } catch (const test::BuildFailed& refused) {
    CHECK(std::string(refused.what()).find("so much rain cannot be added up") != std::string::npos);
  }
}
