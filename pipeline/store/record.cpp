// SPDX-License-Identifier: Apache-2.0
#include "store/record.hpp"

#include <cstdint>

#include "store/compression.hpp"

namespace terrawright::store {
namespace {

constexpr char record_begin[] = "terrawright record 1\n";
constexpr std::size_t begin_size = sizeof record_begin - 1, hash_size = 8;

std::string hash_text(std::string_view bytes, const std::string& key) {
  const std::uint64_t hash = hash_of(bytes, hash_of(key));
  std::string text;
  for (std::size_t i = 0; i < hash_size; ++i) text += static_cast<char>(hash >> 8 * i & 0xff);
  return text;
}

}  // namespace

std::string as_record(std::string_view bytes, const std::string& key) {
  return record_begin + hash_text(bytes, key) + std::string(bytes);
}

std::optional<std::string> of_record(std::string record, const std::string& key) {
  if (record.size() < begin_size + hash_size || record.compare(0, begin_size, record_begin) != 0) return std::nullopt;
  const std::string_view bytes = std::string_view(record).substr(begin_size + hash_size);
  if (record.compare(begin_size, hash_size, hash_text(bytes, key)) != 0) return std::nullopt;
  record.erase(0, begin_size + hash_size);
  return record;
}

}  // namespace terrawright::store
