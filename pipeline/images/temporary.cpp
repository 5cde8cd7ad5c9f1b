// SPDX-License-Identifier: Apache-2.0
#include "images/temporary.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "store/making.hpp"

namespace terrawright::images {
namespace {

constexpr std::string_view prefix = ".terrawright-", suffix = ".part";

bool is_private(const std::string& name) {
  return name.size() > prefix.size() + suffix.size() && name.compare(0, prefix.size(), prefix) == 0 &&
         name.compare(name.size() - suffix.size(), suffix.size(), suffix) == 0;
}

// `otherwise`: of one that cannot be asked.
bool is_named(int descriptor, const std::filesystem::path& name, bool otherwise) {
  struct stat open, named;
  if (fstat(descriptor, &open) != 0) return otherwise;
  if (lstat(name.c_str(), &named) != 0) return otherwise && errno != ENOENT;
  return open.st_dev == named.st_dev && open.st_ino == named.st_ino;
}

// Nothing else can be behind the name when it is removed: names are never used twice.
void remove_dead(const std::filesystem::path& path, Leftovers& removed) {
  struct stat facts;
  if (lstat(path.c_str(), &facts) != 0) return;
  const bool folder = S_ISDIR(facts.st_mode);
  if (!folder && !S_ISREG(facts.st_mode)) return;
  const int descriptor = open(path.c_str(), (folder ? O_RDONLY | O_DIRECTORY : O_RDWR) | O_NOFOLLOW | O_CLOEXEC);
  if (descriptor < 0) return;
  if (flock(descriptor, LOCK_EX | LOCK_NB) == 0 && is_named(descriptor, path, false)) {
    std::uint64_t bytes = folder ? 0 : static_cast<std::uint64_t>(facts.st_size);
    std::error_code failed;
    for (auto inside = std::filesystem::recursive_directory_iterator(path, failed);
         folder && !failed && inside != end(inside); inside.increment(failed)) {
      std::error_code ignored;
      if (inside->is_regular_file(ignored) && !inside->is_symlink(ignored)) bytes += inside->file_size(ignored);
    }
    failed.clear();
    std::filesystem::remove_all(path, failed);
    if (!failed) ++removed.count;
    if (!failed) removed.bytes += bytes;
  }
  close(descriptor);
}

}  // namespace

std::filesystem::path folder_of(const std::filesystem::path& path) {
  return path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
}

std::filesystem::path private_name(const std::filesystem::path& path) {
  return folder_of(path) / (std::string(prefix) + store::private_name() + std::string(suffix));
}

bool claim(int descriptor, const std::filesystem::path& name) {
  if (flock(descriptor, LOCK_EX | LOCK_NB) == 0) return is_named(descriptor, name, true);
  return errno != EWOULDBLOCK;
}

Leftovers remove_leftovers(const std::filesystem::path& folder) noexcept {
  Leftovers removed;
  try {
    std::vector<std::filesystem::path> found;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (is_private(entry.path().filename().string())) found.push_back(entry.path());
    }
    for (const auto& path : found) remove_dead(path, removed);
  } catch (const std::exception&) {  // a folder that cannot be read keeps what it has
  }
  return removed;
}

}  // namespace terrawright::images
