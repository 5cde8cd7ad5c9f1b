// SPDX-License-Identifier: Apache-2.0
// SHA-256 by libmd, where there is no OpenSSL: WebAssembly.
#include <sha2.h>

#include "graph/sha256.hpp"
#include "report/amount.hpp"

namespace terrawright::graph {
namespace {

SHA2_CTX* state_of(unsigned char* state) { return reinterpret_cast<SHA2_CTX*>(state); }

}  // namespace

Sha256::Sha256() {
  static_assert(sizeof(SHA2_CTX) <= sizeof state_ && alignof(SHA2_CTX) <= 8);
  SHA256Init(state_of(state_));
}

void Sha256::add(const void* bytes, std::size_t size) {
  SHA256Update(state_of(state_), static_cast<const std::uint8_t*>(bytes), size);
}

std::string Sha256::hex() {
  std::uint8_t digest[SHA256_DIGEST_LENGTH];
  SHA256Final(digest, state_of(state_));
  return report::hex(digest, sizeof digest);
}

}  // namespace terrawright::graph
