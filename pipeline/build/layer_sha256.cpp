// SPDX-License-Identifier: Apache-2.0
#include "build/layer_sha256.hpp"

#include <vector>

#include "engine/layer_rows.hpp"
#include "graph/sha256.hpp"

namespace terrawright::build {

std::string sha256_of(const engine::Layer& layer) {
  std::vector<unsigned char> row(static_cast<std::size_t>(layer.facts().width) * layer.cell_bytes());
  graph::Sha256 hash;
  engine::LayerRows from(layer);
  for (std::int64_t y = 0; y < layer.facts().height; ++y) {
    from.read(y, 1, row.data());
    hash.add(row.data(), row.size());
  }
  return hash.hex();
}

}  // namespace terrawright::build
