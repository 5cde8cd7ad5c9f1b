// SPDX-License-Identifier: Apache-2.0
// A world that is made for its expectations alone: no file is written.
#pragma once
#include <atomic>
#include <filesystem>
#include <vector>

#include "build/expectations.hpp"
#include "build/load.hpp"

namespace terrawright::build {

struct MeasuredWorld {
  bool done = false;                 // else `diagnostics` say why, or it was stopped
  std::vector<Judged> expectations;  // in the order of the config; they point into the plan
};

// Layers wait in `folder` where memory is short. `cells`: as Expectations says.
MeasuredWorld measured(const Plan& plan, const std::filesystem::path& folder, double cells,
                       const std::atomic<bool>& stop, report::Diagnostics& diagnostics);

}  // namespace terrawright::build
