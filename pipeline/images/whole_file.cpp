// SPDX-License-Identifier: Apache-2.0
#include "images/whole_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "files/reader.hpp"
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

namespace {

std::string remedy_for(int error) {
  switch (error) {
    case ENOSPC:
    case EDQUOT:
      return "free some space there, or choose another output folder";
    case EACCES:
    case EPERM:
    case EROFS:
      return "choose an output folder that may be written to";
    case EFBIG:
      return "the file system or a limit of this process (ulimit -f) allows no larger files";
    case ENAMETOOLONG:
      return "choose a shorter file name";
    case EMFILE:
      return "allow this process more open files (ulimit -n)";
    case EEXIST:
      return "a part of the path is a link to nowhere";
    case ELOOP:
      return "a part of the path is a link that leads back to itself";
    case ENOTDIR:
      return "a part of the path is a file, not a folder";
    default:
      return "";
  }
}

}  // namespace

WriteFailed::WriteFailed(std::filesystem::path path, std::string reason, std::string remedy)
    : path_(std::move(path)),
      reason_(std::move(reason)),
      remedy_(std::move(remedy)),
      what_(path_.string() + ": " + reason_ + (remedy_.empty() ? "" : " (" + remedy_ + ")")) {}

WriteFailed::WriteFailed(std::filesystem::path path, const std::string& doing, int error)
    : WriteFailed(std::move(path), "cannot " + doing + ": " + std::generic_category().message(error),
                  remedy_for(error)) {}

WholeFile::WholeFile(std::filesystem::path path) : path_(std::move(path)) {
  std::error_code unknown;
  const auto found = std::filesystem::status(path_, unknown);
  if (unknown.value() == ENAMETOOLONG) refuse("give the file its name", ENAMETOOLONG);
  if (std::filesystem::is_directory(found)) {
    throw WriteFailed(path_, "cannot write the file: a folder of this name is there", "remove it or rename the output");
  }
  // A rename would replace a device or a pipe itself.
  if (std::filesystem::exists(found) && !std::filesystem::is_regular_file(found)) {
    throw WriteFailed(path_, "cannot write the file: what has this name is not a regular file",
                      "choose another file name");
  }
  std::error_code failed;
  std::filesystem::create_directories(folder_of(path_), failed);
  if (failed) refuse("create the folder", failed.value());
  do {
    if (descriptor_ >= 0) close(descriptor_);
    temporary_ = private_name(path_);
    descriptor_ = open(temporary_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor_ < 0 && errno != EEXIST && errno != EINTR) {
      const int error = errno;
      temporary_.clear();
      refuse("create the file", error);
    }
    // Never one of the three that whoever prints writes to.
    if (descriptor_ >= 0 && descriptor_ <= STDERR_FILENO) {
      const int low = descriptor_;
      descriptor_ = fcntl(low, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
      close(low);
    }
  } while (descriptor_ < 0 || !claim(descriptor_, temporary_));
}

WholeFile::~WholeFile() { discard(); }

void WholeFile::discard() noexcept {
  if (!temporary_.empty()) unlink(temporary_.c_str());
  temporary_.clear();
  if (descriptor_ >= 0) close(descriptor_);
  descriptor_ = -1;
}

void WholeFile::refuse(const std::string& doing, int error) const { throw WriteFailed(path_, doing, error); }

int WholeFile::write(const void* bytes, std::size_t size, std::uint64_t offset) noexcept {
  const char* from = static_cast<const char*>(bytes);
  while (size > 0 && first_error_ == 0) {
    const ssize_t done = pwrite(descriptor_, from, size, static_cast<off_t>(offset));
    if (done < 0 && errno != EINTR) first_error_ = errno;
    if (done == 0) first_error_ = ENOSPC;
    if (done <= 0) continue;
    size_ = std::max(size_, offset + static_cast<std::uint64_t>(done));
    hash(from, static_cast<std::size_t>(done), offset);
    from += done;
    size -= static_cast<std::size_t>(done);
    offset += static_cast<std::uint64_t>(done);
  }
  return first_error_;
}

std::size_t WholeFile::read(void* bytes, std::size_t size, std::uint64_t offset) noexcept {
  size = static_cast<std::size_t>(std::min<std::uint64_t>(size, offset < size_ ? size_ - offset : 0));
  const std::int64_t done = files::read_up_to(descriptor_, bytes, size, offset);
  if (done == static_cast<std::int64_t>(size)) return size;
  if (first_error_ == 0) {
    first_error_ = done < 0 ? errno : EIO;  // somebody else cut it short
    doing_ = "read the file back";
  }
  return 0;
}

void WholeFile::reserve(std::uint64_t bytes) noexcept {
  if (fallocate(descriptor_, FALLOC_FL_KEEP_SIZE, 0, static_cast<off_t>(bytes)) == 0 || first_error_ != 0) return;
  if (errno == ENOSPC || errno == EDQUOT || errno == EFBIG) first_error_ = errno;  // others: it cannot be done here
}

void WholeFile::hash(const void* bytes, std::size_t size, std::uint64_t offset) {
  if (offset < hashed_) {
    hash_as_written_ = false;
  }
  if (!hash_as_written_ || offset != hashed_) return;
  hash_->add(bytes, size);
  hashed_ += size;
}

void WholeFile::hash_the_rest() {
  std::vector<unsigned char> bytes(std::size_t{1} << 20);
  if (!hash_as_written_) {
    hash_ = std::make_unique<graph::Sha256>();
    hashed_ = 0;
  }
  while (hashed_ < size_) {
    const std::size_t got = WholeFile::read(bytes.data(), bytes.size(), hashed_);
    if (got == 0) refuse(doing_, first_error_);
    hash_->add(bytes.data(), got);
    hashed_ += got;
  }
}

void WholeFile::settle() {
  if (settled_) return;
  if (first_error_ != 0) refuse(doing_, first_error_);
  sync_file_range(descriptor_, 0, 0, SYNC_FILE_RANGE_WRITE);  // the disk begins while the hash is taken
  hash_the_rest();
  while (fsync(descriptor_) != 0) {
    if (errno != EINTR) refuse("write the file", errno);
  }
  sha256_ = hash_->hex();
  settled_ = true;
}

void WholeFile::put_aside(std::shared_ptr<PrivateFolder> folder) {
  const std::filesystem::path there = folder->path() / temporary_.filename();
  if (rename(temporary_.c_str(), there.c_str()) != 0) refuse("put the file aside", errno);
  temporary_ = there;
  folder_ = std::move(folder);
  close(descriptor_);
  descriptor_ = -1;
}

void WholeFile::name() {
  if (rename(temporary_.c_str(), path_.c_str()) != 0) refuse("give the file its name", errno);
  temporary_.clear();
  folder_.reset();
}

std::unique_ptr<WholeFile> text_file(const std::filesystem::path& path, std::string_view text) {
  auto file = std::make_unique<WholeFile>(path);
  file->write(text.data(), text.size(), 0);
  file->settle();
  return file;
}

void flush_folder(const std::filesystem::path& folder) noexcept {
  const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  fsync(descriptor);
  close(descriptor);
}

}  // namespace terrawright::images
