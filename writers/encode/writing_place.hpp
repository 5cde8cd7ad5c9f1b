// SPDX-License-Identifier: Apache-2.0
// A file of a writer as a place for bytes in any order.
#pragma once
#include <algorithm>
#include <exception>

#include "encode/byte_place.hpp"
#include "terrawright/writer.hpp"

namespace terrawright::encode {

class WritingPlace final : public BytePlace {
 public:
  WritingPlace(const Writing& writing, const Writing::File& file) : writing_(writing), file_(file) {}

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
