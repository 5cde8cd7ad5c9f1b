// SPDX-License-Identifier: Apache-2.0
// The physics of climate.rain on grids made by hand.
#include <algorithm>
#include <cmath>
#include <vector>

#include "climate/plasma.hpp"
#include "climate/rain/rain.hpp"
#include "support/catch.hpp"

using namespace terrawright::climate;

namespace {

// A uniform wind along +i over dry land at height 0.
Squares uniform(std::int64_t columns, std::int64_t rows, double side, double wind, double vapour) {
  Squares s;
  s.columns = columns;
  s.rows = rows;
  s.side = side;
  const auto n = static_cast<std::size_t>(columns * rows);
  s.height.assign(n, 0.0);
  s.saturation.assign(n, vapour);
  s.sea.assign(n, 0);
  s.along.assign(static_cast<std::size_t>((columns + 1) * rows), wind);
  s.across.assign(static_cast<std::size_t>(columns * (rows + 1)), 0.0);
  s.inflow.assign(static_cast<std::size_t>(rows), vapour);
  s.inflow_first.assign(static_cast<std::size_t>(columns), vapour);
  s.inflow_last.assign(static_cast<std::size_t>(columns), vapour);
  return s;
}

// Heights along the march at the centres of the squares.
template <class Height>
void raise(Squares& s, Height height) {
  for (std::int64_t i = 0, k = 0; i < s.columns; ++i) {
    for (std::int64_t j = 0; j < s.rows; ++j, ++k) {
      s.height[static_cast<std::size_t>(k)] = height((static_cast<double>(i) + 0.5) * s.side);
    }
  }
}

Moisture without_delays() {
  Moisture m;
  m.lapse_ratio = 1;
  m.cloud_delay = m.fall_delay = m.rainout_time = 0;
  return m;
}

double mean(const std::vector<double>& values, std::size_t from, std::size_t to) {
  double sum = 0;
  for (std::size_t k = from; k < to; ++k) sum += values[k];
  return sum / static_cast<double>(to - from);
}

}  // namespace

TEST_CASE("the drying ratio of a step does not depend on the grid", "[climate.rain]") {
  for (const double side : {2000.0, 1000.0, 250.0}) {
    Squares s = uniform(64, 1, side, 10, 25);
    raise(s, [&](double x) { return x > 20 * side ? 1500.0 : 0.0; });
    const Rainfall fall = Sweep(s, without_delays()).run();
    CHECK(std::fabs(1 - fall.vapour.back() / 25 - 0.451188363906) < 1e-12);
    CHECK(std::fabs(1 - fall.vapour.back() / 25 - (1 - std::exp(-0.6))) < 1e-12);
  }
}

TEST_CASE("behind a ridge the air has lost what its summit took, and no rain falls", "[climate.rain]") {
  Squares s = uniform(128, 1, 1000, 10, 25);
  raise(s, [](double x) { return 1500 * std::exp(-(x - 64000) * (x - 64000) / (2 * 12000.0 * 12000.0)); });
  const Rainfall fall = Sweep(s, without_delays()).run();
  const double summit = *std::max_element(s.height.begin(), s.height.end());
  CHECK(std::fabs(1 - fall.vapour.back() / 25 - (1 - std::exp(-(summit - s.height[0]) / 2500))) < 1e-12);
  for (std::size_t k = 70; k < 128; ++k) CHECK(fall.rain[k] == 0);
}

TEST_CASE("a small hill converges to the closed form at first order", "[climate.rain]") {
  // Smith & Barstad's reservoirs over h = hm exp(-x^2 / 2 s^2), without wave dynamics.
  const double hm = 1, sigma = 15000, wind = 15, delay = 1000, vapour = 25;
  const double length = wind * delay, factor = vapour / 2500 * wind / length, pi = std::acos(-1.0);
  const auto closed_form = [&](double x) {
    const double mu = x - sigma * sigma / length;
    const double e =
        std::exp(sigma * sigma / (2 * length * length) - x / length) * std::erfc(-mu / (sigma * std::sqrt(2.0)));
    const double a = hm * sigma / length * std::sqrt(pi / 2) * e;
    const double b = hm / (length * length) *
                     (sigma * sigma * std::exp(-x * x / (2 * sigma * sigma)) + mu * sigma * std::sqrt(pi / 2) * e);
    return factor * (a - b);
  };
  const double expected[] = {0.040, 0.0215, 0.0112, 0.0058, 0.0030};
  double last = 0;
  int k = 0;
  for (const double side : {2000.0, 1000.0, 500.0, 250.0, 125.0}) {
    const double half = 120000;
    Squares s = uniform(static_cast<std::int64_t>(2 * half / side), 1, side, wind, vapour);
    raise(s, [&](double x) { return hm * std::exp(-(x - half) * (x - half) / (2 * sigma * sigma)); });
    Moisture m = without_delays();
    m.cloud_delay = m.fall_delay = delay;
    const Rainfall fall = Sweep(s, m).run();
    double error = 0, peak = 0;
    for (std::size_t i = 0; i < fall.rain.size(); ++i) {
      const double x = (static_cast<double>(i) + 0.5) * side - half;
      peak = std::max(peak, closed_form(x));
      if (x <= 0) error = std::max(error, std::fabs(fall.rain[i] - closed_form(x)));
    }
    INFO("side " << side << ", error " << error / peak);
    CHECK(error / peak == Approx(expected[k++]).epsilon(0.03));
    if (last > 0) {
      CHECK(last / (error / peak) > 1.8);
      CHECK(last / (error / peak) < 2.0);
    }
    last = error / peak;
  }
}

TEST_CASE("a wind without divergence over the sea changes nothing", "[climate.rain]") {
  const ClimateGrid grid{96, 80, 1};
  const MeanWind wind = mean_wind(10, 290);
  const auto psi = spread_plasma(plasma(terrawright_stream(42, "wind/plasma", 11)), grid.width + 1, grid.height + 1);
  Squares s = uniform(grid.width, grid.height, 1000, 10, 25);
  s.sea.assign(s.sea.size(), 1);
  const WindField field = stream_wind(grid, wind, psi, 0.8, 1000);
  for (std::int64_t i = 0; i <= grid.width; ++i) {
    for (std::int64_t j = 0; j < grid.height; ++j) {
      s.along[static_cast<std::size_t>(i * grid.height + j)] =
          field.u[static_cast<std::size_t>(j * (grid.width + 1) + i)];
    }
  }
  for (std::int64_t i = 0; i < grid.width; ++i) {
    for (std::int64_t j = 0; j <= grid.height; ++j) {
      s.across[static_cast<std::size_t>(i * (grid.height + 1) + j)] =
          field.v[static_cast<std::size_t>(j * grid.width + i)];
    }
  }
  Moisture m;
  m.rainout_time = 0;
  const Rainfall fall = Sweep(s, m).run();
  double largest = 0;
  for (const double q : fall.vapour) largest = std::max(largest, std::fabs(q - 25));
  INFO("largest " << largest);
  CHECK(largest <= 1e-12);

  SECTION("over hills the water balances in each world") {
    for (std::size_t k = 0; k < s.height.size(); ++k) {
      s.height[k] = 1500 * std::fabs(std::sin(static_cast<double>(k) * 0.37));
      s.sea[k] = s.height[k] < 200;
    }
    const Rainfall rough = Sweep(s, Moisture{}).run();
    INFO("relative error " << rough.balance.relative_error());
    CHECK(rough.balance.precipitation > 0);
    CHECK(rough.balance.evaporation > 0);
    CHECK(rough.balance.relative_error() <= 1e-12);
    CHECK(*std::min_element(rough.vapour.begin(), rough.vapour.end()) >= 0);
    CHECK(*std::min_element(rough.cloud.begin(), rough.cloud.end()) >= 0);
    CHECK(*std::min_element(rough.drops.begin(), rough.drops.end()) >= 0);
    CHECK(*std::min_element(rough.rain.begin(), rough.rain.end()) >= 0);
  }
}

TEST_CASE("a ridge in the sea has a rain shadow of known depth", "[climate.rain]") {
  struct Known {
    Background background;
    double rainout_time, recycling, ratio;
  };
  const Known all[] = {{Background::cloud, 0, 0, 2.957344},     {Background::drops, 0, 0, 2.957344},
                       {Background::cloud, 1e5, 0, 3.054877},   {Background::drops, 1e5, 0, 2.717835},
                       {Background::drops, 1e5, 0.5, 2.704946}, {Background::drops, 3e4, 0.5, 2.404475}};
  for (const Known& known : all) {
    Squares s = uniform(128, 128, 1000, 10, 25);
    raise(s, [](double x) { return 1800 * std::exp(-(x - 64000) * (x - 64000) / (2 * 12000.0 * 12000.0)); });
    for (std::size_t k = 0; k < s.height.size(); ++k) s.sea[k] = s.height[k] < 50;
    Moisture m;
    m.lapse_ratio = 1;
    m.cloud_delay = m.fall_delay = 1000;
    m.evaporation_time = 5e4;
    m.rainout_time = known.rainout_time;
    m.recycling = known.recycling;
    m.background = known.background;
    const Rainfall fall = Sweep(s, m).run();
    const double ratio = mean(fall.rain, 34 * 128, 64 * 128) / mean(fall.rain, 74 * 128, 104 * 128);
    INFO("ratio " << ratio << " for " << known.ratio);
    CHECK(std::fabs(ratio - known.ratio) <= 1e-6);
    CHECK(fall.balance.relative_error() <= 1e-12);
  }
}

TEST_CASE("each share of recycling and either background balances, with and without delays", "[climate.rain]") {
  for (const double recycling : {0.0, 0.3, 1.0}) {
    for (const Background background : {Background::drops, Background::cloud}) {
      for (const double delay : {0.0, 300.0}) {
        Squares s = uniform(60, 40, 1000, 10, 18);
        for (std::size_t k = 0; k < s.height.size(); ++k) {
          s.height[k] = 900 * std::fabs(std::sin(static_cast<double>(k) * 0.37));
          s.sea[k] = s.height[k] < 150;
        }
        Moisture m;
        m.recycling = recycling;
        m.background = background;
        m.cloud_delay = m.fall_delay = delay;
        const Rainfall fall = Sweep(s, m).run();
        INFO(recycling << ", delay " << delay << ", error " << fall.balance.relative_error());
        CHECK(fall.balance.evaporation > 0);
        CHECK(fall.balance.relative_error() <= 1e-12);
        CHECK(*std::min_element(fall.rain.begin(), fall.rain.end()) >= 0);
        CHECK(*std::min_element(fall.vapour.begin(), fall.vapour.end()) > 0);
      }
    }
  }
}

TEST_CASE("air of a wide sea's humidity rains over it alike from the first square to the last", "[climate.rain]") {
  Moisture m;
  m.cloud_delay = m.fall_delay = 0;
  Squares s = uniform(400, 1, 1000, 10, 25);
  s.sea.assign(s.sea.size(), 1);
  s.inflow.assign(1, 25 * m.settled_humidity());
  CHECK(m.settled_humidity() == 0.75);
  const Rainfall fall = Sweep(s, m).run();
  CHECK(fall.rain.front() == Approx(fall.rain.back()).epsilon(1e-12));
  m.cloud_delay = m.fall_delay = 600;
  const Rainfall late = Sweep(s, m).run();
  CHECK(late.rain.front() < 0.5 * late.rain.back());
  s.falling = m.settled_drops();
  const Rainfall settled = Sweep(s, m).run();
  CHECK(settled.rain.front() == Approx(settled.rain.back()).epsilon(1e-12));
  CHECK(settled.balance.relative_error() <= 1e-12);
  m.rainout_time = 0;
  CHECK(m.settled_humidity() == 1);
  m.rainout_time = 3e4;
  m.evaporation_time = 0;
  CHECK(m.settled_humidity() == 0.75);
}

TEST_CASE("turning or mirroring wind and map together turns or mirrors the rain, bit for bit", "[climate.rain]") {
  const std::int64_t n = 40;
  const ClimateGrid grid{n, n, 1};
  ReliefBlocks east{std::vector<double>(static_cast<std::size_t>(n * n)), {}};
  const auto key = terrawright_stream(7, "hills", 5);
  for (std::int64_t k = 0; k < n * n; ++k) {
    const auto row = terrawright_key_of_row(key, 0, TERRAWRIGHT_FOR_NOISE, 0, 0);
    const double z = 1200.0 * static_cast<double>(terrawright_signed_unit(terrawright_word(row, static_cast<int>(k))));
    east.height[static_cast<std::size_t>(k)] = std::max(z, 0.0);
    east.sea.push_back(z <= 0);
  }
  const std::vector<double> saturation(static_cast<std::size_t>(n), 22.0);

  // (x, y) of the turned map to the index in the first one, for a wind of (u, v).
  struct Turned {
    double u, v;
    std::int64_t (*from)(std::int64_t x, std::int64_t y);
  };
  const Turned turns[] = {{10, 3, [](std::int64_t x, std::int64_t y) { return y * 40 + x; }},
                          {-10, 3, [](std::int64_t x, std::int64_t y) { return y * 40 + (39 - x); }},
                          {10, -3, [](std::int64_t x, std::int64_t y) { return (39 - y) * 40 + x; }},
                          {3, 10, [](std::int64_t x, std::int64_t y) { return x * 40 + y; }},
                          {3, -10, [](std::int64_t x, std::int64_t y) { return x * 40 + (39 - y); }}};
  std::vector<double> first;
  for (const Turned& turn : turns) {
    ReliefBlocks blocks = east;
    for (std::int64_t y = 0, k = 0; y < n; ++y) {
      for (std::int64_t x = 0; x < n; ++x, ++k) {
        blocks.height[static_cast<std::size_t>(k)] = east.height[static_cast<std::size_t>(turn.from(x, y))];
        blocks.sea[static_cast<std::size_t>(k)] = east.sea[static_cast<std::size_t>(turn.from(x, y))];
      }
    }
    const MeanWind wind{turn.u, turn.v};
    terrawright::Blob blob;
    blob.add_one(FlowHeader{grid, 1});
    add_sector(blob, {1, wind}, uniform_wind(grid, wind), std::vector<double>(static_cast<std::size_t>(4 * n), 1.0));
    std::vector<std::uint64_t> stored(blob.size() / 8 + 1);
    blob.store(stored.data());
    const FlowView flow(terrawright::BlobView({stored.data(), blob.size()}));
    const Marching marching(grid, wind);
    Rainfall fall = Sweep(squares_of(marching, blocks, saturation, 0.9, flow, 0, 1000), Moisture{}).run();
    std::vector<double> rain(fall.rain.size());
    Marching::each(marching.columns(), marching.rows(),
                   [&](std::int64_t i, std::int64_t j, std::size_t k) { rain[marching.node(i, j)] = fall.rain[k]; });
    if (first.empty()) first = rain;
    std::size_t different = 0;
    for (std::int64_t y = 0, k = 0; y < n; ++y) {
      for (std::int64_t x = 0; x < n; ++x, ++k) {
        different += rain[static_cast<std::size_t>(k)] != first[static_cast<std::size_t>(turn.from(x, y))];
      }
    }
    CHECK(different == 0);
  }
  CHECK(*std::max_element(first.begin(), first.end()) > 0);
}

TEST_CASE("a mirrored map is blurred to the mirrored one, bit for bit, and its means are means", "[climate.rain]") {
  const ClimateGrid grid{37, 22, 1};
  ReliefBlocks plain{std::vector<double>(static_cast<std::size_t>(37 * 22)), {}}, mirrored = plain;
  const auto at = [](std::int64_t x, std::int64_t y) { return static_cast<std::size_t>(y * 37 + x); };
  for (std::int64_t y = 0; y < 22; ++y) {
    for (std::int64_t x = 0; x < 37; ++x) {
      plain.height[at(x, y)] = 1000 * std::fabs(std::sin(static_cast<double>(x * 31 + y * 17)));
      mirrored.height[at(36 - x, 21 - y)] = plain.height[at(x, y)];
    }
  }
  const ReliefBlocks sharp = plain;
  for (const std::int64_t radius : {1, 3, 60}) {
    plain = sharp;
    blur(plain, grid, radius);
    ReliefBlocks other = mirrored;
    blur(other, grid, radius);
    std::size_t different = 0;
    for (std::int64_t y = 0; y < 22; ++y) {
      for (std::int64_t x = 0; x < 37; ++x) {
        different += other.height[at(36 - x, 21 - y)] != plain.height[at(x, y)];
        double sum = 0;
        for (std::int64_t j = -radius; j <= radius; ++j) {
          for (std::int64_t i = -radius; i <= radius; ++i) {
            sum += sharp.height[at(std::clamp<std::int64_t>(x + i, 0, 36), std::clamp<std::int64_t>(y + j, 0, 21))];
          }
        }
        const auto side = static_cast<double>(2 * radius + 1);
        REQUIRE(plain.height[at(x, y)] == Approx(sum / (side * side)).epsilon(1e-12));
      }
    }
    CHECK(different == 0);
  }
}
