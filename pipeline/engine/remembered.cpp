// SPDX-License-Identifier: Apache-2.0
#include "engine/remembered.hpp"

#include <cstring>
#include <stdexcept>
#include <string_view>

#include "engine/long_table.hpp"
#include "report/json.hpp"

namespace terrawright::engine {
namespace {

using report::Json;

// What is remembered: the length of a CBOR text, the text, then all arrays, of which the text has place and length.
// Parsing takes as long as the text is, whatever the arrays are.
class Writing {
 public:
  Json add(const void* bytes, std::size_t size) {
    Json place = Json::array({arrays_.size(), size});
    if (size != 0) arrays_.append(static_cast<const char*>(bytes), size);
    return place;
  }
  // What was never given is told from what is empty: a stage sees no bytes, or a place without any.
  Json add(const Buffer& buffer) { return buffer.data() == nullptr ? Json() : add(buffer.data(), buffer.size()); }
  template <class Number>
  Json add(const std::vector<Number>& values) {
    return add(values.data(), values.size() * sizeof(Number));
  }
  std::string all(const Json& json) const {
    const std::string text = json.to_cbor();
    const std::uint64_t size = text.size();
    std::string bytes(reinterpret_cast<const char*>(&size), sizeof size);
    return bytes.append(text).append(arrays_);
  }

 private:
  std::string arrays_;
};

// Throws std::exception where the bytes are something else. They must outlive it.
class Remembered {
 public:
  explicit Remembered(std::string_view bytes) {
    std::uint64_t size = 0;
    if (bytes.size() < sizeof size) throw std::out_of_range("length");
    std::memcpy(&size, bytes.data(), sizeof size);
    bytes.remove_prefix(sizeof size);
    if (size > bytes.size()) throw std::out_of_range("text");
    json = Json::from_cbor(bytes.substr(0, static_cast<std::size_t>(size)));
    arrays_ = bytes.substr(static_cast<std::size_t>(size));
  }
  std::string_view bytes(const Json& place) const {
    const std::size_t from = place.at(0), size = place.at(1);
    if (from > arrays_.size() || size > arrays_.size() - from) throw std::out_of_range("array");
    return arrays_.substr(from, size);
  }
  Buffer buffer(const Json& place) const {
    Buffer buffer;
    if (place.is_null()) return buffer;
    const std::string_view from = bytes(place);
    void* const to = buffer.resize(from.size());
    if (!from.empty()) std::memcpy(to, from.data(), from.size());
    return buffer;
  }
  template <class Number>
  std::vector<Number> numbers(const Json& place) const {
    const std::string_view from = bytes(place);
    std::vector<Number> values(from.size() / sizeof(Number));
    if (!values.empty()) std::memcpy(values.data(), from.data(), values.size() * sizeof(Number));
    return values;
  }
  Json json;

 private:
  std::string_view arrays_;
};

// ---- tables --------------------------------------------------------------------------------------

Json json_of(const StoredTable& table, Writing& to) {
  Json json = {{"rows", table.rows},
               {"places", static_cast<int>(table.places)},
               {"points", to.add(table.points)},
               {"ends", to.add(table.ends)}};
  json["columns"] = Json::array();
  for (const StoredTable::Column& column : table.columns) {
    Json entry = {{"name", column.name}, {"unit", column.unit}};
    if (const auto* integers = std::get_if<std::vector<std::int64_t>>(&column.values)) {
      entry["integers"] = to.add(*integers);
    } else if (const auto* reals = std::get_if<std::vector<double>>(&column.values)) {
      entry["reals"] = to.add(*reals);
    } else {
      entry["texts"] = Json::array();
      for (const std::string& text : std::get<std::vector<std::string>>(column.values))
        entry["texts"].push_back(Json::binary(text));
    }
    json["columns"].push_back(std::move(entry));
  }
  return json;
}

StoredTable table_of(const Json& json, const Remembered& from) {
  StoredTable table;
  table.rows = json.at("rows");
  table.places = static_cast<Places>(json.at("places").get<int>());
  table.points = from.numbers<terrawright_point>(json.at("points"));
  table.ends = from.numbers<std::uint64_t>(json.at("ends"));
  for (const Json& entry : json.at("columns")) {
    StoredTable::Column column{entry.at("name"), entry.at("unit"), {}};
    if (entry.contains("integers")) {
      column.values = from.numbers<std::int64_t>(entry["integers"]);
    } else if (entry.contains("reals")) {
      column.values = from.numbers<double>(entry["reals"]);
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

Json json_of(const Product& product, const PortRecord& record, Writing& to) {
  Json json = {{"kind", record.kind},
               {"statistics", to.add(std::vector<Statistics>{record.statistics})},
               {"digest", to.add(record.digest.data(), record.digest.size())},
               {"rows", record.rows},
               {"classes", Json::array()}};
  for (const auto& [code, cells] : record.classes) json["classes"].push_back({code, cells});
  if (product.number) json["number"] = to.add(std::vector<double>{*product.number});
  if (product.grid) json["grid"] = to.add(*product.grid);
  if (product.text) json["text"] = to.add(product.text->data(), product.text->size());
  if (product.table) json["table"] = json_of(*product.table, to);
  if (product.long_table)
    json["long_table"] = {{"parts", product.long_table->parts()}, {"head", json_of(product.long_table->head(), to)}};
  return json;
}

void recall(const Remembered& from, RememberedOutcome& outcome) {
  const Json& json = from.json;
  Product& product = outcome.product;
  PortRecord& record = outcome.record;
  record.kind = json.at("kind");
  record.statistics = from.numbers<Statistics>(json.at("statistics")).at(0);
  const std::string_view digest = from.bytes(json.at("digest"));
  if (digest.size() != record.digest.size()) throw std::out_of_range("digest");
  std::copy(digest.begin(), digest.end(), record.digest.begin());
  record.rows = json.at("rows");
  for (const Json& entry : json.at("classes"))
    record.classes[entry.at(0).get<std::uint16_t>()] = entry.at(1).get<std::uint64_t>();
  if (json.contains("number")) product.number = record.number = from.numbers<double>(json["number"]).at(0);
  if (json.contains("grid")) product.grid = std::make_shared<const Buffer>(from.buffer(json["grid"]));
  if (json.contains("text")) product.text = std::make_shared<const std::string>(from.bytes(json["text"]));
  if (json.contains("table")) product.table = std::make_shared<const StoredTable>(table_of(json["table"], from));
  if (!json.contains("long_table")) return;
  outcome.parts = json["long_table"].at("parts");
  outcome.head = table_of(json["long_table"].at("head"), from);
}

}  // namespace

std::string bytes_of(const Product& product, const PortRecord& record) {
  Writing to;
  const Json json = json_of(product, record, to);
  return to.all(json);
}

std::optional<RememberedOutcome> outcome_of(const std::string& bytes) {
  try {
    RememberedOutcome outcome;
    recall(Remembered(bytes), outcome);
    return outcome;
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

std::string bytes_of(const StoredTable& table) {
  Writing to;
  const Json json = json_of(table, to);
  return to.all(json);
}

std::optional<StoredTable> table_of(const std::string& bytes) {
  try {
    const Remembered from(bytes);
    return table_of(from.json, from);
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

std::string bytes_of(std::uint64_t rounds, const Verdict& verdict) {
  Writing to;
  Json json = {{"rounds", rounds}, {"everybody", to.add(verdict.everybody)}, {"own", Json::array()}};
  for (const Buffer& own : verdict.own) json["own"].push_back(to.add(own));
  return to.all(json);
}

std::optional<RememberedVerdict> verdict_of(const std::string& bytes) {
  try {
    const Remembered from(bytes);
    const Json& json = from.json;
    RememberedVerdict remembered;
    remembered.rounds = json.at("rounds");
    remembered.verdict.everybody = from.buffer(json.at("everybody"));
    for (const Json& own : json.at("own")) remembered.verdict.own.push_back(from.buffer(own));
    return remembered;
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

}  // namespace terrawright::engine
