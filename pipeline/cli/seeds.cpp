// SPDX-License-Identifier: Apache-2.0
#include "cli/seeds.hpp"

#include <algorithm>
#include <set>
#include <tuple>

#include "cli/session.hpp"
#include "cli/show.hpp"

namespace terrawright::cli {
namespace {

bool sets_seed(const std::string& assignment) { return assignment.compare(0, 11, "world.seed=") == 0; }

// "island.exr" as "island-{seed}.exr".
std::string with_seed(const std::string& file) {
  const std::size_t name = file.find_last_of('/') == std::string::npos ? 0 : file.find_last_of('/') + 1;
  const std::size_t dot = file.find('.', name + 1);
  return dot == std::string::npos ? file + "-{seed}" : file.substr(0, dot) + "-{seed}" + file.substr(dot);
}

// The problems of all worlds, each once. Throws Ended.
void look_at_all(Arguments arguments) {
  const graph::Catalogue catalogue = load_catalogue(arguments);
  report::Diagnostics all;
  Exit refusal = refused;
  std::set<std::tuple<std::string, std::size_t, std::size_t, std::string>> seen;
  for (const std::string& seed : arguments.seeds) {
    arguments.seed = seed;
    report::Diagnostics diagnostics;
    refusal = load_session(arguments, catalogue, diagnostics).refusal;
    for (report::Diagnostic& found : diagnostics.sorted()) {
      const report::Position& at = found.position;
      if (seen.emplace(at.source ? at.source->name : "", at.line, at.column, found.message).second) {
        all.add(std::move(found));
      }
    }
  }
  show(all);
  if (all.has_errors()) throw Ended{refusal};
}

}  // namespace

void check_names_for_seeds(const Arguments& arguments, const config::World& world, report::Diagnostics& diagnostics) {
  const bool several = arguments.seeds.size() > 1;
  const bool another = arguments.seed.has_value() || std::any_of(arguments.set.begin(), arguments.set.end(), sets_seed);
  if (!several && !another) return;
  for (const config::Output& output : world.outputs) {
    if (output.file.empty() || output.file.find("{seed}") != std::string::npos) continue;
    const std::string remedy = "write " + report::quote(with_seed(output.file));
    if (several) {
      diagnostics.error(output.position,
                        "every seed would write " + report::quote(output.file) + ", each in place of the one before",
                        remedy);
    } else {
      diagnostics.warning(output.position,
                          report::quote(output.file) + " has no {seed} in it: this world replaces that of another seed",
                          remedy);
    }
  }
}

Exit for_each_seed(Arguments arguments, Exit (*verb)(const Arguments&)) {
  const std::vector<std::string>& seeds = arguments.seeds;
  if (!seeds.empty()) arguments.seed = seeds.front();
  if (seeds.size() < 2) return verb(arguments);
  std::set<std::string> different;
  for (const std::string& seed : seeds) {
    if (different.insert(seed).second) continue;
    show_error("--seed " + report::quote(seed) + " is given twice");
    return refused;
  }
  look_at_all(arguments);
  for (std::size_t i = 0; i < seeds.size(); ++i) {
    arguments.seed = seeds[i];
    const Exit exit = verb(arguments);
    if (exit == done) continue;
    const std::vector<std::string> left(seeds.begin() + static_cast<std::ptrdiff_t>(i) + 1, seeds.end());
    if (!left.empty()) show_error("not begun: seed " + report::join(left));
    return exit;
  }
  return done;
}

}  // namespace terrawright::cli
