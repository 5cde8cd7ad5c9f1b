// SPDX-License-Identifier: Apache-2.0
#include "engine/stored_table.hpp"

#include <cmath>
#include <cstring>
#include <set>
#include <stdexcept>

namespace terrawright::engine {
namespace {

constexpr std::uint64_t most_columns = 65536, most_rows = std::uint64_t{1} << 40;

bool is_name(const char* text) {
  if (text == nullptr || *text < 'a' || *text > 'z') return false;
  return std::strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_") == std::strlen(text);
}

[[noreturn]] void refuse(const std::string& what) { throw std::invalid_argument(what); }

StoredTable::Column copied(const terrawright_column& column, std::uint64_t rows) {
  if (!is_name(column.name)) refuse("it has a column without a proper name");
  StoredTable::Column copy{column.name, column.unit == nullptr ? "1" : column.unit, {}};
  if (copy.unit.empty()) copy.unit = "1";
  const auto values = [&](const auto* from) {
    if (from == nullptr && rows != 0) refuse("its column '" + copy.name + "' has no values");
    return std::vector(from, from + rows);
  };
  switch (column.kind) {
    case TERRAWRIGHT_COLUMN_INTEGERS:
      copy.values = values(column.integers);
      return copy;
    case TERRAWRIGHT_COLUMN_REALS:
      copy.values = values(column.reals);
      return copy;
    case TERRAWRIGHT_COLUMN_TEXTS: {
      std::vector<std::string> texts;
      for (const char* text : values(column.texts)) texts.emplace_back(text == nullptr ? "" : text);
      copy.values = std::move(texts);
      return copy;
    }
    default:
      refuse("its column '" + copy.name + "' is of an unknown kind");
  }
}

void check_lines(const StoredTable& table) {
  std::uint64_t begin = 0;
  for (std::uint64_t row = 0; row < table.rows; ++row) {
    const std::uint64_t end = table.ends[row];
    if (end < begin) refuse("the points of its row " + std::to_string(row) + " end before they begin");
    if (end - begin == 1) refuse("its row " + std::to_string(row) + " is a line of one point");
    begin = end;
  }
}

void copy_places(const terrawright_table& from, StoredTable& table) {
  if (table.places == Places::none) {
    if (from.points != nullptr || from.ends != nullptr) refuse("it has places, which its port does not declare");
    return;
  }
  std::uint64_t points = table.rows;
  if (table.places == Places::points && from.ends != nullptr) refuse("its port declares points, and it has lines");
  if (table.places == Places::lines) {
    if (from.ends == nullptr && table.rows != 0) refuse("its port declares lines, and it has none");
    table.ends.assign(from.ends, from.ends + table.rows);
    check_lines(table);
    points = table.rows == 0 ? 0 : table.ends.back();
  }
  if (from.points == nullptr && points != 0) refuse("its port declares places, and it has none");
  table.points.assign(from.points, from.points + points);
  for (const terrawright_point& point : table.points) {
    if (!std::isfinite(point.x) || !std::isfinite(point.y)) refuse("one of its places is not finite");
  }
}

// Names, sizes and bytes one after another, each with its length.
class Bytes {
 public:
  void text(const std::string& text) {
    number(text.size());
    bytes_ += text;
  }
  void number(std::uint64_t number) { add(&number, sizeof number); }
  template <class Item>
  void items(const std::vector<Item>& items) {
    number(items.size());
    add(items.data(), items.size() * sizeof(Item));
  }
  void items(const std::vector<std::string>& items) {
    number(items.size());
    for (const std::string& item : items) text(item);
  }
  const std::string& all() const { return bytes_; }

 private:
  void add(const void* from, std::size_t size) { bytes_.append(static_cast<const char*>(from), size); }
  std::string bytes_;
};

}  // namespace

Places places_of(const terrawright_port& port) {
  if (port.flags & TERRAWRIGHT_PORT_LINES) return Places::lines;
  return port.flags & TERRAWRIGHT_PORT_POINTS ? Places::points : Places::none;
}

StoredTable copied(const terrawright_table& from, Places places) {
  StoredTable table;
  table.rows = from.n_rows;
  table.places = places;
  if (from.n_columns == 0 || from.columns == nullptr) refuse("it has no column");
  if (from.n_columns > most_columns || from.n_rows > most_rows)
    refuse("it counts more rows or columns than fit anywhere");
  std::set<std::string> names;
  if (places == Places::points) names = {"x", "y"};
  for (std::uint64_t i = 0; i < from.n_columns; ++i) {
    table.columns.push_back(copied(from.columns[i], from.n_rows));
    const std::string& name = table.columns.back().name;
    if (!names.insert(name).second)
      refuse(places == Places::points && (name == "x" || name == "y") ? "x and y of its points are columns already"
                                                                      : "it has two columns '" + name + "'");
  }
  copy_places(from, table);
  return table;
}

const StoredTable::Column& StoredTable::column(const std::string& name) const {
  for (const Column& column : columns) {
    if (column.name == name) return column;
  }
  throw std::out_of_range("no column " + name);
}
const std::vector<std::int64_t>& StoredTable::integers(const std::string& name) const {
  return std::get<std::vector<std::int64_t>>(column(name).values);
}
const std::vector<double>& StoredTable::reals(const std::string& name) const {
  return std::get<std::vector<double>>(column(name).values);
}
const std::vector<std::string>& StoredTable::texts(const std::string& name) const {
  return std::get<std::vector<std::string>>(column(name).values);
}
std::vector<terrawright_point> StoredTable::line(std::uint64_t row) const {
  const auto begin = static_cast<std::ptrdiff_t>(row == 0 ? 0 : ends.at(row - 1));
  return {points.begin() + begin, points.begin() + static_cast<std::ptrdiff_t>(ends.at(row))};
}

Digest digest_of(const StoredTable& table) {
  Bytes bytes;
  bytes.text("terrawright table 1");
  bytes.number(table.rows);
  bytes.number(static_cast<std::uint64_t>(table.places));
  for (const StoredTable::Column& column : table.columns) {
    bytes.text(column.name);
    bytes.text(column.unit);
    bytes.number(column.values.index());
    std::visit([&](const auto& values) { bytes.items(values); }, column.values);
  }
  bytes.items(table.points);
  bytes.items(table.ends);
  if (!table.breaks.empty()) bytes.items(table.breaks);
  return digest_of(bytes.all());
}

}  // namespace terrawright::engine
