// SPDX-License-Identifier: Apache-2.0
#include "images/table_text.hpp"

#include <stdexcept>
#include <string>
#include <utility>

#include "encode/csv.hpp"
#include "engine/tables/row_readers.hpp"
#include "engine/tables/stored_table.hpp"
#include "files/open_file.hpp"
#include "report/json.hpp"
#include "report/utf8.hpp"
#include "terrawright/numbers.hpp"

namespace terrawright::images {

void text_of_table(const engine::Product& table, const TakeText& take) {
  constexpr std::uint64_t rows_at_once = 4096;
  engine::RowBatches batches(table);
  std::string text;
  bool begun = false;
  while (const terrawright_table* rows = batches.next(rows_at_once)) {
    if (!begun) encode::add_csv_header(text, *rows, engine::head_of(table).places == engine::RowGeometry::points);
    begun = true;
    encode::add_csv_records(text, *rows);
    take(text);
    text.clear();
  }
}

namespace {

using report::Json;

void add(std::string& csv, const Json& value) {
  if (value.is_string()) return encode::add_csv_text(csv, value.text());
  if (value.is_number_integer()) {
    csv += value.dump();
  } else if (value.is_number()) {
    csv += number_text(value.get<double>());
  } else if (!value.is_null()) {  // a number that is not finite
    throw std::runtime_error("a property is " + std::string(value.type_name()));
  }
}

void add_header(std::string& csv, const Json& properties, const Json& units) {
  bool first = true;
  for (const auto& [name, value] : properties.items()) {
    (void)value;
    if (!std::exchange(first, false)) csv += ',';
    encode::add_csv_text(csv, units.contains(name) ? name + " (" + units[name].get<std::string>() + ")" : name);
  }
  csv += "\r\n";
}

void add_record(std::string& csv, const Json& properties, const Json& columns) {
  if (properties.size() != columns.size()) throw std::runtime_error("rows have different columns");
  const auto members = properties.items(), of_first = columns.items();
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (members[i].first != of_first[i].first) throw std::runtime_error("rows have different columns");
    if (i != 0) csv += ',';
    add(csv, members[i].second);
  }
  csv += "\r\n";
}

std::string csv_text(const Json& collection) {
  const Json& features = collection.at("features");
  std::string csv;
  if (features.empty()) return csv;
  const Json& columns = features.at(0).at("properties");
  add_header(csv, columns, collection.at("units"));
  for (const Json& feature : features) add_record(csv, feature.at("properties"), columns);
  return csv;
}

std::string ending_of(const std::filesystem::path& file) { return report::ascii_lower(file.extension().string()); }

}  // namespace

bool can_read_table(const std::filesystem::path& file) {
  const std::string ending = ending_of(file);
  return ending == ".csv" || ending == ".geojson";
}

std::string read_table(const std::filesystem::path& file) try {
  std::string text = files::text_of(file);
  if (ending_of(file) == ".csv") return text;
  // Places are most of the text, and no part of the rows.
  return csv_text(Json::parse(text, "geometry"));
} catch (const files::ReadFailed&) {
  throw;
} catch (const std::exception& error) {
  throw std::runtime_error(file.string() + " cannot be read: " + error.what());
}

}  // namespace terrawright::images
