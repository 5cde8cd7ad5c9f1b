// SPDX-License-Identifier: Apache-2.0
#include "engine/rows_on_disk.hpp"

#include <algorithm>
#include <cstring>

namespace terrawright::engine {
namespace {

constexpr std::size_t piece_size = std::size_t{1} << 28;

std::size_t type_size(const StoredTable::Column& column) {
  return std::holds_alternative<std::vector<std::string>>(column.values) ? 1 : sizeof(double);
}

}  // namespace

std::string bytes_of(const StoredTable::Column& column) {
  std::string bytes;
  TableBytes all([&](const void* from, std::size_t size) { bytes.append(static_cast<const char*>(from), size); });
  all.values(column);
  return bytes;
}

void read(std::string_view bytes, StoredTable::Column& column) {
  auto* texts = std::get_if<std::vector<std::string>>(&column.values);
  if (auto* integers = std::get_if<std::vector<std::int64_t>>(&column.values)) read(bytes, *integers);
  if (auto* reals = std::get_if<std::vector<double>>(&column.values)) read(bytes, *reals);
  while (texts != nullptr && !bytes.empty()) {
    std::uint64_t size = 0;
    if (bytes.size() < sizeof size) throw std::out_of_range("texts");
    std::memcpy(&size, bytes.data(), sizeof size);
    bytes.remove_prefix(sizeof size);
    if (bytes.size() < size) throw std::out_of_range("texts");
    texts->emplace_back(bytes.substr(0, size));
    bytes.remove_prefix(size);
  }
}

// ---- bytes ---------------------------------------------------------------------------------------

SpilledBytes::SpilledBytes(const std::shared_ptr<store::Spill>& spill, std::string_view bytes, std::size_t type_size)
    : spill_(spill), size_(bytes.size()) {
  for (std::size_t at = 0; at < bytes.size(); at += piece_size) {
    const std::string_view piece = bytes.substr(at, piece_size);
    places_.push_back(spill_->put(piece.data(), piece.size(), type_size));
  }
}

SpilledBytes::~SpilledBytes() {
  for (const store::Spill::Place& place : places_) spill_->drop(place);
}

std::string SpilledBytes::get() const {
  std::string bytes(static_cast<std::size_t>(size_), '\0');
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const std::size_t at = i * piece_size;
    spill_->get(places_[i], bytes.data() + at, std::min(piece_size, bytes.size() - at));
  }
  return bytes;
}

// ---- rows ----------------------------------------------------------------------------------------

SpilledRows::SpilledRows(const std::shared_ptr<store::Spill>& spill, const StoredTable& rows) : rows_(rows.rows) {
  for (const StoredTable::Column& column : rows.columns)
    columns_.emplace_back(spill, bytes_of(column), type_size(column));
  columns_.emplace_back(spill, bytes_of(rows.points), sizeof(double));
  columns_.emplace_back(spill, bytes_of(rows.ends), sizeof(std::uint64_t));
}

StoredTable SpilledRows::get(const StoredTable& head) const {
  StoredTable table = head;
  table.rows = rows_;
  for (std::size_t i = 0; i < table.columns.size(); ++i) read(column(i), table.columns[i]);
  read(points(), table.points);
  read(ends(), table.ends);
  return table;
}

// ---- runs ----------------------------------------------------------------------------------------

void SpilledRun::add(const std::shared_ptr<store::Spill>& spill, const OrderedRows& rows) {
  parts_.push_back(std::make_unique<Part>(Part{SpilledRows(spill, rows.rows),
                                               SpilledBytes(spill, bytes_of(rows.order), sizeof(std::uint64_t)),
                                               SpilledBytes(spill, bytes_of(rows.part), sizeof(std::uint64_t))}));
}

OrderedRows SpilledRun::part(std::size_t i, const StoredTable& head) const {
  OrderedRows rows(parts_[i]->rows.get(head));
  read(parts_[i]->order.get(), rows.order);
  read(parts_[i]->part.get(), rows.part);
  return rows;
}

}  // namespace terrawright::engine
