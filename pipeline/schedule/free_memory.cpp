// SPDX-License-Identifier: Apache-2.0
#include "schedule/free_memory.hpp"

#include <algorithm>
#include <fstream>
#include <limits>
#include <optional>
#include <string>

namespace terrawright::schedule {
namespace {

namespace fs = std::filesystem;
constexpr std::uint64_t unknown = std::numeric_limits<std::uint64_t>::max();

std::uint64_t available(const fs::path& root) {
  std::ifstream facts(root / "proc/meminfo");
  std::string name, rest;
  std::uint64_t kibibytes = 0;
  while (facts >> name >> kibibytes && std::getline(facts, rest)) {
    if (name == "MemAvailable:") return kibibytes * 1024;
  }
  return unknown;
}

// Nothing where the file is not there, or says "max".
std::optional<std::uint64_t> number_in(const fs::path& file) {
  std::ifstream stream(file);
  std::uint64_t number = 0;
  if (stream >> number) return number;
  return std::nullopt;
}

// The path of the process in the hierarchy of `controller`; "" is that of version 2. Lines are "5:memory:/path".
std::optional<std::string> group_of(const fs::path& root, const std::string& controller) {
  std::ifstream groups(root / "proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    if (line.substr(first + 1, second - first - 1) == controller) return line.substr(second + 1);
  }
  return std::nullopt;
}

// Memory that the group and its parents leave. A container sees its own group as the root of the hierarchy.
std::uint64_t left(const fs::path& mount, fs::path group, const char* limit, const char* usage) {
  std::uint64_t least = unknown;
  for (;;) {
    const fs::path folder = mount / group.relative_path();
    const auto most = number_in(folder / limit), used = number_in(folder / usage);
    if (most && used) least = std::min(least, *most > *used ? *most - *used : 0);
    if (group.relative_path().empty()) return least;
    group = group.parent_path();
  }
}

}  // namespace

std::uint64_t free_memory(const fs::path& root) {
  std::uint64_t least = available(root);
  if (const auto group = group_of(root, ""))
    least = std::min(least, left(root / "sys/fs/cgroup", *group, "memory.max", "memory.current"));
  if (const auto group = group_of(root, "memory")) {
    least =
        std::min(least, left(root / "sys/fs/cgroup/memory", *group, "memory.limit_in_bytes", "memory.usage_in_bytes"));
  }
  return least;
}

std::uint64_t usual_memory(const fs::path& root) {
  const std::uint64_t free = free_memory(root);
  return free == unknown ? unknown : free / 5 * 4;
}

}  // namespace terrawright::schedule
