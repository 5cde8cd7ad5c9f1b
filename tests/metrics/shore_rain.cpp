// SPDX-License-Identifier: Apache-2.0
// Row 28: rain at the shore against the sea and inland, and whether it is speckled.
#include "shore_rain.hpp"

#include <algorithm>
#include <cmath>

#include "shipped_world.hpp"

namespace terrawright::metrics {
namespace {

struct Mean {
  double sum = 0, count = 0;
  void add(double value) { sum += value, ++count; }
  double value() const { return sum / count; }
};

}  // namespace

ShoreRain shore_rain_of(const std::vector<float>& rain, const std::vector<std::uint8_t>& land, int side, double cell) {
  std::vector<double> on_land, at_sea;
  Mean shore, inland, all;
  for (int y = 0; y < side; ++y) {
    int from_sea = -1;  // cells of land since the sea in the west; none yet
    for (int x = 0; x < side; ++x) {
      const auto c = static_cast<std::size_t>(y * side + x);
      const auto value = static_cast<double>(rain[c]);
      if (!land[c]) {
        at_sea.push_back(value);
        from_sea = 0;
        continue;
      }
      on_land.push_back(value);
      all.add(value);
      if (from_sea < 0) continue;
      const double distance = (++from_sea - 0.5) * cell;
      if (distance < 1000) shore.add(value);
      if (distance >= 6000 && distance < 8000) inland.add(value);
    }
  }

  // Means over windows of 3 km, by sums of all above and left.
  const auto at = [&](int x, int y) { return static_cast<std::size_t>(y * (side + 1) + x); };
  std::vector<double> sums(at(0, side + 1), 0);
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      sums[at(x + 1, y + 1)] = sums[at(x, y + 1)] + sums[at(x + 1, y)] - sums[at(x, y)] +
                               static_cast<double>(rain[static_cast<std::size_t>(y * side + x)]);
    }
  }
  const int reach = static_cast<int>(1500 / cell);
  Mean squares;
  for (int y = reach; y < side - reach; ++y) {
    for (int x = reach; x < side - reach; ++x) {
      const auto c = static_cast<std::size_t>(y * side + x);
      if (!land[c]) continue;
      const double window = sums[at(x + reach + 1, y + reach + 1)] - sums[at(x - reach, y + reach + 1)] -
                            sums[at(x + reach + 1, y - reach)] + sums[at(x - reach, y - reach)];
      const double off = static_cast<double>(rain[c]) - window / ((2 * reach + 1) * (2 * reach + 1));
      squares.add(off * off);
    }
  }
  return {quantile(on_land, 0.5), quantile(at_sea, 0.5), shore.value(), inland.value(),
          std::sqrt(squares.value()) / all.value()};
}

namespace {

ShoreRain measured(const test::Shipped& world, std::uint64_t seed, int side, const std::vector<std::string>& set = {}) {
  const auto built = layers(world, seed, "l: land.land, r: rain.annual", side, set);
  return shore_rain_of(built.cells<float>("rain.annual"), built.cells<std::uint8_t>("land.land"), side,
                       world.cell(side));
}

}  // namespace

Row shore_rain() {
  return {28,
          "rain of the shipped islands: shore, sea and inland",
          "west wind, mm/yr: windward land to 1 km from the sea, 6 to 8 km from it, medians of sea and land; speckle: "
          "rms of rain less its mean over 3 km, over the mean; the same world in cells of 1 km",
          "weather is wider than a kilometre: the shore is as wet as the sea; New Zealand's towns at 37 to 46 degrees "
          "618-2901 mm, half of them 750-1400; Milford Sound, behind the shore, over Hokitika on it 2.1",
          0,
          [](const Scope& scope) {
            std::vector<Line> lines;
            for (const char* name : {"realistic", "island"}) {
              const test::Shipped world{name};
              const auto line = [&](const char* what, Range expected) {
                return Line{std::string(name) + ", " + what, {}, expected};
              };
              Line shore = line("shore / sea", {0.8, 1.6}), inland = line("6 to 8 km / shore", {1, 3});
              Line speckle = line("speckle", {0, 0.06}), median = line("median of the land", {618, 2901});
              Line sea = line("median of the sea", {618, 2901});
              Line coarse = line("median, cells of 1 km / 250 m", around(1, 0.05));
              shore.each = sea.each = speckle.each = median.each = true;
              for (int seed = 1; seed <= scope.of(24); ++seed) {
                const auto number = static_cast<std::uint64_t>(seed);
                const ShoreRain rain = measured(world, number, shipped_side);
                shore.values.push_back(rain.shore / rain.sea);
                inland.values.push_back(rain.inland / rain.shore);
                sea.values.push_back(rain.sea);
                speckle.values.push_back(rain.speckle);
                median.values.push_back(rain.land);
                coarse.values.push_back(measured(world, number, 257).land / rain.land);
              }
              Line mean = median;
              mean.variant = std::string(name) + ", median of the land, mean";
              mean.expected = {750, 1400};
              mean.each = false;
              for (const Line& each : {shore, inland, sea, speckle, median, mean, coarse}) lines.push_back(each);
            }
            // The law of before, on the island of today.
            Line sea{"island by the law before, median of the sea", {}, {618, 2901}};
            Line speckle{"island by the law before, speckle", {}, {0, 0.06}};
            for (int seed = 1; seed <= scope.of(6); ++seed) {
              const ShoreRain rain = measured({"island"}, static_cast<std::uint64_t>(seed), shipped_side,
                                              {"stages.rain.with={rainout_time: 100000 s, evaporation_time: 50000 s, "
                                               "recycling: 0, background: cloud, humidity: 0.9, uplift_smooth: 0 m}"});
              sea.values.push_back(rain.sea);
              speckle.values.push_back(rain.speckle);
            }
            for (const Line& each : {sea, speckle}) lines.push_back(faulty(each));
            return lines;
          }};
}

}  // namespace terrawright::metrics
