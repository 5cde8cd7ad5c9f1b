// SPDX-License-Identifier: Apache-2.0
#include "engine/product.hpp"

#include <cstring>

#include "engine/tables/stored_table.hpp"

namespace terrawright::engine {

Digest digest_of(const Product& product) {
  if (product.layer) return product.layer->digest();
  if (product.text) return digest_of(std::string_view(*product.text));
  if (product.table) return digest_of(*product.table);
  if (product.long_table) return product.long_table->digest();
  if (product.grid) return digest_of(bytes_of_grid(product));
  if (!product.number) return {};
  char bits[sizeof(double)];
  std::memcpy(bits, &*product.number, sizeof bits);
  return digest_of({bits, sizeof bits});
}

void each_part(const Product& made, const std::function<void(const StoredTable&)>& take) {
  if (made.table) return take(*made.table);
  if (made.long_table->parts() == 0) return take(made.long_table->head());
  for (std::size_t i = 0; i < made.long_table->parts(); ++i) take(made.long_table->part(i));
}

std::shared_ptr<const StoredTable> whole_table(const Product& made) {
  if (made.table) return made.table;
  auto all = std::make_shared<StoredTable>(head_of(made));
  each_part(made, [&](const StoredTable& part) { add_rows(*all, part); });
  return all;
}

StoredTable head_of(const Product& made) {
  return made.table ? without_rows(*made.table) : without_rows(made.long_table->head());
}

bool is_table(const Product& made) { return made.table != nullptr || made.long_table != nullptr; }

PortRecord record_of(std::uint32_t kind, const Product& product) {
  PortRecord record;
  record.kind = kind;
  record.number = product.number.value_or(0.0);
  if (product.table) record.rows = product.table->rows;
  if (product.long_table) record.rows = product.long_table->rows();
  if (product.layer && !product.layer->is_finished()) return record;
  if (product.layer) record.statistics = product.layer->statistics();
  if (product.layer) record.classes = product.layer->classes();
  record.digest = digest_of(product);
  return record;
}

}  // namespace terrawright::engine
