// SPDX-License-Identifier: Apache-2.0
// Rows of one table from all tiles, put in order: in memory as long as they are few, else in sorted runs in an unnamed
// file, which are merged at the end. The table does not depend on the tiles, their order and the bound.
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "engine/product.hpp"
#include "engine/rows_in_order.hpp"
#include "engine/rows_on_disk.hpp"
#include "schedule/bytes.hpp"

namespace terrawright::engine {

// Unless somebody says otherwise.
constexpr std::uint64_t usual_rows_in_memory = schedule::rows_in_memory;

class CollectedRows {
 public:
  // No folder: all rows stay in memory.
  CollectedRows(Places places, std::uint64_t most_bytes, const std::filesystem::path& folder);

  // Rows that a tile gives, as `rows` of abi.h: `part` may be null. Any thread. Throws std::invalid_argument where they
  // are wrong by themselves, store::SpillFailed.
  void add(const Rect& tile, const terrawright_table& rows, const std::uint64_t* order, const std::uint64_t* part);

  // Once all rows are there: the table of the product, whole or long; none where no tile gave a table. Throws
  // WrongRows, store::SpillFailed.
  void finish(Product& made);

  // In a run of several processes: the rows of this one's tiles go to a file instead of finish(); one process adds the
  // files of the others before its own. The file holds bytes of this machine's order. Throws std::runtime_error.
  void write(const std::filesystem::path& file);
  void read(const std::filesystem::path& file);

 private:
  class Source;
  // Tiles in the order of a raster.
  struct Corner {
    std::int64_t y, x;
    bool operator<(const Corner& other) const { return y != other.y ? y < other.y : x < other.x; }
  };

  bool takes_columns(const StoredTable& table, const Corner& tile);
  void require_one_kind_of_columns() const;
  void spill();
  using Take = std::function<void(const OrderedRows& rows, std::size_t row)>;
  void merge(std::vector<SpilledRun>& runs, const Take& take) const;
  void all_in_order(const Take& take);
  SpilledRun merged(std::vector<SpilledRun> runs) const;

  const Places places_;
  const std::uint64_t most_bytes_, part_bytes_;
  const std::shared_ptr<store::Spill> spill_;  // none: all stays in memory
  std::mutex mutex_;
  bool begun_ = false;
  StoredTable head_;  // columns of the rows that are kept
  OrderedRows rows_;
  std::vector<SpilledRun> runs_;
  std::map<std::string, Corner> columns_;  // what tiles gave, as a sentence names it, and the first of them
};

}  // namespace terrawright::engine
