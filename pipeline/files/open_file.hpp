// SPDX-License-Identifier: Apache-2.0
// Open files: all that is asked for, or an error with the file and the reason. tests/houses.py lists who else
// reads, and why.
#pragma once
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>

#include "system/files.hpp"

namespace terrawright::files {

class ReadFailed : public std::runtime_error {
 public:
  // The reason and an errno, which is EIO of a file that is not what it was.
  ReadFailed(const std::filesystem::path& path, std::string reason, int error = EIO);
  ReadFailed(const std::filesystem::path& path, int error);
  const std::string& reason() const { return reason_; }  // what() without the file
  // The config that named the file is not at fault.
  bool is_fault_of_machine() const { return error_ == EIO; }

 private:
  std::string reason_;
  int error_;
};

// Place, size and time of change of a file.
struct Identity {
  std::uint64_t device = 0, inode = 0, size = 0;
  std::int64_t modified = 0;  // nanoseconds since 1970

  friend bool operator==(const Identity& a, const Identity& b) {
    return a.device == b.device && a.inode == b.inode && a.size == b.size && a.modified == b.modified;
  }
};
// Identity of the file that has this name now. Throws ReadFailed.
Identity identity_of(const std::filesystem::path& path);

// An open file. Everything throws ReadFailed. Threads may read at once.
class OpenFile {
 public:
  explicit OpenFile(std::filesystem::path path);

  const Identity& identity() const { return identity_; }  // as it was opened
  std::uint64_t size() const { return identity_.size; }
  // All of it. A file that ends before is an error.
  void read(void* to, std::size_t size, std::uint64_t offset) const;
  // As much as there is.
  std::size_t read_up_to(void* to, std::size_t size, std::uint64_t offset) const;
  // All bytes, in order; then it has to be as it was opened.
  void each_piece(const std::function<void(std::string_view)>& take) const;
  void demand_unchanged() const;

 private:
  std::filesystem::path path_;
  system::Descriptor file_;
  Identity identity_;
};

// All of a file; of a longer one the first `most` bytes.
std::string text_of(const std::filesystem::path& path, std::size_t most = std::numeric_limits<std::size_t>::max());

}  // namespace terrawright::files
