// SPDX-License-Identifier: Apache-2.0
// Code that verbs with many worlds share: each world is made by a process with its share of the machine.
#pragma once
#include <vector>

#include "cli/session.hpp"
#include "cli/sweep/swept.hpp"

namespace terrawright::cli {

// The request for one of the worlds.
Arguments arguments_of(const Arguments& arguments, const SweptWorld& world);

// The problems of these worlds, each once. Answers what each of them needs of the disk. Throws Ended.
Disks look_at(const std::vector<Arguments>& worlds, const graph::Catalogue& catalogue);
// The same of the first seed's worlds: others differ by their seed alone.
Disks look_at(const Arguments& arguments, const graph::Catalogue& catalogue, const std::vector<SweptWorld>& worlds);

// Number of processes for so many worlds; threads and memory become the share of one.
std::size_t share_the_machine(Arguments& arguments, std::size_t worlds);

// Builds the worlds into their folders in `out`, with a table and a sheet of all. `disks` are those of look_at.
Exit build_worlds(const Arguments& arguments, const Swept& swept, const std::vector<SweptWorld>& worlds,
                  const Disks& disks, const graph::Catalogue& catalogue);

}  // namespace terrawright::cli
