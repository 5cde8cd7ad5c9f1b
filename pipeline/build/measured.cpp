// SPDX-License-Identifier: Apache-2.0
#include "build/measured.hpp"

#include "build/cache_damage.hpp"

namespace terrawright::build {
namespace {

std::shared_ptr<store::Store> store_of(const Plan& plan, report::Diagnostics& diagnostics) {
  try {
    if (!plan.cache.empty()) return store::Store::open(plan.cache, plan.cache_size);
  } catch (const store::Refused& refusal) {
    if (plan.cache_is_named) diagnostics.error({}, refusal.what(), refusal.remedy);
  }
  return nullptr;
}

}  // namespace

MeasuredWorld measured(const Plan& plan, const std::filesystem::path& folder, double cells,
                       const std::atomic<bool>& stop, report::Diagnostics& diagnostics) {
  MeasuredWorld world;
  engine::Options options;
  options.tile = plan.tile;
  options.threads = plan.threads;
  options.stop = &stop;
  options.schedule = &*plan.schedule;
  options.folder = folder;
  options.store = store_of(plan, diagnostics);
  if (diagnostics.has_errors()) return world;
  engine::Observer observer;
  engine::Outcome outcome;
  report::Diagnostics problems;
  std::optional<Expectations> expectations;
  do {
    problems = report::Diagnostics();
    expectations.emplace(plan, options.store, cells);
    outcome = engine::run(plan.graph, expectations->sinks(), options, observer, problems);
  } while (outcome.lost && !stop);
  for (const report::Diagnostic& problem : problems.sorted()) diagnostics.add(problem);
  for (const auto& [name, reason] : outcome.failed_sinks) diagnostics.error({}, reason);
  report_damage(plan, options.store.get(), diagnostics);
  if (!outcome.done || diagnostics.has_errors()) return world;
  if (options.store) options.store->age();
  world.done = true;
  world.expectations = expectations->judge(outcome);
  return world;
}

}  // namespace terrawright::build
