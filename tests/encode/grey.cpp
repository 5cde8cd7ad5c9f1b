// SPDX-License-Identifier: Apache-2.0
// Samples of 16 bits keep the sign of what they stand for.
#include <cmath>
#include <limits>

#include "encode/png.hpp"
#include "support/catch.hpp"

using terrawright::encode::Grey;
using terrawright::encode::Range;

TEST_CASE("Land stays land and sea stays sea in 16 bits", "[encode.grey]") {
  // 0 is a sample, lies between two, at an end, nearly at an end, and nowhere.
  const Range range =
      GENERATE(Range{-4000, 2000}, Range{-4500, 2000}, Range{-10994, 8848.86}, Range{-1, 1}, Range{0, 100},
               Range{-100, 0}, Range{-1e-3, 1e5}, Range{-0.1, 0.7}, Range{3, 17}, Range{-9, -2});
  const Grey grey(range);
  const double step = (range.maximum - range.minimum) / 65535;
  const auto decoded = [&](float value) {
    const double back = range.minimum + static_cast<double>(grey(value)) / 65535 * (range.maximum - range.minimum);
    return std::abs(back) < 1e-9 * step ? 0.0 : back;
  };
  int of_land = 0, of_sea = 0, wrong = 0;
  const auto check = [&](double at) {
    const auto value = static_cast<float>(at);
    if (grey.clips(value)) return;
    const double back = decoded(value), off = std::abs(back - static_cast<double>(value));
    if (value > 0) wrong += back > 0 ? 0 : 1;
    if (value < 0) wrong += back < 0 ? 0 : 1;
    if (!(value > 0)) wrong += back <= 0 ? 0 : 1;
    wrong += off <= (std::abs(at) < step ? 1 : 0.5) * step * (1 + 1e-6) ? 0 : 1;
    of_land += value > 0 ? 1 : 0;
    of_sea += value < 0 ? 1 : 0;
  };
  for (double part = 1e-6; part < 3; part *= 1.01) {
    check(part * step);
    check(-part * step);
  }
  for (int i = 0; i <= 100000; ++i) check(range.minimum + (range.maximum - range.minimum) * i / 100000);
  check(0);
  CHECK(wrong == 0);
  CHECK(of_land + of_sea > 50000);
  if (range.minimum < 0 && range.maximum > 0) CHECK(std::min(of_land, of_sea) > 0);
}

TEST_CASE("What is no value is black, and what is beyond the range its end", "[encode.grey]") {
  const Grey grey(Range{-4000, 2000});
  CHECK(grey(std::numeric_limits<float>::quiet_NaN()) == 0);
  CHECK(grey(-1e9f) == 0);
  CHECK(grey(1e9f) == 65535);
  CHECK(grey(0) == 43690);
  CHECK(grey(std::numeric_limits<float>::denorm_min()) == 43691);
  CHECK(grey(-std::numeric_limits<float>::denorm_min()) == 43689);
}
