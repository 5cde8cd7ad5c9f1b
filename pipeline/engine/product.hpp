// SPDX-License-Identifier: Apache-2.0
// The product of a port.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/layers/layer.hpp"
#include "engine/layers/statistics.hpp"
#include "engine/tables/stored_table.hpp"

namespace terrawright::engine {

struct Product {
  std::shared_ptr<Layer> layer;              // of a layer kind
  std::optional<double> number;              // of kind number
  std::shared_ptr<const Buffer> grid;        // of kind grid
  std::shared_ptr<const std::string> text;   // of kind text
  std::shared_ptr<const StoredTable> table;  // of kind table, whole; or
  std::shared_ptr<const LongTable> long_table = nullptr;
};

// Digest of the content: cells, bytes, text or rows. The same on every machine. A layer must be finished.
Digest digest_of(const Product& product);

// Of a grid.
inline std::string_view bytes_of_grid(const Product& made) {
  return {static_cast<const char*>(made.grid->data()), made.grid->size()};
}
// A table that was made, whole or long: take(part) at least once, with no rows where it has none.
void each_part(const Product& made, const std::function<void(const StoredTable&)>& take);
// The same with all of its rows in memory.
std::shared_ptr<const StoredTable> whole_table(const Product& made);
// Its columns and places.
StoredTable head_of(const Product& made);
bool is_table(const Product& made);

// Record of a port after its layer is gone.
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
