// SPDX-License-Identifier: Apache-2.0
// The worlds of a sweep, as the command line names them: every seed with every combination of overrides.
#pragma once
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace terrawright::cli {

struct SweepWorld {
  std::string seed;                 // empty: the config's
  std::vector<std::string> set;     // PATH=VALUE, all that were given
  std::vector<std::string> values;  // of the paths that have several
  std::string label;                // "7_sea-40": its folder in that of the sweep
};

struct SweepPlan {
  std::vector<std::string> paths;  // that have several values
  std::vector<SweepWorld> worlds;  // by seed, then by values as they were given
  std::string problem, remedy;     // empty: none
};

constexpr std::size_t most_worlds = 100000;

// `seeds`: numbers, ranges and texts between commas, as 1..200,7,north; empty: the config's one. `set`: PATH=VALUE, or
// PATH=VALUE,VALUE... where the comma stands outside brackets and quotes.
SweepPlan sweep_plan_of(const std::vector<std::string>& seeds, const std::vector<std::string>& set);

// Those that are the i-th of n equal shares, 1 <= i <= n.
std::vector<SweepWorld> share_of(const std::vector<SweepWorld>& worlds, std::size_t i, std::size_t n);

// A table as CSV (RFC 4180) that gets columns as its rows have them. What a row does not have is an empty field.
class CsvTable {
 public:
  explicit CsvTable(std::vector<std::string> headers) : rows_{std::move(headers)} {}
  // With the fields of those headers.
  void begin_row(std::vector<std::string> fields);
  // One more field of the row; a header that is new gets a column.
  void add(const std::string& header, const std::string& value);
  std::string text() const;

 private:
  std::vector<std::vector<std::string>> rows_;  // the first has the headers
  std::map<std::string, std::size_t> places_;   // of those that came with rows
};

// Table of a sweep: a row of each world with all of its numbers and expectations.

struct SweepResult {
  std::string state;               // "built", "unmet", "failed", "not made"
  std::filesystem::path manifest;  // empty: none
};

// CSV (RFC 4180): seed, the paths that have several values, folder, state, then each number with its unit in the header
// and each expectation, true or false; what a world does not have is an empty field. One `result` of each world.
std::string table_of_worlds(const SweepPlan& sweep_plan, const std::vector<SweepWorld>& worlds,
                            const std::vector<SweepResult>& results);

}  // namespace terrawright::cli
