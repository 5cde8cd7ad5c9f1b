// SPDX-License-Identifier: Apache-2.0
// Calls that are the same on all systems with POSIX.
#include "system/files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "system/process.hpp"

namespace terrawright::system {
namespace {

std::int64_t nanoseconds(const timespec& time) { return std::int64_t{time.tv_sec} * 1000000000 + time.tv_nsec; }

Type type_of(mode_t mode) {
  if (S_ISREG(mode)) return Type::file;
  if (S_ISDIR(mode)) return Type::folder;
  if (S_ISFIFO(mode)) return Type::pipe;
  if (S_ISSOCK(mode)) return Type::socket;
  return S_ISLNK(mode) ? Type::link : Type::other;
}

std::optional<Facts> facts_if(int failed, const struct stat& facts) {
  if (failed != 0) return std::nullopt;
  return Facts{type_of(facts.st_mode),
               facts.st_dev,
               facts.st_ino,
               static_cast<std::uint64_t>(facts.st_size),
               nanoseconds(facts.st_mtim),
               nanoseconds(facts.st_ctim)};
}

}  // namespace

bool close_descriptor(int number) noexcept { return ::close(number) == 0; }

// ---- facts -------------------------------------------------------------------------------------------

std::optional<Facts> facts_of(int descriptor) {
  struct stat facts {};
  return facts_if(fstat(descriptor, &facts), facts);
}
std::optional<Facts> facts_of(const std::string& path, Links links) {
  struct stat facts {};
  return facts_if((links == Links::followed ? stat : lstat)(path.c_str(), &facts), facts);
}
std::optional<Facts> facts_in(int folder, const std::string& name) {
  struct stat facts {};
  return facts_if(fstatat(folder, name.c_str(), &facts, AT_SYMLINK_NOFOLLOW), facts);
}

bool is_full(int error) { return error == ENOSPC || error == EDQUOT || error == EFBIG; }

std::string why_not_writable(const std::string& path) {
  return access(path.c_str(), W_OK) == 0 ? "" : std::strerror(errno);
}
bool is_readable(const std::string& path) { return access(path.c_str(), R_OK) == 0; }

// ---- names -------------------------------------------------------------------------------------------

bool rename(const std::string& from, const std::string& to) { return std::rename(from.c_str(), to.c_str()) == 0; }
bool remove_file(const std::string& path) { return unlink(path.c_str()) == 0; }
bool make_folder(const std::string& path, unsigned mode) { return mkdir(path.c_str(), mode) == 0; }
bool remove_folder(const std::string& path) { return rmdir(path.c_str()) == 0; }
bool rename_in(int from_folder, const std::string& from, int to_folder, const std::string& to) {
  return renameat(from_folder, from.c_str(), to_folder, to.c_str()) == 0;
}
bool remove_file_in(int folder, const std::string& name) { return unlinkat(folder, name.c_str(), 0) == 0; }
bool make_folder_in(int folder, const std::string& name) { return mkdirat(folder, name.c_str(), 0777) == 0; }
bool remove_folder_in(int folder, const std::string& name) { return unlinkat(folder, name.c_str(), AT_REMOVEDIR) == 0; }

bool resize(int file, std::uint64_t size) { return ftruncate(file, static_cast<off_t>(size)) == 0; }

// ---- processes ---------------------------------------------------------------------------------------

void set_variable(const char* name, const char* value) {
  if (value == nullptr) {
    unsetenv(name);
  } else {
    setenv(name, value, 1);
  }
}

}  // namespace terrawright::system
