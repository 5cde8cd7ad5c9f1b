// SPDX-License-Identifier: Apache-2.0
// One call of a stage's phase, and what the stage may ask for during it: the host side of abi.h.
#pragma once
#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/memory.hpp"
#include "engine/node_run.hpp"

namespace terrawright::engine {

// The verdict of one round.
struct Verdict {
  Buffer everybody;
  std::vector<Buffer> own;  // one per tile, mostly empty
};

struct Call {
  // What the call answers to.
  const std::atomic<bool>* stop = nullptr;
  const std::atomic<std::size_t>* in_vain = nullptr;  // an earlier tile failed: this one and those after it are in vain
  std::size_t tile = 0;

  // What the stage said. `parallel` bodies may speak at once.
  std::mutex mutex;
  Buffer note;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> same;  // output, input
  std::optional<StageFailed> failure;

  // During resolve only.
  const terrawright_stage* stage = nullptr;
  Verdict* verdict = nullptr;
  std::vector<std::size_t>* visit = nullptr;
  std::vector<Made>* made = nullptr;
};

// The user asked to stop, or an earlier tile failed.
bool cancelled(const Call& call);

// The functions behind every Call. A stage may be compiled by anything, so nothing is thrown into it: what it asks for
// in vain, or may not ask for, fails its call.
const terrawright_host& host();

}  // namespace terrawright::engine
