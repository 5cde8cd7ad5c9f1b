// SPDX-License-Identifier: Apache-2.0
#include "images/legend.hpp"

#include "engine/class_shares.hpp"
#include "report/amount.hpp"
#include "report/json.hpp"

namespace terrawright::images {
namespace {

using report::Json;

// "#rrggbb"; "#rrggbbaa" where it is not opaque.
std::string hex(Colour colour) { return "#" + report::hex(&colour, colour.alpha == 255 ? 3 : 4); }

Json json_of_entry(const LegendEntry& entry) {
  return {{"code", entry.code}, {"name", entry.name}, {"colour", hex(entry.colour)}, {"glyph", entry.glyph}};
}

}  // namespace

std::filesystem::path legend_path(std::filesystem::path picture) { return picture.replace_extension(".legend.json"); }

std::filesystem::path legend_picture_path(std::filesystem::path picture) {
  return picture.replace_extension(".legend.png");
}

std::string legend_line(const std::vector<LegendEntry>& legend) {
  Json entries = Json::array();
  for (const LegendEntry& entry : legend) entries.push_back(json_of_entry(entry));
  return report::json_line(entries);
}

std::string legend_file(const std::string& layer, const std::vector<LegendEntry>& legend,
                        const engine::ClassCounts& cells, const std::optional<Rect>& window) {
  std::uint64_t all = 0;
  Json entries = Json::array();
  for (const engine::ClassShare& of : engine::class_shares(legend, cells)) {
    Json entry = of.entry ? json_of_entry(*of.entry) : Json{{"code", of.code}};
    entry["cells"] = of.cells;
    entry["share"] = of.share;
    entries.push_back(std::move(entry));
    all += of.cells;
  }
  Json json = {{"layer", layer}};
  if (window) json["window"] = window_text(*window);
  json["cells"] = all;
  json["classes"] = std::move(entries);
  return report::json_text(json);
}

}  // namespace terrawright::images
