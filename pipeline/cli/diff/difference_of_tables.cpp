// SPDX-License-Identifier: Apache-2.0
// Rows are told apart by the first column whose values are all different on both sides, and that is no measurement;
// where there is none, by all that they say.
#include <algorithm>
#include <map>
#include <set>

#include "cli/diff/difference.hpp"

namespace terrawright::cli {
namespace {

constexpr std::size_t most_rows = 50;  // that are listed

using Record = std::vector<std::string>;

// As csv.hpp writes it.
std::vector<Record> records_of(const std::string& csv) {
  std::vector<Record> records;
  Record record;
  std::string field;
  bool quoted = false, any = false;
  const auto end_record = [&] {
    if (!any) return;
    record.push_back(std::move(field));
    records.push_back(std::move(record));
    record.clear();
    field.clear();
    any = false;
  };
  for (std::size_t i = 0; i < csv.size(); ++i) {
    const char c = csv[i];
    if (quoted) {
      if (c != '"') {
        field += c;
      } else if (i + 1 < csv.size() && csv[i + 1] == '"') {
        field += csv[++i];
      } else {
        quoted = false;
      }
    } else if (c == '"') {
      quoted = any = true;
    } else if (c == ',') {
      record.push_back(std::move(field));
      field.clear();
      any = true;
    } else if (c == '\n') {
      end_record();
    } else if (c != '\r') {
      field += c;
      any = true;
    }
  }
  end_record();
  return records;
}

std::string as_row(const Record& record) {
  std::string text;
  for (const std::string& field : record) text += (text.empty() ? "" : ", ") + field;
  return text;
}

bool is_key(const std::vector<Record>& records, std::size_t column) {
  std::set<std::string> seen;
  return std::all_of(records.begin() + 1, records.end(), [&](const Record& record) {
    if (column >= record.size()) return false;
    const std::string& value = record[column];
    const bool real = value.find_first_not_of("-+.e0123456789") == std::string::npos &&
                      value.find_first_of(".e") != std::string::npos;
    return !value.empty() && !real && seen.insert(value).second;
  });
}

void add_row(TableDifference& to, TableDifference::Row row) {
  if (to.rows.size() < most_rows) to.rows.push_back(std::move(row));
}

void by_key(const std::vector<Record>& a, const std::vector<Record>& b, std::size_t column, TableDifference& to) {
  std::map<std::string, const Record*> before;
  for (std::size_t i = 1; i < a.size(); ++i) before[a[i][column]] = &a[i];
  for (std::size_t i = 1; i < b.size(); ++i) {
    const Record& now = b[i];
    const auto found = before.find(now[column]);
    if (found == before.end()) {
      ++to.added;
      add_row(to, {'+', now[column]});
      continue;
    }
    const Record& was = *found->second;
    TableDifference::Row row{'~', now[column], {}};
    for (std::size_t k = 0; k < std::min(was.size(), now.size()); ++k)
      if (was[k] != now[k]) row.of.push_back({to.columns[k], was[k], now[k]});
    before.erase(found);
    if (row.of.empty()) continue;
    ++to.changed;
    add_row(to, std::move(row));
  }
  to.gone = before.size();
  for (std::size_t i = 1; i < a.size(); ++i)
    if (before.count(a[i][column]) != 0) add_row(to, {'-', a[i][column]});
}

void by_rows(const std::vector<Record>& a, const std::vector<Record>& b, TableDifference& to) {
  std::map<std::string, std::int64_t> count;
  for (std::size_t i = 1; i < a.size(); ++i) ++count[as_row(a[i])];
  for (std::size_t i = 1; i < b.size(); ++i) {
    const std::string row = as_row(b[i]);
    if (--count[row] >= 0) continue;
    ++to.added;
    add_row(to, {'+', row});
  }
  for (const auto& [row, left] : count) {
    for (std::int64_t i = 0; i < left; ++i) {
      ++to.gone;
      add_row(to, {'-', row});
    }
  }
}

}  // namespace

TableDifference difference_of_tables(const std::string& name, const std::string& csv_a, const std::string& csv_b) {
  auto a = records_of(csv_a), b = records_of(csv_b);
  // A file that has no rows may not know its columns.
  if (a.empty() && !b.empty()) a.push_back(b[0]);
  if (b.empty() && !a.empty()) b.push_back(a[0]);
  TableDifference to;
  to.name = name;
  if (a.empty() || b.empty() || a[0] != b[0]) {
    to.problem = "columns " + (a.empty() ? "none" : as_row(a[0])) + " -> " + (b.empty() ? "none" : as_row(b[0]));
    to.verdict = Verdict::fails;
    return to;
  }
  to.columns = a[0];
  to.rows_a = a.size() - 1;
  to.rows_b = b.size() - 1;
  std::size_t column = 0;
  while (column < to.columns.size() && !(is_key(a, column) && is_key(b, column))) ++column;
  if (column < to.columns.size()) {
    to.key = to.columns[column];
    by_key(a, b, column, to);
  } else {
    by_rows(a, b, to);
  }
  if (to.added + to.gone + to.changed != 0) to.verdict = Verdict::fails;
  return to;
}

}  // namespace terrawright::cli
