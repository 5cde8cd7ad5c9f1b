// SPDX-License-Identifier: Apache-2.0
#include "build/measured.hpp"

namespace terrawright::build {
MeasuredWorld measured(const Plan& plan, const std::filesystem::path& folder, double cells,
                       const std::atomic<bool>& stop, report::Diagnostics& diagnostics) {
  MeasuredWorld world;
  Run run = run_of(plan, store_of(plan, diagnostics), stop);
  if (diagnostics.has_errors()) return world;
  run.options.folder = folder;
  engine::Observer observer;
  std::optional<Expectations> expectations;
  const auto sinks = [&] { return expectations.emplace(plan, run.options.store, cells).sinks(); };
  const engine::Outcome outcome = build::run(run, sinks, observer, diagnostics);
  if (!outcome.done || diagnostics.has_errors()) return world;
  if (run.options.store) run.options.store->age();
  world.done = true;
  world.expectations = expectations->judge(outcome);
  return world;
}

}  // namespace terrawright::build
