// SPDX-License-Identifier: Apache-2.0
// A place for the bytes of a file whose format comes back to what it wrote.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

namespace terrawright::encode {

// Libraries in C write to it, so that nothing is thrown before check().
class BytePlace {
 public:
  BytePlace() = default;
  BytePlace(const BytePlace&) = delete;
  BytePlace& operator=(const BytePlace&) = delete;
  virtual ~BytePlace() = default;

  // All of it at `offset`, which may lie beyond the end. False where that fails; then everything after it does.
  virtual bool write(const void* bytes, std::size_t size, std::uint64_t offset) noexcept = 0;
  // Bytes from `offset` on, so many or as many as there are; 0 where they cannot be read, which is a failure.
  virtual std::size_t read(void* bytes, std::size_t size, std::uint64_t offset) noexcept = 0;
  // To the end of what was written.
  virtual std::uint64_t size() const = 0;
  // The file will have so many bytes at least.
  virtual void reserve(std::uint64_t bytes) noexcept = 0;
  // Throws what failed first, if something did.
  virtual void check() = 0;
  // Throws that the file cannot be written, and why.
  [[noreturn]] virtual void fail(const std::string& reason) = 0;
};

}  // namespace terrawright::encode
