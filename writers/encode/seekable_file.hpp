// SPDX-License-Identifier: Apache-2.0
// A file that is written in any order, for formats that return to earlier bytes.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "terrawright/writer.hpp"

namespace terrawright::encode {

// Bytes as letters, for what is in a page.
inline void add_base64(std::string_view bytes, std::string& to) {
  constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  static const std::vector<char> pairs = [&] {  // of 12 bits
    std::vector<char> all;
    for (const char high : std::string_view(digits)) {
      for (const char low : std::string_view(digits)) all.insert(all.end(), {high, low});
    }
    return all;
  }();
  const auto* from = reinterpret_cast<const unsigned char*>(bytes.data());
  const std::size_t begin = to.size(), whole = bytes.size() / 3, rest = bytes.size() % 3;
  to.resize(begin + 4 * (whole + (rest > 0 ? 1 : 0)), '=');
  const char* const two = pairs.data();
  char* at = &to[begin];
  const auto put = [&](std::uint32_t three) {
    std::memcpy(at, two + 2 * (three >> 12), 2);
    std::memcpy(at + 2, two + 2 * (three & 4095), 2);
  };
  for (std::size_t i = 0; i < whole; ++i, from += 3, at += 4)
    put(std::uint32_t{from[0]} << 16 | std::uint32_t{from[1]} << 8 | from[2]);
  if (rest == 0) return;
  put(std::uint32_t{from[0]} << 16 | (rest == 2 ? std::uint32_t{from[1]} << 8 : 0));
  std::fill(at + rest + 1, at + 4, '=');
}

// Numbers as bytes, the lowest first.

inline void add_little_endian(std::string& to, std::uint64_t value, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) to += static_cast<char>(value >> (8 * i) & 255);
}

// Seven bits a byte, the lowest first.
inline void add_varint(std::string& to, std::uint64_t number) {
  for (; number >= 128; number >>= 7) to += static_cast<char>((number & 127) | 128);
  to += static_cast<char>(number);
}

// Libraries in C write to it, so that nothing is thrown before check().
class SeekableFile {
 public:
  SeekableFile() = default;
  SeekableFile(const SeekableFile&) = delete;
  SeekableFile& operator=(const SeekableFile&) = delete;
  virtual ~SeekableFile() = default;

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

// A file of a writer.
class WriterFile final : public SeekableFile {
 public:
  WriterFile(const Writing& writing, const Writing::File& file) : writing_(writing), file_(file) {}

  bool write(const void* bytes, std::size_t size, std::uint64_t offset) noexcept override {
    return done([&] {
      // A hole is what is reserved and filled later.
      if (offset > file_.size()) file_.reserve(offset);
      file_.put(offset, bytes, size);
      size_ = std::max(size_, offset + size);
    });
  }
  std::size_t read(void* bytes, std::size_t size, std::uint64_t offset) noexcept override {
    size = static_cast<std::size_t>(std::min<std::uint64_t>(size, offset < size_ ? size_ - offset : 0));
    return done([&] { file_.get(offset, bytes, size); }) ? size : 0;
  }
  std::uint64_t size() const override { return size_; }
  void reserve(std::uint64_t bytes) noexcept override {
    done([&] { file_.reserve(bytes); });
  }
  void check() override {
    if (failure_) std::rethrow_exception(failure_);
  }
  [[noreturn]] void fail(const std::string& reason) override { writing_.fail("", reason, ""); }

 private:
  template <class Body>
  bool done(const Body& body) noexcept {
    if (failure_) return false;
    try {
      body();
      return true;
    } catch (...) {
      failure_ = std::current_exception();
      return false;
    }
  }

  const Writing& writing_;
  Writing::File file_;
  std::uint64_t size_ = 0;  // without what is only reserved
  std::exception_ptr failure_;
};

}  // namespace terrawright::encode
