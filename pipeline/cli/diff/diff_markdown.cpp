// SPDX-License-Identifier: Apache-2.0
#include <set>

#include "cli/diff/diff_report.hpp"
#include "report/utf8.hpp"

namespace terrawright::cli {
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
    text += std::string("| ") +
            (row.what == '+'   ? "added"
             : row.what == '-' ? "gone"
                               : "changed") +
            " | " + markdown(row.key) + " | " + changes + " |\n";
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

}  // namespace terrawright::cli
