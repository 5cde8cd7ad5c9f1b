// SPDX-License-Identifier: Apache-2.0
#include "terrawright/exact_math.h"

#include <cmath>
#include <cstring>

#include "support/catch.hpp"

namespace {

std::uint64_t bits(double value) {
  std::uint64_t b;
  std::memcpy(&b, &value, sizeof b);
  return b;
}

}  // namespace

TEST_CASE("Exponentials and cosines have the bits of the reference", "[exact_math]") {
  CHECK(bits(terrawright_exp2(0.5)) == 0x3ff6a09e667f3bcc);
  CHECK(bits(terrawright_exp2(-0.75)) == 0x3fe306fe0a31b715);
  CHECK(bits(terrawright_exp2(1.0 / 3)) == 0x3ff428a2f98d728b);
  CHECK(bits(terrawright_exp2(-0.1)) == 0x3feddb680117ab12);
  CHECK(bits(terrawright_exp2(10.3)) == 0x4093b2c47bff832c);
  CHECK(bits(terrawright_exp(-0.6)) == 0x3fe18fdd6b9604e4);
  CHECK(bits(terrawright_exp(-1)) == 0x3fd78b56362cef38);
  CHECK(bits(terrawright_exp(-0.001)) == 0x3feff7cfe56f1a9e);
  CHECK(bits(terrawright_cospi(0.25)) == 0x3fe6a09e667f3bcc);
  CHECK(bits(terrawright_cospi(0.1)) == 0x3fee6f0e134454ff);
  CHECK(bits(terrawright_cospi(0.75)) == 0xbfe6a09e667f3bcd);
}

TEST_CASE("They are what they say, to the last place", "[exact_math]") {
  for (int i = -4000; i <= 4000; ++i) {
    const double x = i * 0.0031;
    CHECK(terrawright_exp2(x) == Approx(std::exp2(x)).epsilon(3e-16));
    CHECK(std::abs(terrawright_cospi(x) - std::cos(3.14159265358979323846 * std::fmod(x, 2.0))) < 1e-14);
    CHECK(std::abs(terrawright_sinpi(x) - std::sin(3.14159265358979323846 * std::fmod(x, 2.0))) < 1e-14);
  }
  CHECK(terrawright_cospi(0) == 1.0);
  CHECK(terrawright_cospi(0.5) == 0.0);
  CHECK(terrawright_sinpi(1) == 0.0);
}

TEST_CASE("A Hurst exponent becomes the reference's ratio", "[exact_math]") {
  const auto ratio = [](double hurst) {
    const auto rho = static_cast<float>(terrawright_exp2(-hurst));
    std::uint32_t b;
    std::memcpy(&b, &rho, sizeof b);
    return b;
  };
  CHECK(ratio(0.5) == 0x3f3504f3);
  CHECK(ratio(0.6) == 0x3f28e5a3);
  CHECK(ratio(0.7) == 0x3f1d9624);
  CHECK(ratio(0.75) == 0x3f1837f0);
  CHECK(ratio(0.8) == 0x3f13088c);
  CHECK(ratio(1.0) == 0x3f000000);
}
