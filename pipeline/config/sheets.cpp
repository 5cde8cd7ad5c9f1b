// SPDX-License-Identifier: Apache-2.0
// Outputs that are a drawing on paper.
#include <algorithm>

#include "report/suggest.hpp"
#include "report/utf8.hpp"
#include "sections.hpp"

namespace terrawright::config {
namespace {

using report::quote;

constexpr char sheet_example[] = "{file: \"{name}-{seed}-map.pdf\", sheet: atlas}";

bool only_of_sheets(const Value& value, const Check& check) {
  bool good = true;
  for (const Entry& entry : value.entries) {
    if (entry.key == "file" || entry.key == "sheet" || entry.key == "dpi" || entry.key == "text") continue;
    const std::vector<std::string> others{"tiles",     "pyramid", "scene",   "layers",  "range",
                                          "legend",    "texture", "error",   "coarsen", "tiled",
                                          "overviews", "cog",     "sidecar", "for",     "print"};
    if (std::find(others.begin(), others.end(), entry.key) == others.end()) {
      check.known_keys(Value{value.type, value.position, {}, "", false, {}, {entry}}, {"file", "sheet", "dpi", "text"},
                       "a sheet");
    } else {
      check.error(entry.key_position, quote(entry.key) + " is not of a sheet",
                  entry.key == "layers"
                      ? "write an output for the sheet, as " + std::string(sheet_example) + ", and one for the layers"
                      : "remove it, or write another output");
    }
    good = false;
  }
  return good;
}

bool ends_in(const std::string& file, std::string_view extension) {
  return file.size() >= extension.size() &&
         report::ascii_lower(std::string_view(file).substr(file.size() - extension.size())) == extension;
}

bool read_dpi(const Entry& entry, const Check& check, const std::string& file, Sheet& sheet) {
  if (!check.is_text(entry.value, "'dpi'", "dpi: 300")) return false;
  const auto reading = read_integer(entry.value.text, "1");
  if (!reading) {
    check.wrong(entry.value, "'dpi'", reading);
    return false;
  }
  bool good = true;
  if (*reading.value < least_dpi || *reading.value > most_dpi) {
    check.error(entry.value, "'dpi' is " + entry.value.text,
                "write " + std::to_string(least_dpi) + " to " + std::to_string(most_dpi) + "; 300 is what is printed");
    good = false;
  }
  if (ends_in(file, ".svg") || ends_in(file, ".pdf")) {
    check.error(entry.key_position, "`dpi` is of .png files; an .svg or .pdf file has lines and letters, not pixels",
                "remove it, or write a .png file");
    good = false;
  }
  sheet.dpi = *reading.value;
  return good;
}

bool read_text(const Entry& entry, const Check& check, const std::string& file, Sheet& sheet) {
  if (!check.is_text(entry.value, "'text'", "text: letters")) return false;
  sheet.letters = entry.value.text == "letters";
  if (!sheet.letters && entry.value.text != "outlines") {
    check.error(entry.value, "'text' cannot be " + quote(entry.value.text),
                report::did_you_mean(entry.value.text, {"outlines", "letters"}, "its choices are"));
    return false;
  }
  if (ends_in(file, ".svg")) return true;
  check.error(entry.key_position, "`text` is of .svg files", "remove it, or write an .svg file");
  return false;
}

}  // namespace

bool read_sheet(const Value& value, const Check& check, const World& world, Output& output) {
  Sheet& sheet = output.sheet.emplace();
  bool good = only_of_sheets(value, check);
  const Value* file = check.required(value, value.position, "file", "a sheet", "file: \"{name}-{seed}-map.pdf\"");
  good = file && read_file(*file, "file", check, world, output) && good;
  if (output.final_file.find("{layer}") != std::string::npos) {
    check.error(*file, "a sheet is one drawing, and its name cannot contain '{layer}'",
                "its name can contain {name} and {seed}");
    good = false;
  }
  if (const Entry* dpi = value.find("dpi")) good = read_dpi(*dpi, check, output.final_file, sheet) && good;
  if (const Entry* text = value.find("text")) good = read_text(*text, check, output.final_file, sheet) && good;
  const Entry* entry = value.find("sheet");
  const auto from = read_reference(entry->value, check);
  if (from) output.layers.push_back({entry->value.text, entry->value.position, *from});
  return from && good;
}

}  // namespace terrawright::config
