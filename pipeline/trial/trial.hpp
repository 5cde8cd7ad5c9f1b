// SPDX-License-Identifier: Apache-2.0
// Runs a stage on what it is given, watched, in any tiling and order.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/memory.hpp"
#include "trial/given.hpp"
#include "trial/made.hpp"

namespace terrawright::trial {

// As terrawright_trial_way has it.
struct Way {
  std::int64_t width = 0, height = 0;
  std::uint64_t order = 0;
  std::uint32_t poison = TERRAWRIGHT_POISON_NAN;
  std::int64_t levels = 1;
  int threads = 1;
};

class Trial {
 public:
  explicit Trial(const terrawright_trial_request& request) : given_(request) {}

  std::unique_ptr<Made> run(const Way& way) const;
  // First difference in these tilings; empty: none. Without any in the usual ones.
  std::string differs(std::vector<Way> tilings) const;

 private:
  std::unique_ptr<Made> run_once(const Way& way) const;
  void require_written(const Way& way, Made& made) const;
  std::vector<Way> usual_tilings() const;
  std::string compare(const Made& first, const Way& way) const;

  const Given given_;
  const std::shared_ptr<engine::Memory> memory_ = std::make_shared<engine::Memory>();  // of all runs
};

// The functions of terrawright/trial.h, by TERRAWRIGHT_TRIAL_API; null by any other name.
const terrawright_trial_api* api(const char* name);

}  // namespace terrawright::trial
