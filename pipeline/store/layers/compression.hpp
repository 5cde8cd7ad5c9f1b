// SPDX-License-Identifier: Apache-2.0
// Chunks as Blosc writes them: bytes of the same worth side by side (shuffle), then LZ4. The only file with Blosc.
//
// Blosc's functions with a context of their own are used, one thread each: tiles run on all threads already, and
// Blosc's pool would let one caller in at a time.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace terrawright::store {

// More than this is no chunk.
constexpr std::size_t most_bytes_of_a_chunk = std::size_t{1} << 30;

// `type_size` is that of the numbers in it. The bytes stand in a buffer of the thread until it compresses again. Throws
// std::bad_alloc.
std::string_view compress(const void* bytes, std::size_t size, std::size_t type_size);

// False where `compressed` is not what becomes exactly `size` bytes. Whatever it holds, nothing else is written.
bool expand(std::string_view compressed, void* to, std::size_t size);

// XXH3 in 64 bits. Different seeds give different hashes of equal bytes.
std::uint64_t hash_of(std::string_view bytes, std::uint64_t seed = 0);
// The same of bytes that come in pieces. Throws std::bad_alloc.
class HashOfPieces {
 public:
  explicit HashOfPieces(std::uint64_t seed);
  ~HashOfPieces();
  HashOfPieces(const HashOfPieces&) = delete;
  HashOfPieces& operator=(const HashOfPieces&) = delete;
  void add(std::string_view bytes);
  std::uint64_t value() const;

 private:
  void* const state_;
};

// A buffer of the thread for what comes from a file or goes there, at least so large. It stays with the thread, as new
// pages for each chunk would cost more than reading it. `use` tells buffers for different things apart.
enum class Use { compressed, cells };
char* thread_buffer(Use use, std::size_t size);

}  // namespace terrawright::store
