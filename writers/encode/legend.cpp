// SPDX-License-Identifier: Apache-2.0
#include "encode/legend.hpp"

#include "report/amount.hpp"
#include "report/json.hpp"

namespace terrawright::encode {
namespace {

using report::Json;

// "#rrggbb"; "#rrggbbaa" where it is not opaque.
std::string hex(Colour colour) { return "#" + report::hex(&colour, colour.alpha == 255 ? 3 : 4); }

Json json_of_entry(const LegendEntry& entry) {
  return {{"code", entry.code}, {"name", entry.name}, {"colour", hex(entry.colour)}, {"glyph", entry.glyph}};
}

}  // namespace

std::string legend_line(const std::vector<LegendEntry>& legend) {
  Json entries = Json::array();
  for (const LegendEntry& entry : legend) entries.push_back(json_of_entry(entry));
  return report::json_line(entries);
}

std::string legend_file(const std::string& layer, const std::vector<LegendEntry>& legend, const ClassCounts& cells,
                        const std::string& window) {
  std::uint64_t all = 0;
  Json entries = Json::array();
  for (const ClassShare& of : class_shares(legend, cells)) {
    Json entry = of.entry ? json_of_entry(*of.entry) : Json{{"code", of.code}};
    entry["cells"] = of.cells;
    entry["share"] = of.share;
    entries.push_back(std::move(entry));
    all += of.cells;
  }
  Json json = {{"layer", layer}};
  if (!window.empty()) json["window"] = window;
  json["cells"] = all;
  json["classes"] = std::move(entries);
  return report::json_text(json);
}

}  // namespace terrawright::encode
