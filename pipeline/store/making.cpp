// SPDX-License-Identifier: Apache-2.0
#include "store/making.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>

#include <cerrno>

#include "store/folder.hpp"
#include "store/seal.hpp"

namespace terrawright::store {
namespace {

constexpr const char* lock_name = "lock";

// Only what is behind this name now: it was opened before. A file that cannot be queried counts as the same.
bool is_named(int file, int at, const std::string& name) {
  struct stat open {
  }, named{};
  if (fstat(file, &open) != 0) return true;
  if (fstatat(at, name.c_str(), &named, AT_SYMLINK_NOFOLLOW) != 0) return errno != ENOENT;
  return open.st_dev == named.st_dev && open.st_ino == named.st_ino;
}

// Files and folders whose names are numbers, and all that is so inside.
void remove_numbers(int folder, int deepest) {
  for (const Name& name : names_in(folder)) {
    if (!is_number(name.text)) continue;
    if (name.is_file) {
      unlinkat(folder, name.text.c_str(), 0);
    } else if (name.is_folder && deepest > 0) {
      if (const Descriptor inside = open_folder(folder, name.text)) remove_numbers(inside.number(), deepest - 1);
      unlinkat(folder, name.text.c_str(), AT_REMOVEDIR);
    }
  }
}

// Deletes the unnamed entries of a build in its own folder.
void remove_made(int folder) {
  for (const Name& name : names_in(folder)) {
    if (name.is_folder && is_number(name.text)) remove_layer(folder, name.text);
  }
  remove_numbers(folder, 0);
}

}  // namespace

std::string private_name() {
  static std::atomic<std::uint64_t> count{0};
  // If the system has no random bytes yet: process and count.
  std::uint64_t random = static_cast<std::uint64_t>(getpid()) << 32 | (count++ & 0xffffffffu);
  std::uint64_t drawn = 0;
  if (getrandom(&drawn, sizeof drawn, GRND_NONBLOCK) == sizeof drawn) random = drawn;
  std::string digits;
  for (int shift = 60; shift >= 0; shift -= 4) digits += "0123456789abcdef"[random >> shift & 15];
  return digits;
}

bool remove_layer(int at, const std::string& name) {
  const Descriptor folder = open_folder(at, name);
  if (!folder) return errno == ENOENT;
  // By its descriptor: what another build puts in its place meanwhile is another folder.
  const int error = unlinkat(folder.number(), seal_name, 0) == 0 || errno == ENOENT ? 0 : errno;
  for (const char* file : {".zattrs", ".zarray"}) unlinkat(folder.number(), file, 0);
  remove_numbers(folder.number(), 2);
  unlinkat(at, name.c_str(), AT_REMOVEDIR);
  errno = error;
  return error == 0;
}

Making::Making(int root) {
  for (int attempt = 0; attempt < 8; ++attempt) {
    name_ = private_name();
    all_ = make_folder(root, making_name);
    if (!all_ || mkdirat(all_.number(), name_.c_str(), 0777) != 0) {
      if (errno == ENOENT) continue;  // another build cleared the store
      return;
    }
    Descriptor folder = open_folder(all_.number(), name_);
    lock_ = Descriptor(folder ? openat(folder.number(), lock_name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666) : -1);
    // A build that takes leftovers away may have been faster; then another name is needed.
    if (lock_ && (flock(lock_.number(), LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) &&
        is_named(lock_.number(), folder.number(), lock_name)) {
      folder_ = std::move(folder);
      return;
    }
    if (!lock_ && errno != EEXIST && errno != ENOENT) {
      const int error = errno;
      unlinkat(all_.number(), name_.c_str(), AT_REMOVEDIR);
      errno = error;
      return;
    }
  }
}

Making::~Making() {
  if (!folder_) return;
  remove_made(folder_.number());
  unlinkat(folder_.number(), lock_name, 0);
  unlinkat(all_.number(), name_.c_str(), AT_REMOVEDIR);
}

void remove_leftovers(int root) {
  const Descriptor all = open_folder(root, making_name);
  if (!all) return;
  for (const Name& name : names_in(all.number())) {
    if (!name.is_folder || !is_hex(name.text, 16)) continue;
    const Descriptor folder = open_folder(all.number(), name.text);
    if (!folder) continue;
    // Made where it is not there: who begins at this moment must not have it.
    const Descriptor lock(openat(folder.number(), lock_name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666));
    if (!lock || flock(lock.number(), LOCK_EX | LOCK_NB) != 0) continue;
    remove_made(folder.number());
    unlinkat(folder.number(), lock_name, 0);
    unlinkat(all.number(), name.text.c_str(), AT_REMOVEDIR);
  }
}

}  // namespace terrawright::store
