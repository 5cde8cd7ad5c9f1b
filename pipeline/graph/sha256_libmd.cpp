// SPDX-License-Identifier: Apache-2.0
// SHA-256 by libmd, where there is no OpenSSL: WebAssembly.
#include <sha2.h>

#include "graph/sha256.hpp"
#include "report/amount.hpp"

namespace terrawright::graph {
namespace {

SHA2_CTX* state_of(void* context) { return static_cast<SHA2_CTX*>(context); }

}  // namespace

Sha256::Sha256() : context_(new SHA2_CTX) { SHA256Init(state_of(context_)); }
Sha256::~Sha256() { delete state_of(context_); }
void Sha256::add(const void* bytes, std::size_t size) {
  SHA256Update(state_of(context_), static_cast<const std::uint8_t*>(bytes), size);
}

std::string Sha256::hex() {
  std::uint8_t digest[SHA256_DIGEST_LENGTH];
  SHA256Final(digest, state_of(context_));
  return report::hex(digest, sizeof digest);
}

}  // namespace terrawright::graph
