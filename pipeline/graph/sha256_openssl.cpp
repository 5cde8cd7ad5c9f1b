// SPDX-License-Identifier: Apache-2.0
#include <openssl/evp.h>

#include <new>

#include "graph/sha256.hpp"
#include "report/amount.hpp"

namespace terrawright::graph {
namespace {

// Nothing else can fail.
void demand(bool good) {
  if (!good) throw std::bad_alloc();
}

// Looked up once: EVP_sha256() is looked up for each hash.
const EVP_MD* algorithm() {
  static const EVP_MD* const found = EVP_MD_fetch(nullptr, "SHA256", nullptr);
  demand(found != nullptr);
  return found;
}

}  // namespace

Sha256::Sha256() : context_(EVP_MD_CTX_new()) {
  demand(context_ != nullptr && EVP_DigestInit_ex(static_cast<EVP_MD_CTX*>(context_), algorithm(), nullptr) == 1);
}
Sha256::~Sha256() { EVP_MD_CTX_free(static_cast<EVP_MD_CTX*>(context_)); }

void Sha256::add(const void* bytes, std::size_t size) {
  demand(EVP_DigestUpdate(static_cast<EVP_MD_CTX*>(context_), bytes, size) == 1);
}

std::string Sha256::hex() {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned int size = 0;
  demand(EVP_DigestFinal_ex(static_cast<EVP_MD_CTX*>(context_), digest, &size) == 1);
  return report::hex(digest, size);
}

}  // namespace terrawright::graph
