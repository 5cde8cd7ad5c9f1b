// SPDX-License-Identifier: Apache-2.0
#include "cli/lock/lock.hpp"

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "cli/terminal/others.hpp"
#include "cli/terminal/show.hpp"
#include "system/files.hpp"
#include "terrawright/shell_word.hpp"

namespace terrawright::cli {

Asked asked_of(const Arguments& arguments) { return {arguments.seed, arguments.set}; }

std::string lock_command(const Arguments& arguments, const std::string& config, const Asked& asked) {
  std::string command = "terrawright build " + shell_word(config);
  if (asked.seed) command += " --seed " + shell_word(*asked.seed);
  for (const std::string& set : asked.set) command += " --set " + shell_word(set);
  for (const std::string& plugin : arguments.plugins) command += " --plugins " + shell_word(plugin);
  return command + " --lock";
}

void leave_out_locks(Arguments& arguments) {
  const std::vector<std::string> named = arguments.configs;
  for (const std::string& config : named) {
    auto& all = arguments.configs;
    all.erase(std::remove(all.begin(), all.end(), lock_path(config).string()), all.end());
  }
}

void demand_whole(const Arguments& arguments) {
  report::Diagnostics problems;
  const std::string option = arguments.lock ? "--lock" : arguments.locked ? "--locked" : "--digest";
  if (arguments.window)
    problems.error({}, option + " is of whole worlds, and --window writes a part of one", "leave out one of them");
  if (others() != nullptr)
    problems.error({}, option + " is of one process", "start the program without mpirun, with the same cache");
  show_or_end(problems);
}

void look_at_lock(const Arguments& arguments) {
  const std::filesystem::path path = lock_path(arguments.config);
  report::Diagnostics problems;
  std::error_code unknown;
  const std::filesystem::path folder = path.parent_path().empty() ? "." : path.parent_path();
  if (const std::string why = system::why_not_writable(folder.string()); !why.empty()) {
    problems.error({}, "the lock file " + report::quote(path.string()) + " cannot be written: " + why,
                   "it lies beside the config; copy that to a folder that you may write");
  } else if (std::filesystem::exists(path, unknown)) {
    read_lock(path, problems);
  }
  show_or_end(problems);
}

LockedWorld locked_or_end(const Arguments& arguments, const Session& session) {
  const std::filesystem::path path = lock_path(arguments.config);
  const Asked asked = asked_of(arguments);
  const std::string again = lock_command(arguments, arguments.config, asked);
  report::Diagnostics problems;
  std::error_code unknown;
  if (!std::filesystem::exists(path, unknown)) {
    problems.error({}, "there is no lock file " + report::quote(path.string()), "make it: " + again);
    show(problems);
    throw Ended{refused};
  }
  const auto lock = read_lock(path, problems);
  const std::string& seed = session.graph.world->seed_text;
  const LockedWorld* entry = lock ? entry_of(*lock, asked, seed) : nullptr;
  if (lock && entry == nullptr) {
    std::vector<std::string> there;
    for (const LockedWorld& world : lock->worlds) {
      if (there.size() < 8) there.push_back(asked_text(world.seed, world.set));
    }
    if (lock->worlds.size() > there.size()) there.emplace_back("...");
    problems.error({}, path.string() + " has no entry for " + asked_text(seed, asked.set),
                   "make one: " + again + "; there is: " + report::join(there));
  }
  show(problems);
  if (entry == nullptr) throw Ended{refused};
  check_recipes(*entry, lock_of(session, asked, nullptr), session.graph, again, problems);
  show(problems);
  if (problems.has_errors()) throw Ended{unlike};
  return *entry;
}

}  // namespace terrawright::cli
