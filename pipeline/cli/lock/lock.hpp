// SPDX-License-Identifier: Apache-2.0
// Code that build and verify share for lock files.
#pragma once
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/arguments.hpp"
#include "cli/lock/locked_world.hpp"
#include "cli/session.hpp"

namespace terrawright::cli {

// island.lock.yaml beside island.yaml: what its worlds are to be, one entry for each seed and set of overrides. It is
// made to be committed in the place of the pixels: in a stable order, a line for each thing that can change.

struct LockFile {
  std::vector<LockedWorld> worlds;
};

// "configs/island.lock.yaml" of "configs/island.yaml".
std::filesystem::path lock_path(const std::filesystem::path& config);

// SHA-256 over the whole entry of a lock file, which detects changes by hand.
std::string sum_of(const LockedWorld& world);
// The text of a file with these entries, in its order.
std::string text_of(LockFile lock);

// Each mistake is an error with its place: what is cut short, of a later version, or changed by hand. Nothing then.
std::optional<LockFile> read_lock(const std::filesystem::path& path, report::Diagnostics& diagnostics);

// The entry of a world that is built with `asked`; nullptr where there is none. `seed`: that of the world.
const LockedWorld* entry_of(const LockFile& lock, const Asked& asked, const std::string& seed);
// "seed 42 with knobs.sea=55%".
std::string asked_text(const std::string& seed, const std::vector<std::string>& set);

// Puts the entry in the place of the one of the same world, or beside the others: the file as a whole gets its name.
// An error where it cannot be read or written. Other builds may do the same at the same time.
void add_to_lock(const std::filesystem::path& path, const LockedWorld& world, report::Diagnostics& diagnostics);

Asked asked_of(const Arguments& arguments);

// The command that makes the entry again, ready to type.
std::string lock_command(const Arguments& arguments, const std::string& config, const Asked& asked);

// For `build --locked`: the entry that the world is compared with. Shows what is wrong and throws Ended: no lock file
// or one that cannot be read, no entry, another recipe.
LockedWorld locked_or_end(const Arguments& arguments, const Session& session);

// For `build --lock`: throws Ended if the file cannot be read or its folder not be written, before anything runs.
void look_at_lock(const Arguments& arguments);

// For configs that are named together, as by worlds/*.yaml: lock files among them are ignored.
void leave_out_locks(Arguments& arguments);

// The lock is of whole worlds and of one process; throws Ended.
void demand_whole(const Arguments& arguments);

}  // namespace terrawright::cli
