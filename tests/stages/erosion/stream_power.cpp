// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <tuple>

#include "erosion/stream_power/landscape.hpp"
#include "support/build.hpp"
#include "support/catch.hpp"

using namespace terrawright;

namespace {

std::string world(int width, int height, const std::string& with, const std::string& in = "",
                  const std::string& cell = "1 km") {
  return "terrawright: 1\nname: t\nworld: {size: [" + std::to_string(width) + ", " + std::to_string(height) +
         "], cell: " + cell +
         ", seed: 42}\n"
         "stages:\n"
         "  z: {use: test.given@1, with: {name: z}}\n"
         "  ocean: {use: test.given_mask@1, with: {name: ocean}}\n"
         "  rain: {use: test.given_scalar@1, with: {name: rain}}\n"
         "  up: {use: test.given_scalar@1, with: {name: up}}\n"
         "  hard: {use: test.given_weight@1, with: {name: hard}}\n"
         "  e: {use: erosion.stream_power@1, in: {height: z" +
         in + "}, with: {" + with + "}}\noutputs: [{layers: {e: e, z: z, o: ocean, r: rain}}]\n";
}

test::Options given(int width, int height, const std::vector<float>& z) {
  test::Options options;
  options.given["z"] = {"m", width, height, z};
  options.given["ocean"] = {"1", width, height, std::vector<float>(z.size(), 0)};
  options.given["rain"] = {"mm/yr", width, height, std::vector<float>(z.size(), 800)};
  options.given["up"] = {"mm/yr", width, height, std::vector<float>(z.size(), 0.5f)};
  options.given["hard"] = {"1", width, height, std::vector<float>(z.size(), 1)};
  return options;
}

std::vector<float> eroded(int width, int height, const std::vector<float>& z, const std::string& with = "") {
  return test::build(world(width, height, with), given(width, height, z)).cells<float>("e");
}

// Rough land with pits, flats and a sea.
std::vector<float> rough(int width, int height, std::uint32_t seed, int levels) {
  std::mt19937 random(seed);
  std::vector<float> z(static_cast<std::size_t>(width * height));
  for (float& h : z) h = static_cast<float>(static_cast<int>(random() % static_cast<std::uint32_t>(levels)) - 2) * 10;
  return z;
}

// What the law says of one place; which of them the world gives, differs.
struct Law {
  double uplift, k, dt, dx;  // m/yr, 1/yr, yr, m
  double channel_area = 0;   // m2
  std::vector<float> uplifts = {}, hardnesses = {};
  bool keeps_up = true;  // with its receiver, where that rises more
  bool fills = true;     // before the step
};

// Algorithms 15.1 to 15.3 and 16 as they are written: relaxation until nothing changes, and a sort by (W, D).
class Textbook {
 public:
  Textbook(int width, int height, std::vector<double> z, std::vector<bool> outlet)
      : w_(width), h_(height), z_(std::move(z)), outlet_(std::move(outlet)) {}
  void step(const Law& law) {
    if (law.fills) fill();
    distances();
    std::vector<int> order(z_.size()), to(z_.size(), -1), way(z_.size(), -1);
    for (int c = 0; c < w_ * h_; ++c) order[u(c)] = c;
    for (int c = 0; c < w_ * h_; ++c) std::tie(to[u(c)], way[u(c)]) = receiver(c);
    std::sort(order.begin(), order.end(),
              [&](int a, int b) { return std::tie(z_[u(a)], d_[u(a)], a) < std::tie(z_[u(b)], d_[u(b)], b); });
    std::vector<double> cells(z_.size(), 1);
    for (auto c = order.rbegin(); c != order.rend(); ++c) {
      if (to[u(*c)] >= 0) cells[u(to[u(*c)])] += cells[u(*c)];
    }
    for (const int c : order) {
      if (to[u(c)] < 0) continue;
      const double uplift = law.uplifts.empty() ? law.uplift : static_cast<double>(law.uplifts[u(c)]) / 1000;
      const double k = law.hardnesses.empty() ? law.k : law.k * static_cast<double>(law.hardnesses[u(c)]);
      const double h0 = z_[u(c)] + uplift * law.dt, below = z_[u(to[u(c)])];
      const double len = way[u(c)] < 4 ? law.dx : law.dx * 1.4142135623730951;
      const double area = std::max(law.dx * law.dx * cells[u(c)], law.channel_area);
      const double f = k * std::sqrt(area) * law.dt / len;
      const double cut = std::clamp((h0 + f * below) / (1 + f), std::min(below, h0), h0);
      z_[u(c)] = h0 > below ? cut : law.keeps_up ? below : h0;
    }
  }
  // What lies below its filled level.
  int depressions() {
    const std::vector<double> before = z_;
    fill();
    int count = 0;
    for (std::size_t c = 0; c < z_.size(); ++c) count += z_[c] > before[c];
    return count;
  }
  // Land from which water reaches no outlet without rising.
  int stranded() {
    distances();
    int count = 0;
    for (int c = 0; c < w_ * h_; ++c) count += !outlet_[u(c)] && receiver(c).first < 0;
    return count;
  }
  const std::vector<double>& z() const { return z_; }

 private:
  static std::size_t u(int c) { return static_cast<std::size_t>(c); }
  template <class Body>
  void around(int c, Body body) const {
    const int dx[8] = {1, 0, -1, 0, 1, -1, -1, 1}, dy[8] = {0, -1, 0, 1, -1, -1, 1, 1};
    for (int d = 0; d < 8; ++d) {
      const int x = c % w_ + dx[d], y = c / w_ + dy[d];
      if (x >= 0 && y >= 0 && x < w_ && y < h_) body(y * w_ + x, d);
    }
  }
  void fill() {
    std::vector<double> level(z_.size(), 1e300);
    for (std::size_t c = 0; c < z_.size(); ++c)
      if (outlet_[c]) level[c] = z_[c];
    for (bool changes = true; changes;) {
      changes = false;
      for (int c = 0; c < w_ * h_; ++c) {
        if (outlet_[u(c)]) continue;
        double lowest = 1e300;
        around(c, [&](int n, int) { lowest = std::min(lowest, level[u(n)]); });
        const double now = std::max(z_[u(c)], lowest);
        changes = changes || now < level[u(c)];
        level[u(c)] = std::min(level[u(c)], now);
      }
    }
    z_ = level;
  }
  void distances() {
    d_.assign(z_.size(), 1 << 30);
    for (int c = 0; c < w_ * h_; ++c) {
      bool lower = outlet_[u(c)];
      around(c, [&](int n, int) { lower = lower || z_[u(n)] < z_[u(c)]; });
      if (lower) d_[u(c)] = 0;
    }
    for (bool changes = true; changes;) {
      changes = false;
      for (int c = 0; c < w_ * h_; ++c) {
        around(c, [&](int n, int) {
          if (z_[u(n)] != z_[u(c)] || d_[u(n)] + 1 >= d_[u(c)]) return;
          d_[u(c)] = d_[u(n)] + 1;
          changes = true;
        });
      }
    }
  }
  std::pair<int, int> receiver(int c) const {
    std::pair<int, int> to{-1, -1};
    if (outlet_[u(c)]) return to;
    double best = 0;
    around(c, [&](int n, int d) {
      const double slope = (z_[u(c)] - z_[u(n)]) * (d < 4 ? 1.0 : 0.70710678118654746);
      if (d_[u(c)] == 0 && slope > best) {
        best = slope;
        to = {n, d};
      }
      if (d_[u(c)] > 0 && to.first < 0 && z_[u(n)] == z_[u(c)] && d_[u(n)] == d_[u(c)] - 1) to = {n, d};
    });
    return to;
  }
  int w_, h_;
  std::vector<double> z_;
  std::vector<bool> outlet_;
  std::vector<int> d_;
};

std::vector<bool> outlets(int width, int height, const std::vector<float>& z) {
  std::vector<bool> outlet;
  for (int c = 0; c < width * height; ++c) {
    const int x = c % width, y = c / width;
    outlet.push_back(x == 0 || y == 0 || x == width - 1 || y == height - 1 || z[static_cast<std::size_t>(c)] <= 0);
  }
  return outlet;
}

void do_not_stop() {}

}  // namespace

TEST_CASE("rivers cut as the text says, on land with pits and flats", "[erosion.stream_power]") {
  for (std::uint32_t seed = 1; seed <= 30; ++seed) {
    const int width = 3 + static_cast<int>(seed), height = 33 - static_cast<int>(seed) / 2;
    const auto z = rough(width, height, seed, seed % 3 == 0 ? 4 : 60);
    const auto outlet = outlets(width, height, z);
    // Rivers end at the surface of the sea.
    std::vector<double> surface(z.begin(), z.end());
    for (double& h : surface) h = std::max(h, 0.0);
    Textbook text(width, height, surface, outlet);
    for (int k = 0; k < 4; ++k) text.step({5e-4, 1e-5, 2e5, 1000});
    std::vector<float> expected;
    for (std::size_t c = 0; c < z.size(); ++c) {
      expected.push_back(outlet[c] ? z[c] : static_cast<float>(text.z()[c]));
    }
    INFO("world " << seed);
    REQUIRE(eroded(width, height, z, "steps: 4") == expected);
    REQUIRE(text.depressions() == 0);
  }
}

TEST_CASE("uplift, hardness and the area of channels enter as the text says", "[erosion.stream_power]") {
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    const int width = 40 - static_cast<int>(seed), height = 12 + static_cast<int>(seed);
    const auto z = rough(width, height, seed, 60);
    const auto outlet = outlets(width, height, z);
    auto options = given(width, height, z);
    std::mt19937 random(seed);
    for (float& up : options.given["up"].cells) up = static_cast<float>(random() % 1000) / 300;
    for (float& hard : options.given["hard"].cells) hard = static_cast<float>(1 + random() % 100) / 100;
    std::vector<double> surface(z.begin(), z.end());
    for (double& h : surface) h = std::max(h, 0.0);
    for (const bool uplift : {false, true}) {
      for (const bool hardness : {false, true}) {
        Law law{5e-4, 1e-5, 2e5, 100, 40000};
        std::string in;
        if (uplift) law.uplifts = options.given["up"].cells, in += ", uplift: up";
        if (hardness) law.hardnesses = options.given["hard"].cells, in += ", hardness: hard";
        Textbook text(width, height, surface, outlet);
        for (int k = 0; k < 3; ++k) text.step(law);
        std::vector<float> expected;
        for (std::size_t c = 0; c < z.size(); ++c) {
          expected.push_back(outlet[c] ? z[c] : static_cast<float>(text.z()[c]));
        }
        INFO("world " << seed << in);
        REQUIRE(test::build(world(width, height, "steps: 3, channel_area: 0.04 km2", in, "100 m"), options)
                    .cells<float>("e") == expected);
      }
    }
  }
}

TEST_CASE("without area of channels and with one uplift the heights are those of revision 1",
          "[erosion.stream_power]") {
  const int width = 37, height = 29;
  const auto z = rough(width, height, 8, 60);
  const auto outlet = outlets(width, height, z);
  auto options = given(width, height, z);
  std::vector<double> surface(z.begin(), z.end());
  for (double& h : surface) h = std::max(h, 0.0);
  Textbook text(width, height, surface, outlet);
  for (int k = 0; k < 6; ++k) text.step({5e-4, 1e-5, 2e5, 50, 0, {}, {}, false});
  std::vector<float> expected;
  for (std::size_t c = 0; c < z.size(); ++c) expected.push_back(outlet[c] ? z[c] : static_cast<float>(text.z()[c]));
  const auto cells = [&](const std::string& with, const std::string& in) {
    return test::build(world(width, height, "steps: 6" + with, in, "50 m"), options).cells<float>("e");
  };
  CHECK(cells(", channel_area: 0", "") == expected);
  CHECK(cells(", channel_area: 0", ", uplift: up, hardness: hard") == expected);
  CHECK(cells(", channel_area: 0, hardness: 1", ", uplift: 0.5 mm/yr") == expected);
  CHECK(cells(", channel_area: 0, uplift: 0.5 mm/yr", ", hardness: 1") == expected);
  CHECK(cells(", channel_area: 0", ", uplift: 0.6 mm/yr") != expected);
  CHECK(cells(", channel_area: 0", ", hardness: 0.9") != expected);
  CHECK(cells("", "") != expected);
  CHECK(cells("", "") == cells(", channel_area: 300000 m2", ""));
}

TEST_CASE("where land rises the more the nearer it is to the coast, all of it drains", "[erosion.stream_power]") {
  const int side = 60;
  // Highest in the middle, at first; there nothing rises, and the coast does most.
  std::vector<float> z;
  auto options = given(side, side, std::vector<float>(side * side, 1));
  std::mt19937 random(11);
  for (int c = 0; c < side * side; ++c) {
    const int x = c % side, y = c / side;
    const int inland = std::min({x, y, side - 1 - x, side - 1 - y});
    z.push_back(inland == 0 ? -10.0f : static_cast<float>(2 * inland) + static_cast<float>(random() % 100) / 10);
    options.given["up"].cells[static_cast<std::size_t>(c)] = 2.0f * static_cast<float>(30 - inland) / 30;
  }
  options.given["z"].cells = z;
  const auto outlet = outlets(side, side, z);
  for (const char* erodibility : {"1e-5", "3e-6", "1e-6"}) {
    std::string yaml = world(side, side, std::string("steps: 20, erodibility: ") + erodibility, ", uplift: up");
    yaml.replace(
        yaml.find("outputs:"), yaml.size(),
        "  f: {use: water.fill@1, in: {height: e}}\noutputs: [{layers: {e: e, f: f, o: ocean, r: rain, h: hard}}]\n");
    const test::Built built = test::build(yaml, options);
    const auto e = built.cells<float>("e");
    INFO(erodibility);
    CHECK(built.cells<float>("f") == e);
    CHECK(Textbook(side, side, {e.begin(), e.end()}, outlet).stranded() == 0);

    // The law of one uplift, filled but once, leaves hollows here.
    std::vector<double> surface(z.begin(), z.end());
    for (double& h : surface) h = std::max(h, 0.0);
    Textbook text(side, side, surface, outlet);
    Law law{0, std::stod(erodibility), 2e5, 1000, 0.3e6, options.given["up"].cells, {}, false};
    for (int k = 0; k < 20; ++k, law.fills = false) text.step(law);
    CHECK(text.depressions() > 0);
  }
}

TEST_CASE("in the end slopes balance uplift: S = U/K A^-0.5", "[erosion.stream_power]") {
  const int side = 65;
  std::mt19937 random(1);
  std::vector<double> z;
  std::vector<std::uint8_t> outlet;
  for (int c = 0; c < side * side; ++c) {
    const bool border = c % side == 0 || c / side == 0 || c % side == side - 1 || c / side == side - 1;
    outlet.push_back(border);
    z.push_back(border ? 0.0 : static_cast<double>(static_cast<float>(random() % 1000) / 8));
  }
  erosion::Landscape land(side, side, z, outlet, {});
  const erosion::StreamPower law{5e-4, 1e-5, 2e5, 1000, 0};
  for (int k = 0; k < 300; ++k) land.advance(law, do_not_stop);
  // Steady slopes are steeper than 0, so that higher cells come first.
  std::vector<std::size_t> order(z.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return land.height()[a] > land.height()[b]; });
  std::vector<double> cells(z.size(), 1);
  for (const std::size_t c : order) {
    if (!outlet[c]) cells[land.drainage().receiver(c)] += cells[c];
  }
  std::vector<double> errors;
  double n = 0, x = 0, y = 0, xx = 0, xy = 0;
  for (std::size_t c = 0; c < z.size(); ++c) {
    if (outlet[c]) continue;
    const double length = law.cell * erosion::length_of(land.drainage().direction(c));
    const double slope = (land.height()[c] - land.height()[land.drainage().receiver(c)]) / length;
    const double area = law.cell * law.cell * cells[c];
    errors.push_back(std::fabs(slope / (law.uplift / law.erodibility / std::sqrt(area)) - 1));
    const double log_area = std::log(area), log_slope = std::log(slope);
    n += 1, x += log_area, y += log_slope, xx += log_area * log_area, xy += log_area * log_slope;
  }
  std::sort(errors.begin(), errors.end());
  CHECK(errors[errors.size() / 2] < 1e-13);
  CHECK(errors.back() < 1e-9);
  CHECK((n * xy - x * y) / (n * xx - x * x) == Approx(-0.5).margin(1e-9));
}

TEST_CASE("erosion leaves no pits, and the ocean and the border as they were", "[erosion.stream_power]") {
  const auto z = rough(80, 60, 5, 40);
  const auto outlet = outlets(80, 60, z);
  for (const char* with : {"", "steps: 1", "erodibility: 1, step: 1e9 yr", "erodibility: 1e-12", "uplift: 0 mm/yr"}) {
    const auto e = eroded(80, 60, z, with);
    for (std::size_t c = 0; c < z.size(); ++c) {
      if (outlet[c]) REQUIRE(e[c] == z[c]);
    }
    INFO(with);
    CHECK(Textbook(80, 60, std::vector<double>(e.begin(), e.end()), outlet).depressions() == 0);
  }
}

TEST_CASE("worlds at the ends of what there is erode too", "[erosion.stream_power]") {
  const std::vector<float> sea(20 * 10, -30), land(20 * 10, 30);
  CHECK(eroded(20, 10, sea) == sea);
  CHECK(eroded(1, 9, std::vector<float>(9, 5)) == std::vector<float>(9, 5));
  CHECK(eroded(2, 2, std::vector<float>(4, 5)) == std::vector<float>(4, 5));
  // Nothing cuts, so all of the inner land rises by 25 x 200 000 yr x 0.5 mm/yr.
  const auto risen = eroded(20, 10, land, "erodibility: 0");
  CHECK(risen[0] == 30);
  CHECK(risen[45] == 2530);
  // Nothing rises and all is flat: nothing to cut.
  CHECK(eroded(20, 10, land, "uplift: 0 mm/yr") == land);
  CHECK(eroded(20, 10, land, "step: 0 yr") == land);
  // Units of the user's own.
  CHECK(eroded(20, 10, land, "uplift: 0.0005 m/yr, erodibility: 1e-5 1/yr, step: 2e5 yr") == eroded(20, 10, land));
}

TEST_CASE("heights and rain that are no numbers stop the erosion", "[erosion.stream_power]") {
  auto options = given(9, 9, std::vector<float>(81, 30));
  options.given["z"].cells[3 * 9 + 4] = std::numeric_limits<float>::quiet_NaN();
  CHECK_THROWS_WITH(test::build(world(9, 9, ""), options), Catch::Contains("not a finite number"));
  options = given(9, 9, std::vector<float>(81, 30));
  options.given["rain"].cells[40] = -1;
  CHECK_THROWS_WITH(test::build(world(9, 9, "", ", rain: rain"), options),
                    Catch::Contains("the rain is not a finite number of 0 or more"));
  for (const std::string layer : {"up", "hard"}) {
    const std::string port = layer == "up" ? "uplift" : "hardness", in = ", " + port + ": " + layer;
    for (const float wrong : {-1.0f, std::numeric_limits<float>::infinity(), std::nanf("")}) {
      options.given[layer].cells[40] = wrong;
      CHECK_THROWS_WITH(test::build(world(9, 9, "", in), options),
                        Catch::Contains("the " + port + " is not a finite number of 0 or more"));
    }
    // Of the sea nothing is asked.
    options.given[layer].cells[40] = 1;
    options.given[layer].cells[0] = -1;
    CHECK_NOTHROW(test::build(world(9, 9, "", in), options));
  }
  options.given["rain"].cells.assign(81, 0);
  CHECK_THROWS_WITH(test::build(world(9, 9, "", ", rain: rain"), options), Catch::Contains("no rain falls"));
}

TEST_CASE("a mask says where the ocean is, and rain where rivers are strong", "[erosion.stream_power]") {
  auto options = given(33, 33, rough(33, 33, 3, 50));
  for (float& h : options.given["z"].cells) h += 30;
  options.given["ocean"].cells[16 * 33 + 16] = 1;
  const auto plain = test::build(world(33, 33, ""), options).cells<float>("e");
  const auto masked = test::build(world(33, 33, "", ", ocean: ocean"), options).cells<float>("e");
  CHECK(masked[16 * 33 + 16] == options.given["z"].cells[16 * 33 + 16]);
  CHECK(plain[16 * 33 + 16] != masked[16 * 33 + 16]);

  // The same rain everywhere is as none given; three times as much in the west lowers it.
  CHECK(test::build(world(33, 33, "", ", rain: rain"), options).cells<float>("e") == plain);
  for (std::size_t c = 0; c < 33 * 33; ++c) {
    if (c % 33 < 16) options.given["rain"].cells[c] = 2400;
  }
  const auto wet_west = test::build(world(33, 33, "", ", rain: rain"), options).cells<float>("e");
  double west = 0, east = 0;
  for (std::size_t c = 0; c < 33 * 33; ++c) {
    (c % 33 < 16 ? west : east) += static_cast<double>(wet_west[c] - plain[c]);
  }
  CHECK(west < -100);
  CHECK(east > 100);
}

TEST_CASE("rivers do not cut across the edges of a world that wraps", "[erosion.stream_power]") {
  std::string wrapped = world(4, 4, "");
  wrapped.replace(wrapped.find("seed: 42"), 8, "seed: 42, wrap: both");
  CHECK_THROWS_WITH(test::build(wrapped, given(4, 4, std::vector<float>(16, 10))), Catch::Contains("the world wraps"));
}

TEST_CASE("water goes down in an order that has every cell once, after all that drain into it",
          "[erosion.stream_power]") {
  // More than one square of 256 cells each way; a world without any inner cell; a pond in the middle.
  for (const auto& [width, height] : std::vector<std::pair<std::size_t, std::size_t>>{{600, 270}, {2, 700}, {3, 3}}) {
    const erosion::Raster raster(width, height);
    std::mt19937 random(7);
    std::vector<double> level;
    std::vector<std::uint8_t> outlet;
    for (std::size_t c = 0; c < raster.cells(); ++c) {
      outlet.push_back(raster.on_border(c) || random() % 500 == 0 ? 1 : 0);
      level.push_back(outlet.back() ? 0.0 : 1.0 + static_cast<double>(random() % 50));
    }
    erosion::Drainage drainage(raster, outlet);
    erosion::fill(raster, outlet, level, drainage.queue(), do_not_stop);
    std::vector<std::int64_t> load(raster.cells());
    drainage.route(level, load, do_not_stop);
    std::vector<std::int64_t> own(raster.cells());
    for (std::int64_t& l : own) l = static_cast<std::int64_t>(random() % 1000);
    load = own;
    drainage.accumulate(load, do_not_stop);

    std::vector<int> seen(raster.cells(), 0);
    std::vector<std::int64_t> expected = own;
    std::size_t visited = 0, early = 0;
    std::vector<std::size_t> upwards;
    drainage.each_upwards([&](std::size_t c) {
      upwards.push_back(c);
      visited += ++seen[c] == 1 && !outlet[c] ? 1 : 0;
      const std::size_t to = drainage.receiver(c);
      early += !outlet[to] && seen[to] == 0 ? 1 : 0;
    });
    for (auto c = upwards.rbegin(); c != upwards.rend(); ++c) expected[drainage.receiver(*c)] += expected[*c];
    INFO(width << " x " << height);
    CHECK(early == 0);
    CHECK(visited == upwards.size());
    CHECK(visited == static_cast<std::size_t>(std::count(outlet.begin(), outlet.end(), 0)));
    CHECK(load == expected);
  }
}
