// SPDX-License-Identifier: Apache-2.0
#include "store/folder.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <memory>

namespace terrawright::store {
namespace {

constexpr int reading = O_RDONLY | O_NOFOLLOW | O_CLOEXEC;

// Type of an entry on file systems that do not give it in the name's entry.
mode_t type_of(int folder, const dirent& entry) {
  if (entry.d_type != DT_UNKNOWN) return static_cast<mode_t>(DTTOIF(entry.d_type));
  struct stat facts {};
  return fstatat(folder, entry.d_name, &facts, AT_SYMLINK_NOFOLLOW) == 0 ? facts.st_mode & S_IFMT : 0;
}

}  // namespace

Descriptor open_folder(int at, const std::string& name) {
  return Descriptor(openat(at, name.c_str(), reading | O_DIRECTORY));
}

Descriptor open_folders(int at, std::string_view path) {
  Descriptor folder;
  for (std::size_t begin = 0; begin < path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    folder = open_folder(folder ? folder.number() : at, std::string(path.substr(begin, end - begin)));
    if (!folder) break;
    begin = end + 1;
  }
  return folder;
}

Descriptor make_folder(int at, const std::string& name) {
  if (mkdirat(at, name.c_str(), 0777) != 0 && errno != EEXIST) return {};
  return open_folder(at, name);
}

Descriptor open_file(int at, const std::string& name) {
  Descriptor file(openat(at, name.c_str(), reading | O_NONBLOCK));  // of a pipe too
  struct stat facts {};
  if (file && fstat(file.number(), &facts) == 0 && S_ISREG(facts.st_mode)) return file;
  if (file) errno = EINVAL;
  return {};
}

std::optional<std::string> read_file(int at, const std::string& name, std::uint64_t most) {
  const Descriptor file = open_file(at, name);
  struct stat facts {};
  if (!file || fstat(file.number(), &facts) != 0) return std::nullopt;
  if (static_cast<std::uint64_t>(facts.st_size) > most) {
    errno = EFBIG;
    return std::nullopt;
  }
  std::string bytes(static_cast<std::size_t>(facts.st_size), '\0');
  if (!read_at(file.number(), bytes.data(), bytes.size(), 0)) return std::nullopt;
  return bytes;
}

Descriptor new_file(int at, const std::string& name) {
  return Descriptor(openat(at, name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666));
}

bool write_file(int at, const std::string& name, std::string_view bytes) {
  const Descriptor file = new_file(at, name);
  return file && write_at(file.number(), bytes.data(), bytes.size(), 0);
}

void touch(int at, const std::string& name) {
  const int ignored = errno;
  (void)utimensat(at, name.c_str(), nullptr, AT_SYMLINK_NOFOLLOW);
  errno = ignored;
}

std::vector<Name> names_in(int folder) {
  std::vector<Name> names;
  // A descriptor of its own: fdopendir takes it, and where reading stands is shared by copies.
  const int own = openat(folder, ".", reading | O_DIRECTORY);
  if (own < 0) return names;
  const std::unique_ptr<DIR, int (*)(DIR*)> entries(fdopendir(own), closedir);
  if (!entries) close(own);
  while (const dirent* entry = entries ? readdir(entries.get()) : nullptr) {
    std::string name = entry->d_name;
    if (name == "." || name == "..") continue;
    const mode_t type = type_of(folder, *entry);
    names.push_back({std::move(name), S_ISREG(type), S_ISDIR(type)});
  }
  return names;
}

bool is_number(const std::string& name) {
  return !name.empty() && name.size() < 20 && name.find_first_not_of("0123456789") == std::string::npos;
}

bool is_hex(const std::string& name, std::size_t digits) {
  return name.size() == digits && name.find_first_not_of("0123456789abcdef") == std::string::npos;
}

}  // namespace terrawright::store
