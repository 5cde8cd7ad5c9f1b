// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "cli/diff/diff_report.hpp"
#include "cli/json_text.hpp"

namespace terrawright::cli {
namespace {

const char* word(Verdict verdict) {
  return verdict == Verdict::same     ? "same"
         : verdict == Verdict::within ? "within"
         : verdict == Verdict::warns  ? "warning"
                                      : "differs";
}

Json layer_json(const LayerDifference& layer) {
  Json json = {{"name", layer.name},
               {"verdict", word(layer.verdict)},
               {"kind", layer.kind},
               {"unit", layer.unit},
               {"shape", {layer.height, layer.width}}};
  if (!layer.problem.empty()) {
    json["problem"] = layer.problem;
    return json;
  }
  json["cells"] = layer.cells;
  json["changed"] = layer.changed;
  json["over_fail"] = layer.over_fail;
  json["over_warn"] = layer.over_warn;
  if (!layer.note.empty()) json["note"] = layer.note;
  if (layer.has_values) {
    json["largest"] = layer.largest;
    if (layer.changed != 0) json["largest_at"] = {{"x", layer.x}, {"y", layer.y}};
    json["mean"] = layer.mean;
    json["rms"] = layer.rms;
    json["nans"] = layer.nans;
    return json;
  }
  Json& confusion = json["confusion"] = Json::array();
  for (const auto& [codes, cells] : layer.confusion)
    confusion.push_back({{"a", codes.first},
                         {"a_name", class_name(layer, codes.first)},
                         {"b", codes.second},
                         {"b_name", class_name(layer, codes.second)},
                         {"cells", cells}});
  return json;
}

Json table_json(const TableDifference& table) {
  Json json = {{"name", table.name}, {"verdict", word(table.verdict)}};
  if (!table.problem.empty()) {
    json["problem"] = table.problem;
    return json;
  }
  json["rows"] = {table.rows_a, table.rows_b};
  json["added"] = table.added;
  json["gone"] = table.gone;
  json["changed"] = table.changed;
  if (!table.key.empty()) json["key"] = table.key;
  Json& first = json["first"] = Json::array();
  for (const auto& row : table.rows) {
    const char* const what = row.what == '+' ? "added" : row.what == '-' ? "gone" : "changed";
    Json one = {{"what", what}, {"row", row.key}};
    for (const auto& [column, before, after] : row.of) one["columns"][column] = {before, after};
    first.push_back(std::move(one));
  }
  return json;
}

}  // namespace

Json diff_json(const Difference& difference) {
  Json json = {{"a", difference.a}, {"b", difference.b}, {"verdict", word(difference.verdict)}};
  for (const char* key : {"layers", "numbers", "tables"}) json[key] = Json::array();
  for (const auto& layer : difference.layers) json["layers"].push_back(layer_json(layer));
  for (const auto& number : difference.numbers) {
    Json one = {{"name", number.name}, {"verdict", word(number.verdict)}, {"unit", number.unit}};
    one["a"] = number.a ? Json(*number.a) : Json();
    one["b"] = number.b ? Json(*number.b) : Json();
    json["numbers"].push_back(std::move(one));
  }
  for (const auto& table : difference.tables) json["tables"].push_back(table_json(table));
  json["moved"] = difference.moved;
  return json;
}

}  // namespace terrawright::cli
