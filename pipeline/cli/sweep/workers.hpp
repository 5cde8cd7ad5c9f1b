// SPDX-License-Identifier: Apache-2.0
// Several worlds at once, each worker a process of its own: what crashes takes its world alone with it.
#pragma once
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "cli/session.hpp"
#include "cli/sweep/sweep_plan.hpp"

namespace terrawright::cli {

struct WorkerAnswer {
  bool died = false;  // else the text is what the work answered
  std::string text;   // of one that died how it ended
};

// Does `work` for 0 to count - 1 in `workers` processes, and tells each answer as it comes, on this thread. A worker
// begins as a copy of this process, takes one after another, and is replaced if it dies. `goes_on` is asked now and
// then; false: all workers end at once, and so does this. No other thread may run in this process. Throws
// std::system_error where no process can be started.
void in_workers(std::size_t workers, std::size_t count, const std::function<std::string(std::size_t)>& work,
                const std::function<void(std::size_t, const WorkerAnswer&)>& answered,
                const std::function<bool()>& goes_on);

// Code that verbs with many worlds share: each world is made by a process with its share of the machine.

// The request for one of the worlds.
Arguments arguments_of(const Arguments& arguments, const SweepWorld& world);

// The problems of these worlds, each once. Answers what each of them needs of the disk. Throws Ended.
Disks look_at(const std::vector<Arguments>& worlds, const graph::Catalogue& catalogue);
// The same of the first seed's worlds: others differ by their seed alone.
Disks look_at(const Arguments& arguments, const graph::Catalogue& catalogue, const std::vector<SweepWorld>& worlds);

// Number of processes for so many worlds; threads and memory become the share of one.
std::size_t share_the_machine(Arguments& arguments, std::size_t worlds);

// Builds the worlds into their folders in `out`, with a table and a sheet of all. `disks` are those of look_at.
Exit build_worlds(const Arguments& arguments, const SweepPlan& sweep_plan, const std::vector<SweepWorld>& worlds,
                  const Disks& disks, const graph::Catalogue& catalogue);

}  // namespace terrawright::cli
