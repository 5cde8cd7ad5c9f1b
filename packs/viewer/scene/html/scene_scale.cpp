// SPDX-License-Identifier: Apache-2.0
#include "packs/viewer/scene/html/scene_scale.hpp"

#include <algorithm>
#include <cmath>

#include "terrawright/exact_math.h"

namespace terrawright::scene {
namespace {

double power_of_e(double exponent) { return terrawright_exp(exponent) - 1; }

// Of libm, so not the same everywhere: only to look near by.
double about_log(double value) { return std::log1p(value); }

}  // namespace

void Survey::add(const double* values, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    const double value = values[i];
    if (!std::isfinite(value)) {
      ++gaps_;
      continue;
    }
    lowest_ = std::min(lowest_, value);
    highest_ = std::max(highest_, value);
    sum_ += value;
    if (value != 0) ++others_than_0_;
  }
}

bool Survey::is_skewed() const {
  return lowest_ >= 0 && highest_ >= 10 && sum_ / static_cast<double>(others_than_0_) < highest_ / 50;
}

Scale::Scale(const Survey& survey, const Fineness& fineness, bool whole) {
  if (!survey.empty()) {
    const double most = static_cast<double>((1 << fineness.bits) - 2);
    const double lowest = survey.lowest(), highest = survey.highest();
    const bool exact = whole && highest - lowest <= most;
    logarithmic_ = !exact && !fineness.step && survey.is_skewed();
    if (logarithmic_) {
      double all = about_log(highest);
      while (power_of_e(all) < highest) all += 1e-9;
      fit(0, all, RoundStep::at_least(all / most), most);
      for (std::uint32_t q = 0; q <= most_ + 1; ++q) begins_.push_back(power_of_e(step_ * (q - 0.5)));
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

std::uint16_t Scale::logarithmic(double value) const {
  auto q = static_cast<std::uint32_t>(
      std::clamp(std::floor(about_log(value) / step_ + 0.5), 0.0, static_cast<double>(most_)));
  while (q > 0 && value < begins_[q]) --q;
  while (q < most_ && value >= begins_[q + 1]) ++q;
  return static_cast<std::uint16_t>(q);
}

void Scale::samples(const double* values, std::size_t count, std::uint16_t* to) const {
  const std::uint16_t gap = missing_.value_or(0);
  for (std::size_t i = 0; i < count; ++i) {
    if (!std::isfinite(values[i])) {
      to[i] = gap;
    } else if (logarithmic_) {
      to[i] = logarithmic(values[i]);
    } else {
      to[i] = static_cast<std::uint16_t>(
          std::clamp(std::floor((values[i] - low_) / step_ + 0.5), 0.0, static_cast<double>(most_)));
    }
  }
}

double Scale::value(std::uint32_t sample) const {
  // The nearest to the decimal: a page's own sum may be another one in its last digit.
  const double told = low_in_steps_ ? low_in_steps_->first.times(low_in_steps_->second + sample) : low_;
  return logarithmic_ ? power_of_e(told) : told;
}

}  // namespace terrawright::scene
