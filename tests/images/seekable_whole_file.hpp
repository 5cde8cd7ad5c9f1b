// SPDX-License-Identifier: Apache-2.0
// A WholeFile as a seekable file.
#pragma once
#include <memory>
#include <string>
#include <utility>

#include "encode/seekable_file.hpp"
#include "images/whole_file.hpp"

namespace terrawright::images {

class SeekableWholeFile final : public encode::SeekableFile {
 public:
  // Throws WriteFailed, as check() and fail().
  explicit SeekableWholeFile(std::filesystem::path path) : file_(std::make_unique<WholeFile>(std::move(path))) {
    file_->hash_when_settled();
  }

  bool write(const void* bytes, std::size_t size, std::uint64_t offset) noexcept override {
    return file_->write(bytes, size, offset) == 0;
  }
  std::size_t read(void* bytes, std::size_t size, std::uint64_t offset) noexcept override {
    return file_->read(bytes, size, offset);
  }
  std::uint64_t size() const override { return file_->size(); }
  void reserve(std::uint64_t bytes) noexcept override { file_->reserve(bytes); }
  void check() override {
    if (file_->first_error() != 0) file_->settle();  // which says why
  }
  [[noreturn]] void fail(const std::string& reason) override { throw files::WriteFailed(file_->path(), reason, ""); }

  // Not settled yet; nothing is written after it.
  std::unique_ptr<WholeFile> take() { return std::move(file_); }

 private:
  std::unique_ptr<WholeFile> file_;
};

}  // namespace terrawright::images
