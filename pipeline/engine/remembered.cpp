// SPDX-License-Identifier: Apache-2.0
#include "engine/remembered.hpp"

#include <cstring>

#include "engine/long_table.hpp"
#include "report/json.hpp"

namespace terrawright::engine {
namespace {

using report::Json;

Json binary_of(const void* bytes, std::size_t size) { return Json::binary({static_cast<const char*>(bytes), size}); }
// What was never given is told from what is empty: a stage sees no bytes, or a place without any.
Json binary_of(const Buffer& buffer) {
  return buffer.data() == nullptr ? Json() : binary_of(buffer.data(), buffer.size());
}
template <class Number>
Json numbers(const std::vector<Number>& values) {
  return binary_of(values.data(), values.size() * sizeof(Number));
}

Buffer buffer_of(const Json& json) {
  Buffer buffer;
  if (json.is_null()) return buffer;
  const auto& bytes = json.get_binary();
  void* const place = buffer.resize(bytes.size());
  if (!bytes.empty()) std::memcpy(place, bytes.data(), bytes.size());
  return buffer;
}
template <class Number>
std::vector<Number> numbers_of(const Json& json) {
  const auto& bytes = json.get_binary();
  std::vector<Number> values(bytes.size() / sizeof(Number));
  if (!bytes.empty()) std::memcpy(values.data(), bytes.data(), values.size() * sizeof(Number));
  return values;
}

// ---- tables --------------------------------------------------------------------------------------

Json json_of(const StoredTable& table) {
  Json json = {{"rows", table.rows},
               {"places", static_cast<int>(table.places)},
               {"points", numbers(table.points)},
               {"ends", numbers(table.ends)}};
  json["columns"] = Json::array();
  for (const StoredTable::Column& column : table.columns) {
    Json entry = {{"name", column.name}, {"unit", column.unit}};
    if (const auto* integers = std::get_if<std::vector<std::int64_t>>(&column.values)) {
      entry["integers"] = numbers(*integers);
    } else if (const auto* reals = std::get_if<std::vector<double>>(&column.values)) {
      entry["reals"] = numbers(*reals);
    } else {
      entry["texts"] = Json::array();
      for (const std::string& text : std::get<std::vector<std::string>>(column.values))
        entry["texts"].push_back(Json::binary(text));
    }
    json["columns"].push_back(std::move(entry));
  }
  return json;
}

StoredTable table_of(const Json& json) {
  StoredTable table;
  table.rows = json.at("rows");
  table.places = static_cast<Places>(json.at("places").get<int>());
  table.points = numbers_of<terrawright_point>(json.at("points"));
  table.ends = numbers_of<std::uint64_t>(json.at("ends"));
  for (const Json& entry : json.at("columns")) {
    StoredTable::Column column{entry.at("name"), entry.at("unit"), {}};
    if (entry.contains("integers")) {
      column.values = numbers_of<std::int64_t>(entry["integers"]);
    } else if (entry.contains("reals")) {
      column.values = numbers_of<double>(entry["reals"]);
    } else {
      std::vector<std::string> texts;
      for (const Json& text : entry.at("texts")) texts.push_back(text.bytes());
      column.values = std::move(texts);
    }
    table.columns.push_back(std::move(column));
  }
  return table;
}

// ---- ports ---------------------------------------------------------------------------------------

Json json_of(const Product& product, const PortRecord& record) {
  Json json = {{"kind", record.kind},
               {"statistics", numbers(std::vector<Statistics>{record.statistics})},
               {"digest", binary_of(record.digest.data(), record.digest.size())},
               {"rows", record.rows},
               {"classes", Json::array()}};
  for (const auto& [code, cells] : record.classes) json["classes"].push_back({code, cells});
  if (product.number) json["number"] = numbers(std::vector<double>{*product.number});
  if (product.grid) json["grid"] = binary_of(*product.grid);
  if (product.text) json["text"] = Json::binary(*product.text);
  if (product.table) json["table"] = json_of(*product.table);
  if (product.long_table)
    json["long_table"] = {{"parts", product.long_table->parts()}, {"head", json_of(product.long_table->head())}};
  return json;
}

void recall(const Json& json, RememberedOutcome& outcome) {
  Product& product = outcome.product;
  PortRecord& record = outcome.record;
  record.kind = json.at("kind");
  record.statistics = numbers_of<Statistics>(json.at("statistics")).at(0);
  const auto& digest = json.at("digest").get_binary();
  if (digest.size() != record.digest.size()) throw std::out_of_range("digest");
  std::copy(digest.begin(), digest.end(), record.digest.begin());
  record.rows = json.at("rows");
  for (const Json& entry : json.at("classes"))
    record.classes[entry.at(0).get<std::uint16_t>()] = entry.at(1).get<std::uint64_t>();
  if (json.contains("number")) product.number = record.number = numbers_of<double>(json["number"]).at(0);
  if (json.contains("grid")) product.grid = std::make_shared<const Buffer>(buffer_of(json["grid"]));
  if (json.contains("text")) product.text = std::make_shared<const std::string>(json["text"].bytes());
  if (json.contains("table")) product.table = std::make_shared<const StoredTable>(table_of(json["table"]));
  if (!json.contains("long_table")) return;
  outcome.parts = json["long_table"].at("parts");
  outcome.head = table_of(json["long_table"].at("head"));
}

}  // namespace

std::string bytes_of(const Product& product, const PortRecord& record) { return json_of(product, record).to_cbor(); }

std::optional<RememberedOutcome> outcome_of(const std::string& bytes) {
  try {
    RememberedOutcome outcome;
    recall(Json::from_cbor(bytes), outcome);
    return outcome;
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

std::string bytes_of(const StoredTable& table) { return json_of(table).to_cbor(); }

std::optional<StoredTable> table_of(const std::string& bytes) {
  try {
    return table_of(Json::from_cbor(bytes));
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

std::string bytes_of(std::uint64_t rounds, const Verdict& verdict) {
  Json json = {{"rounds", rounds}, {"everybody", binary_of(verdict.everybody)}, {"own", Json::array()}};
  for (const Buffer& own : verdict.own) json["own"].push_back(binary_of(own));
  return json.to_cbor();
}

std::optional<RememberedVerdict> verdict_of(const std::string& bytes) {
  try {
    const Json json = Json::from_cbor(bytes);
    RememberedVerdict remembered;
    remembered.rounds = json.at("rounds");
    remembered.verdict.everybody = buffer_of(json.at("everybody"));
    for (const Json& own : json.at("own")) remembered.verdict.own.push_back(buffer_of(own));
    return remembered;
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

}  // namespace terrawright::engine
