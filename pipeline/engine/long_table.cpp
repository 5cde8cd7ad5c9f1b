// SPDX-License-Identifier: Apache-2.0
#include "engine/long_table.hpp"

namespace terrawright::engine {

void each_part(const Product& made, const std::function<void(const StoredTable&)>& take) {
  if (made.table) return take(*made.table);
  if (made.long_table->parts() == 0) return take(made.long_table->head());
  for (std::size_t i = 0; i < made.long_table->parts(); ++i) take(made.long_table->part(i));
}

StoredTable head_of(const Product& made) {
  return made.table ? without_rows(*made.table) : without_rows(made.long_table->head());
}

bool is_table(const Product& made) { return made.table != nullptr || made.long_table != nullptr; }

}  // namespace terrawright::engine
