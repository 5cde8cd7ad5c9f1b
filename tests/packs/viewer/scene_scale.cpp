// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>

#include "images/fixture.hpp"
#include "packs/viewer/writers/scene/html/scene.hpp"
#include "support/catch.hpp"
#include "terrawright/exact_math.h"

using namespace terrawright;
using scene::RoundStep;
using scene::Scale;
using scene::Survey;

namespace {

Survey survey_of(const std::vector<double>& values) {
  Survey survey;
  survey.add(values.data(), values.size());
  return survey;
}

std::vector<std::uint16_t> samples_of(const Scale& scale, const std::vector<double>& values) {
  std::vector<std::uint16_t> samples(values.size());
  scale.samples(values.data(), values.size(), samples.data());
  return samples;
}

std::vector<double> many(double low, double high) {
  std::vector<double> values{low, high};
  for (std::size_t i = 0; i < 2000; ++i) values.push_back(low + (high - low) * test::noise(i) / 16777216.0);
  return values;
}

}  // namespace

TEST_CASE("Steps are 1, 2, 2.5 and 5 times powers of ten, as their decimals are", "[images.scene]") {
  CHECK(RoundStep::at_least(0.1).value() == 0.1);
  CHECK(RoundStep::at_least(0.1000001).value() == 0.2);
  CHECK(RoundStep::at_least(0.21).value() == 0.25);
  CHECK(RoundStep::at_least(2.6).value() == 5);
  CHECK(RoundStep::at_least(5.1).value() == 10);
  CHECK(RoundStep::at_most(0.0999).value() == 0.05);
  CHECK(RoundStep::at_most(0.1).value() == 0.1);
  CHECK(RoundStep::at_most(1e-4).value() == 1e-4);
  CHECK(RoundStep::at_least(1e38).value() == 1e38);
  CHECK(RoundStep::at_least(1.5e-45).value() == 2e-45);
  CHECK(RoundStep::at_least(0.1).times(-42367) == -4236.7);
  CHECK(RoundStep::at_least(2.5e-4).times(3) == 0.00075);
  std::vector<double> ladder;
  RoundStep step = RoundStep::at_least(0.1);
  for (int i = 0; i < 7; ++i, step = step.much_coarser()) ladder.push_back(step.value());
  CHECK(ladder == std::vector<double>{0.1, 0.25, 0.5, 1, 2.5, 5, 10});
  for (double number = 1e-30; number < 1e30; number *= 1.37) {
    INFO(number);
    const double above = RoundStep::at_least(number).value(), below = RoundStep::at_most(number).value();
    CHECK(above >= number);
    CHECK(below <= number);
    CHECK(above <= 2 * number);
    CHECK(below >= number / 2);
  }
}

TEST_CASE("Values are told within half a step by as few bits as are allowed", "[images.scene]") {
  const int bits = GENERATE(16, 12, 10, 8);
  const auto [low, high] = GENERATE(std::pair(-4236.7, 2051.4), std::pair(0.0, 1.0), std::pair(1e6, 1e6 + 1),
                                    std::pair(-3e-12, 4e-12), std::pair(-3e38, 3e38), std::pair(12.0, 12.25));
  const std::vector<double> values = many(low, high);
  const Scale scale(survey_of(values), {bits, {}}, false);
  INFO(low << " to " << high << ", " << bits << " bits, steps of " << scale.step());
  CHECK_FALSE(scale.missing());
  CHECK(scale.bytes() == (bits == 8 ? 1 : 2));
  CHECK(scale.step() < 4 * (high - low) / (1 << bits));
  const auto samples = samples_of(scale, values);
  for (std::size_t i = 0; i < values.size(); ++i) {
    REQUIRE(samples[i] < 1 << bits);
    REQUIRE(std::fabs(scale.value(samples[i]) - values[i]) <= scale.step() / 2 * (1 + 1e-9) + std::fabs(high) * 1e-15);
    // As the page has it.
    REQUIRE(std::fabs(scale.low() + scale.step() * samples[i] - scale.value(samples[i])) <=
            scale.step() * 1e-6 + std::fabs(high) * 1e-15);
  }
}

TEST_CASE("A step that is asked for is kept where 16 bits have room for it", "[images.scene]") {
  CHECK(Scale(survey_of({-4000, 2000}), {16, RoundStep::at_least(0.1)}, false).step() == 0.1);
  CHECK(Scale(survey_of({-9000, 8000}), {16, RoundStep::at_least(0.1)}, false).step() == 0.5);
}

TEST_CASE("Cells without a value are told from all others", "[images.scene]") {
  const double none = std::numeric_limits<double>::quiet_NaN(), endless = std::numeric_limits<double>::infinity();
  const int bits = GENERATE(16, 8);
  std::vector<double> values = many(-1, 5);
  values.insert(values.end(), {none, endless, -endless});
  const Scale scale(survey_of(values), {bits, {}}, false);
  REQUIRE(scale.missing());
  const auto samples = samples_of(scale, values);
  for (std::size_t i = 0; i < values.size(); ++i)
    REQUIRE((samples[i] == *scale.missing()) == !std::isfinite(values[i]));
  const Scale nothing(survey_of({none, none}), {bits, {}}, false);
  CHECK(nothing.missing() == std::uint16_t{0});
  CHECK(nothing.bytes() == 1);
}

TEST_CASE("One value everywhere is told as it is", "[images.scene]") {
  const Scale scale(survey_of({0.1, 0.1}), {16, {}}, false);
  CHECK(scale.value(samples_of(scale, {0.1})[0]) == 0.1);
  CHECK(scale.low() == 0.1);
  CHECK(scale.bytes() == 1);
}

TEST_CASE("What rivers carry is told by its logarithm, and small waters are not lost", "[images.scene]") {
  std::vector<double> values{0, 2000};
  for (std::size_t i = 0; i < 3000; ++i) values.push_back(test::noise(i) % 5 == 0 ? 0 : test::noise(i) / 16777216.0);
  const int bits = GENERATE(16, 12, 10, 8);
  const Scale scale(survey_of(values), {bits, {}}, false);
  REQUIRE(scale.is_logarithmic());
  CHECK(scale.low() == 0);
  CHECK(std::log1p(2000.0) / scale.step() < 1 << bits);
  CHECK(std::log1p(2000.0) / scale.step() > (1 << bits) / 3);
  const auto samples = samples_of(scale, values);
  for (std::size_t i = 0; i < values.size(); ++i) {
    REQUIRE((samples[i] == 0) == (std::log1p(values[i]) < scale.step() / 2));
    REQUIRE(std::fabs(std::log1p(values[i]) - scale.step() * samples[i]) <= scale.step() / 2 * (1 + 1e-9));
    REQUIRE(std::fabs(std::expm1(scale.step() * samples[i]) - scale.value(samples[i])) <= 1e-9 * (1 + values[i]));
  }
  // Neither where values are alike, nor where a step was asked for.
  CHECK_FALSE(Scale(survey_of(many(0, 2000)), {16, {}}, false).is_logarithmic());
  CHECK_FALSE(Scale(survey_of(values), {16, RoundStep::at_least(1)}, false).is_logarithmic());
}

TEST_CASE("Whole numbers are exact where the bits can tell them", "[images.scene]") {
  std::vector<double> values{0, 60000};
  for (int i = 0; i < 500; ++i) values.push_back(i);
  const Scale scale(survey_of(values), {16, {}}, true);
  CHECK(scale.step() == 1);
  const auto samples = samples_of(scale, values);
  for (std::size_t i = 0; i < values.size(); ++i) REQUIRE(scale.value(samples[i]) == values[i]);
  CHECK(Scale(survey_of({0, 3}), {16, {}}, true).step() == 1);
  CHECK(Scale(survey_of({0, 3}), {16, {}}, false).step() < 0.001);
}

TEST_CASE("Samples are those of the rule, at the ends of each step too", "[images.scene]") {
  const double none = std::numeric_limits<double>::quiet_NaN();
  const double highest = GENERATE(12.0, 600.845, 2.5e6);
  const int bits = GENERATE(16, 10, 8);
  std::vector<double> values{0, highest, none};
  for (std::size_t i = 0; i < 4000; ++i) values.push_back(std::exp(test::noise(i) / 16777216.0 * 12) * 1e-9);
  const Scale logarithms(survey_of(values), {bits, {}}, false);
  const Scale steps(survey_of(values), {bits, RoundStep::at_least(highest / 1000)}, false);
  REQUIRE(logarithms.is_logarithmic());
  for (std::uint32_t q = 1; q < 250; ++q) {
    for (const double value :
         {terrawright_exp(logarithms.step() * (q - 0.5)) - 1, steps.low() + steps.step() * (q - 0.5)}) {
      for (const double near : {std::nextafter(value, 0.0), value, std::nextafter(value, 1e9)})
        if (near <= highest) values.push_back(near);
    }
  }
  const auto of_logarithms = samples_of(logarithms, values), of_steps = samples_of(steps, values);
  for (std::size_t i = 0; i < values.size(); ++i) {
    INFO(values[i]);
    if (std::isnan(values[i])) {
      REQUIRE(of_logarithms[i] == *logarithms.missing());
      REQUIRE(of_steps[i] == *steps.missing());
      continue;
    }
    REQUIRE(of_steps[i] == std::floor((values[i] - steps.low()) / steps.step() + 0.5));
    // The greatest that begins at the value or below it.
    const std::uint32_t q = of_logarithms[i];
    const auto begin = [&](std::uint32_t of) { return terrawright_exp(logarithms.step() * (of - 0.5)) - 1; };
    REQUIRE((q == 0 || begin(q) <= values[i]));
    REQUIRE((q + 1u >= *logarithms.missing() || values[i] < begin(q + 1)));
  }
}

TEST_CASE("A survey of rows is that of all cells, gaps too", "[images.scene]") {
  const double none = std::numeric_limits<double>::quiet_NaN(), endless = std::numeric_limits<double>::infinity();
  std::vector<double> values = many(-3, 77);
  values.insert(values.end(), {none, endless, -endless, 0, 0});
  const Survey all = survey_of(values);
  Survey parts;
  for (std::size_t begin = 0; begin < values.size(); begin += 13) {
    Survey part;
    part.add(&values[begin], std::min<std::size_t>(13, values.size() - begin));
    parts.add(part);
  }
  for (const Survey& survey : {all, parts}) {
    CHECK(survey.lowest() == -3);
    CHECK(survey.highest() == 77);
    CHECK(survey.has_gaps());
  }
  CHECK_FALSE(survey_of(many(0, 1)).has_gaps());
  CHECK(survey_of({none, endless}).empty());
}
