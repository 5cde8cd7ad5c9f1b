// SPDX-License-Identifier: Apache-2.0
#include "engine/tables/row_readers.hpp"

#include <algorithm>
#include <utility>

#include "engine/tables/stored_table.hpp"

namespace terrawright::engine {

RowBatches::RowBatches(Product table) : table_(std::move(table)), head_(head_of(table_)) {}

// The next part with rows, if there is one.
bool RowBatches::read_part() {
  const std::size_t parts = table_.long_table ? table_.long_table->parts() : 1;
  while (given_ == read_.rows) {
    if (part_ == parts) return false;
    read_ = table_.long_table ? table_.long_table->part(part_) : *table_.table;
    ++part_;
    given_ = 0;
  }
  return true;
}

const terrawright_table* RowBatches::next(std::uint64_t most) {
  auto batch = std::make_shared<StoredTable>(without_rows(head_));
  const bool some = read_part();
  if (!some && begun_) return nullptr;
  begun_ = true;
  if (some && given_ == 0 && read_.rows <= most) {  // as it is
    *batch = std::move(read_);
    read_ = StoredTable{};
  } else {
    for (std::uint64_t i = 0; i < std::max<std::uint64_t>(1, most) && given_ < read_.rows; ++i)
      add_row(*batch, read_, given_++);
  }
  rows_ = batch;
  Product product;
  product.table = std::move(batch);
  batch_ = std::make_unique<InputTables>(std::vector{product});
  return batch_->of(0);
}

}  // namespace terrawright::engine
