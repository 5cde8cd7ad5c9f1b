// SPDX-License-Identifier: Apache-2.0
#include "store/record.hpp"

#include <algorithm>
#include <cerrno>

#include "store/folders/folder.hpp"
#include "store/layers/compression.hpp"

namespace terrawright::store {
namespace {

constexpr char record_begin[] = "terrawright record 1\n";
constexpr std::size_t begin_size = sizeof record_begin - 1, hash_size = 8, head_size = record_head;
static_assert(head_size == begin_size + hash_size);
constexpr std::size_t piece_bytes = std::size_t{128} << 10;  // which stay near the processor

std::string text_of(std::uint64_t hash) {
  std::string text;
  for (std::size_t i = 0; i < hash_size; ++i) text += static_cast<char>(hash >> 8 * i & 0xff);
  return text;
}

std::string hash_text(std::string_view bytes, const std::string& key) { return text_of(hash_of(bytes, hash_of(key))); }

// each(piece, size, offset) until it answers false.
template <class Each>
bool all_pieces(std::uint64_t bytes, const Each& each) {
  char* const buffer = thread_buffer(Use::cells, piece_bytes);
  for (std::uint64_t done = 0; done < bytes; done += piece_bytes) {
    if (!each(buffer, static_cast<std::size_t>(std::min<std::uint64_t>(piece_bytes, bytes - done)), done)) return false;
  }
  return true;
}

}  // namespace

bool is_record(std::string_view record, const std::string& key) {
  return record.size() >= head_size && record.substr(0, begin_size) == record_begin &&
         record.substr(begin_size, hash_size) == hash_text(record.substr(head_size), key);
}

std::optional<std::string> of_record(std::string record, const std::string& key) {
  if (!is_record(record, key)) return std::nullopt;
  record.erase(0, head_size);
  return record;
}

bool write_record(int at, const std::string& name, const std::string& key, std::string_view bytes) {
  const system::Descriptor file = new_file(at, name);
  const std::string head = record_begin + hash_text(bytes, key);
  return file && system::write_at(file.number(), head.data(), head.size(), 0) &&
         system::write_at(file.number(), bytes.data(), bytes.size(), head.size());
}

bool write_record(int at, const std::string& name, const std::string& key, std::uint64_t size, const ReadPiece& read) {
  const system::Descriptor file = new_file(at, name);
  if (!file) return false;
  HashOfPieces hash(hash_of(key));
  const bool good = all_pieces(size, [&](char* bytes, std::size_t count, std::uint64_t offset) {
    errno = EIO;
    if (!read(bytes, count, offset)) return false;
    hash.add({bytes, count});
    return system::write_at(file.number(), bytes, count, head_size + offset);
  });
  const std::string head = record_begin + text_of(hash.value());
  return good && system::write_at(file.number(), head.data(), head.size(), 0);
}

bool read_record(int at, const std::string& path, const std::string& key,
                 const std::function<void(std::string_view)>& take) {
  std::uint64_t all = 0;
  const system::Descriptor file = open_file(at, path, &all);
  if (!file) return false;
  std::string head(head_size, '\0');
  errno = EBADMSG;
  if (all < head_size || !system::read_at(file.number(), head.data(), head_size, 0)) return false;
  HashOfPieces hash(hash_of(key));
  const bool good = all_pieces(all - head_size, [&](char* bytes, std::size_t count, std::uint64_t offset) {
    if (!system::read_at(file.number(), bytes, count, head_size + offset)) return false;
    hash.add({bytes, count});
    take({bytes, count});
    return true;
  });
  if (good) errno = EBADMSG;
  return good && head == record_begin + text_of(hash.value());
}

}  // namespace terrawright::store
