// SPDX-License-Identifier: Apache-2.0
#include "cli/arguments.hpp"

#include <set>

#include "cli/reports.hpp"
#include "cli/show.hpp"
#include "cli/sweep/many_worlds.hpp"

namespace terrawright::cli {
namespace {

// Before the first of them. Throws Ended.
void look_at_all(Arguments arguments) {
  const graph::Catalogue catalogue = load_catalogue(arguments);
  std::vector<Arguments> worlds;
  for (const std::string& seed : arguments.seeds) {
    arguments.seed = seed;
    worlds.push_back(arguments);
  }
  if (!has_disk(worlds, 1, look_at(worlds, catalogue), catalogue)) throw Ended{refused};
}

}  // namespace

Exit for_each_seed(Arguments arguments, Exit (*verb)(const Arguments&)) {
  const std::vector<std::string>& seeds = arguments.seeds;
  report_on(arguments.config);
  if (!seeds.empty()) arguments.seed = seeds.front();
  if (seeds.size() < 2) return reported(arguments, verb);
  std::set<std::string> different;
  for (const std::string& seed : seeds) {
    if (different.insert(seed).second) continue;
    show_error("--seed " + report::quote(seed) + " is given twice", "give each seed once");
    return refused;
  }
  if (!arguments.sums.empty() && arguments.sums.find("{seed}") == std::string::npos) {
    show_error("--sums " + report::quote(arguments.sums) + " would be written anew for each seed",
               "write {seed} into its name");
    return refused;
  }
  Arguments of_none = arguments;
  of_none.seed.reset();
  reported(of_none, [](const Arguments& every) {
    look_at_all(every);
    return done;
  });
  Exit all = done;
  for (std::size_t i = 0; i < seeds.size(); ++i) {
    arguments.seed = seeds[i];
    const Exit exit = reported(arguments, verb);
    if (exit == unmet) all = unmet;  // the files are written: the next world is another one
    if (exit == done || exit == unmet) continue;
    const std::vector<std::string> left(seeds.begin() + static_cast<std::ptrdiff_t>(i) + 1, seeds.end());
    if (!left.empty()) show_error("not begun: seed " + report::join(left));
    return exit;
  }
  return all;
}

Exit for_each_config(Arguments arguments, Exit (*verb)(const Arguments&)) {
  const std::vector<std::string> configs = arguments.configs;
  if (configs.size() < 2) return for_each_seed(arguments, verb);
  if (!arguments.sums.empty() && arguments.sums.find("{name}") == std::string::npos) {
    show_error("--sums " + report::quote(arguments.sums) + " would be written anew for each config",
               "write {name} into its name");
    return refused;
  }
  Exit all = done;
  for (const std::string& config : configs) {
    arguments.config = config;
    arguments.configs = {config};
    Exit exit = done;
    try {
      exit = for_each_seed(arguments, verb);
    } catch (const Ended& ended) {
      exit = ended.code;
    }
    if (exit == interrupted) return exit;
    if (exit != done && (all == done || all == unmet)) all = exit;
  }
  return all;
}

}  // namespace terrawright::cli
