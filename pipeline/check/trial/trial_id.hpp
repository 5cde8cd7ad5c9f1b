// SPDX-License-Identifier: Apache-2.0
// A trial by a text: which world, in which ways. The same text makes the same trial in another process.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "check/trial/trial.hpp"

namespace terrawright::check {

struct TrialId {
  std::size_t trial_world = 0;  // of the stage's feeds
  std::int64_t width = 33, height = 33;
  std::string kind = "runs";
  std::vector<std::string> set = {};  // overrides beside the world's size and seed

  std::string text() const;  // "2/33x33/all/stages.it.with.power=8"
  // Conditions for reproducing it, for the user: "made-up inputs, 33 x 33 cells, seed 33, tiles of 7".
  std::string world(const TrialWorld& trial_world) const;
};
std::string stop_in(std::uint32_t phase);  // a kind
// Nothing where it is no text of one.
std::optional<TrialId> trial_id_of(const std::string& text);

// The run, and its reference if nothing was run before.
Trial trial_of(const TrialId& id, const TrialWorld& trial_world);

}  // namespace terrawright::check
