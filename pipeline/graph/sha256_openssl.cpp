// SPDX-License-Identifier: Apache-2.0
// OpenSSL 3 calls these functions deprecated. Those in their place look among all algorithms and read a file of
// settings, which takes longer than all hashes of a build with nothing to do. They also bind all of the library.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>

#include "graph/sha256.hpp"
#include "report/amount.hpp"

namespace terrawright::graph {
namespace {

SHA256_CTX* context(unsigned char* state) { return reinterpret_cast<SHA256_CTX*>(state); }

}  // namespace

Sha256::Sha256() {
  static_assert(sizeof(SHA256_CTX) <= sizeof state_ && alignof(SHA256_CTX) <= 8);
  SHA256_Init(context(state_));
}

void Sha256::add(const void* bytes, std::size_t size) { SHA256_Update(context(state_), bytes, size); }

std::string Sha256::hex() {
  unsigned char digest[SHA256_DIGEST_LENGTH];
  SHA256_Final(digest, context(state_));
  return report::hex(digest, sizeof digest);
}

}  // namespace terrawright::graph
