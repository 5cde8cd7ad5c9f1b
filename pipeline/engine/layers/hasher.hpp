// SPDX-License-Identifier: Apache-2.0
// A digest of bytes as they go by.
#pragma once
#include <xxhash.h>
// Comes with libraries that have functions for AVX2 and AVX-512 beside those for SSE2, and calls the best.
#if defined(__x86_64__) && !defined(TERRAWRIGHT_ONE_PROCESSOR) && __has_include(<xxh_x86dispatch.h>)
#include <xxh_x86dispatch.h>
#endif

#include <cstddef>
#include <cstring>
#include <new>

#include "border/float_control.hpp"
#include "engine/layers/layer.hpp"

namespace terrawright::engine {

// The functions for AVX-512 leave vectors that are not clean.
inline Digest canonical(XXH128_hash_t hash) {
  border::clean_vectors();
  XXH128_canonical_t bytes;
  XXH128_canonicalFromHash(&bytes, hash);
  Digest digest;
  std::memcpy(digest.data(), bytes.digest, digest.size());
  return digest;
}

// That of all bytes together, as digest_of() would give it.
struct Hasher {
  XXH3_state_t* const state = XXH3_createState();
  Hasher() {
    if (state == nullptr) throw std::bad_alloc();
    XXH3_128bits_reset(state);
  }
  ~Hasher() { XXH3_freeState(state); }
  Hasher(const Hasher&) = delete;
  Hasher& operator=(const Hasher&) = delete;
  void add(const void* bytes, std::size_t size) {
    XXH3_128bits_update(state, bytes, size);
    border::clean_vectors();
  }
  Digest digest() const { return canonical(XXH3_128bits_digest(state)); }
};

}  // namespace terrawright::engine
