// SPDX-License-Identifier: Apache-2.0
// Arrays in one piece of bytes that is used where it lies: how many there are, of each its place and length, then all
// of them, each where any type may stand once the piece is a record that the store has mapped.
#pragma once
#include <cstdint>
#include <cstring>
#include <deque>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace terrawright::engine {

// Bytes that are added must live until all() is called.
class ArraysToPack {
 public:
  void add(std::string_view bytes) { arrays_.push_back(bytes); }
  void add(const void* bytes, std::size_t size) { add(std::string_view(static_cast<const char*>(bytes), size)); }
  template <class Number>
  void add(const std::vector<Number>& values) {
    add(values.data(), values.size() * sizeof(Number));
  }
  // These are copied.
  void add_text(std::string text) { add(owned_.emplace_back(std::move(text))); }
  template <class Value>
  void add_value(const Value& value) {
    add_text({reinterpret_cast<const char*>(&value), sizeof value});
  }
  // An array that was not given differs from an empty one.
  void add_nothing() { add(std::string_view()); }

  std::string all() const;

 private:
  std::vector<std::string_view> arrays_;
  std::deque<std::string> owned_;
};

// Throws std::out_of_range where the bytes are something else. They must outlive it.
class PackedArrays {
 public:
  explicit PackedArrays(std::string_view bytes);
  std::size_t size() const { return count_; }
  // Null where nothing was given.
  std::string_view operator[](std::size_t i) const;
  template <class Number>
  std::vector<Number> numbers(std::size_t i) const {
    const std::string_view from = (*this)[i];
    std::vector<Number> values(from.size() / sizeof(Number));
    if (!values.empty()) std::memcpy(values.data(), from.data(), values.size() * sizeof(Number));
    return values;
  }
  template <class Value>
  Value value(std::size_t i) const {
    const std::string_view from = (*this)[i];
    Value value;
    if (from.size() != sizeof value) throw std::out_of_range("a value of another size");
    std::memcpy(&value, from.data(), sizeof value);
    return value;
  }

 private:
  std::string_view bytes_;
  std::size_t count_ = 0;
};

}  // namespace terrawright::engine
