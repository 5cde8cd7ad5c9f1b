// SPDX-License-Identifier: Apache-2.0
#include "images/whole_file.hpp"

#include <algorithm>
#include <cerrno>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "system/terminal.hpp"

namespace terrawright::images {

WholeFile::WholeFile(std::filesystem::path path) : path_(std::move(path)) {
  std::error_code unknown;
  const auto found = std::filesystem::status(path_, unknown);
  if (unknown.value() == ENAMETOOLONG) refuse("give the file its name", ENAMETOOLONG);
  if (std::filesystem::is_directory(found)) {
    throw files::WriteFailed(path_, "cannot write the file: a folder of this name is there",
                             "remove it or rename the output");
  }
  // A rename would replace a device or a pipe itself.
  if (std::filesystem::exists(found) && !std::filesystem::is_regular_file(found)) {
    throw files::WriteFailed(path_, "cannot write the file: what has this name is not a regular file",
                             "choose another file name");
  }
  std::error_code failed;
  std::filesystem::create_directories(files::folder_of(path_), failed);
  if (failed) refuse("create the folder", failed.value());
  do {
    file_.close();
    temporary_ = files::private_name(path_);
    file_ = system::open(temporary_.string(), system::reads | system::writes | system::is_new);
    if (!file_ && errno == EEXIST) continue;
    // Never one of the three that whoever prints writes to.
    if (file_ && file_.number() <= system::standard_error)
      file_ = system::moved_above(std::move(file_), system::standard_error + 1);
    if (!file_) {
      const int error = errno;
      discard();
      refuse("create the file", error);
    }
  } while (!file_ || !files::claim(file_.number(), temporary_));
}

WholeFile::~WholeFile() { discard(); }

void WholeFile::discard() noexcept {
  if (!temporary_.empty()) system::remove_file(temporary_.string());
  temporary_.clear();
  file_.close();
}

void WholeFile::refuse(const std::string& doing, int error) const { throw files::WriteFailed(path_, doing, error); }

int WholeFile::write(const void* bytes, std::size_t size, std::uint64_t offset) noexcept {
  const char* from = static_cast<const char*>(bytes);
  while (size > 0 && first_error_ == 0) {
    const std::int64_t done = system::write_some_at(file_.number(), from, size, offset);
    if (done < 0) first_error_ = errno;
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
  const std::int64_t done = system::read_up_to(file_.number(), bytes, size, offset);
  if (done == static_cast<std::int64_t>(size)) return size;
  if (first_error_ == 0) {
    first_error_ = done < 0 ? errno : EIO;  // somebody else cut it short
    doing_ = "read the file back";
  }
  return 0;
}

void WholeFile::reserve(std::uint64_t bytes) noexcept {
  if (system::reserve(file_.number(), bytes) || first_error_ != 0) return;
  if (system::is_full(errno)) first_error_ = errno;  // others: it cannot be done here
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
  system::begin_writing_out(file_.number());  // the disk begins while the hash is taken
  hash_the_rest();
  if (!system::write_out(file_.number())) refuse("write the file", errno);
  sha256_ = hash_->hex();
  settled_ = true;
}

void WholeFile::put_aside(std::shared_ptr<files::PrivateFolder> folder) {
  const std::filesystem::path there = folder->path() / temporary_.filename();
  if (!system::rename(temporary_.string(), there.string())) refuse("put the file aside", errno);
  temporary_ = there;
  folder_ = std::move(folder);
  file_.close();
}

void WholeFile::name() {
  if (!system::rename(temporary_.string(), path_.string())) refuse("give the file its name", errno);
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
  if (const system::Descriptor file = system::open(folder.string(), system::reads | system::folder_only))
    system::write_out(file.number());
}

}  // namespace terrawright::images
