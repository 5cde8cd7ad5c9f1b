// SPDX-License-Identifier: Apache-2.0
#include "images/whole_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <system_error>

namespace terrawright::images {
namespace {

std::string words_of(int error) { return std::generic_category().message(error); }

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
    case ENOTDIR:
      return "a part of the path is a file, not a folder";
    default:
      return "";
  }
}

std::filesystem::path folder_of(const std::filesystem::path& path) {
  return path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
}

// Short, so that it fits wherever the final name does.
std::filesystem::path private_name(const std::filesystem::path& path) {
  static std::atomic<unsigned> count{0};
  return folder_of(path) / (".terrawright-" + std::to_string(getpid()) + "-" + std::to_string(count++) + ".part");
}

}  // namespace

WriteFailed::WriteFailed(std::filesystem::path path, std::string reason, std::string remedy)
    : path_(std::move(path)),
      reason_(std::move(reason)),
      remedy_(std::move(remedy)),
      what_(path_.string() + ": " + reason_ + (remedy_.empty() ? "" : " (" + remedy_ + ")")) {}

WholeFile::WholeFile(std::filesystem::path path) : path_(std::move(path)) {
  std::error_code ignored;
  const auto found = std::filesystem::status(path_, ignored);
  if (std::filesystem::is_directory(found)) {
    throw WriteFailed(path_, "cannot write the file: a folder of this name is there", "remove it or rename the output");
  }
  // A rename would replace a device or a pipe itself.
  if (std::filesystem::exists(found) && !std::filesystem::is_regular_file(found)) {
    throw WriteFailed(path_, "cannot write the file: what is there is no regular file", "choose another file name");
  }
  std::error_code failed;
  std::filesystem::create_directories(folder_of(path_), failed);
  if (failed) refuse("create the folder", failed.value());
  do {
    temporary_ = private_name(path_);
    descriptor_ = open(temporary_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  } while (descriptor_ < 0 && (errno == EEXIST || errno == EINTR));
  if (descriptor_ < 0) refuse("create the file", errno);
}

WholeFile::~WholeFile() { discard(); }

void WholeFile::discard() noexcept {
  if (descriptor_ >= 0) close(descriptor_);
  descriptor_ = -1;
  if (!temporary_.empty()) unlink(temporary_.c_str());
  temporary_.clear();
}

void WholeFile::refuse(const std::string& doing, int error) const {
  throw WriteFailed(path_, "cannot " + doing + ": " + words_of(error), remedy_for(error));
}

int WholeFile::write(const void* bytes, std::size_t size, std::uint64_t offset) noexcept {
  const char* from = static_cast<const char*>(bytes);
  while (size > 0 && first_error_ == 0) {
    const ssize_t done = pwrite(descriptor_, from, size, static_cast<off_t>(offset));
    if (done < 0 && errno != EINTR) first_error_ = errno;
    if (done == 0) first_error_ = ENOSPC;
    if (done <= 0) continue;
    from += done;
    size -= static_cast<std::size_t>(done);
    offset += static_cast<std::uint64_t>(done);
  }
  return first_error_;
}

std::size_t WholeFile::read(void* bytes, std::size_t size, std::uint64_t offset) noexcept {
  std::size_t total = 0;
  while (total < size) {
    const ssize_t done =
        pread(descriptor_, static_cast<char*>(bytes) + total, size - total, static_cast<off_t>(offset + total));
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) break;
    total += static_cast<std::size_t>(done);
  }
  return total;
}

std::uint64_t WholeFile::size() const {
  if (settled_) return settled_size_;
  struct stat facts;
  return fstat(descriptor_, &facts) == 0 ? static_cast<std::uint64_t>(facts.st_size) : 0;
}

void WholeFile::provoke() noexcept {
  static const char zeros[65536] = {};
  std::uint64_t end = size();
  for (int i = 0; i < 16 && write(zeros, sizeof zeros, end) == 0; ++i) end += sizeof zeros;
}

void WholeFile::settle() {
  if (settled_) return;
  if (first_error_ != 0) refuse("write the file", first_error_);
  while (fsync(descriptor_) != 0) {
    if (errno != EINTR) refuse("write the file", errno);
  }
  settled_size_ = size();
  const int descriptor = descriptor_;
  descriptor_ = -1;
  if (close(descriptor) != 0 && errno != EINTR) refuse("close the file", errno);
  settled_ = true;
}

std::uint64_t WholeFile::keep() {
  settle();
  if (rename(temporary_.c_str(), path_.c_str()) != 0) refuse("give the file its name", errno);
  temporary_.clear();
  // The name itself reaches the disk with its folder. Some file systems cannot flush one; the file is whole anyway.
  const int folder = open(folder_of(path_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder >= 0) {
    fsync(folder);
    close(folder);
  }
  return settled_size_;
}

std::uint64_t write_text(const std::filesystem::path& path, std::string_view text) {
  WholeFile file(path);
  file.write(text.data(), text.size(), 0);
  return file.keep();
}

}  // namespace terrawright::images
