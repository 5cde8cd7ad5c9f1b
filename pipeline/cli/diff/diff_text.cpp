// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "cli/diff/diff_report.hpp"
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

}  // namespace terrawright::cli
