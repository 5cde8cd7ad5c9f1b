// SPDX-License-Identifier: Apache-2.0
// Files of emscripten, which lie in memory: one process has them, and no disk keeps them.
#include "system/files.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

namespace terrawright::system {
namespace {

std::int64_t nanoseconds(const timespec& time) { return std::int64_t{time.tv_sec} * 1000000000 + time.tv_nsec; }

std::optional<Facts> facts_if(int failed, const struct stat& facts) {
  if (failed != 0) return std::nullopt;
  return Facts{S_ISREG(facts.st_mode)   ? Type::file
               : S_ISDIR(facts.st_mode) ? Type::folder
               : S_ISLNK(facts.st_mode) ? Type::link
                                        : Type::other,
               facts.st_dev,
               facts.st_ino,
               static_cast<std::uint64_t>(facts.st_size),
               nanoseconds(facts.st_mtim),
               nanoseconds(facts.st_ctim)};
}

int flags_of(unsigned how) {
  int flags = (how & writes) == 0 ? O_RDONLY : (how & reads) == 0 ? O_WRONLY : O_RDWR;
  if ((how & creates) != 0) flags |= O_CREAT;
  if ((how & is_new) != 0) flags |= O_CREAT | O_EXCL;
  if ((how & truncates) != 0) flags |= O_TRUNC;
  if ((how & folder_only) != 0) flags |= O_DIRECTORY;
  if ((how & (no_link | no_links)) != 0) flags |= O_NOFOLLOW;
  return flags;
}

bool is_all(std::int64_t done, std::size_t size) {
  if (done == static_cast<std::int64_t>(size)) return true;
  if (done >= 0) errno = EIO;
  return false;
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

std::string why_not_writable(const std::string& path) {
  return access(path.c_str(), W_OK) == 0 ? "" : std::strerror(errno);
}
bool is_readable(const std::string& path) { return access(path.c_str(), R_OK) == 0; }
std::optional<std::uint64_t> free_bytes(int) { return std::nullopt; }
bool is_on_local_disk(int) { return true; }

// ---- opening -----------------------------------------------------------------------------------------

Descriptor open(const std::string& path, unsigned how, unsigned mode) {
  return Descriptor(::open(path.c_str(), flags_of(how), mode));
}
Descriptor open_in(int folder, const std::string& name, unsigned how) {
  return Descriptor(openat(folder, name.c_str(), flags_of(how), 0666));
}
Descriptor open_private(const std::string& folder, std::string& path) {
  path = (folder.empty() ? "" : folder + "/") + ".terrawright-XXXXXX";
  return Descriptor(mkstemp(path.data()));
}
Descriptor open_unnamed(const std::string& folder) {
  std::string name;
  Descriptor file = open_private(folder, name);
  if (file) unlink(name.c_str());
  return file;
}
Descriptor open_in_memory(const char*) { return open_unnamed("/tmp"); }
Descriptor open_nothing() { return Descriptor(::open("/dev/null", O_RDWR)); }
Descriptor moved_above(Descriptor descriptor, int least) {
  return descriptor ? Descriptor(fcntl(descriptor.number(), F_DUPFD, least)) : Descriptor();
}
bool wait_for_data(int, bool) { return true; }

// ---- bytes -------------------------------------------------------------------------------------------

bool write_all(int to, const void* bytes, std::size_t size) { return is_all(write(to, bytes, size), size); }
bool write_at(int file, const void* bytes, std::size_t size, std::uint64_t offset) {
  return is_all(write_some_at(file, bytes, size, offset), size);
}
bool read_at(int file, void* bytes, std::size_t size, std::uint64_t offset) {
  return is_all(read_up_to(file, bytes, size, offset), size);
}
std::int64_t read_up_to(int file, void* bytes, std::size_t size, std::uint64_t offset) noexcept {
  return pread(file, bytes, size, static_cast<off_t>(offset));
}
std::int64_t read_some(int from, void* bytes, std::size_t most) noexcept { return read(from, bytes, most); }
std::int64_t write_some_at(int file, const void* bytes, std::size_t size, std::uint64_t offset) noexcept {
  return pwrite(file, bytes, size, static_cast<off_t>(offset));
}

bool resize(int file, std::uint64_t size) { return ftruncate(file, static_cast<off_t>(size)) == 0; }
bool reserve(int, std::uint64_t) { return true; }
void give_back(int, std::uint64_t, std::uint64_t) noexcept {}
void begin_writing_out(int) noexcept {}
bool write_out(int) { return true; }
bool write_out_disk(int) { return true; }

// ---- names -------------------------------------------------------------------------------------------

bool rename(const std::string& from, const std::string& to) { return std::rename(from.c_str(), to.c_str()) == 0; }
bool exchange(const std::string&, const std::string&) {
  errno = ENOTSUP;
  return false;
}
bool remove_file(const std::string& path) { return unlink(path.c_str()) == 0; }
bool make_folder(const std::string& path, unsigned mode) { return mkdir(path.c_str(), mode) == 0; }
bool remove_folder(const std::string& path) { return rmdir(path.c_str()) == 0; }
bool give_name(int, const std::string&) {
  errno = ENOTSUP;
  return false;
}
bool take_rights(int, const std::string&) { return true; }

bool rename_in(int from_folder, const std::string& from, int to_folder, const std::string& to) {
  return renameat(from_folder, from.c_str(), to_folder, to.c_str()) == 0;
}
bool remove_file_in(int folder, const std::string& name) { return unlinkat(folder, name.c_str(), 0) == 0; }
bool make_folder_in(int folder, const std::string& name) { return mkdirat(folder, name.c_str(), 0777) == 0; }
bool remove_folder_in(int folder, const std::string& name) { return unlinkat(folder, name.c_str(), AT_REMOVEDIR) == 0; }
void touch_in(int folder, const std::string& path) {
  const int before = errno;
  (void)utimensat(folder, path.c_str(), nullptr, 0);
  errno = before;
}

std::vector<Name> names_in(int folder) {
  std::vector<Name> names;
  DIR* const all = fdopendir(dup(folder));
  if (all == nullptr) return names;
  rewinddir(all);
  while (const dirent* entry = readdir(all)) {
    const std::string name = entry->d_name;
    if (name == "." || name == "..") continue;
    const auto facts = facts_in(folder, name);
    names.push_back({name, facts && facts->is_file(), facts && facts->is_folder()});
  }
  closedir(all);
  return names;
}

Lock lock(int, bool) { return Lock::taken; }

}  // namespace terrawright::system
