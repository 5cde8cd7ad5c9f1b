// SPDX-License-Identifier: Apache-2.0
// Private names, under which files and folders are made, and what dead builds left under them.
//
// A process that makes something under such a name holds a lock on it (flock) until it is renamed or deleted. The
// system takes the lock away with the process, so a lock tells the living from the dead.
#pragma once
#include <cstdint>
#include <filesystem>

namespace terrawright::images {

std::filesystem::path folder_of(const std::filesystem::path& path);

// `.terrawright-<16 random digits>.part` beside `path`: short, so that it fits wherever the final name does, and never
// used twice.
std::filesystem::path private_name(const std::filesystem::path& path);

// Takes the lock of what was just made as `name`. The answer is false if a build that takes leftovers away was faster;
// then another name is needed. True also where no lock can be had: there nobody takes anything away.
bool claim(int descriptor, const std::filesystem::path& name);

struct Leftovers {
  std::uint64_t count = 0, bytes = 0;
};
// Takes what dead builds left in the folder: things named `.terrawright-*.part` whose lock is free. Without locks,
// nothing.
Leftovers remove_leftovers(const std::filesystem::path& folder) noexcept;

}  // namespace terrawright::images
