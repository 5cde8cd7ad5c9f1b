// SPDX-License-Identifier: Apache-2.0
// Rows that one process collected, for another one.
#include <algorithm>
#include <fstream>
#include <stdexcept>

#include "engine/tables/collected_rows.hpp"
#include "files/open_file.hpp"
#include "report/utf8.hpp"
#include "store/layers/compression.hpp"

namespace terrawright::engine {
namespace {

constexpr char title[] = "terrawright rows 1\n";

std::runtime_error cannot(const std::string& what, const std::filesystem::path& file) {
  return std::runtime_error("the rows that a process collected cannot be " + what + ": " +
                            report::printable(file.string()));
}

class RowsWriter {
 public:
  explicit RowsWriter(const std::filesystem::path& file) : stream_(file, std::ios::binary | std::ios::trunc) {}
  void number(std::uint64_t number) { stream_.write(reinterpret_cast<const char*>(&number), sizeof number); }
  void bytes(const std::string& bytes) {
    number(bytes.size());
    number(store::hash_of(bytes));
    stream_.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  }
  void rows(const OrderedRows& rows) {
    number(rows.rows.rows);
    for (const StoredTable::Column& column : rows.rows.columns) bytes(bytes_of(column));
    for (const auto* numbers : {&rows.rows.ends, &rows.order, &rows.part}) bytes(bytes_of(*numbers));
    bytes(bytes_of(rows.rows.points));
  }
  bool close() {
    stream_.close();
    return static_cast<bool>(stream_);
  }

 private:
  std::ofstream stream_;
};

// Throws std::out_of_range at what is not there or has another hash.
class RowsReader {
 public:
  explicit RowsReader(const std::filesystem::path& file) : file_(file) {}
  std::uint64_t number() {
    std::uint64_t number = 0;
    take(&number, sizeof number);
    return number;
  }
  std::string bytes() {
    const std::uint64_t size = number(), hash = number();
    if (size > file_.size() - at_) throw std::out_of_range("size");
    std::string bytes(static_cast<std::size_t>(size), '\0');
    take(bytes.data(), bytes.size());
    if (store::hash_of(bytes) != hash) throw std::out_of_range("hash");
    return bytes;
  }
  // No rows: there are no more.
  OrderedRows rows(const StoredTable& head) {
    OrderedRows rows(head);
    rows.rows.rows = number();
    if (rows.rows.rows == 0) return rows;
    for (StoredTable::Column& column : rows.rows.columns) read(bytes(), column);
    for (auto* numbers : {&rows.rows.ends, &rows.order, &rows.part}) read(bytes(), *numbers);
    read(bytes(), rows.rows.points);
    if (rows.order.size() != rows.rows.rows || rows.part.size() != rows.rows.rows) throw std::out_of_range("rows");
    return rows;
  }

 private:
  void take(void* to, std::size_t size) {
    if (size > file_.size() - at_) throw std::out_of_range("end");
    file_.read(to, size, at_);
    at_ += size;
  }
  const files::OpenFile file_;
  std::uint64_t at_ = 0;
};

}  // namespace

void CollectedRows::write(const std::filesystem::path& file) {
  const std::lock_guard lock(mutex_);
  RowsWriter to(file);
  to.bytes(title);
  to.number(static_cast<std::uint64_t>(places_));
  to.number(begun_ ? 1 : 0);
  to.number(head_.columns.size());
  for (const StoredTable::Column& column : head_.columns) {
    to.bytes(column.name);
    to.bytes(column.unit);
    to.number(column.values.index());
  }
  to.number(columns_.size());
  for (const auto& [columns, tile] : columns_) {
    to.bytes(columns);
    to.number(static_cast<std::uint64_t>(tile.y));
    to.number(static_cast<std::uint64_t>(tile.x));
  }
  OrderedRows part(head_);
  all_in_order([&](const OrderedRows& rows, std::size_t row) {
    part.add(rows, row);
    if (part.bytes < part_bytes_) return;
    to.rows(part);
    part.clear();
  });
  if (!part.order.empty()) to.rows(part);
  to.number(0);
  rows_ = OrderedRows();
  runs_.clear();
  if (!to.close()) throw cannot("written", file);
}

void CollectedRows::read(const std::filesystem::path& file) {
  const std::lock_guard lock(mutex_);
  try {
    RowsReader from(file);
    if (from.bytes() != title || from.number() != static_cast<std::uint64_t>(places_)) throw std::out_of_range("title");
    const bool begun = from.number() != 0;
    StoredTable head;
    head.places = places_;
    for (std::uint64_t left = from.number(); left != 0; --left) {
      StoredTable::Column column;
      column.name = from.bytes();
      column.unit = from.bytes();
      const std::uint64_t kind = from.number();
      if (kind > 2) throw std::out_of_range("kind");
      if (kind == 1) column.values = std::vector<double>();
      if (kind == 2) column.values = std::vector<std::string>();
      head.columns.push_back(std::move(column));
    }
    for (std::uint64_t left = from.number(); left != 0; --left) {
      const std::string columns = from.bytes();
      const auto y = static_cast<std::int64_t>(from.number()), x = static_cast<std::int64_t>(from.number());
      const auto [found, is_new] = columns_.emplace(columns, Corner{y, x});
      if (!is_new) found->second = std::min(found->second, Corner{y, x});
    }
    if (!begun) return;
    if (!begun_) {
      head_ = head;
      rows_ = OrderedRows(head_);
      begun_ = true;
    }
    if (!same_columns(head, head_)) return;
    SpilledRun run;
    for (OrderedRows rows = from.rows(head); rows.rows.rows != 0; rows = from.rows(head)) {
      if (spill_) {
        run.add(spill_, rows);
        continue;
      }
      add_rows(rows_.rows, rows.rows);
      rows_.order.insert(rows_.order.end(), rows.order.begin(), rows.order.end());
      rows_.part.insert(rows_.part.end(), rows.part.begin(), rows.part.end());
    }
    if (run.parts() != 0) runs_.push_back(std::move(run));
  } catch (const std::out_of_range&) {
    throw cannot("read", file);
  }
}

}  // namespace terrawright::engine
