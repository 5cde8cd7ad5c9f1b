// SPDX-License-Identifier: Apache-2.0
// Record of a port after its layer is gone.
#pragma once
#include <cstdint>

#include "engine/product.hpp"
#include "engine/statistics.hpp"

namespace terrawright::engine {

struct PortRecord {
  std::uint32_t kind = 0;
  Statistics statistics{};
  ClassCounts classes;     // of a layer of classes, and of a mask as Layer counts its cells
  Digest digest{};         // of the layer, number, grid, text or table
  double number = 0.0;     // of a number
  std::uint64_t rows = 0;  // of a table
};

PortRecord record_of(std::uint32_t kind, const Product& product);

}  // namespace terrawright::engine
