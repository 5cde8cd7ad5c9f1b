// SPDX-License-Identifier: Apache-2.0
// Values as whole numbers: low + step * sample, or the same of log(1 + value) where few values are much larger than all
// others, as those of rivers are.
#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "packs/viewer/writers/scene/html/round_step.hpp"

namespace terrawright::scene {

// Precision of numbers: steps of this size, or so many bits at most.
struct Fineness {
  int bits = 16;
  std::optional<RoundStep> step = {};
};

// Range of the cells.
class Survey {
 public:
  Survey() = default;
  // For cells with known extremes that are numbers. Whether they are skewed is not.
  Survey(double lowest, double highest, std::uint64_t gaps) : lowest_(lowest), highest_(highest), gaps_(gaps) {}
  // The result of numbers().
  explicit Survey(const std::vector<double>& numbers);
  std::vector<double> numbers() const;
  void add(const double* values, std::size_t count);
  // Adds later cells.
  void add(const Survey& other);
  bool empty() const { return !(lowest_ <= highest_); }  // no cell is a number
  double lowest() const { return lowest_; }
  double highest() const { return highest_; }
  bool has_gaps() const { return gaps_ != 0; }
  bool may_be_skewed() const { return lowest_ >= 0 && highest_ >= 10; }
  bool is_skewed() const;

 private:
  double lowest_ = std::numeric_limits<double>::infinity(), highest_ = -lowest_;
  double sum_ = 0;
  std::uint64_t others_than_0_ = 0, gaps_ = 0;
};

class Scale {
 public:
  // `whole`: of numbers that have no fractions.
  Scale(const Survey& survey, const Fineness& fineness, bool whole);

  // Codes a row; values that are no number become missing().
  void samples(const double* values, std::size_t count, std::uint16_t* to) const;
  double value(std::uint32_t sample) const;

  bool is_logarithmic() const { return logarithmic_; }
  double low() const { return low_; }
  double step() const { return step_; }
  std::optional<std::uint16_t> missing() const { return missing_; }
  int bytes() const { return most_ + (missing_ ? 1u : 0u) > 255 ? 2 : 1; }

 private:
  void fit(double lowest, double highest, RoundStep step, double most);
  void make_logarithms(double highest, double most);
  void logarithms(const double* values, std::size_t count, std::uint16_t* to) const;

  bool logarithmic_ = false;
  double low_ = 0, step_ = 1;
  std::optional<std::pair<RoundStep, double>> low_in_steps_ = {};  // nothing: there is one value
  std::uint32_t most_ = 0;                                         // the largest sample of a value
  std::optional<std::uint16_t> missing_ = {};
  // For logarithms: the least value that has the sample, and a sample below those of the values that share their
  // highest bits, from the first such bits on.
  std::vector<double> begins_;
  std::uint64_t first_bits_ = 0;
  std::vector<std::uint16_t> by_bits_;
};

}  // namespace terrawright::scene
