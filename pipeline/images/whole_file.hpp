// SPDX-License-Identifier: Apache-2.0
// Files that appear whole or not at all.
#pragma once
#include <cstddef>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <string>
#include <string_view>

namespace terrawright::images {

// A file could not be written. What stood at `path` before is still there, unchanged.
class WriteFailed : public std::exception {
 public:
  WriteFailed(std::filesystem::path path, std::string reason, std::string remedy);
  const std::filesystem::path& path() const { return path_; }
  const std::string& reason() const { return reason_; }  // with the system's own words, as "No space left on device"
  const std::string& remedy() const { return remedy_; }  // may be empty
  const char* what() const noexcept override { return what_.c_str(); }

 private:
  std::filesystem::path path_;
  std::string reason_, remedy_, what_;
};

// A file under a private name beside `path`; keep() gives it its name, else the destructor removes it.
class WholeFile {
 public:
  // Creates missing folders of `path`. Throws WriteFailed.
  explicit WholeFile(std::filesystem::path path);
  ~WholeFile();
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;

  const std::filesystem::path& path() const { return path_; }
  // The private name, for a writer that opens files by itself.
  const std::filesystem::path& temporary() const { return temporary_; }
  // Writes all of it at `offset`. The answer is 0 or an errno; the first failure is remembered, and everything
  // after it fails too.
  int write(const void* bytes, std::size_t size, std::uint64_t offset) noexcept;
  // Bytes read back from `offset` on.
  std::size_t read(void* bytes, std::size_t size, std::uint64_t offset) noexcept;
  std::uint64_t size() const;
  int first_error() const { return first_error_; }

  // After such a writer failed without saying why: writes on, into a file that is lost anyway, until the system says.
  void provoke() noexcept;

  // Flushes to the disk. Throws WriteFailed, also for a write that failed before.
  void settle();
  // Settles, renames to `path` and flushes the folder. Throws WriteFailed. Returns the size in bytes.
  std::uint64_t keep();

 private:
  [[noreturn]] void refuse(const std::string& doing, int error) const;
  void discard() noexcept;

  std::filesystem::path path_, temporary_;
  int descriptor_ = -1;
  std::uint64_t settled_size_ = 0;
  int first_error_ = 0;
  bool settled_ = false;
};

// Writes `text` as a whole file: manifests and legends. Throws WriteFailed.
std::uint64_t write_text(const std::filesystem::path& path, std::string_view text);

}  // namespace terrawright::images
