// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "support/catch.hpp"
#include "world.hpp"

using namespace terrawright;
using test::HeightsWorld;

namespace {

HeightsWorld profile(std::int64_t width, const std::string& with, std::uint64_t seed = 42) {
  return {"profile", width, 1, with, seed, "profile"};
}

// The golden values are float64; a cell is the nearest float32.
std::vector<float> rounded(const std::vector<double>& values) { return {values.begin(), values.end()}; }

const char* const interpolating[] = {"method: linear", "method: cosine", "method: superposition, iterations: 3",
                                     "method: superposition, iterations: 8, interpolation: cosine"};

}  // namespace

TEST_CASE("profiles have the golden values", "[heights.profile]") {
  const std::vector<double> naive = {89.98284339904785,  67.89316534996033,  35.88154911994934,  74.34738278388977,
                                     70.32599449157715,  66.21984243392944,  63.312697410583496, 53.599607944488525,
                                     8.554887771606445,  46.358513832092285, 43.35440397262573,  25.136369466781616,
                                     6.9997429847717285, 42.46442914009094,  87.88993954658508,  93.70764493942261};
  const std::vector<double> linear = {89.98284339904785,  85.06863117218018, 80.1544189453125,  75.24020671844482,
                                      70.32599449157715,  54.88321781158447, 39.4404411315918,  23.99766445159912,
                                      8.554887771606445,  8.166101574897766, 7.777315378189087, 7.388529181480408,
                                      6.9997429847717285, 27.74551808834076, 48.49129319190979, 69.23706829547882};
  const std::vector<double> cosine = {89.98284339904785,  87.10416452492846,  80.1544189453125,  73.20467336569655,
                                      70.32599449157715,  61.279825353136395, 39.4404411315918,  17.6010569100472,
                                      8.554887771606445,  8.327142090437954,  7.777315378189087, 7.227488665940219,
                                      6.9997429847717285, 19.15233667850037,  48.49129319190979, 77.83024970531922};
  const std::vector<double> super_linear = {
      89.98284339904785,  76.29029750823975, 61.180331877299714, 68.78796475274223,
      70.32599449157715,  59.91305794034685, 49.67140810830252,  31.636835847582137,
      8.554887771606445,  18.70460169655936, 23.02463906151908,  15.006376164300102,
      6.9997429847717285, 35.47659771783011, 65.37642734391349,  78.36124300956726};
  const std::vector<double> super_cosine = {
      89.98284339904785,  77.45345942409593,  61.180331877299714, 67.62480283688606,
      70.32599449157715,  63.5682622498051,   49.67140810830252,  27.981631538123896,
      8.554887771606445,  18.79662484829661,  23.02463906151908,  14.91435301256285,
      6.9997429847717285, 30.566208340778463, 65.37642734391349,  83.2716323866189};
  CHECK(profile(16, "method: naive").cells() == rounded(naive));
  CHECK(profile(16, "method: linear, step: 4").cells() == rounded(linear));
  CHECK(profile(16, "method: cosine, step: 4").cells() == rounded(cosine));
  CHECK(profile(16, "method: superposition, iterations: 3").cells() == rounded(super_linear));
  CHECK(profile(16, "method: superposition, iterations: 3, interpolation: cosine").cells() == rounded(super_cosine));
}

TEST_CASE("midpoint displacement in one dimension has the golden hash", "[heights.profile]") {
  CHECK(profile(9, "method: midpoint_displacement").sha256() ==
        "757f8e917d678a0108650faa4b5f12a50e324bf80b6477b139ad5d992bf58a54");
  // It is the first row of the two-dimensional one.
  HeightsWorld square{"midpoint_displacement", 65, 65, "spread: 0.7, reduction: 0.6", 42, "profile"};
  const auto row = square.cells();
  const auto line = profile(65, "method: midpoint_displacement, spread: 0.7, reduction: 0.6").cells();
  CHECK(std::equal(line.begin(), line.end(), row.begin()));
}

TEST_CASE("every step-th sample is kept, and a step of 1 keeps all", "[heights.profile]") {
  for (const std::int64_t count : {1, 2, 16, 100, 257}) {
    const auto naive = profile(count, "method: naive").cells();
    for (const char* method : {"linear", "cosine"}) {
      for (const std::size_t step : {std::size_t{1}, std::size_t{3}, std::size_t{7}, std::size_t{300}}) {
        const auto cells = profile(count, std::string("method: ") + method + ", step: " + std::to_string(step)).cells();
        for (std::size_t i = 0; i < cells.size(); i += step) REQUIRE(cells[i] == naive[i]);
        if (step == 1) REQUIRE(cells == naive);
      }
    }
    CHECK(profile(count, "method: superposition, iterations: 1").cells() == naive);
  }
}

TEST_CASE("after the last kept sample comes the first", "[heights.profile]") {
  // 10 cells, step 4: samples 0, 4, 8; cell 9 is a quarter of the way from sample 8 back to sample 0.
  const auto naive = profile(10, "method: naive").cells(), linear = profile(10, "method: linear, step: 4").cells();
  CHECK(linear[9] == Approx(0.75f * naive[8] + 0.25f * naive[0]).epsilon(1e-6));
  CHECK(linear[9] != Approx(naive[8]).epsilon(1e-3));
}

TEST_CASE("interpolated profiles stay within the samples", "[heights.profile]") {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const auto naive = profile(500, "method: naive, lowest: -3, highest: 5", seed).cells();
    const auto [lowest, highest] = std::minmax_element(naive.begin(), naive.end());
    CHECK(*lowest >= -3.0f);
    CHECK(*highest <= 5.0f);
    for (const char* with : interpolating) {
      for (const float cell : profile(500, std::string(with) + ", lowest: -3, highest: 5", seed).cells()) {
        REQUIRE(cell >= *lowest);
        REQUIRE(cell <= *highest);
      }
    }
  }
}

TEST_CASE("superposition smooths a profile 60-fold", "[heights.profile]") {
  // Mean |step| at 4096 cells, seed 1.
  const auto mean_step = [](const std::string& with) {
    const auto cells = profile(4096, with, 1).cells();
    double sum = 0;
    for (std::size_t i = 1; i < cells.size(); ++i) sum += std::abs(static_cast<double>(cells[i] - cells[i - 1]));
    return sum / static_cast<double>(cells.size() - 1);
  };
  const double naive = mean_step("method: naive"), superposed = mean_step("");
  CHECK(naive == Approx(33.54).epsilon(0.01));
  CHECK(superposed == Approx(0.558).epsilon(0.01));
  CHECK(mean_step("interpolation: cosine") == Approx(0.538).epsilon(0.01));
  CHECK(naive / superposed == Approx(60).epsilon(0.1));
}

TEST_CASE("tiles do not show in profiles", "[heights.profile]") {
  for (const std::int64_t count : {1, 2, 5, 300, 1000}) {
    INFO(count);
    CHECK(profile(count, "method: naive").same_under_all_tiles());
    CHECK(profile(count, "method: midpoint_displacement").same_under_all_tiles());
    for (const char* with : interpolating) CHECK(profile(count, with).same_under_all_tiles());
  }
}

TEST_CASE("the longest profile builds", "[heights.profile]") {
  const auto longest = profile(1 << 20, "iterations: 21").cells();
  CHECK(longest.size() == std::size_t{1} << 20);
  CHECK(longest[0] == profile(16, "method: naive").cells()[0]);
  const auto displaced = profile(1 << 20, "method: midpoint_displacement").cells();
  CHECK(displaced[std::size_t{1} << 19] == profile(9, "method: midpoint_displacement").cells()[4]);
}

TEST_CASE("every row of a profile's world is the same", "[heights.profile]") {
  for (const std::string method : {"superposition", "midpoint_displacement"}) {
    const HeightsWorld square{"profile", 65, 33, "method: " + method, 42, "profile"};
    const auto line = profile(65, "method: " + method).cells(), rows = square.cells();
    for (std::size_t y = 0; y < 33; ++y) {
      CHECK(std::equal(line.begin(), line.end(), rows.begin() + static_cast<std::ptrdiff_t>(65 * y)));
    }
  }
}

TEST_CASE("a profile refuses what it cannot draw", "[heights.profile]") {
  CHECK_THAT(profile(9, "lowest: 2, highest: 1").refusal(), Catch::Contains("below `lowest`"));
  CHECK_THAT(profile(9, "method: linear, step: 0").refusal(), Catch::Contains("step"));
}
