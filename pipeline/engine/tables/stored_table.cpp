// SPDX-License-Identifier: Apache-2.0
#include "engine/tables/stored_table.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "border/description.hpp"
#include "border/known.hpp"
#include "engine/layers/hasher.hpp"
#include "report/utf8.hpp"

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
  const auto check_utf8 = [&](const std::string& text) {
    if (report::not_utf8_at(text) != std::string_view::npos)
      refuse("its column '" + copy.name + "' has a text that is not UTF-8");
  };
  check_utf8(copy.unit);
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
      for (const char* text : values(column.texts)) check_utf8(texts.emplace_back(text == nullptr ? "" : text));
      copy.values = std::move(texts);
      return copy;
    }
    default:
      refuse("its column '" + copy.name + "' is of an unknown kind");
  }
}

void check_lines(const StoredTable& table, Lines lines) {
  std::uint64_t begin = 0;
  for (std::uint64_t row = 0; row < table.rows; ++row) {
    const std::uint64_t end = table.ends[row];
    if (end < begin) refuse("the points of its row " + std::to_string(row) + " end before they begin");
    if (end - begin == 1 && lines == Lines::whole) refuse("its row " + std::to_string(row) + " is a line of one point");
    begin = end;
  }
}

void copy_places(const terrawright_table& from, StoredTable& table, Lines lines) {
  if (table.places == RowGeometry::none) {
    if (from.points != nullptr || from.ends != nullptr) refuse("it has places, which its port does not declare");
    return;
  }
  std::uint64_t points = table.rows;
  if (table.places == RowGeometry::points && from.ends != nullptr) refuse("its port declares points, and it has lines");
  if (table.places == RowGeometry::lines) {
    if (from.ends == nullptr && table.rows != 0) refuse("its port declares lines, and it has none");
    table.ends.assign(from.ends, from.ends + table.rows);
    check_lines(table, lines);
    points = table.rows == 0 ? 0 : table.ends.back();
  }
  if (from.points == nullptr && points != 0) refuse("its port declares places, and it has none");
  table.points.assign(from.points, from.points + points);
  for (const terrawright_point& point : table.points) {
    if (!std::isfinite(point.x) || !std::isfinite(point.y)) refuse("one of its places is not finite");
  }
}

}  // namespace

RowGeometry geometry_of(const graph::Flow& flow) {
  if (flow.places & TERRAWRIGHT_PORT_LINES) return RowGeometry::lines;
  return flow.places & TERRAWRIGHT_PORT_POINTS ? RowGeometry::points : RowGeometry::none;
}

StoredTable copied(const terrawright_table& from, RowGeometry places, Lines lines) {
  StoredTable table;
  table.rows = from.n_rows;
  table.places = places;
  if (from.n_columns == 0 || from.columns == nullptr) refuse("it has no column");
  if (from.n_columns > most_columns || from.n_rows > most_rows)
    refuse("it counts more rows or columns than fit anywhere");
  std::set<std::string> names;
  if (places == RowGeometry::points) names = {"x", "y"};
  for (std::uint64_t i = 0; i < from.n_columns; ++i) {
    table.columns.push_back(copied(border::copied(from.columns[i], border::sizes::column, "column"), from.n_rows));
    const std::string& name = table.columns.back().name;
    if (!names.insert(name).second)
      refuse(places == RowGeometry::points && (name == "x" || name == "y") ? "x and y of its points are columns already"
                                                                           : "it has two columns '" + name + "'");
  }
  copy_places(from, table, lines);
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

// ---- rows ----------------------------------------------------------------------------------------

StoredTable without_rows(const StoredTable& table) {
  StoredTable head;
  head.places = table.places;
  for (const StoredTable::Column& column : table.columns) {
    head.columns.push_back({column.name, column.unit, {}});
    std::visit([&](const auto& values) { head.columns.back().values = std::decay_t<decltype(values)>(); },
               column.values);
  }
  return head;
}

bool same_columns(const StoredTable& a, const StoredTable& b) {
  return std::equal(a.columns.begin(), a.columns.end(), b.columns.begin(), b.columns.end(),
                    [](const StoredTable::Column& one, const StoredTable::Column& other) {
                      return one.name == other.name && one.unit == other.unit &&
                             one.values.index() == other.values.index();
                    });
}

void add_row(StoredTable& to, const StoredTable& from, std::uint64_t row) {
  const auto at = static_cast<std::size_t>(row);
  for (std::size_t i = 0; i < to.columns.size(); ++i) {
    std::visit(
        [&](auto& values) { values.push_back(std::get<std::decay_t<decltype(values)>>(from.columns[i].values)[at]); },
        to.columns[i].values);
  }
  if (to.places == RowGeometry::points) to.points.push_back(from.points[at]);
  if (to.places == RowGeometry::lines) {
    const auto begin = static_cast<std::ptrdiff_t>(row == 0 ? 0 : from.ends[at - 1]);
    for (auto cut = std::upper_bound(from.breaks.begin(), from.breaks.end(), static_cast<std::uint64_t>(begin));
         cut != from.breaks.end() && *cut < from.ends[at]; ++cut)
      to.breaks.push_back(to.points.size() + *cut - static_cast<std::uint64_t>(begin));
    to.points.insert(to.points.end(), from.points.begin() + begin,
                     from.points.begin() + static_cast<std::ptrdiff_t>(from.ends[at]));
    to.ends.push_back(to.points.size());
  }
  ++to.rows;
}

void add_rows(StoredTable& to, const StoredTable& from) {
  const std::uint64_t points = to.points.size();
  for (std::size_t i = 0; i < to.columns.size(); ++i) {
    std::visit(
        [&](auto& values) {
          const auto& more = std::get<std::decay_t<decltype(values)>>(from.columns[i].values);
          values.insert(values.end(), more.begin(), more.end());
        },
        to.columns[i].values);
  }
  to.points.insert(to.points.end(), from.points.begin(), from.points.end());
  for (const std::uint64_t end : from.ends) to.ends.push_back(points + end);
  for (const std::uint64_t at : from.breaks) to.breaks.push_back(points + at);
  to.rows += from.rows;
}

std::uint64_t bytes_of_row(const StoredTable& table, std::uint64_t row) {
  const auto at = static_cast<std::size_t>(row);
  std::uint64_t bytes = table.places == RowGeometry::none ? 0 : sizeof(terrawright_point);
  for (const StoredTable::Column& column : table.columns) {
    const auto* texts = std::get_if<std::vector<std::string>>(&column.values);
    bytes += texts == nullptr ? sizeof(double) : sizeof(std::string) + (*texts)[at].size();
  }
  if (table.places != RowGeometry::lines) return bytes;
  const std::uint64_t points = table.ends[at] - (row == 0 ? 0 : table.ends[at - 1]);
  return bytes + sizeof(std::uint64_t) + points * sizeof(terrawright_point);
}

// ---- digest --------------------------------------------------------------------------------------

void TableBytes::text(const std::string& text) {
  number(text.size());
  take_(text.data(), text.size());
}

void TableBytes::begin(const StoredTable& table, std::uint64_t rows) {
  text("terrawright table 1");
  number(rows);
  number(static_cast<std::uint64_t>(table.places));
}

void TableBytes::begin(const StoredTable::Column& column, std::uint64_t rows) {
  text(column.name);
  text(column.unit);
  number(column.values.index());
  number(rows);
}

void TableBytes::values(const StoredTable::Column& column) {
  if (const auto* texts = std::get_if<std::vector<std::string>>(&column.values)) {
    for (const std::string& one : *texts) text(one);
  } else if (const auto* integers = std::get_if<std::vector<std::int64_t>>(&column.values)) {
    take_(integers->data(), integers->size() * sizeof(std::int64_t));
  } else {
    const auto& reals = std::get<std::vector<double>>(column.values);
    take_(reals.data(), reals.size() * sizeof(double));
  }
}

Digest digest_of(const StoredTable& table) {
  Hasher hasher;
  TableBytes bytes([&](const void* from, std::size_t size) { hasher.add(from, size); });
  bytes.begin(table, table.rows);
  for (const StoredTable::Column& column : table.columns) {
    bytes.begin(column, table.rows);
    bytes.values(column);
  }
  const auto items = [&](const auto& all) {
    bytes.number(all.size());
    hasher.add(all.data(), all.size() * sizeof all[0]);
  };
  items(table.points);
  items(table.ends);
  if (!table.breaks.empty()) items(table.breaks);
  return hasher.digest();
}

}  // namespace terrawright::engine
