// SPDX-License-Identifier: Apache-2.0
// Files that appear whole or not at all.
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "files/private_folder.hpp"
#include "graph/sha256.hpp"

namespace terrawright::images {

// A file under a private name beside `path`: written, then settled, then named. One that has no name goes with the
// object.
class WholeFile final {
 public:
  // Creates missing folders of `path`. Throws WriteFailed.
  explicit WholeFile(std::filesystem::path path);
  ~WholeFile();
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;

  const std::filesystem::path& path() const { return path_; }
  // Writes all of it at `offset`. The answer is 0 or an errno; the first failure is remembered, and everything
  // after it fails too.
  int write(const void* bytes, std::size_t size, std::uint64_t offset) noexcept;
  // Bytes read back from `offset` on; 0 where they cannot be, which counts as a failed write.
  std::size_t read(void* bytes, std::size_t size, std::uint64_t offset) noexcept;
  std::uint64_t size() const { return size_; }
  int first_error() const { return first_error_; }
  // The file will have so many bytes at least. Writing to reserved space is several times as fast; if there is no
  // space, the first write reports it.
  void reserve(std::uint64_t bytes) noexcept;

  // For a writer that comes back to what it wrote: the hash is taken of the finished file. For others it is computed
  // from the bytes while they are written.
  void hash_when_settled() { hash_as_written_ = false; }

  // Whole and on the disk. Throws WriteFailed, also for a write that failed before.
  void settle();
  const std::string& sha256() const { return sha256_; }  // of a settled file
  // A settled file waits in the folder for its name, closed, as there may be more of them than a process may have open.
  // Throws WriteFailed.
  void put_aside(std::shared_ptr<files::PrivateFolder> folder);
  // Gives a settled file its name. Throws WriteFailed.
  void name();

 private:
  [[noreturn]] void refuse(const std::string& doing, int error) const;
  void hash(const void* bytes, std::size_t size, std::uint64_t offset);
  void hash_the_rest();
  void discard() noexcept;

  std::filesystem::path path_, temporary_;
  system::Descriptor file_;                       // open until the file has its name or is put aside: it holds the lock
  std::shared_ptr<files::PrivateFolder> folder_;  // where it was put
  int first_error_ = 0;
  const char* doing_ = "write the file";  // what failed first
  bool settled_ = false, hash_as_written_ = true;
  std::unique_ptr<graph::Sha256> hash_ = std::make_unique<graph::Sha256>();
  std::uint64_t hashed_ = 0, size_ = 0;  // bytes from the beginning on; all of them
  std::string sha256_;
};

// A settled file with this text.
std::unique_ptr<WholeFile> text_file(const std::filesystem::path& path, std::string_view text);

// The names in a folder reach the disk with it. Some file systems cannot flush one; the files are whole anyway.
void flush_folder(const std::filesystem::path& folder) noexcept;

}  // namespace terrawright::images
