// SPDX-License-Identifier: Apache-2.0
#include "engine/packed_arrays.hpp"

#include "store/record.hpp"

namespace terrawright::engine {
namespace {

// Place of an array: its start, 0: not given; and its bytes.
using Place = std::uint64_t[2];
constexpr std::size_t aligned_to = 64;  // as memory of stages is

std::size_t places_end(std::size_t count) { return sizeof(std::uint64_t) + count * sizeof(Place); }

// The first place from `at` on that is aligned in a mapped record.
std::size_t next_place(std::size_t at) {
  return (store::record_head + at + aligned_to - 1) / aligned_to * aligned_to - store::record_head;
}

// Reads one of the numbers at the start of the bytes.
std::uint64_t head_number(std::string_view bytes, std::size_t i) {
  std::uint64_t number = 0;
  std::memcpy(&number, bytes.data() + i * sizeof number, sizeof number);
  return number;
}

}  // namespace

std::string ArraysToPack::all() const {
  std::vector<std::uint64_t> head{arrays_.size()};
  std::size_t end = places_end(arrays_.size());
  for (const std::string_view array : arrays_) {
    const std::size_t begin = next_place(end);
    head.push_back(array.data() == nullptr ? 0 : begin);
    head.push_back(array.size());
    if (!array.empty()) end = begin + array.size();
  }
  std::string bytes;
  bytes.reserve(end);
  bytes.append(reinterpret_cast<const char*>(head.data()), head.size() * sizeof(std::uint64_t));
  for (const std::string_view array : arrays_) {
    if (!array.empty()) bytes.append(next_place(bytes.size()) - bytes.size(), '\0').append(array);
  }
  return bytes;
}

PackedArrays::PackedArrays(std::string_view bytes) : bytes_(bytes) {
  if (bytes.size() < sizeof(std::uint64_t)) throw std::out_of_range("no arrays");
  count_ = head_number(bytes, 0);
  if (count_ > bytes.size() / sizeof(Place) || places_end(count_) > bytes.size())
    throw std::out_of_range("places of arrays");
}

std::string_view PackedArrays::operator[](std::size_t i) const {
  if (i >= count_) throw std::out_of_range("an array that is not there");
  const std::uint64_t begin = head_number(bytes_, 1 + 2 * i), size = head_number(bytes_, 2 + 2 * i);
  if (begin == 0) return {};
  if (size == 0) return bytes_.substr(0, 0);
  if (begin > bytes_.size() || size > bytes_.size() - begin) throw std::out_of_range("an array beyond the end");
  return bytes_.substr(begin, size);
}

}  // namespace terrawright::engine
