// SPDX-License-Identifier: Apache-2.0
#include "store/folder.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include <cerrno>

namespace terrawright::store {
namespace {

constexpr int reading = O_RDONLY | O_NOFOLLOW | O_CLOEXEC;

// Type of an entry on file systems that do not give it in the name's entry.
mode_t type_of(int folder, const dirent& entry) {
  if (entry.d_type != DT_UNKNOWN) return static_cast<mode_t>(DTTOIF(entry.d_type));
  struct stat facts {};
  return fstatat(folder, entry.d_name, &facts, AT_SYMLINK_NOFOLLOW) == 0 ? facts.st_mode & S_IFMT : 0;
}

// A path's last step, by one call where the kernel has it: no step may be a link.
Descriptor open_steps(int at, const std::string& path, int flags) {
  struct open_how how {};
  how.flags = static_cast<std::uint64_t>(flags);
  how.resolve = RESOLVE_NO_SYMLINKS;
  const long number = syscall(SYS_openat2, at, path.c_str(), &how, sizeof how);
  if (number >= 0 || (errno != ENOSYS && errno != EPERM)) return Descriptor(static_cast<int>(number));
  Descriptor folder;
  std::size_t begin = 0;
  for (std::size_t end = path.find('/'); end != std::string::npos; begin = end + 1, end = path.find('/', begin)) {
    folder = open_folder(folder ? folder.number() : at, path.substr(begin, end - begin));
    if (!folder) return folder;
  }
  return Descriptor(openat(folder ? folder.number() : at, path.c_str() + begin, flags));
}

}  // namespace

Descriptor open_folder(int at, const std::string& name) {
  return Descriptor(openat(at, name.c_str(), reading | O_DIRECTORY));
}

Descriptor open_folders(int at, const std::string& path) { return open_steps(at, path, reading | O_DIRECTORY); }

Descriptor make_folder(int at, const std::string& name) {
  if (mkdirat(at, name.c_str(), 0777) != 0 && errno != EEXIST) return {};
  return open_folder(at, name);
}

Descriptor open_file(int at, const std::string& path, std::uint64_t* size) {
  Descriptor file = open_steps(at, path, reading | O_NONBLOCK);  // of a pipe too
  struct stat facts {};
  if (file && fstat(file.number(), &facts) == 0 && S_ISREG(facts.st_mode)) {
    if (size != nullptr) *size = static_cast<std::uint64_t>(facts.st_size);
    return file;
  }
  if (file) errno = EINVAL;
  return {};
}

std::optional<std::string> read_file(int at, const std::string& path, std::uint64_t most) {
  std::uint64_t size = 0;
  const Descriptor file = open_file(at, path, &size);
  if (!file) return std::nullopt;
  if (size > most) {
    errno = EFBIG;
    return std::nullopt;
  }
  std::string bytes(static_cast<std::size_t>(size), '\0');
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

void touch(int at, const std::string& path) {
  const int ignored = errno;
  (void)utimensat(at, path.c_str(), nullptr, AT_SYMLINK_NOFOLLOW);
  errno = ignored;
}

std::vector<Name> names_in(int folder) {
  std::vector<Name> names;
  alignas(dirent) char entries[16 << 10];
  lseek(folder, 0, SEEK_SET);
  for (ssize_t size = 0; (size = getdents64(folder, entries, sizeof entries)) > 0;) {
    for (ssize_t at = 0; at < size;) {
      const auto& entry = *reinterpret_cast<const dirent*>(entries + at);
      at += entry.d_reclen;
      std::string name = entry.d_name;
      if (name == "." || name == "..") continue;
      const mode_t type = type_of(folder, entry);
      names.push_back({std::move(name), S_ISREG(type), S_ISDIR(type)});
    }
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
