// SPDX-License-Identifier: Apache-2.0
#include "engine/tables/collected_rows.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <numeric>
#include <queue>

#include "engine/layers/hasher.hpp"
#include "engine/tables/stored_table.hpp"

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
    blocks_.push_back(spill_->put(piece.data(), piece.size(), type_size));
  }
}

SpilledBytes::~SpilledBytes() {
  for (const store::Spill::Block& block : blocks_) spill_->drop(block);
}

std::string SpilledBytes::get() const {
  std::string bytes(static_cast<std::size_t>(size_), '\0');
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    const std::size_t at = i * piece_size;
    spill_->get(blocks_[i], bytes.data() + at, std::min(piece_size, bytes.size() - at));
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
  parts_.push_back(std::make_unique<SpilledPart>(
      SpilledPart{SpilledRows(spill, rows.rows), SpilledBytes(spill, bytes_of(rows.order), sizeof(std::uint64_t)),
                  SpilledBytes(spill, bytes_of(rows.part), sizeof(std::uint64_t))}));
}

OrderedRows SpilledRun::part(std::size_t i, const StoredTable& head) const {
  OrderedRows rows(parts_[i]->rows.get(head));
  read(parts_[i]->order.get(), rows.order);
  read(parts_[i]->part.get(), rows.part);
  return rows;
}

namespace {

constexpr std::size_t runs_at_once = 64;

std::vector<std::size_t> sorted(const OrderedRows& rows) {
  std::vector<std::size_t> numbers(rows.order.size());
  std::iota(numbers.begin(), numbers.end(), std::size_t{0});
  std::sort(numbers.begin(), numbers.end(), [&](std::size_t a, std::size_t b) { return rows.before(a, rows, b); });
  return numbers;
}

// "'reach', 'length' (km)", with what kind each is where that is not plain from the name.
std::string head_text(const StoredTable& head) {
  static const char* const kinds[] = {"integers", "reals", "texts"};
  std::string text;
  for (const StoredTable::Column& column : head.columns) {
    text += (text.empty() ? "'" : ", '") + column.name + "' (" + kinds[column.values.index()];
    text += column.unit == "1" ? ")" : " in " + column.unit + ")";
  }
  return text;
}

// Rows in their order, joined, in the file of what does not fit into memory.
class SpilledTable final : public LongTable {
 public:
  SpilledTable(StoredTable head, std::uint64_t rows, std::vector<SpilledRows> parts)
      : LongTable(std::move(head), rows), parts_(std::move(parts)) {
    digest_ = digest();
  }
  std::size_t parts() const override { return parts_.size(); }
  StoredTable part(std::size_t i) const override { return parts_[i].get(head()); }

 private:
  // As that of a whole table, column after column.
  Digest digest() const {
    Hasher hasher;
    const auto add = [&](const std::string& bytes) { hasher.add(bytes.data(), bytes.size()); };
    TableBytes bytes([&](const void* from, std::size_t size) { hasher.add(from, size); });
    bytes.begin(head(), rows());
    for (std::size_t i = 0; i < head().columns.size(); ++i) {
      bytes.begin(head().columns[i], rows());
      for (const SpilledRows& part : parts_) add(part.column(i));
    }
    std::uint64_t points = 0;
    std::vector<std::uint64_t> points_of;
    for (const SpilledRows& part : parts_) {
      std::vector<std::uint64_t> ends;
      read(part.ends(), ends);
      points_of.push_back(head().places == RowGeometry::lines ? ends.back() : part.rows());
      points += points_of.back();
    }
    const bool placed = head().places != RowGeometry::none, lines = head().places == RowGeometry::lines;
    bytes.number(placed ? points : 0);
    for (const SpilledRows& part : parts_) add(part.points());
    bytes.number(lines ? rows() : 0);
    std::uint64_t before = 0;
    for (std::size_t i = 0; lines && i < parts_.size(); ++i) {
      std::vector<std::uint64_t> ends;
      read(parts_[i].ends(), ends);
      for (std::uint64_t& end : ends) end += before;
      before += points_of[i];
      add(bytes_of(ends));
    }
    return hasher.digest();
  }

  const std::vector<SpilledRows> parts_;
};

}  // namespace

// One run, read from its first row to its last.
class CollectedRows::Source {
 public:
  Source(SpilledRun& run, const StoredTable& head) : run_(&run), head_(&head) { fetch(); }
  bool ends() const { return row_ == rows_.order.size(); }
  const OrderedRows& rows() const { return rows_; }
  std::size_t row() const { return row_; }
  void next() {
    if (++row_ == rows_.order.size()) fetch();
  }

 private:
  void fetch() {
    row_ = 0;
    rows_ = OrderedRows();
    if (next_ == run_->parts()) return;
    rows_ = run_->part(next_, *head_);
    run_->drop(next_++);
  }

  SpilledRun* run_;
  const StoredTable* head_;
  OrderedRows rows_;
  std::size_t next_ = 0, row_ = 0;
};

CollectedRows::CollectedRows(RowGeometry places, std::uint64_t most_bytes, const std::filesystem::path& folder)
    : places_(places),
      most_bytes_(most_bytes),
      part_bytes_(std::max<std::uint64_t>(1, most_bytes / runs_at_once)),
      spill_(folder.empty() ? nullptr : std::make_shared<store::Spill>(folder)) {}

// ---- collecting ----------------------------------------------------------------------------------

void CollectedRows::add(const Rect& tile, const terrawright_table& given, const std::uint64_t* order,
                        const std::uint64_t* part) {
  StoredTable rows = copied(given, places_, part == nullptr ? Lines::whole : Lines::pieces);
  for (std::uint64_t i = 0; part != nullptr && i < rows.rows; ++i) {
    if (part[i] == whole_row)
      throw std::invalid_argument("the part of its row " + std::to_string(i) + " is UINT64_MAX");
  }
  const std::lock_guard lock(mutex_);
  if (!takes_columns(rows, {tile.y, tile.x})) return;
  for (std::uint64_t i = 0; i < rows.rows; ++i) {
    rows_.order.push_back(order[i]);
    rows_.part.push_back(part == nullptr ? whole_row : part[i]);
    rows_.bytes += bytes_of_row(rows, i) + 2 * sizeof(std::uint64_t);
  }
  add_rows(rows_.rows, rows);
  if (spill_ && rows_.bytes > most_bytes_) spill();
}

// Remembers what columns there are. Rows of others than the first ones are not kept, as it fails in the end.
bool CollectedRows::takes_columns(const StoredTable& table, const Corner& tile) {
  if (!begun_) {
    head_ = without_rows(table);
    rows_ = OrderedRows(head_);
    begun_ = true;
  }
  const auto [found, is_new] = columns_.emplace(head_text(table), tile);
  if (!is_new) found->second = std::min(found->second, tile);
  return same_columns(table, head_);
}

void CollectedRows::require_one_kind_of_columns() const {
  if (columns_.size() < 2) return;
  const auto earlier = [](const auto& a, const auto& b) { return a.second < b.second; };
  const auto first = std::min_element(columns_.begin(), columns_.end(), earlier);
  auto second = columns_.end();
  for (auto it = columns_.begin(); it != columns_.end(); ++it) {
    if (it != first && (second == columns_.end() || earlier(*it, *second))) second = it;
  }
  throw WrongRows("its rows have the columns " + second->first + " in one tile and " + first->first + " in another",
                  second->second.x, second->second.y);
}

// All that is in memory as a run.
void CollectedRows::spill() {
  SpilledRun run;
  OrderedRows part(head_);
  for (const std::size_t row : sorted(rows_)) {
    part.add(rows_, row);
    if (part.bytes < part_bytes_) continue;
    run.add(spill_, part);
    part.clear();
  }
  if (!part.order.empty()) run.add(spill_, part);
  runs_.push_back(std::move(run));
  rows_.clear();
}

// ---- in order ------------------------------------------------------------------------------------

// take(rows, row) of all rows of these runs.
void CollectedRows::merge(std::vector<SpilledRun>& runs, const Take& take) const {
  std::vector<Source> sources;
  for (SpilledRun& run : runs) sources.emplace_back(run, head_);
  const auto later = [&](std::size_t a, std::size_t b) {
    return sources[b].rows().before(sources[b].row(), sources[a].rows(), sources[a].row());
  };
  std::priority_queue<std::size_t, std::vector<std::size_t>, decltype(later)> next(later);
  for (std::size_t i = 0; i < sources.size(); ++i) {
    if (!sources[i].ends()) next.push(i);
  }
  while (!next.empty()) {
    const std::size_t i = next.top();
    next.pop();
    take(sources[i].rows(), sources[i].row());
    sources[i].next();
    if (!sources[i].ends()) next.push(i);
  }
}

SpilledRun CollectedRows::merged(std::vector<SpilledRun> runs) const {
  SpilledRun one;
  OrderedRows part(head_);
  merge(runs, [&](const OrderedRows& rows, std::size_t row) {
    part.add(rows, row);
    if (part.bytes < part_bytes_) return;
    one.add(spill_, part);
    part.clear();
  });
  if (!part.order.empty()) one.add(spill_, part);
  return one;
}

// take(rows, row) of all rows that there are.
void CollectedRows::all_in_order(const Take& take) {
  if (runs_.empty()) {
    for (const std::size_t row : sorted(rows_)) take(rows_, row);
    return;
  }
  if (!rows_.order.empty()) spill();
  // Parts of so many runs are in memory at once.
  while (runs_.size() > runs_at_once) {
    const auto some = runs_.begin() + static_cast<std::ptrdiff_t>(runs_at_once);
    std::vector<SpilledRun> first(std::make_move_iterator(runs_.begin()), std::make_move_iterator(some));
    runs_.erase(runs_.begin(), some);
    runs_.push_back(merged(std::move(first)));
  }
  merge(runs_, take);
}

void CollectedRows::finish(Product& made) {
  const std::lock_guard lock(mutex_);
  if (!begun_) return;
  require_one_kind_of_columns();
  const bool in_memory = runs_.empty();
  StoredTable whole = head_;
  std::vector<SpilledRows> parts;
  std::uint64_t count = 0;
  JoinedRows joined(head_, in_memory ? whole_row : part_bytes_, [&](StoredTable rows) {
    count += rows.rows;
    if (in_memory) {
      whole = std::move(rows);
    } else {
      parts.emplace_back(spill_, rows);
    }
  });
  all_in_order([&](const OrderedRows& rows, std::size_t row) { joined.add(rows, row); });
  joined.end();
  rows_ = OrderedRows();
  runs_.clear();
  if (in_memory) {
    made.table = std::make_shared<const StoredTable>(std::move(whole));
  } else {
    made.long_table = std::make_shared<const SpilledTable>(head_, count, std::move(parts));
  }
}

}  // namespace terrawright::engine
