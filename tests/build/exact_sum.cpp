// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <random>

#include "build/expectations/expectations.hpp"
#include "support/catch.hpp"

using terrawright::build::ExactSum;

namespace {

double sum_of(const std::vector<double>& numbers) {
  ExactSum sum;
  for (const double number : numbers) sum.add(number);
  return sum.value();
}

}  // namespace

TEST_CASE("a sum loses nothing, whatever the order", "[expect]") {
  CHECK(sum_of({}) == 0.0);
  CHECK(sum_of({1e100, 1.0, -1e100}) == 1.0);
  CHECK(sum_of({1e16, 1.0, 1e-16}) == 1e16 + 2.0);  // half way, and what is left decides
  CHECK(sum_of({1e16, 1.0}) == 1e16);
  std::vector<double> tenths(10, 0.1);
  CHECK(sum_of(tenths) == 1.0);
  std::vector<double> many;
  for (int i = 1; i <= 1000; ++i) many.insert(many.end(), {1.0 / i, -1e9 / i, 1e-9 * i});
  const double sum = sum_of(many);
  std::minstd_rand random(1);
  for (int i = 0; i < 20; ++i) {
    std::shuffle(many.begin(), many.end(), random);
    CHECK(sum_of(many) == sum);
  }
  CHECK(sum_of({1.0, std::numeric_limits<double>::infinity()}) == std::numeric_limits<double>::infinity());
  const double none = sum_of({1.0, std::numeric_limits<double>::quiet_NaN()});
  CHECK(none != none);
}

TEST_CASE("whole numbers beyond 2^53 are summed exactly", "[expect]") {
  ExactSum sum;
  const std::int64_t large = (std::int64_t{1} << 60) + 1;
  sum.add(large);
  sum.add(-(large - 3));
  CHECK(sum.value() == 3.0);
  ExactSum least;
  least.add(std::numeric_limits<std::int64_t>::min());
  CHECK(least.value() == -9223372036854775808.0);
}
