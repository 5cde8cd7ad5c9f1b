// SPDX-License-Identifier: Apache-2.0
// Weights that are 255 together, control maps, and sizes that programs take.
#include "game/pack/pack.hpp"

#include <algorithm>
#include <fstream>
#include <numeric>
#include <random>

#include "game/pack/rasters.hpp"
#include "support/catch.hpp"

using namespace terrawright::game;

namespace {

std::vector<int> shared(std::vector<double> weights, std::optional<std::size_t> rest = std::nullopt) {
  std::vector<std::uint8_t> bytes(weights.size());
  PackWeights(weights.size(), rest).share(weights, bytes.data());
  return {bytes.begin(), bytes.end()};
}

std::uint32_t control(const std::vector<std::uint8_t>& bytes) { return control_of(bytes.data(), bytes.size()); }

std::vector<std::pair<std::int64_t, std::int64_t>> nearest(Program program, std::int64_t width, std::int64_t height,
                                                           const std::optional<PackTiles>& tiles = {}) {
  std::vector<std::pair<std::int64_t, std::int64_t>> all;
  for (const PackSize& size : nearest_sizes(program, {width, height}, tiles)) all.emplace_back(size.width, size.height);
  return all;
}

}  // namespace

TEST_CASE("Weights are shared by the largest remainders, of equals the first", "[images.packs]") {
  CHECK(shared({1, 0, 0}) == std::vector<int>{255, 0, 0});
  CHECK(shared({1, 1}) == std::vector<int>{128, 127});
  CHECK(shared({1, 1, 1, 1}) == std::vector<int>{64, 64, 64, 63});
  CHECK(shared({0.2, 0.2, 0.6}) == std::vector<int>{51, 51, 153});
  CHECK(shared({0, 0, 0}) == std::vector<int>{255, 0, 0});
  CHECK(shared({9, 0.25, 0.25}, 0) == std::vector<int>{127, 64, 64});  // the rest is 0.5, whatever stands there
  CHECK(shared({0, 1, 1}, 0) == std::vector<int>{0, 128, 127});
  CHECK(shared({0, 0, 0}, 2) == std::vector<int>{0, 0, 255});
}

TEST_CASE("Weights are 255 together, and each is less than one beside its share", "[images.packs]") {
  std::mt19937 random(3);
  for (int i = 0; i < 50000; ++i) {
    std::vector<double> weights(1 + random() % 40);
    // Masks, equal shares, single floats and tiny ones.
    for (double& weight : weights) {
      const auto any = static_cast<double>(static_cast<float>(random()) * 0x1p-32f);
      weight = i % 4 == 0 ? static_cast<double>(random() % 2) : i % 4 == 1 ? 1.0 / 3 : i % 4 == 2 ? any : any * 1e-30;
    }
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    const std::vector<int> bytes = shared(weights);
    REQUIRE(std::accumulate(bytes.begin(), bytes.end(), 0) == 255);
    for (std::size_t k = 0; sum > 0 && k < bytes.size(); ++k)
      REQUIRE(std::abs(bytes[k] - 255 * weights[k] / sum) < 1 + 1e-9);
  }
}

TEST_CASE("Control maps of Terrain3D, bit by bit", "[images.packs]") {
  CHECK(control({255, 0}) == 0);
  CHECK(control({0, 255}) == (1u << 27 | 1u << 22));
  CHECK(control({128, 127}) == (0u << 27 | 1u << 22 | 127u << 14));
  CHECK(control({10, 200, 45}) == (1u << 27 | 2u << 22 | 47u << 14));  // 255 * 45 / 245 = 46.8
  CHECK(control({85, 85, 85}) == (0u << 27 | 1u << 22 | 128u << 14));  // half of two, rounded up
  std::vector<std::uint8_t> many(32);
  many[31] = 200, many[30] = 55;
  CHECK(control(many) == (31u << 27 | 30u << 22 | 55u << 14));
}

TEST_CASE("Sizes that programs take, and the nearest ones", "[images.packs]") {
  // Epic's table, and what is beside it.
  for (const std::int64_t side : {505, 1009, 2017, 4033, 8129, 8161, 127, 253, 8})
    CHECK(takes(Program::unreal, {side, side}));
  for (const std::int64_t side : {1, 7, 1024, 1025, 4097, 16322}) CHECK_FALSE(takes(Program::unreal, {side, side}));
  CHECK(takes(Program::unreal, {1009, 505}));
  CHECK_FALSE(takes(Program::unreal, {506, 8129}));  // 255 + 255 and 127 x 64: no section fits both
  const auto components = components_of({8129, 8129}).value();
  CHECK((components.quads == 127 && components.sections == 2 && components.across == 32 && components.down == 32));
  const auto few = components_of({1009, 1009}).value();
  CHECK((few.quads == 63 && few.sections == 2 && few.across == 8));
  CHECK(takes(Program::unity, {4097, 4097}));
  CHECK_FALSE(takes(Program::unity, {8193, 8193}));
  CHECK_FALSE(takes(Program::unity, {513, 257}));
  CHECK(takes(Program::unity, {513, 257}, PackTiles{256, 1}));
  CHECK(takes(Program::unity, {32769, 32769}, PackTiles{4096, 1}));
  CHECK(takes(Program::godot, {2048, 64}));
  CHECK_FALSE(takes(Program::godot, {2112, 64}));  // 33 regions of 64, and 2112 is of no larger ones
  CHECK(takes(Program::godot, {65536, 65536}, PackTiles{16384, 0}));
  CHECK_FALSE(takes(Program::godot, {65536, 65536}));
  CHECK(region_of({1024, 512}).value() == 256);
  CHECK(region_of({16384, 16384}).value() == 512);
  CHECK(region_of({320, 320}).value() == 64);
  using Sizes = std::vector<std::pair<std::int64_t, std::int64_t>>;
  CHECK(nearest(Program::unity, 1000, 1000) == Sizes{{1025, 1025}, {513, 513}});
  CHECK(nearest(Program::unity, 9000, 9000) == Sizes{{4097, 4097}});
  CHECK(nearest(Program::unity, 1000, 500, PackTiles{256, 1}) == Sizes{{1025, 513}, {769, 257}});
  CHECK(nearest(Program::unity, 1000, 1000, PackTiles{250, 1}).empty());
  CHECK(nearest(Program::generic, 1000, 500, PackTiles{100, 1}) == Sizes{{1001, 501}, {901, 401}});
}

TEST_CASE("The table of limits in the documentation is that of the program", "[images.packs]") {
  std::ifstream file(TERRAWRIGHT_ROOT "/docs/outputs.md");
  const std::string docs((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  const auto metres = [](double most, double unit, const char* name) {
    char text[40];
    std::snprintf(text, sizeof text, "%.6g %s", most / unit, name);
    return most == PackLimits::none ? std::string("any") : std::string(text);
  };
  for (const Program program : {Program::unreal, Program::unity, Program::godot, Program::generic}) {
    const PackLimits& limits = limits_of(program);
    const std::string cells =
        limits.least_cell == 0 ? "any" : metres(limits.least_cell, 1, "m") + " to " + metres(limits.most_cell, 1, "m");
    const std::string row = "| `" + name_of(program) + "` | " + rule_of(program) + " | " + cells + " | " +
                            metres(limits.most_side, 1000, "km") + " | " + metres(limits.most_height, 1000, "km") +
                            " | " + std::to_string(limits.most_weights) + " |";
    INFO(row);
    CHECK(docs.find(row) != std::string::npos);
  }
}

TEST_CASE("All nearest sizes are taken, and none that is taken is nearer", "[images.packs]") {
  for (const Program program : {Program::unreal, Program::unity, Program::godot}) {
    for (std::int64_t side = 40; side < 1200; side += 7) {
      const auto all = nearest(program, side, side);
      REQUIRE(!all.empty());
      for (const auto& [width, height] : all) CHECK(takes(program, {width, height}));
      const std::int64_t distance = std::abs(all[0].first - side) + std::abs(all[0].second - side);
      for (std::int64_t other = side - distance / 2 + 1; other < side + (distance + 1) / 2; ++other) {
        INFO(name_of(program) << " " << side << " " << other);
        CHECK_FALSE(takes(program, {other, other}));
      }
    }
  }
}
