// SPDX-License-Identifier: Apache-2.0
// Serialises a node's outcome, and the verdict of its rounds: packed arrays. Nothing is parsed,
// and what is large is used where it lies.
#pragma once
#include <cstdint>
#include <cstring>
#include <deque>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "engine/nodes/stage_call.hpp"
#include "engine/product.hpp"

namespace terrawright::engine {

// Arrays in one piece of bytes that is used where it lies: how many there are, of each its place and length, then all
// of them, each where any type may stand once the piece is a record that the store has mapped.

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

// Outcome of one port: its number, if it is one, and the record of all else. A grid, a text, a table, and the head of a
// long table, of which `parts` stand beside, are its body.
struct CachedOutcome {
  Product product;
  PortRecord record;
  std::size_t parts = 0;
  bool has_body = false;
};
std::string bytes_of(const Product& product, const PortRecord& record);
// Nothing where the bytes are not such an outcome.
std::optional<CachedOutcome> outcome_of(std::string_view bytes);

// The part that only readers of the port need.
struct CachedBody {
  std::shared_ptr<const Buffer> grid;
  std::shared_ptr<const std::string> text;
  std::optional<StoredTable> table;  // whole, or the head of a long one
};
std::string body_of(const Product& product);
void recall(CachedBody body, Product& product);  // of no long table
// A grid lies in the bytes, which stay as long as `owner`.
std::optional<CachedBody> body_of(std::string_view bytes, std::shared_ptr<const void> owner);

// A table, or a part of one.
std::string bytes_of(const StoredTable& table);
std::optional<StoredTable> table_of(std::string_view bytes);

struct CachedVerdict {
  std::uint64_t rounds = 0;
  Verdict verdict;
};
std::string bytes_of(std::uint64_t rounds, const Verdict& verdict);
// It lies in the bytes, which stay as long as `owner`.
std::optional<CachedVerdict> verdict_of(std::string_view bytes, std::shared_ptr<const void> owner);

}  // namespace terrawright::engine
