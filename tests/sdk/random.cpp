// SPDX-License-Identifier: Apache-2.0
#include "terrawright/random.h"

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "support/catch.hpp"

namespace {

std::uint64_t stream(std::uint64_t seed, const std::string& name) {
  return terrawright_stream(seed, name.data(), name.size());
}

std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter, std::uint32_t key0, std::uint32_t key1) {
  terrawright_philox(counter.data(), key0, key1);
  return counter;
}

}  // namespace

TEST_CASE("Philox4x32-10 gives Random123's known answers", "[random]") {
  using Words = std::array<std::uint32_t, 4>;
  CHECK(philox({0, 0, 0, 0}, 0, 0) == Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
  CHECK(philox({~0u, ~0u, ~0u, ~0u}, ~0u, ~0u) == Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
  CHECK(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, 0xa4093822, 0x299f31d0) ==
        Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
}

TEST_CASE("Streams are keyed by seed and name", "[random]") {
  CHECK(terrawright_mix64(1) == 0x5692161d100b05e5);
  CHECK(terrawright_fnv1a64("height", 6) == 0x17720bf67d347222);
  CHECK(stream(0, "height") == 0xfc73c9cf70d0d778);
  CHECK(stream(1, "height") == 0x10a0c16eca8174f1);
  CHECK(stream(42, "height") == 0x99cfa2fb431560c4);
  CHECK(stream(42, "wind") == 0xa9f731ae6b70210e);
  CHECK(stream(~std::uint64_t{0}, "height") == 0xfaa03ff819dbd5de);
}

TEST_CASE("Words are those of the reference", "[random]") {
  struct Known {
    std::int32_t x, y;
    std::uint32_t purpose, level;
    std::array<std::uint32_t, 4> words;
  };
  const std::vector<Known> known = {{0, 0, 0, 0, {0x10ca7cfc, 0x6eb883d1, 0xc5221090, 0x737e1e0f}},
                                    {1, 0, 0, 0, {0xb16e8083, 0x3c1c21eb, 0x9df357b7, 0x56226947}},
                                    {-1, -1, 0, 0, {0x802e7e26, 0xa5426654, 0x952121e1, 0x58e767d3}},
                                    {5, 7, 1, 3, {0xd1aa2433, 0x5ae632a9, 0xb427d3c2, 0xeec3ae6e}}};
  for (const Known& k : known) {
    for (std::uint32_t w = 0; w < 4; ++w) {
      const auto key = terrawright_key_of_row(stream(42, "height"), k.y, k.purpose, k.level, w);
      CHECK(terrawright_word(key, k.x) == k.words[w]);
    }
  }
  const auto key = terrawright_key_of_row(stream(42, "height"), 0, 0, 0, 0);
  CHECK(terrawright_signed_unit(terrawright_word(key, 0)) == -0.8688206672668457f);
  CHECK(terrawright_unit(terrawright_word(key, 0)) == 0.065589666366577148f);
}

// Algorithms T2.6: a field of 1024 x 1024 is uniform and its neighbours are independent.
TEST_CASE("Words are uniform and uncorrelated", "[random]") {
  constexpr int side = 1024;
  std::vector<double> field(side * side);
  std::array<double, 256> bins{};
  double sum = 0, squares = 0;
  for (int y = 0; y < side; ++y) {
    const auto key = terrawright_key_of_row(stream(42, "height"), y, TERRAWRIGHT_FOR_NOISE, 0, 0);
    for (int x = 0; x < side; ++x) {
      const double u = static_cast<double>(terrawright_unit(terrawright_word(key, x)));
      field[static_cast<std::size_t>(y * side + x)] = u;
      sum += u;
      squares += u * u;
      ++bins[static_cast<std::size_t>(u * 256)];
    }
  }
  const double n = side * side, mean = sum / n, variance = squares / n - mean * mean;
  CHECK(std::abs(mean - 0.5) < 0.001);
  CHECK(std::abs(12 * variance - 1) < 0.005);
  double chi_square = 0;
  for (const double count : bins) chi_square += (count - n / 256) * (count - n / 256) / (n / 256);
  CHECK(chi_square / 255 > 0.75);
  CHECK(chi_square / 255 < 1.25);
  const auto correlation = [&](int dx, int dy) {
    double product = 0;
    for (int y = 0; y + dy < side; ++y) {
      for (int x = 0; x + dx < side; ++x) {
        product += (field[static_cast<std::size_t>(y * side + x)] - mean) *
                   (field[static_cast<std::size_t>((y + dy) * side + x + dx)] - mean);
      }
    }
    return product / ((side - dx) * (side - dy)) / variance;
  };
  CHECK(std::abs(correlation(1, 0)) < 0.005);
  CHECK(std::abs(correlation(0, 1)) < 0.005);
  CHECK(std::abs(correlation(1, 1)) < 0.005);
}
