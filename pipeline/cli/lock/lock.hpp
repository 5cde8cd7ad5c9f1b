// SPDX-License-Identifier: Apache-2.0
// What build and verify share of lock files.
#pragma once
#include <functional>
#include <optional>
#include <string>

#include "cli/arguments.hpp"
#include "cli/lock/lock_file.hpp"
#include "cli/session.hpp"

namespace terrawright::cli {

Asked asked_of(const Arguments& arguments);

// The command that makes the entry anew, as one could write it.
std::string lock_command(const Arguments& arguments, const std::string& config, const Asked& asked);

// Of `build --locked`: the entry that the world is held to. Shows what is wrong and throws Ended: no lock file or one
// that cannot be read, no entry, another recipe.
LockedWorld locked_or_end(const Arguments& arguments, const Session& session);

// Of `build --lock`: throws Ended where the file cannot be read or its folder not be written, before anything runs.
void look_at_lock(const Arguments& arguments);

// Of configs that are named together, as by worlds/*.yaml: the lock files among them are no worlds.
void leave_out_locks(Arguments& arguments);

// The lock is of whole worlds and of one process; throws Ended.
void demand_whole(const Arguments& arguments);

}  // namespace terrawright::cli
