// SPDX-License-Identifier: Apache-2.0
#include "cli/diff/diff_report.hpp"

#include <algorithm>

#include "cli/terminal/standard_output.hpp"
#include "report/amount.hpp"
#include "report/utf8.hpp"

namespace terrawright::cli {
namespace {

constexpr std::size_t most_changes = 8;  // of classes

std::string layer_text(const LayerDifference& layer) {
  std::string text = report::printable(layer.name) + "  " + verdict_word(layer.verdict);
  if (!layer.problem.empty()) return text + ": " + report::printable(layer.problem) + "\n";
  if (layer.verdict == Verdict::same) return text + "\n";
  text += ": " + std::to_string(layer.changed) + " of " + std::to_string(layer.cells) + " cells changed (" +
          percent_text(layer.changed, layer.cells) + ")";
  if (layer.has_values) {
    text += "\n    largest " + with_unit(layer.largest, layer.unit) + " at (" + std::to_string(layer.x) + ", " +
            std::to_string(layer.y) + "), mean " + with_unit(layer.mean, layer.unit) + ", RMS " +
            with_unit(layer.rms, layer.unit);
    if (layer.nans != 0) text += "; " + std::to_string(layer.nans) + " cells are no number on one side only";
  } else {
    const auto changes = class_changes(layer);
    for (std::size_t i = 0; i < changes.size() && i < most_changes; ++i)
      text += "\n    " + report::printable(changes[i].first) + ": " + std::to_string(changes[i].second);
    if (changes.size() > most_changes)
      text += "\n    and " + std::to_string(changes.size() - most_changes) + " other changes";
  }
  if (!layer.note.empty()) text += "\n    " + report::printable(layer.note);
  return text + "\n";
}

std::string row_text(const TableDifference& table, const TableDifference::Row& row) {
  std::string text = std::string("    ") + row.what + " " + (table.key.empty() ? "" : table.key + " ") + row.key;
  for (const auto& [column, before, after] : row.of) text += ", " + column + " " + before + " -> " + after;
  return report::printable(text);
}

std::string table_text(const TableDifference& table) {
  std::string text = report::printable(table.name) + "  " + verdict_word(table.verdict);
  if (!table.problem.empty()) return text + ": " + report::printable(table.problem) + "\n";
  if (table.verdict == Verdict::same) return text + "\n";
  text += ": " + std::to_string(table.rows_a) + " -> " + std::to_string(table.rows_b) + " rows, " +
          std::to_string(table.added) + " added, " + std::to_string(table.gone) + " gone, " +
          std::to_string(table.changed) + " changed\n";
  constexpr std::size_t most = 10;
  for (std::size_t i = 0; i < table.rows.size() && i < most; ++i) text += row_text(table, table.rows[i]) + "\n";
  if (table.added + table.gone + table.changed > most) text += "    ...\n";
  return text;
}

}  // namespace

const char* verdict_word(Verdict verdict) {
  return verdict == Verdict::same     ? "same"
         : verdict == Verdict::within ? "within thresholds"
         : verdict == Verdict::warns  ? "warning"
                                      : "differs";
}

std::string short_number(double number) { return report::formatted("%.6g", number); }

std::string percent_text(std::uint64_t part, std::uint64_t of) {
  return report::formatted("%.3g %%", of == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(of));
}

std::string with_unit(double number, const std::string& unit) {
  return short_number(number) + (unit.empty() ? "" : " " + unit);
}

std::string class_name(const LayerDifference& layer, std::uint16_t code) {
  const auto found = layer.classes.find(code);
  return found != layer.classes.end() ? found->second : "code " + std::to_string(code);
}

std::vector<std::pair<std::string, std::uint64_t>> class_changes(const LayerDifference& layer) {
  std::vector<std::pair<std::string, std::uint64_t>> changes;
  for (const auto& [codes, cells] : layer.confusion) {
    if (codes.first != codes.second)
      changes.emplace_back(class_name(layer, codes.first) + " -> " + class_name(layer, codes.second), cells);
  }
  std::stable_sort(changes.begin(), changes.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  return changes;
}

std::string moved_text(const Difference& difference) {
  const std::size_t others = difference.moved.size() - 1;
  return difference.moved.front() + (others == 0   ? ""
                                     : others == 1 ? ", and in 1 layer after it"
                                                   : ", and in " + std::to_string(others) + " layers after it");
}

std::string diff_text(const Difference& difference) {
  std::string text = "A " + report::printable(difference.a) + "\nB " + report::printable(difference.b) + "\n\n";
  for (const LayerDifference& layer : difference.layers) text += layer_text(layer);
  for (const TableDifference& table : difference.tables) text += table_text(table);
  std::size_t same = 0;
  for (const NumberDifference& number : difference.numbers) {
    if (number.verdict == Verdict::same) {
      ++same;
      continue;
    }
    const auto side = [&](const std::optional<double>& value) {
      return value ? with_unit(*value, number.unit) : std::string("none");
    };
    text += report::printable(number.name) + "  " + verdict_word(number.verdict) + ": " + side(number.a) + " -> " +
            side(number.b);
    if (number.a && number.b) text += " (" + with_unit(*number.b - *number.a, number.unit) + ")";
    text += "\n";
  }
  if (same != 0) text += std::to_string(same) + (same == 1 ? " number is" : " numbers are") + " the same\n";
  if (!difference.moved.empty()) text += "cells moved first at " + report::printable(moved_text(difference)) + "\n";
  return text + "\n" + (difference.verdict == Verdict::same ? "the same" : verdict_word(difference.verdict)) + "\n";
}

namespace {

// A cell of a table: nothing of it is markup.
std::string markdown(const std::string& text) {
  std::string safe;
  for (const char c : report::printable(text)) {
    if (c == '<') {
      safe += "&lt;";
    } else if (c == '&') {
      safe += "&amp;";
    } else {
      if (c == '|' || c == '\\' || c == '`' || c == '*' || c == '_' || c == '[' || c == ']' || c == '~') safe += '\\';
      safe += c;
    }
  }
  return safe;
}

const char* mark(Verdict verdict) {
  return verdict == Verdict::fails ? "**differs**" : verdict == Verdict::same ? "same" : verdict_word(verdict);
}

std::string classes_of(const LayerDifference& layer) {
  std::string text =
      "\n<details><summary>Classes of " + markdown(layer.name) + "</summary>\n\n| A | B | cells |\n|---|---|---:|\n";
  for (const auto& [codes, cells] : layer.confusion) {
    if (codes.first == codes.second) continue;
    text += "| " + markdown(class_name(layer, codes.first)) + " | " + markdown(class_name(layer, codes.second)) +
            " | " + std::to_string(cells) + " |\n";
  }
  return text + "\n</details>\n";
}

std::string rows_of(const TableDifference& table) {
  std::string text = "\n<details><summary>Rows of " + markdown(table.name) + "</summary>\n\n| | " +
                     (table.key.empty() ? "row" : markdown(table.key)) + " | changes |\n|---|---|---|\n";
  for (const auto& row : table.rows) {
    std::string changes;
    for (const auto& [column, before, after] : row.of)
      changes += (changes.empty() ? "" : "; ") + markdown(column) + " " + markdown(before) + " → " + markdown(after);
    text += std::string("| ") + row.word() + " | " + markdown(row.key) + " | " + changes + " |\n";
  }
  return text + "\n</details>\n";
}

}  // namespace

std::string diff_markdown(const Difference& difference) {
  std::string text = "### Terrawright: " + markdown(difference.a) + " → " + markdown(difference.b) + ": " +
                     (difference.verdict == Verdict::same ? "the same" : verdict_word(difference.verdict)) + "\n\n";
  if (!difference.layers.empty())
    text += "| layer | | cells changed | largest | mean | RMS |\n|---|---|---:|---:|---:|---:|\n";
  std::string more;
  for (const auto& layer : difference.layers) {
    text += "| " + markdown(layer.name) + " | " + mark(layer.verdict) + " | ";
    if (!layer.problem.empty()) {
      text += markdown(layer.problem) + " | | | |\n";
      continue;
    }
    text += layer.changed == 0
                ? "0 | | | |\n"
                : std::to_string(layer.changed) + " (" + percent_text(layer.changed, layer.cells) + ") | " +
                      (layer.has_values ? markdown(with_unit(layer.largest, layer.unit)) + " | " +
                                              markdown(with_unit(layer.mean, layer.unit)) + " | " +
                                              markdown(with_unit(layer.rms, layer.unit)) + " |\n"
                                        : std::string("| | |\n"));
    if (!layer.has_values && layer.changed != 0) more += classes_of(layer);
  }
  std::string numbers;
  for (const auto& number : difference.numbers) {
    if (number.verdict == Verdict::same) continue;
    const auto side = [&](const std::optional<double>& value) {
      return value ? markdown(with_unit(*value, number.unit)) : std::string("none");
    };
    numbers += "| " + markdown(number.name) + " | " + mark(number.verdict) + " | " + side(number.a) + " | " +
               side(number.b) + " |\n";
  }
  if (!numbers.empty()) text += "\n| number | | A | B |\n|---|---|---:|---:|\n" + numbers;
  std::string tables;
  for (const auto& table : difference.tables) {
    tables += "| " + markdown(table.name) + " | " + mark(table.verdict) + " | ";
    if (!table.problem.empty()) {
      tables += markdown(table.problem) + " | | |\n";
      continue;
    }
    tables += std::to_string(table.added) + " | " + std::to_string(table.gone) + " | " + std::to_string(table.changed) +
              " |\n";
    if (!table.rows.empty()) more += rows_of(table);
  }
  if (!tables.empty()) text += "\n| table | | rows added | gone | changed |\n|---|---|---:|---:|---:|\n" + tables;
  if (!difference.moved.empty()) text += "\nCells moved first at " + markdown(moved_text(difference)) + ".\n";
  return text + more;
}

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
    Json one = {{"what", row.word()}, {"row", row.key}};
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
