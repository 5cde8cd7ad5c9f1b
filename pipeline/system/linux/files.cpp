// SPDX-License-Identifier: Apache-2.0
#include "system/files.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <linux/openat2.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>

namespace terrawright::system {
namespace {

// Larger writes make Linux look for pages of half a megabyte at once, which takes it twice as long as the copying.
constexpr std::size_t piece = 64 << 10;

// Again while a signal interrupts it.
template <class Call>
auto repeated(Call call) {
  auto result = call();
  while (result < 0 && errno == EINTR) result = call();
  return result;
}

int flags_of(unsigned how) {
  int flags = O_CLOEXEC | ((how & writes) == 0 ? O_RDONLY : (how & reads) == 0 ? O_WRONLY : O_RDWR);
  if ((how & creates) != 0) flags |= O_CREAT;
  if ((how & is_new) != 0) flags |= O_CREAT | O_EXCL;
  if ((how & truncates) != 0) flags |= O_TRUNC;
  if ((how & folder_only) != 0) flags |= O_DIRECTORY;
  if ((how & (no_link | no_links)) != 0) flags |= O_NOFOLLOW;
  if ((how & no_wait) != 0) flags |= O_NONBLOCK;
  return flags;
}

// A path's last step, by one call where the kernel has it: no step may be a link.
Descriptor open_steps(int at, const std::string& path, int flags) {
  struct open_how how {};
  how.flags = static_cast<std::uint64_t>(flags);
  how.resolve = RESOLVE_NO_SYMLINKS;
  const long number = repeated([&] { return syscall(SYS_openat2, at, path.c_str(), &how, sizeof how); });
  if (number >= 0 || (errno != ENOSYS && errno != EPERM)) return Descriptor(static_cast<int>(number));
  Descriptor folder;
  std::size_t begin = 0;
  for (std::size_t end = path.find('/'); end != std::string::npos; begin = end + 1, end = path.find('/', begin)) {
    folder = open_in(folder ? folder.number() : at, path.substr(begin, end - begin), reads | folder_only | no_link);
    if (!folder) return folder;
  }
  return Descriptor(openat(folder ? folder.number() : at, path.c_str() + begin, flags));
}

// Type of an entry, also on file systems that do not give it with the name.
mode_t type_of(int folder, const dirent& entry) {
  if (entry.d_type != DT_UNKNOWN) return static_cast<mode_t>(DTTOIF(entry.d_type));
  struct stat facts {};
  return fstatat(folder, entry.d_name, &facts, AT_SYMLINK_NOFOLLOW) == 0 ? facts.st_mode & S_IFMT : 0;
}

// `step` makes some of it, and answers how much.
template <class Step>
std::int64_t by_steps(std::size_t size, std::uint64_t offset, const Step& step) noexcept {
  std::size_t done = 0;
  while (done < size) {
    const ssize_t now = repeated([&] { return step(done, size - done, static_cast<off_t>(offset + done)); });
    if (now < 0) return -1;
    if (now == 0) break;
    done += static_cast<std::size_t>(now);
  }
  return static_cast<std::int64_t>(done);
}

bool is_all(std::int64_t done, std::size_t size, int why_not) {
  if (done == static_cast<std::int64_t>(size)) return true;
  if (done >= 0) errno = why_not;
  return false;
}

}  // namespace

// ---- facts -------------------------------------------------------------------------------------------

std::optional<std::uint64_t> free_bytes(int folder) {
  struct statvfs facts {};
  if (fstatvfs(folder, &facts) != 0) return std::nullopt;
  return std::uint64_t{facts.f_bavail} * facts.f_frsize;
}

bool is_on_local_disk(int file) {
  constexpr unsigned long xfs = 0x58465342, zfs = 0x2fc12fc1;
  struct statfs facts {};
  if (fstatfs(file, &facts) != 0) return false;
  const auto type = static_cast<unsigned long>(facts.f_type);
  const auto known = {std::uint64_t{EXT4_SUPER_MAGIC},     std::uint64_t{xfs},         std::uint64_t{zfs},
                      std::uint64_t{BTRFS_SUPER_MAGIC},    std::uint64_t{TMPFS_MAGIC}, std::uint64_t{F2FS_SUPER_MAGIC},
                      std::uint64_t{OVERLAYFS_SUPER_MAGIC}};
  return std::find(known.begin(), known.end(), type) != known.end();
}

// ---- opening -----------------------------------------------------------------------------------------

Descriptor open(const std::string& path, unsigned how, unsigned mode) {
  const int flags = flags_of(how);
  if ((how & no_links) != 0) return open_steps(AT_FDCWD, path, flags);
  return Descriptor(repeated([&] { return ::open(path.c_str(), flags, mode); }));
}
Descriptor open_in(int folder, const std::string& name, unsigned how) {
  const int flags = flags_of(how);
  if ((how & no_links) != 0) return open_steps(folder, name, flags);
  return Descriptor(repeated([&] { return openat(folder, name.c_str(), flags, 0666); }));
}

Descriptor open_private(const std::string& folder, std::string& path) {
  path = (folder.empty() ? "" : folder + "/") + ".terrawright-XXXXXX";
  return Descriptor(mkostemp(path.data(), O_CLOEXEC));
}

Descriptor open_unnamed(const std::string& folder) {
  Descriptor file(::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
  // If the file system has none: EOPNOTSUPP, EISDIR of old kernels and network folders.
  if (file || (errno != EOPNOTSUPP && errno != EISDIR && errno != ENOENT && errno != EINVAL)) return file;
  std::string name;
  file = open_private(folder, name);
  if (file) unlink(name.c_str());
  return file;
}

Descriptor open_in_memory(const char* name) { return Descriptor(memfd_create(name, MFD_CLOEXEC)); }
Descriptor open_nothing() {
  Descriptor nothing(::open("/dev/null", O_RDWR | O_CLOEXEC));
  return nothing ? std::move(nothing) : open_in_memory("nothing");
}

Descriptor moved_above(Descriptor descriptor, int least) {
  return descriptor ? Descriptor(fcntl(descriptor.number(), F_DUPFD_CLOEXEC, least)) : Descriptor();
}

bool wait_for_data(int descriptor, bool waits) {
  const int flags = fcntl(descriptor, F_GETFL);
  return flags >= 0 && fcntl(descriptor, F_SETFL, waits ? flags & ~O_NONBLOCK : flags | O_NONBLOCK) == 0;
}

// ---- bytes -------------------------------------------------------------------------------------------

bool write_all(int to, const void* bytes, std::size_t size) {
  const auto* const from = static_cast<const char*>(bytes);
  return is_all(by_steps(size, 0, [&](std::size_t at, std::size_t left, off_t) { return write(to, from + at, left); }),
                size, ENOSPC);
}
bool write_at(int file, const void* bytes, std::size_t size, std::uint64_t offset) {
  const auto* const from = static_cast<const char*>(bytes);
  const auto step = [&](std::size_t at, std::size_t left, off_t to) {
    return pwrite(file, from + at, std::min(piece, left), to);
  };
  return is_all(by_steps(size, offset, step), size, EIO);
}
bool read_at(int file, void* bytes, std::size_t size, std::uint64_t offset) {
  return is_all(read_up_to(file, bytes, size, offset), size, EIO);
}
std::int64_t read_up_to(int file, void* bytes, std::size_t size, std::uint64_t offset) noexcept {
  auto* const to = static_cast<char*>(bytes);
  return by_steps(size, offset,
                  [&](std::size_t at, std::size_t left, off_t from) { return pread(file, to + at, left, from); });
}
std::int64_t read_some(int from, void* bytes, std::size_t most) noexcept {
  return repeated([&] { return ::read(from, bytes, most); });
}
std::int64_t write_some_at(int file, const void* bytes, std::size_t size, std::uint64_t offset) noexcept {
  return repeated([&] { return pwrite(file, bytes, size, static_cast<off_t>(offset)); });
}

bool reserve(int file, std::uint64_t bytes) {
  return fallocate(file, FALLOC_FL_KEEP_SIZE, 0, static_cast<off_t>(bytes)) == 0;
}
void give_back(int file, std::uint64_t offset, std::uint64_t bytes) noexcept {
  (void)fallocate(file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(offset),
                  static_cast<off_t>(bytes));
}
void begin_writing_out(int file) noexcept { sync_file_range(file, 0, 0, SYNC_FILE_RANGE_WRITE); }
bool write_out(int file_or_folder) {
  return repeated([&] { return fsync(file_or_folder); }) == 0;
}
bool write_out_disk(int file) { return syncfs(file) == 0; }

// ---- names -------------------------------------------------------------------------------------------

bool exchange(const std::string& one, const std::string& other) {
  return renameat2(AT_FDCWD, one.c_str(), AT_FDCWD, other.c_str(), RENAME_EXCHANGE) == 0;
}
bool give_name(int file, const std::string& path) {
  const std::string open = "/proc/self/fd/" + std::to_string(file);
  return linkat(AT_FDCWD, open.c_str(), AT_FDCWD, path.c_str(), AT_SYMLINK_FOLLOW) == 0;
}
bool take_rights(int file, const std::string& like) {
  struct stat old {};
  if (stat(like.c_str(), &old) != 0) return true;
  if (fchown(file, old.st_uid, old.st_gid) != 0 && old.st_uid != getuid()) return false;
  return fchmod(file, old.st_mode & 07777) == 0;
}

void touch_in(int folder, const std::string& path) {
  const int before = errno;
  (void)utimensat(folder, path.c_str(), nullptr, AT_SYMLINK_NOFOLLOW);
  errno = before;
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

Lock lock(int file, bool waits) {
  if (repeated([&] { return flock(file, waits ? LOCK_EX : LOCK_EX | LOCK_NB); }) == 0) return Lock::taken;
  return errno == EWOULDBLOCK ? Lock::held_by_another : Lock::unknown;
}

}  // namespace terrawright::system
