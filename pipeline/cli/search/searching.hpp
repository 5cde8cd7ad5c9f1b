// SPDX-License-Identifier: Apache-2.0
// The worlds of a search, tried by several processes: coarsely first, and those that promise at full size; and what it
// has to say of them: as a table, as CSV, as JSON.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "cli/session.hpp"
#include "cli/sweep/sweep_plan.hpp"
#include "cli/terminal/standard_output.hpp"

namespace terrawright::cli {

// Selects worlds to make at full size, their order, and the found ones. The found worlds do not depend on the order of
// the answers: only the order of confirmation counts.

// Measurements of a world at some size.
struct Look {
  // Its distance from each expectation, as a part; 0: that holds.
  std::vector<double> misses;
  bool failed = false;
  std::optional<double> better;  // what it is ranked by: the larger the better

  // The largest.
  double miss() const;
};

class SearchPlan {
 public:
  // `want` of them; `ranks`: the best of all, else the first that are found.
  SearchPlan(std::size_t want, bool ranks) : want_(want), ranks_(ranks) {}

  // One that misses by less than this is as good as one that holds, when it is coarse.
  static constexpr double near = 0.1;
  bool promises(const Look& coarse) const { return miss_in_sight(coarse) <= near; }

  // World `world` as it is at the coarse size. Without one of them each world is confirmed.
  void coarse(std::size_t world, const Look& look);
  // A condition that none of the coarse worlds is near to cannot be seen at that size. From here on it only orders
  // otherwise equal worlds.
  void look_again();
  // Those of `worlds` that are made before all others, to see whether what refuses coarse worlds refuses whole ones:
  // for each thing that is expected three that miss it, those that miss least else. None twice.
  std::vector<std::size_t> doubtful(const std::vector<std::size_t>& worlds);
  // Such a world at full size. An expectation that holds there and was missed by far in the coarse world is out of
  // sight from here on.
  void learn(std::size_t world, const Look& look);
  // The next worlds to be confirmed. Those that promise come before those that do not.
  void confirm(const std::vector<std::size_t>& worlds);
  // Those of `worlds` that promise: in their order, or the best first.
  std::vector<std::size_t> promising(const std::vector<std::size_t>& worlds) const;
  // Those of `worlds` that were not to be confirmed yet: those that miss least come first.
  std::vector<std::size_t> left(const std::vector<std::size_t>& worlds) const;
  // World `world` as it is at full size.
  void full(std::size_t world, const Look& look);

  // Whether the others need not be confirmed. For ranked ones: because no other can be expected to be as good, judged
  // by the gains from coarse to full sizes.
  bool enough() const { return enough_; }
  // The best first, or in the order in which they were confirmed; at most as many as are wanted.
  std::vector<std::size_t> found() const;
  bool is_known(std::size_t world) const { return world < full_.size() && full_[world].has_value(); }
  // Those whose full size counts, in the order of the worlds.
  std::vector<std::size_t> counted() const;

 private:
  void advance();
  bool is_enough() const;
  double most_that_next_may_be() const;
  double miss_in_sight(const Look& coarse) const;
  bool sees(std::size_t expected) const { return expected >= out_of_sight_.size() || !out_of_sight_[expected]; }
  const Look* coarse_of(std::size_t world) const;
  std::vector<std::size_t> all_found() const;

  const std::size_t want_;
  const bool ranks_;
  bool enough_ = false;
  std::size_t counted_ = 0;         // of the order
  std::vector<bool> out_of_sight_;  // by what is expected
  std::vector<std::size_t> order_, learned_;
  std::vector<std::size_t> doubted_;                // how many worlds, by what is expected
  std::vector<std::optional<Look>> coarse_, full_;  // by world
};

// One world at one size.
struct Attempt {  // NOLINT(bugprone-exception-escape): the move of JSON asserts, and throws nothing
  Look look;
  bool failed = false;
  // {expectations: [{name, holds, refuses, numbers: [{of, value, unit, text}]}], best: {value, unit, text}}; of one
  // that failed nothing.
  Json answer;
};
struct Tried {
  std::optional<Attempt> coarse, full;
};

struct Searched {
  SweepPlan sweep_plan;
  std::vector<Tried> tried;        // by world
  std::vector<std::size_t> found;  // the best first
  std::size_t want = 1;
  std::string best;               // as it was asked for; empty: nothing was
  std::string size, coarse_size;  // "1025 x 1025"; of the first world
  bool stopped = false;
};

// Number of tried worlds that each expectation rejected: names in the order of the config.
struct Refusals {
  std::string name;
  std::size_t coarse = 0, full = 0;
};
std::vector<Refusals> refusals_of(const Searched& searched);
std::size_t tried_coarsely(const Searched& searched);
std::size_t tried_whole(const Searched& searched);

// Result for the tried worlds. Says what is tried meanwhile; ends early with what is known when it is stopped.
Searched searched(const Arguments& arguments, const graph::Catalogue& catalogue, SweepPlan sweep_plan);

// A row for each world that was found: its seed, values that differ, what was measured.
std::string found_text(const Searched& searched);
// Number of worlds that each expectation rejected, a line each.
std::vector<std::string> refusal_lines(const Searched& searched);
std::string csv_of(const Searched& searched);
Json found_json(const Searched& searched, std::size_t world);
// All but the worlds that were found.
Json summary_json(const Searched& searched);

}  // namespace terrawright::cli
