// SPDX-License-Identifier: Apache-2.0
// Code that build and verify share for lock files.
#pragma once
#include <functional>
#include <optional>
#include <string>

#include "cli/arguments.hpp"
#include "cli/lock/lock_file.hpp"
#include "cli/session.hpp"

namespace terrawright::cli {

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
