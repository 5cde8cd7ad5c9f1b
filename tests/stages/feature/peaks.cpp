// SPDX-License-Identifier: Apache-2.0
#include "feature/peaks/peaks.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "lands.hpp"
#include "support/catch.hpp"

using namespace terrawright;
using namespace terrawright::feature;

namespace {

const std::string use_peaks = "feature.peaks@1, in: {height: z, land: land}";

// The highest of all lowest places of the ways from each land cell to each other; -inf: there is none.
std::vector<std::vector<double>> saddles(const test::Hills& hills) {
  const std::size_t n = hills.z.size();
  std::vector<std::vector<double>> best(n, std::vector<double>(n, -INFINITY));
  for (std::size_t a = 0; a < n; ++a) {
    for (std::size_t b = 0; b < n; ++b) {
      const auto w = static_cast<std::size_t>(hills.width);
      const auto apart = [](std::size_t i, std::size_t j) { return i < j ? j - i : i - j; };
      if (apart(a % w, b % w) > 1 || apart(a / w, b / w) > 1) continue;
      if (hills.z[a] > 0.0f && hills.z[b] > 0.0f)
        best[a][b] = std::min(static_cast<double>(hills.z[a]), static_cast<double>(hills.z[b]));
    }
  }
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t a = 0; a < n; ++a) {
      for (std::size_t b = 0; b < n; ++b) best[a][b] = std::max(best[a][b], std::min(best[a][k], best[k][b]));
    }
  }
  return best;
}

}  // namespace

TEST_CASE("prominence is height above the best way to a higher summit", "[feature.peaks]") {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    const test::Hills hills = test::hills(5 + seed % 7, 6 + seed % 5, seed);
    INFO("seed " << seed);
    const auto best = saddles(hills);
    std::vector<Summit> expected;
    for (std::size_t c = 0; c < hills.z.size(); ++c) {
      if (!(hills.z[c] > 0.0f)) continue;
      const Top top{hills.z[c], static_cast<std::int64_t>(c)};
      double saddle = 0;
      for (std::size_t other = 0; other < hills.z.size(); ++other) {
        if (hills.z[other] > 0.0f && is_higher({hills.z[other], static_cast<std::int64_t>(other)}, top))
          saddle = std::max(saddle, best[c][other]);
      }
      const double prominence = static_cast<double>(hills.z[c]) - saddle;
      if (prominence >= 20) expected.push_back({top, prominence});
    }
    std::sort(expected.begin(), expected.end(), [](const Summit& a, const Summit& b) {
      return a.prominence != b.prominence ? a.prominence > b.prominence : is_higher(a.top, b.top);
    });
    std::vector<std::uint8_t> land;
    for (const float h : hills.z) land.push_back(h > 0.0f ? 1 : 0);
    const auto found = summits_of(hills.z, land, {hills.z, {}}, test::cells_of(hills.width, hills.height), 20);
    REQUIRE(found.size() == expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      CHECK(found[i].top.cell == expected[i].top.cell);
      CHECK(found[i].prominence == expected[i].prominence);
    }
  }
}

TEST_CASE("peaks are the same for all tiles, and the highest of all is the first", "[feature.peaks]") {
  std::size_t peaks = 0;
  for (unsigned seed = 1; seed <= 6; ++seed) {
    const test::Hills hills = test::hills(67, 53, seed);
    const auto whole = test::with_feature(hills, use_peaks);
    for (const std::int64_t tile : {1, 7, 16, 64})
      CHECK(test::with_feature(hills, use_peaks, tile == 1 && seed > 1 ? 5 : tile).digest("f") == whole.digest("f"));
    const auto& table = whole.table("f");
    REQUIRE(table.rows > 0);
    peaks += table.rows;
    const auto highest = std::max_element(hills.z.begin(), hills.z.end());
    CHECK(table.reals("height")[0] == *highest);
    CHECK(table.reals("prominence")[0] == *highest);
    CHECK(hills.at(static_cast<int>(table.points[0].x), static_cast<int>(table.points[0].y)) ==
          static_cast<std::size_t>(highest - hills.z.begin()));
    for (std::size_t r = 0; r < table.rows; ++r) {
      const auto at = hills.at(static_cast<int>(table.points[r].x), static_cast<int>(table.points[r].y));
      CHECK(table.reals("height")[r] == hills.z[at]);
      CHECK(table.reals("prominence")[r] >= 60);
    }
  }
  CHECK(peaks > 12);
}

TEST_CASE("where a side has more than 2048 cells a peak keeps the cell of its summit", "[feature.peaks]") {
  test::Hills hills{4101, 5, std::vector<float>(5 * 4101, 10.0f)};  // blocks of 3 x 3, the last of 2
  hills.z[hills.at(100, 3)] = 4000;
  hills.z[hills.at(4100, 4)] = 3000;
  const auto whole = test::with_feature(hills, use_peaks);
  const auto& table = whole.table("f");
  REQUIRE(table.rows == 2);
  CHECK((table.points[0].x == 100 && table.points[0].y == 3));
  CHECK((table.points[1].x == 4100 && table.points[1].y == 4));
  CHECK(table.reals("height")[1] == 3000);
  CHECK(table.reals("prominence")[0] == 4000);
  for (const std::int64_t tile : {2, 64, 1000})
    CHECK(test::with_feature(hills, use_peaks, tile).digest("f") == whole.digest("f"));
}

TEST_CASE("the middle of a summit is the middle of its ridge, wherever the highest cell is", "[feature.peaks]") {
  const FeatureGrid grid = [] {
    FeatureGrid cells = test::cells_of(41, 41);
    cells.cell = 250;
    return cells;
  }();
  std::vector<float> cone, ridge;
  for (std::int64_t y = 0; y < 41; ++y) {
    for (std::int64_t x = 0; x < 41; ++x) {
      const auto far = static_cast<float>(std::max(std::abs(x - 20), std::abs(y - 20)));
      cone.push_back(500.0f - 20.0f * far);
      const auto beyond = static_cast<float>(std::max<std::int64_t>(std::abs(x - 20) - 2, 0));
      ridge.push_back(500.0f - 40.0f * (beyond + static_cast<float>(std::abs(y - 20))));
    }
  }
  const terrawright_point top = summit_middle(cone, grid, 20, 20);
  CHECK(top.x == Approx(20));
  CHECK(top.y == Approx(20));
  // A ridge of five cells: from either of its ends the middle is most of the way to the other.
  const terrawright_point west = summit_middle(ridge, grid, 18, 20), east = summit_middle(ridge, grid, 22, 20);
  CHECK(west.y == Approx(20));
  CHECK(east.x - west.x < 0.7);
  CHECK(west.x + east.x == Approx(40));
  // Nothing stands above anything, or nothing is there.
  const terrawright_point flat = summit_middle(std::vector<float>(41 * 41, 7.0f), grid, 3, 40);
  CHECK((flat.x == 3 && flat.y == 40));
  const auto built = test::with_feature({1, 1, {500}}, use_peaks);
  CHECK(built.table("f").reals("middle_x")[0] == 0);
  // In metres of the world, for blocks of any size.
  test::Hills wide{4101, 9, std::vector<float>(9 * 4101, 10.0f)};
  for (std::int64_t x = 3000; x < 3003; ++x) wide.z[wide.at(x, 4)] = 4000;
  const auto of_wide = test::with_feature(wide, use_peaks, 0, 100);
  const auto& table = of_wide.table("f");
  REQUIRE(table.rows == 1);
  CHECK(table.reals("middle_x")[0] == Approx(300100));
}

TEST_CASE("peaks of worlds at the edge of sense", "[feature.peaks]") {
  const auto rows = [](const test::Hills& hills) { return test::with_feature(hills, use_peaks).table("f").rows; };
  CHECK(rows({1, 1, {500}}) == 1);
  CHECK(rows({1, 1, {-500}}) == 0);
  CHECK(rows({3, 1, {500, 100, 500}}) == 2);
  CHECK(rows({3, 1, {500, 430, 500}}) == 1);  // smoothed they are no two hills
  CHECK(rows({3, 3, {-4000, -4000, -4000, -4000, 700, -4000, -4000, -4000, -4000}}) == 1);  // however deep the sea
  CHECK(rows({40, 30, std::vector<float>(1200, -1.0f)}) == 0);
  CHECK(rows({40, 30, std::vector<float>(1200, 59.0f)}) == 0);
  CHECK(rows({40, 30, std::vector<float>(1200, 61.0f)}) == 1);
  test::Hills broken{3, 3, std::vector<float>(9, 1.0f)};
  broken.z[4] = std::numeric_limits<float>::quiet_NaN();
  CHECK_THROWS_WITH(rows(broken), Catch::Contains("the height is not a finite number of metres"));
  CHECK_THROWS_WITH(test::with_feature({3, 3, std::vector<float>(9, 1.0f)}, use_peaks, 0, 1000, ", wrap: x"),
                    Catch::Contains("the world wraps, and no feature is followed across its edges"));
}
