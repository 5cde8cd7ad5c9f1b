// SPDX-License-Identifier: Apache-2.0
#include "build/cache_damage.hpp"

#include "engine/keeping.hpp"

namespace terrawright::build {

void report_damage(const Plan& plan, store::Store* store, report::Diagnostics& problems) {
  constexpr std::size_t most_named = 3;
  const std::vector<store::Damage> all = store != nullptr ? store->take_damage() : std::vector<store::Damage>();
  if (all.empty()) return;
  std::vector<std::string> named;
  for (const store::Damage& one : all) {
    if (named.size() == most_named) break;
    const std::string of = engine::owner_of(plan.graph, plan.tile, one.key);
    named.push_back(one.entry + (of.empty() ? "" : " (" + of + ")"));
  }
  if (all.size() > most_named) named.push_back("and " + std::to_string(all.size() - most_named) + " more");
  problems.warning({},
                   "the cache in " + report::quote(store->path().string()) + " had " + std::to_string(all.size()) +
                       (all.size() == 1 ? " damaged entry, which was deleted: " : " damaged entries, deleted now: ") +
                       report::join(named),
                   plan.strict ? "check the disk, and what else writes there; without them the next build makes them"
                               : "what they held is made again; check the disk, and what else writes there");
  if (plan.strict) problems.warnings_are_errors();
}

}  // namespace terrawright::build
