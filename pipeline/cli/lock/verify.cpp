// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>

#include "cli/build/build_messages.hpp"
#include "cli/lock/files_check.hpp"
#include "cli/lock/lock.hpp"
#include "cli/terminal/others.hpp"
#include "cli/terminal/progress.hpp"
#include "cli/terminal/show.hpp"
#include "cli/terminal/signals.hpp"
#include "cli/terminal/standard_output.hpp"
#include "cli/verbs.hpp"
#include "files/private_folder.hpp"
#include "report/utf8.hpp"
#include "schedule/stage_cost.hpp"
#include "terrawright/stage.hpp"

namespace terrawright::cli {
namespace {

class Verifying {
 public:
  Verifying(const Arguments& arguments, const graph::Catalogue& catalogue)
      : arguments_(arguments), catalogue_(catalogue) {}

  Exit config(const std::string& config) {
    const std::filesystem::path path = lock_path(config);
    report::Diagnostics problems;
    std::error_code unknown;
    if (!std::filesystem::exists(path, unknown)) {
      problems.error({}, "there is no lock file " + report::quote(path.string()),
                     "make it: " + lock_command(arguments_, config, {std::nullopt, arguments_.set}));
      show(problems);
      return refused;
    }
    const auto lock = read_lock(path, problems);
    show(problems);
    if (!lock) return refused;
    bool any = false;
    Exit worst = done;
    for (const LockedWorld& entry : lock->worlds) {
      if (!is_wanted(entry)) continue;
      any = true;
      const Exit exit = world(config, entry);
      if (exit == interrupted) return exit;
      worst = worse(worst, exit);
    }
    if (any) return worst;
    show_error(path.string() + " has no entry for what was asked",
               "make one: " + lock_command(arguments_, config, {arguments_.seed, arguments_.set}));
    return refused;
  }

  static Exit worse(Exit a, Exit b) {
    // A world that could not be tried is worse than one that differs.
    const auto rank = [](Exit exit) { return exit == done ? 0 : exit == unlike ? 1 : 2; };
    return rank(b) > rank(a) ? b : a;
  }

 private:
  bool is_wanted(const LockedWorld& entry) const {
    const auto& seeds = arguments_.seeds;
    const bool seed = seeds.empty() || std::find(seeds.begin(), seeds.end(), entry.seed) != seeds.end();
    return seed && (arguments_.set.empty() || arguments_.set == entry.set);
  }

  Exit world(const std::string& config, const LockedWorld& entry) {
    Arguments asked = arguments_;
    const files::ScratchFolder folder;
    asked.config = config;
    asked.seeds.clear();
    asked.seed = entry.is_seed_of_config ? std::nullopt : std::optional<std::string>(entry.seed);
    asked.set = entry.set;
    asked.out = (folder.path() / "out").string();
    asked.own_folder = true;
    if (asked.cache.empty()) asked.cache = "off";
    report::Diagnostics problems;
    const Session session = load_session(asked, catalogue_, problems);
    show(problems);
    if (problems.has_errors()) return refusal_of(session);
    const Stoppable stoppable;
    Progress progress(schedule::steps_of(session.graph), arguments_.quiet || json_lines());
    ProgressWatcher watcher(progress);
    const build::Built built = build::build(session, {stop_asked(), false, arguments_.strict}, watcher);
    progress.clear();
    const Exit exit = exit_of(built);
    return exit != done ? exit : hold(asked, session, entry, built);
  }

  Exit hold(const Arguments& asked, const Session& session, const LockedWorld& entry, const build::Built& built) const {
    const Asked key = asked_of(asked);
    const LockedWorld now = lock_of(session, key, &built);
    report::Diagnostics found;
    check_results(entry, now, session.graph, lock_command(arguments_, asked.config, key), found);
    report::Diagnostics unmet = build::problems_of(built.expectations);
    if (arguments_.strict) {
      found.warnings_are_errors();
      unmet.warnings_are_errors();
    }
    show(found);
    show(unmet, Rule::expectation);
    const bool holds = !found.has_errors();
    tell(asked, entry, now, holds, built.expectations);
    return holds && !unmet.has_errors() ? done : unlike;
  }

  void tell(const Arguments& asked, const LockedWorld& entry, const LockedWorld& now, bool holds,
            const std::vector<build::Judged>& expectations) const {
    const build::Tally tally = build::tally_of(expectations);
    const std::string trusted = asked.cache == "off" ? "" : asked.cache;
    if (json_lines()) {
      Json event = {{"config", report::printable(asked.config)},
                    {"seed", entry.seed},
                    {"set", entry.set},
                    {"holds", holds},
                    {"nodes", now.nodes.size()},
                    {"files", now.files.size()}};
      if (tally.of > 0) event["expectations"] = {{"of", tally.of}, {"hold", tally.hold}};
      if (!trusted.empty()) event["trusted_cache"] = report::printable(trusted);
      const auto moved = moved_nodes(entry, now);
      for (const Moved& one : moved)
        event["moved"].push_back({{"node", one.node}, {"outputs", one.ports}, {"why", one.why}});
      print_event("verified", event);
      return;
    }
    if (arguments_.quiet && holds) return;
    print(report::printable(asked.config) + ", " + asked_text(entry.seed, entry.set) + ": " +
          (holds ? "holds, " : "does not hold, ") + std::to_string(now.nodes.size()) + " nodes and " +
          std::to_string(now.files.size()) + " files, " +
          (trusted.empty() ? "all made anew"
                           : "of which the cache " + report::quote(trusted) + " was trusted with what it has") +
          (tally.of == 0
               ? ""
               : "; of " + std::to_string(tally.of) + " expectations " + std::to_string(tally.hold) + " hold") +
          "\n");
  }

  const Arguments& arguments_;
  const graph::Catalogue& catalogue_;
};

// The files of a folder, or of one manifest.
Exit check_files_of(const Arguments& arguments, const std::string& target) {
  std::error_code unknown;
  const bool is_folder = std::filesystem::is_directory(target, unknown);
  const FilesCheck check = is_folder ? check_folder(target, stop_asked()) : check_files(target, stop_asked());
  if (check.manifests == 0 && check.faults.empty()) {
    show_error("there is no build in " + report::quote(target) + ": it has no .manifest.json",
               "name a folder that build wrote, or a manifest");
    return refused;
  }
  show(problems_of(check), Rule::build);
  const bool holds = check.faults.empty();
  Json event = {{"target", report::printable(target)},
                {"holds", holds},
                {"manifests", check.manifests},
                {"files", check.files},
                {"faults", Json::array()}};
  for (const FilesCheck::Fault& fault : check.faults)
    event["faults"].push_back({{"file", report::printable(fault.file.string())}, {"is", fault.what}});
  if (json_lines() || !arguments.quiet || !holds)
    print("files_verified", event,
          report::printable(target) + ": " + (holds ? "holds, " : "does not hold, ") + std::to_string(check.files) +
              " files of " + std::to_string(check.manifests) + " manifests, " + std::to_string(check.faults.size()) +
              " faults\n");
  return holds ? done : unlike;
}

Exit verify_files(const Arguments& arguments) {
  const Stoppable stoppable;
  Exit worst = done;
  for (const std::string& target : arguments.configs) {
    try {
      worst = Verifying::worse(worst, check_files_of(arguments, target));
    } catch (const Stopped&) {
      show_stopped();
      return interrupted;
    } catch (const std::runtime_error& error) {
      show_error(target + ": " + error.what(), "name a folder that build wrote, or a manifest");
      worst = Verifying::worse(worst, refused);
    }
  }
  return worst;
}

}  // namespace

Exit verify(const Arguments& arguments) {
  if (others() != nullptr) refuse("verify is of one process", "start the program without mpirun");
  if (arguments.files) return verify_files(arguments);
  const graph::Catalogue catalogue = load_catalogue(arguments);
  Verifying verifying(arguments, catalogue);
  Exit worst = done;
  for (const std::string& config : arguments.configs) {
    const Exit exit = verifying.config(config);
    if (exit == interrupted) return exit;
    worst = Verifying::worse(worst, exit);
  }
  return worst;
}

}  // namespace terrawright::cli
