// SPDX-License-Identifier: Apache-2.0
// A file without a name, shared with the children of this process.
#pragma once
#include <cstddef>
#include <string>

namespace terrawright::check {

// Throws what errno says.
[[noreturn]] void fail(const char* what);

class TemporaryFile {
 public:
  TemporaryFile();  // throws std::system_error
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  int descriptor() const { return descriptor_; }
  void append(const void* bytes, std::size_t count) const;  // throws std::system_error
  std::size_t size() const;
  // The first bytes of it.
  std::string text(std::size_t most = std::size_t{1} << 20) const;

 private:
  int descriptor_;
};

}  // namespace terrawright::check
