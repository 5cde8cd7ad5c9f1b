// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "cli/lock/locked_world.hpp"

namespace terrawright::cli {

// SHA-256 over all that an entry of a lock file says: who changes it by hand is found out.
std::string sum_of(const LockedWorld& world);

}  // namespace terrawright::cli
