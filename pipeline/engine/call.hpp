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
  const std::atomic<std::size_t>* first_failed = nullptr;  // tiles after it are in vain
  std::size_t tile = 0;

  // What the stage said. `parallel` bodies may speak at once.
  std::mutex mutex;
  Buffer note;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> same;  // output, input
  std::optional<StageFailed> failure;

  // During resolve only.
  Verdict* verdict = nullptr;
  std::vector<std::size_t>* visit = nullptr;
  std::vector<Made>* made = nullptr;
};

// The functions behind every Call.
const terrawright_host& host();

}  // namespace terrawright::engine
