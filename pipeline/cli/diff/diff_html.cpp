// SPDX-License-Identifier: Apache-2.0
#include <set>

#include "cli/diff/diff_report.hpp"
#include "encode/seekable_file.hpp"
#include "report/utf8.hpp"

namespace terrawright::cli {
namespace {

std::string html_of(const std::string& text) { return report::xml_text(report::printable(text)); }

std::string badge(Verdict verdict) {
  const char* const colour = verdict == Verdict::fails ? "fails" : verdict == Verdict::warns ? "warns" : "same";
  return std::string("<span class=\"") + colour + "\">" + verdict_word(verdict) + "</span>";
}

constexpr std::size_t most_classes = 40;  // a side of the table

std::string confusion_of(const LayerDifference& layer) {
  std::set<std::uint16_t> codes;
  for (const auto& [pair, cells] : layer.confusion) {
    if (cells != 0 && pair.first != pair.second) codes.insert({pair.first, pair.second});
  }
  if (codes.size() > most_classes) {
    std::string text = "<ul>";
    for (const auto& [change, cells] : class_changes(layer))
      text += "<li>" + html_of(change) + ": " + std::to_string(cells) + "</li>";
    return text + "</ul>\n";
  }
  std::string text = "<table class=\"classes\"><caption>cells by class: rows A, columns B</caption><tr><th></th>";
  for (const std::uint16_t code : codes) text += "<th>" + html_of(class_name(layer, code)) + "</th>";
  text += "</tr>\n";
  for (const std::uint16_t a : codes) {
    text += "<tr><th>" + html_of(class_name(layer, a)) + "</th>";
    for (const std::uint16_t b : codes) {
      const auto found = layer.confusion.find({a, b});
      const std::uint64_t cells = found != layer.confusion.end() ? found->second : 0;
      text += std::string("<td") + (a == b ? " class=\"kept\"" : "") + ">" + (cells != 0 ? std::to_string(cells) : "") +
              "</td>";
    }
    text += "</tr>\n";
  }
  return text + "</table>\n";
}

std::string layer_of(const LayerDifference& layer) {
  std::string text = "<section><h2>" + html_of(layer.name) + " " + badge(layer.verdict) + "</h2>\n<p>" + layer.kind +
                     (layer.unit.empty() ? "" : ", " + html_of(layer.unit)) + ", " + std::to_string(layer.width) +
                     " x " + std::to_string(layer.height) + " cells</p>\n";
  if (!layer.problem.empty()) return text + "<p>" + html_of(layer.problem) + "</p></section>\n";
  if (layer.changed == 0) return text + "</section>\n";
  text += "<p>" + std::to_string(layer.changed) + " cells changed (" + percent_text(layer.changed, layer.cells) + ")";
  if (layer.has_values) {
    text += "; largest " + html_of(with_unit(layer.largest, layer.unit)) + " at (" + std::to_string(layer.x) + ", " +
            std::to_string(layer.y) + "), mean " + html_of(with_unit(layer.mean, layer.unit)) + ", RMS " +
            html_of(with_unit(layer.rms, layer.unit));
  }
  if (layer.nans != 0) text += "; " + std::to_string(layer.nans) + " cells are no number on one side only";
  text += "</p>\n";
  if (!layer.note.empty()) text += "<p>" + html_of(layer.note) + "</p>\n";
  text += "<img alt=\"where " + html_of(layer.name) + " changed\" src=\"data:image/png;base64,";
  encode::add_base64(png_of(layer), text);
  text += "\">\n";
  if (!layer.has_values) text += confusion_of(layer);
  return text + "</section>\n";
}

std::string table_of_numbers(const Difference& difference) {
  std::string rows;
  for (const auto& number : difference.numbers) {
    if (number.verdict == Verdict::same) continue;
    const auto side = [&](const std::optional<double>& value) {
      return "<td>" + (value ? html_of(with_unit(*value, number.unit)) : std::string("none")) + "</td>";
    };
    rows += "<tr><th>" + html_of(number.name) + "</th><td>" + badge(number.verdict) + "</td>" + side(number.a) +
            side(number.b) + "</tr>\n";
  }
  if (rows.empty()) return "";
  return "<section><h2>Numbers</h2><table><tr><th></th><th></th><th>A</th><th>B</th></tr>\n" + rows +
         "</table></section>\n";
}

std::string table_of(const TableDifference& table) {
  std::string text = "<section><h2>" + html_of(table.name) + " " + badge(table.verdict) + "</h2>\n";
  if (!table.problem.empty()) return text + "<p>" + html_of(table.problem) + "</p></section>\n";
  text += "<p>" + std::to_string(table.rows_a) + " to " + std::to_string(table.rows_b) +
          " rows: " + std::to_string(table.added) + " added, " + std::to_string(table.gone) + " gone, " +
          std::to_string(table.changed) + " changed</p>\n";
  if (table.rows.empty()) return text + "</section>\n";
  text +=
      "<table><tr><th></th><th>" + (table.key.empty() ? "row" : html_of(table.key)) + "</th><th>changes</th></tr>\n";
  for (const auto& row : table.rows) {
    std::string changes;
    for (const auto& [column, before, after] : row.of)
      changes += (changes.empty() ? "" : "; ") + html_of(column) + " " + html_of(before) + " &rarr; " + html_of(after);
    text +=
        std::string("<tr><td>") + row.word() + "</td><td>" + html_of(row.key) + "</td><td>" + changes + "</td></tr>\n";
  }
  return text + "</table></section>\n";
}

constexpr char style[] =
    "body{font:15px/1.45 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem;color:#222}"
    "h1{font-size:1.3rem}h2{font-size:1.05rem;margin:1.6rem 0 .3rem}p{margin:.3rem 0}"
    "img{max-width:100%;min-width:16rem;image-rendering:pixelated;border:1px solid #ccc;margin:.4rem 0}"
    "table{border-collapse:collapse;margin:.4rem 0}td,th{border:1px solid #ccc;padding:.15rem .5rem;text-align:left}"
    ".classes td{text-align:right}.kept{background:#eee}caption{text-align:left;color:#666}"
    "span{border-radius:.6rem;padding:0 .5rem;font-size:.8rem;font-weight:normal}"
    ".same{background:#dcefdc}.warns{background:#fbe9b5}.fails{background:#f5c6c2}";

}  // namespace

std::string diff_html(const Difference& difference) {
  std::string text = "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>" +
                     html_of(difference.a) + " - " + html_of(difference.b) + "</title><style>" + style +
                     "</style></head><body>\n<h1>" + html_of(difference.a) + " &rarr; " + html_of(difference.b) + " " +
                     badge(difference.verdict) + "</h1>\n";
  if (!difference.moved.empty()) text += "<p>Cells moved first at " + html_of(moved_text(difference)) + ".</p>\n";
  for (const auto& layer : difference.layers) text += layer_of(layer);
  text += table_of_numbers(difference);
  for (const auto& table : difference.tables) text += table_of(table);
  return text + "</body></html>\n";
}

}  // namespace terrawright::cli
