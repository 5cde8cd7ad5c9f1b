// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>

#include "cli/search/searching.hpp"
#include "cli/sweep/workers.hpp"
#include "cli/terminal/log.hpp"
#include "cli/terminal/others.hpp"
#include "cli/terminal/show.hpp"
#include "cli/terminal/signals.hpp"
#include "cli/terminal/standard_output.hpp"
#include "cli/verbs.hpp"
#include "images/commit.hpp"
#include "images/write.hpp"

namespace terrawright::cli {
namespace {

namespace fs = std::filesystem;

// Before anything is made. Throws Ended.
Disks look_at_search(const Arguments& arguments, const graph::Catalogue& catalogue, const SweepPlan& sweep_plan) {
  Disks disks = look_at(arguments, catalogue, sweep_plan.worlds);  // outputs and all: what is found is to be built
  report::Diagnostics problems;
  report::Diagnostics said;
  const Session first = load_session(arguments_of(arguments, sweep_plan.worlds.front()), catalogue, said);
  const auto& expectations = first.graph.expectations;
  const bool asks = std::any_of(expectations.begin(), expectations.end(), [&](const graph::Expectation& expectation) {
    return !expectation.written->warn || arguments.strict;
  });
  if (!asks)
    problems.error({}, "nothing is looked for: the config expects nothing, and --best names no number",
                   "add `expect`, as docs/expectations.md says, or --best 'max(land.land_share)'");
  if (!arguments.csv.empty()) {
    const fs::path file = fs::absolute(arguments.csv);
    const bool is_folder = file.filename().empty() || fs::is_directory(file);
    const std::string why = images::why_not_writable(file.parent_path());
    if (is_folder || !why.empty())
      problems.error(
          {}, "the table " + report::quote(arguments.csv) + (is_folder ? " is a folder" : " cannot be written: " + why),
          "name another file with --csv");
  }
  show_or_end(problems);
  return disks;
}

void print_found(const Arguments& arguments, const Searched& searched) {
  if (json_lines()) {
    for (const std::size_t world : searched.found) print_event("found", found_json(searched, world));
    return print_event("searched", summary_json(searched));
  }
  if (arguments.json) {
    Json json = {{"found", Json::array()}};
    for (const std::size_t world : searched.found) json["found"].push_back(found_json(searched, world));
    json.update(summary_json(searched));
    return print(readable_json(json));
  }
  print(found_text(searched));
  if (arguments.quiet) return;
  std::string line = std::to_string(searched.found.size()) + " of " + std::to_string(searched.want) + " found: ";
  if (const std::size_t coarse = tried_coarsely(searched); coarse > 0)
    line += std::to_string(coarse) + " tried at " + searched.coarse_size + " cells, ";
  say(line + std::to_string(tried_whole(searched)) + " at " + searched.size);
  for (const std::string& refusal : refusal_lines(searched)) say(refusal);
}

// The sentence of those that are missing.
void tell_lack(const Searched& searched) {
  const std::size_t tried = tried_whole(searched);
  std::vector<Refusals> refusals = refusals_of(searched);
  std::string why;
  const auto most = std::max_element(refusals.begin(), refusals.end(),
                                     [](const Refusals& one, const Refusals& other) { return one.full < other.full; });
  if (most != refusals.end() && most->full > 0)
    why = "; " + report::quote(most->name) + " refused most, " + std::to_string(most->full) + " of them";
  show_error("only " + std::to_string(searched.found.size()) + " of " + std::to_string(searched.want) +
                 " worlds were found among " + std::to_string(tried) + why,
             "try more seeds with --tries or --seeds, or expect less");
}

}  // namespace

Exit search(const Arguments& given) {
  if (others() != nullptr) refuse("search is of one process", "start the program without mpirun");
  Arguments arguments = given;
  if (arguments.sweep_seeds.empty())
    arguments.sweep_seeds = {"1.." + std::to_string(arguments.tries > 0 ? arguments.tries : 200)};
  SweepPlan sweep_plan = sweep_plan_of(arguments.sweep_seeds, arguments.set);
  if (!sweep_plan.problem.empty()) refuse(sweep_plan.problem, sweep_plan.remedy);
  const graph::Catalogue catalogue = load_catalogue(arguments);
  const Disks disks = look_at_search(arguments, catalogue, sweep_plan);
  const Stoppable stoppable;  // until what was found is told
  const Searched searched = cli::searched(arguments, catalogue, std::move(sweep_plan));
  print_found(arguments, searched);
  if (!arguments.csv.empty()) {
    images::Written table(images::text_file(arguments.csv, csv_of(searched)));
    images::commit({}, {table.file.get()});
  }
  if (searched.stopped) {
    complain("stopped: what was found until then is told; the same command knows what was tried");
    return interrupted;
  }
  const bool enough = searched.found.size() >= searched.want;
  if (!arguments.out.empty() && !searched.found.empty()) {
    std::vector<SweepWorld> worlds;
    for (const std::size_t world : searched.found) worlds.push_back(searched.sweep_plan.worlds[world]);
    arguments.best.clear();
    arguments.quiet = arguments.quiet || arguments.json;
    const Exit built = build_worlds(arguments, searched.sweep_plan, worlds, disks, catalogue);
    if (built != done) return built;
  }
  if (enough) return done;
  const bool failures = std::any_of(searched.tried.begin(), searched.tried.end(),
                                    [](const Tried& tried) { return tried.full && tried.full->failed; });
  tell_lack(searched);
  return failures ? failed : unmet;
}

}  // namespace terrawright::cli
