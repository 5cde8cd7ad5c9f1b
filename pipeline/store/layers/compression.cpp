// SPDX-License-Identifier: Apache-2.0
#include "store/layers/compression.hpp"

#include <blosc.h>
#include <xxhash.h>

#include <array>
#include <memory>
#include <new>

#include "system/threads.hpp"

namespace terrawright::store {
namespace {

// Higher levels give LZ4 hardly fewer bytes of heights, lower ones hardly more speed.
constexpr int level = 5;

struct Buffer {
  std::unique_ptr<char[]> bytes;
  std::size_t size = 0;
};

}  // namespace

char* thread_buffer(Use use, std::size_t size) {
  Buffer& buffer = system::OfThread<std::array<Buffer, 2>>::get()[static_cast<std::size_t>(use)];
  if (buffer.size < size) {
    buffer = {};
    buffer = {std::unique_ptr<char[]>(new char[size]), size};
  }
  return buffer.bytes.get();
}

std::string_view compress(const void* bytes, std::size_t size, std::size_t type_size) {
  if (size > most_bytes_of_a_chunk) throw std::bad_alloc();
  const std::size_t room = size + BLOSC_MAX_OVERHEAD;  // enough for what does not become smaller
  char* to = thread_buffer(Use::compressed, room);
  const int shuffle = type_size > 1 ? BLOSC_SHUFFLE : BLOSC_NOSHUFFLE;
  const int written = blosc_compress_ctx(level, shuffle, type_size, size, bytes, to, room, BLOSC_LZ4_COMPNAME, 0, 1);
  if (written <= 0) throw std::bad_alloc();  // nothing else can fail
  return {to, static_cast<std::size_t>(written)};
}

bool expand(std::string_view compressed, void* to, std::size_t size) {
  std::size_t told = 0;
  return blosc_cbuffer_validate(compressed.data(), compressed.size(), &told) == 0 && told == size &&
         blosc_decompress_ctx(compressed.data(), to, size, 1) == static_cast<int>(size);
}

std::uint64_t hash_of(std::string_view bytes, std::uint64_t seed) {
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

HashOfPieces::HashOfPieces(std::uint64_t seed) : state_(XXH3_createState()) {
  if (state_ == nullptr) throw std::bad_alloc();
  XXH3_64bits_reset_withSeed(static_cast<XXH3_state_t*>(state_), seed);
}
HashOfPieces::~HashOfPieces() { XXH3_freeState(static_cast<XXH3_state_t*>(state_)); }
void HashOfPieces::add(std::string_view bytes) {
  XXH3_64bits_update(static_cast<XXH3_state_t*>(state_), bytes.data(), bytes.size());
}
std::uint64_t HashOfPieces::value() const { return XXH3_64bits_digest(static_cast<const XXH3_state_t*>(state_)); }

}  // namespace terrawright::store
