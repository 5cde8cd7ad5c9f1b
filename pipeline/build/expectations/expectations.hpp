// SPDX-License-Identifier: Apache-2.0
// Whether a world is as its config expects: what has to be read for that, and what became of each expectation.
#pragma once
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "build/load.hpp"
#include "engine/engine.hpp"
#include "engine/product.hpp"
#include "store/store.hpp"

namespace terrawright::build {

// Computes facts of a layer's cells, or of a table column's values, that are in no record.

// Sums that lose nothing on the way: correctly rounded, so that they are the same in any order.
// J. R. Shewchuk, Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates, 1997.
class ExactSum {
 public:
  void add(double number) {
    if (!std::isfinite(number)) {
      beyond_ += number;
      return;
    }
    std::size_t kept = 0;
    for (double part : parts_) {
      if (std::fabs(number) < std::fabs(part)) std::swap(number, part);
      const double sum = number + part, rest = part - (sum - number);
      if (rest != 0.0) parts_[kept++] = rest;
      number = sum;
    }
    parts_.resize(kept);
    parts_.push_back(number);
  }
  void add(std::int64_t number) {
    constexpr std::int64_t half = std::int64_t{1} << 32;
    const std::int64_t halves = number / half, rest = number % half;
    add(static_cast<double>(halves) * static_cast<double>(half));
    add(static_cast<double>(rest));
  }
  double value() const {
    if (beyond_ != 0.0) return beyond_;  // not a number, too
    std::size_t n = parts_.size();
    if (n == 0) return 0.0;
    double sum = parts_[--n], rest = 0.0;
    while (n > 0 && rest == 0.0) {
      const double before = sum, part = parts_[--n];
      sum = before + part;
      rest = part - (sum - before);
    }
    // Half way between two numbers, what is left below decides.
    if (n > 0 && ((rest < 0.0 && parts_[n - 1] < 0.0) || (rest > 0.0 && parts_[n - 1] > 0.0))) {
      const double twice = rest * 2.0, other = sum + twice;
      if (twice == other - sum) sum = other;
    }
    return sum;
  }

 private:
  std::vector<double> parts_;  // without overlap, the smallest first
  double beyond_ = 0.0;        // of what is not finite
};

struct Contents {
  std::uint64_t values = 0;  // those that are numbers
  double sum = 0.0, minimum = 0.0, maximum = 0.0;
  double percentile = 0.0;  // the least value that so many parts per million of the values do not exceed
  std::string unit;         // of a column
  // Why there is nothing: of a column that there is not, with those that there are; or that has texts.
  std::string problem, hint;
};

// `parts`: of the percentile. One of 0 is not sought.
Contents contents_of(const engine::Layer& layer, std::int64_t parts);
// `name` of the table, for messages.
Contents contents_of(const engine::Product& table, const std::string& column, std::int64_t parts,
                     const std::string& name);

// As bytes, for the store and for other processes.
std::string bytes_of(const Contents& contents);
std::optional<Contents> contents_from(const std::string& bytes);

// Result of one.
struct Judged {
  struct Number {
    std::string of;  // as the config has it
    std::optional<double> value;
    std::string unit, text;  // "27.3 %"
  };

  struct Rank {
    double better = 0.0;  // the larger the better
    double value = 0.0;
    std::string unit, text;
  };

  const config::Expectation* written = nullptr;
  std::shared_ptr<const config::Expectation> implied;  // of any world, and not the config's: what `written` points to
  std::optional<bool> holds;                           // nothing: it was not checked
  std::vector<Number> numbers;                         // what was measured, each once
  double miss = 0.0;          // how far from holding, as graph.hpp says; infinite where it cannot hold
  std::optional<Rank> rank;   // of what ranks worlds, where it makes a number
  std::string message, hint;  // where it does not hold, or was not checked
  report::Position position;  // what to look at
};

// The problems of those that do not hold; warnings of those that only warn.
report::Diagnostics problems_of(const std::vector<Judged>& judged);

// Expectations of the config itself.
struct Tally {
  std::size_t of = 0, hold = 0;
};
Tally tally_of(const std::vector<Judged>& judged);

class Expectations {
 public:
  // Without a store nothing is remembered.
  // `cells`: of the world that is meant each cell of this one is so many, which counts and sums of cells tell.
  Expectations(const Plan& plan, std::shared_ptr<store::Store> store, double cells = 1.0);

  // Sinks that measure quantities without a record.
  std::vector<engine::Sink> sinks();
  // Their measurements, for and from other processes.
  std::map<std::string, std::string> read() const;
  void hear(const std::map<std::string, std::string>& read);

  std::vector<Judged> judge(const engine::Outcome& outcome) const;

 private:
  std::string name(const graph::Measured& measured) const;
  std::string key(const graph::Measured& measured) const;
  const Contents* find(const graph::Measured& measured) const;
  Judged judge(const graph::Expectation& expectation, const engine::Outcome& outcome) const;
  std::optional<double> value(const graph::Measured& measured, const engine::Outcome& outcome) const;

  const Plan& plan_;
  const std::shared_ptr<store::Store> store_;
  const double cells_;
  mutable std::mutex mutex_;
  std::map<std::string, Contents> contents_;
};

}  // namespace terrawright::build
