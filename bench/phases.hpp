// SPDX-License-Identifier: Apache-2.0
// Costs of each node's calls, phase by phase: processor seconds, which do not grow if other programs use the processor,
// and memory of resolve.
#pragma once
#include <array>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "border/current_stage.hpp"
#include "terrawright/abi.h"

namespace terrawright::bench {

struct PhaseCost {
  std::array<double, TERRAWRIGHT_PHASE_SPLIT + 1> seconds{};  // by phase
  std::uint64_t resolve_bytes = 0;  // of the process, at the highest, over those when it began
};

// Watches as long as it lives, one at a time.
class Phases final : public border::CallWatch {
 public:
  Phases() { border::watch_calls(this); }
  ~Phases() override { border::watch_calls(nullptr); }
  Phases(const Phases&) = delete;
  Phases& operator=(const Phases&) = delete;

  const PhaseCost& of(const std::string& node) { return costs_[node]; }
  const std::map<std::string, PhaseCost>& all() const { return costs_; }

  void enters(const border::StageNames& whose, std::uint32_t phase, border::Call call) override;
  void leaves(const border::StageNames& whose, std::uint32_t phase) override;

 private:
  std::mutex mutex_;
  std::map<std::string, PhaseCost> costs_;
};

}  // namespace terrawright::bench
