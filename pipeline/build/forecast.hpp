// SPDX-License-Identifier: Apache-2.0
// Predicts the nodes that a build runs, and the reasons: compares the inputs of nodes with those of the last build.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "build/load.hpp"
#include "schedule/reuse.hpp"
#include "store/store.hpp"

namespace terrawright::build {

// Texts of changes.

// "percentile 60 % -> 55 %"; of what is long only that it changed.
inline std::string change(const std::string& name, const std::string& from, const std::string& to) {
  constexpr std::size_t most = 40;
  if (from.size() > most || to.size() > most) return name + " changed";
  return name + " " + from + " -> " + to;
}

struct Forecast {
  schedule::Doing doing = schedule::Doing::runs;
  std::string because;  // of a node that runs: "percentile 60 % -> 55 %"; empty: nothing was known of it
};
// By node. Without a store all run.
std::vector<Forecast> forecast(const Plan& plan, const std::shared_ptr<store::Store>& store);

// For the next time: the world is known by its config's path and its name.
void remember_what_it_was_made_of(const Plan& plan, store::Store& store);
// Reads it, so that its damage is known before any file has its name.
void look_at_what_it_was_made_of(const Plan& plan, store::Store& store);

}  // namespace terrawright::build
