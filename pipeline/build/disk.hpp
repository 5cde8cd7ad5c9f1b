// SPDX-License-Identifier: Apache-2.0
// Disk space of a build, against what is free. An estimate: how far cells can be compressed is known once they are
// made.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "build/load.hpp"

namespace terrawright::build {

class KnownFiles;

struct Disk {
  std::uint64_t most = 0;             // bytes of both, should no cell be compressed
  std::uint64_t files = 0;            // bytes, until they get their names; the files that they replace stay as long
  std::uint64_t waiting = 0;          // of layers that do not fit in memory
  std::optional<std::uint64_t> free;  // on the file system of the plan's folder; nothing: unknown
  bool is_memory = false;             // files lie in memory: the run's own part is not free
  bool is_enough() const { return !free || (is_memory ? most : files + waiting) <= *free; }
  bool is_surely_enough() const { return !free || most <= *free; }
};
// Disk use of the files of outputs that are not up to date. Default: of all outputs. `shared`: several processes hold
// all stored layers in files.
Disk disk_of(const Plan& plan, const std::vector<bool>& standing = {}, bool shared = false);
// Disk use of the files that are not up to date, by `known`.
Disk disk_left(const Plan& plan, KnownFiles& known, bool shared);

// Whether the disk has room, judged before anything runs, as memory is: files that stand as they would be written need
// none.
void check_disk(const Plan& plan, KnownFiles& known, bool shared, report::Diagnostics& problems);
// The same for a run that writes none.
void check_disk(const Plan& plan, report::Diagnostics& problems);

// "12 GB of disk in out/island: 8 GB of files, 4 GB of layers that do not fit in memory".
std::string text_of(const Disk& disk, const std::string& folder);

}  // namespace terrawright::build
