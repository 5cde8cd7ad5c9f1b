// SPDX-License-Identifier: Apache-2.0
// Size of the free memory.
#pragma once
#include <cstdint>
#include <filesystem>

namespace terrawright::schedule {

// Bytes that are free now: what the kernel holds to be available, or what this process's control group has left,
// whichever is less. `root` stands for "/", for tests. The largest number where nobody knows.
std::uint64_t free_memory(const std::filesystem::path& root = "/");

// Default limit of a build: 80 % of it.
std::uint64_t usual_memory(const std::filesystem::path& root = "/");

}  // namespace terrawright::schedule
