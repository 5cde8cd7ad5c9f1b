// SPDX-License-Identifier: Apache-2.0
// A world beside its entry in a lock file: what is not as it was locked, and why.
#pragma once
#include <string>
#include <vector>

#include "cli/lock/locked_world.hpp"

namespace terrawright::cli {

// Before a run: every recipe that is another one, as an error at its place in the config, with what changed.
// `again`: the command that would make the entry again.
void check_recipes(const LockedWorld& locked, const LockedWorld& now, const graph::Graph& graph,
                   const std::string& again, report::Diagnostics& diagnostics);

// A different result of a node.
struct Moved {
  std::string node;
  std::vector<std::string> ports;
  std::string why;     // "percentile 60 % -> 55 %"
  bool pixels = true;  // false: only its recipe is another
};
// In running order: the first one is where it began, what comes after may follow from it.
std::vector<Moved> moved_nodes(const LockedWorld& locked, const LockedWorld& now);

// After a run: the first node whose pixels moved as an error at its place, how many after it, then files that are not
// there, or have other bytes though their pixels are the same. Those are an error where the same program and the same
// libraries wrote them, else a warning.
void check_results(const LockedWorld& locked, const LockedWorld& now, const graph::Graph& graph,
                   const std::string& again, report::Diagnostics& diagnostics);

}  // namespace terrawright::cli
