// SPDX-License-Identifier: Apache-2.0
// Whether a world is as its config expects: what has to be read for that, and what became of each expectation.
#pragma once
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "build/contents.hpp"
#include "build/load.hpp"
#include "engine/engine.hpp"
#include "store/store.hpp"

namespace terrawright::build {

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
  double miss = 0.0;          // how far from holding, as claim.hpp says; infinite where it cannot hold
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
