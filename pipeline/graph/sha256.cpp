// SPDX-License-Identifier: Apache-2.0
#include "graph/sha256.hpp"

namespace terrawright::graph {

std::string sha256(const std::string& bytes) {
  Sha256 hash;
  hash.add(bytes.data(), bytes.size());
  return hash.hex();
}

std::string sha256_of(const files::OpenFile& file) {
  Sha256 hash;
  file.each_piece([&](std::string_view bytes) { hash.add(bytes.data(), bytes.size()); });
  return hash.hex();
}

}  // namespace terrawright::graph
