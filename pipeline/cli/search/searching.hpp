// SPDX-License-Identifier: Apache-2.0
// The worlds of a search, tried by several processes: coarsely first, and those that promise at full size; and what it
// has to say of them: as a table, as CSV, as JSON.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "cli/json_text.hpp"
#include "cli/search/sought.hpp"
#include "cli/session.hpp"
#include "cli/sweep/swept.hpp"

namespace terrawright::cli {

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
  Swept swept;
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
Searched searched(const Arguments& arguments, const graph::Catalogue& catalogue, Swept swept);

// A row for each world that was found: its seed, values that differ, what was measured.
std::string found_text(const Searched& searched);
// Number of worlds that each expectation rejected, a line each.
std::vector<std::string> refusal_lines(const Searched& searched);
std::string csv_of(const Searched& searched);
Json found_json(const Searched& searched, std::size_t world);
// All but the worlds that were found.
Json summary_json(const Searched& searched);

}  // namespace terrawright::cli
