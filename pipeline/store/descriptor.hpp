// SPDX-License-Identifier: Apache-2.0
// An open file or folder, closed at the end of its scope.
#pragma once
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace terrawright::store {

class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  explicit operator bool() const { return number_ >= 0; }
  int number() const { return number_; }

 private:
  int number_ = -1;
};

// All of it, whatever interrupts. On failure errno says why; a file that ends early has EIO.
bool write_at(int file, const char* bytes, std::size_t size, std::uint64_t offset);
bool read_at(int file, char* bytes, std::size_t size, std::uint64_t offset);

}  // namespace terrawright::store
