// SPDX-License-Identifier: Apache-2.0
// Files of emscripten, which lie in memory: one process has them, and no disk keeps them.
#include "system/files.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>

namespace terrawright::system {
namespace {

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

// ---- facts -------------------------------------------------------------------------------------------

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
  if (offset + size > INT32_MAX) {  // emscripten takes 32 bits of it, with a sign
    errno = ENOSPC;
    return -1;
  }
  return pwrite(file, bytes, size, static_cast<off_t>(offset));
}

bool reserve(int, std::uint64_t) { return true; }
void give_back(int, std::uint64_t, std::uint64_t) noexcept {}
void begin_writing_out(int) noexcept {}
bool write_out(int) { return true; }
bool write_out_disk(int) { return true; }

// ---- names -------------------------------------------------------------------------------------------

bool exchange(const std::string&, const std::string&) {
  errno = ENOTSUP;
  return false;
}
bool give_name(int, const std::string&) {
  errno = ENOTSUP;
  return false;
}
bool take_rights(int, const std::string&) { return true; }

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
