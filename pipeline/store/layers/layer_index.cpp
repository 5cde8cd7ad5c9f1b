// SPDX-License-Identifier: Apache-2.0
#include "store/layers/layer_index.hpp"

#include <cerrno>

#include "store/folders/folder.hpp"
#include "store/layers/compression.hpp"

namespace terrawright::store {
namespace {

constexpr char begin[] = "terrawright layer 1\n";
constexpr std::size_t mark_size = sizeof begin - 1;
constexpr std::uint64_t most_bytes = 1 << 30;

void add(std::string& bytes, std::uint64_t number) {
  char little_endian[8];
  for (int i = 0; i < 8; ++i) little_endian[i] = static_cast<char>(number >> 8 * i & 0xff);
  bytes.append(little_endian, 8);
}
void add(std::string& bytes, const std::string& text) {
  add(bytes, text.size());
  bytes += text;
}

// Reads complete bytes; missing ones fail all the same.
struct ByteCursor {
  const std::string& bytes;
  std::size_t at;
  bool good = true;

  std::uint64_t number() {
    std::uint64_t number = 0;
    good = good && bytes.size() - at >= 8;
    for (std::size_t i = 0; good && i < 8; ++i) {
      number |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[at + i])) << 8 * i;
    }
    at += good ? 8 : 0;
    return number;
  }
  std::string text() {
    const std::uint64_t size = number();
    good = good && bytes.size() - at >= size;
    if (!good) return {};
    at += size;
    return bytes.substr(at - size, size);
  }
};

}  // namespace

std::uint64_t on_disk(std::uint64_t bytes) { return (bytes + 4095) / 4096 * 4096; }

std::string index_bytes(const LayerIndex& index, const std::string& key) {
  std::string body;
  for (const std::uint64_t number :
       {index.bytes, std::uint64_t{index.shape.kind}, static_cast<std::uint64_t>(index.shape.width),
        static_cast<std::uint64_t>(index.shape.height)}) {
    add(body, number);
  }
  add(body, index.shape.unit);
  add(body, index.record);
  for (const LayerIndex::Chunk& chunk : index.chunks) {
    add(body, chunk.hash);
    add(body, chunk.bytes);
  }
  std::string bytes = begin;
  add(bytes, hash_of(body, hash_of(key)));
  return bytes + body;
}

std::optional<LayerIndex> parsed_index(const std::string& bytes, const std::string& key) {
  if (bytes.compare(0, mark_size, begin) != 0) return std::nullopt;
  ByteCursor reader{bytes, mark_size};
  const std::uint64_t hash = reader.number();
  if (!reader.good || hash_of(std::string_view(bytes).substr(reader.at), hash_of(key)) != hash) return std::nullopt;
  LayerIndex index;
  index.bytes = reader.number();
  index.shape.kind = static_cast<std::uint32_t>(reader.number());
  index.shape.width = static_cast<std::int64_t>(reader.number());
  index.shape.height = static_cast<std::int64_t>(reader.number());
  index.shape.unit = reader.text();
  index.record = reader.text();
  if (!reader.good || !is_layer(index.shape) || (bytes.size() - reader.at) != 16 * chunks_of(index.shape))
    return std::nullopt;
  index.chunks.resize(chunks_of(index.shape));
  for (LayerIndex::Chunk& chunk : index.chunks) {
    chunk.hash = reader.number();
    chunk.bytes = reader.number();
    if (chunk.bytes > 2 * chunk_bytes(index.shape)) return std::nullopt;
  }
  return index;
}

std::optional<LayerIndex> read_layer_index(int folder, const std::string& key) {
  const auto bytes = read_file(folder, index_name, most_bytes);
  if (!bytes) return std::nullopt;
  auto index = parsed_index(*bytes, key);
  if (!index) errno = EBADMSG;
  return index;
}

}  // namespace terrawright::store
