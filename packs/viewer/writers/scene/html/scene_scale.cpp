// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>

#include "packs/viewer/writers/scene/html/scene.hpp"
#include "terrawright/exact_math.h"
#include "terrawright/numbers.hpp"
#include "terrawright/processors.h"

namespace terrawright::scene {
namespace {

constexpr std::array<int, 4> tenths{10, 20, 25, 50};
constexpr int least_index = -4 * 320;

int power_of(int index) { return index >= 0 ? index / 4 : -((3 - index) / 4); }

}  // namespace

double RoundStep::times(double count) const {
  const int power = power_of(index_);
  const double tenfold = count * tenths[static_cast<std::size_t>(index_ - 4 * power)];
  std::array<char, 400> text;
  char* end = write_fixed(text.data(), text.data() + 340, tenfold, 0).ptr;
  *end++ = 'e';
  end = std::to_chars(end, text.data() + text.size(), power - 1).ptr;
  double number = 0;
  read_number(text.data(), end, number);
  return number;
}

RoundStep RoundStep::at_least(double least) {
  RoundStep step(std::isfinite(least) && least > 0 ? 4 * (std::ilogb(least) * 3 / 10 - 2) : least_index);
  while (step.value() < least) step = step.coarser();
  while (RoundStep(step.index_ - 1).value() >= least && step.index_ > least_index) step = RoundStep(step.index_ - 1);
  return step;
}

RoundStep RoundStep::at_most(double most) {
  const RoundStep step = at_least(most);
  return step.value() > most ? RoundStep(step.index_ - 1) : step;
}

RoundStep RoundStep::much_coarser() const {
  RoundStep step = coarser();
  while (step.value() < 2 * value() || step.index_ - 4 * power_of(step.index_) == 1) step = step.coarser();
  return step;
}

namespace {

double power_of_e(double exponent) { return terrawright_exp(exponent) - 1; }

// It uses libm, so it is not the same everywhere: only for a first guess.
double about_log(double value) { return std::log1p(value); }

// Sums side by side, as many on every machine, so that they are the same.
constexpr std::size_t n_lanes = 8;
struct Lanes {
  std::array<double, n_lanes> lowest, highest, sum, others_than_0, gaps;
};

// For whole groups of n_lanes.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void survey_lanes(const double* values, std::size_t count, Lanes& to) {
  constexpr double endless = std::numeric_limits<double>::infinity();
  Lanes lanes = to;
  for (std::size_t i = 0; i < count; i += n_lanes) {
    for (std::size_t k = 0; k < n_lanes; ++k) {
      const double value = values[i + k];
      const bool is_number = std::fabs(value) < endless;
      const double low = is_number ? value : endless, high = is_number ? value : -endless;
      const double number = is_number ? value : 0;
      lanes.lowest[k] = low < lanes.lowest[k] ? low : lanes.lowest[k];
      lanes.highest[k] = high > lanes.highest[k] ? high : lanes.highest[k];
      lanes.sum[k] += number;
      lanes.others_than_0[k] += number != 0 ? 1.0 : 0.0;
      lanes.gaps[k] += is_number ? 0.0 : 1.0;
    }
  }
  to = lanes;
}

// Values in equal steps.
struct Steps {
  double low, step, most;
  std::uint16_t gap;
};

TERRAWRIGHT_FOR_EACH_PROCESSOR
void linear_samples(const double* values, std::size_t count, const Steps& of, std::uint16_t* __restrict to) {
  const Steps steps = of;
  for (std::size_t i = 0; i < count; ++i) {
    const double value = values[i];
    double sample = std::floor((value - steps.low) / steps.step + 0.5);
    sample = sample > 0 ? sample : 0;  // NaN too
    sample = sample < steps.most ? sample : steps.most;
    const bool is_number = std::fabs(value) < std::numeric_limits<double>::infinity();
    to[i] = is_number ? static_cast<std::uint16_t>(static_cast<std::int32_t>(sample)) : steps.gap;
  }
}

constexpr int low_bits = 44;  // of a double, of which 12 and the highest 8 of its fraction are left

std::uint64_t high_bits_of(double value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return bits >> low_bits;
}

}  // namespace

Survey::Survey(const std::vector<double>& numbers) : gaps_(static_cast<std::uint64_t>(numbers.at(0))) {
  if (numbers.size() == 1) return;
  others_than_0_ = static_cast<std::uint64_t>(numbers.at(1));
  sum_ = numbers.at(2);
  lowest_ = numbers.at(3);
  highest_ = numbers.at(4);
}

// Those of no cell are no numbers.
std::vector<double> Survey::numbers() const {
  std::vector<double> numbers{static_cast<double>(gaps_)};
  if (!empty()) numbers.insert(numbers.end(), {static_cast<double>(others_than_0_), sum_, lowest_, highest_});
  return numbers;
}

void Survey::add(const double* values, std::size_t count) {
  constexpr double endless = std::numeric_limits<double>::infinity(), none = std::numeric_limits<double>::quiet_NaN();
  Lanes lanes{};
  lanes.lowest.fill(endless);
  lanes.highest.fill(-endless);
  const std::size_t whole = count / n_lanes * n_lanes;
  survey_lanes(values, whole, lanes);
  std::array<double, n_lanes> rest{};
  rest.fill(none);
  std::copy(values + whole, values + count, rest.begin());
  survey_lanes(rest.data(), n_lanes, lanes);
  gaps_ -= n_lanes - (count - whole);  // which are added below
  for (std::size_t k = 0; k < n_lanes; ++k) {
    lowest_ = std::min(lowest_, lanes.lowest[k]);
    highest_ = std::max(highest_, lanes.highest[k]);
    sum_ += lanes.sum[k];
    others_than_0_ += static_cast<std::uint64_t>(lanes.others_than_0[k]);
    gaps_ += static_cast<std::uint64_t>(lanes.gaps[k]);
  }
}

void Survey::add(const Survey& other) {
  lowest_ = std::min(lowest_, other.lowest_);
  highest_ = std::max(highest_, other.highest_);
  sum_ += other.sum_;
  others_than_0_ += other.others_than_0_;
  gaps_ += other.gaps_;
}

bool Survey::is_skewed() const { return may_be_skewed() && sum_ / static_cast<double>(others_than_0_) < highest_ / 50; }

Scale::Scale(const Survey& survey, const Fineness& fineness, bool whole) {
  if (!survey.empty()) {
    const double most = static_cast<double>((1 << fineness.bits) - 2);
    const double lowest = survey.lowest(), highest = survey.highest();
    const bool exact = whole && highest - lowest <= most;
    logarithmic_ = !exact && !fineness.step && survey.is_skewed();
    if (logarithmic_) {
      make_logarithms(highest, most);
    } else if (lowest == highest) {
      low_ = lowest;
    } else {
      RoundStep step = fineness.step.value_or(RoundStep::at_least((highest - lowest) / most));
      if (whole) step = std::max(step, RoundStep::at_least(1));
      fit(lowest, highest, step, !fineness.step ? most : survey.has_gaps() ? 65534 : 65535);
    }
  }
  if (survey.has_gaps()) missing_ = static_cast<std::uint16_t>(survey.empty() ? 0 : most_ + 1);
}

// The finest step from this one on that tells all values by few enough samples.
void Scale::fit(double lowest, double highest, RoundStep step, double most) {
  for (;; step = step.coarser()) {
    const double first = std::floor(lowest / step.value());
    low_in_steps_ = {step, first};
    low_ = step.times(first);
    step_ = step.value();
    const double last = std::floor((highest - low_) / step_ + 0.5);
    most_ = static_cast<std::uint32_t>(std::clamp(last, 0.0, 65535.0));
    if (last <= most) return;
  }
}

void Scale::make_logarithms(double highest, double most) {
  double all = about_log(highest);
  while (power_of_e(all) < highest) all += 1e-9;
  fit(0, all, RoundStep::at_least(all / most), most);
  for (std::uint32_t q = 0; q <= most_ + 1; ++q) begins_.push_back(power_of_e(step_ * (q - 0.5)));
  if (most_ == 0) return;
  first_bits_ = high_bits_of(begins_[1]);
  std::uint16_t q = 0;
  for (std::uint64_t bits = first_bits_; bits <= high_bits_of(begins_[most_]) + 1; ++bits) {
    while (q < most_ && high_bits_of(begins_[q + 1u]) < bits) ++q;
    by_bits_.push_back(q);
  }
}

// The last sample that begins at a value or below it.
void Scale::logarithms(const double* values, std::size_t count, std::uint16_t* to) const {
  const std::uint16_t gap = missing_.value_or(0);
  const double least = most_ == 0 ? std::numeric_limits<double>::infinity() : begins_[1];
  for (std::size_t i = 0; i < count; ++i) {
    const double value = values[i];
    if (value < least) {
      to[i] = std::isfinite(value) ? std::uint16_t{0} : gap;
      continue;
    }
    if (!std::isfinite(value)) {
      to[i] = gap;
      continue;
    }
    const std::size_t bits = std::min<std::size_t>(high_bits_of(value) - first_bits_, by_bits_.size() - 1);
    const std::size_t above = bits + 1 < by_bits_.size() ? by_bits_[bits + 1] : most_;
    const auto begin = begins_.begin() + 1;
    to[i] = static_cast<std::uint16_t>(
        std::upper_bound(begin + by_bits_[bits], begin + static_cast<std::ptrdiff_t>(above), value) - begin);
  }
}

void Scale::samples(const double* values, std::size_t count, std::uint16_t* to) const {
  if (logarithmic_) return logarithms(values, count, to);
  linear_samples(values, count, {low_, step_, static_cast<double>(most_), missing_.value_or(0)}, to);
}

double Scale::value(std::uint32_t sample) const {
  // The nearest to the decimal: a page's own sum may be another one in its last digit.
  const double told = low_in_steps_ ? low_in_steps_->first.times(low_in_steps_->second + sample) : low_;
  return logarithmic_ ? power_of_e(told) : told;
}

}  // namespace terrawright::scene
