// SPDX-License-Identifier: Apache-2.0
#include "images/legend.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

namespace terrawright::images {
namespace {

using Json = nlohmann::ordered_json;

std::string text_of(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

// "#rrggbb"; "#rrggbbaa" where it is not opaque.
std::string hex(Colour colour) {
  std::string text = "#";
  for (const std::uint8_t part : {colour.red, colour.green, colour.blue, colour.alpha}) {
    text += "0123456789abcdef"[part >> 4];
    text += "0123456789abcdef"[part & 15];
  }
  return colour.alpha == 255 ? text.substr(0, 7) : text;
}

Json json_of(const LegendEntry& entry) {
  return {{"code", entry.code}, {"name", entry.name}, {"colour", hex(entry.colour)}, {"glyph", entry.glyph}};
}

}  // namespace

std::filesystem::path legend_path(const std::filesystem::path& picture) {
  std::filesystem::path path = picture;
  return path.replace_extension(".legend.json");
}

std::string legend_line(const std::vector<LegendEntry>& legend) {
  Json entries = Json::array();
  for (const LegendEntry& entry : legend) entries.push_back(json_of(entry));
  return text_of(entries, -1);
}

std::string legend_file(const std::string& layer, const std::vector<LegendEntry>& legend,
                        const std::vector<std::uint64_t>& cells) {
  const std::uint64_t all = std::accumulate(cells.begin(), cells.end(), std::uint64_t{0});
  Json entries = Json::array();
  const auto add = [&](Json entry, std::uint64_t count) {
    entry["cells"] = count;
    entry["share"] = all == 0 ? 0.0 : static_cast<double>(count) / static_cast<double>(all);
    entries.push_back(std::move(entry));
  };
  for (const LegendEntry& entry : legend) add(json_of(entry), cells[entry.code]);
  for (std::size_t code = 0; code < cells.size(); ++code) {
    const auto is_this = [&](const LegendEntry& entry) { return entry.code == code; };
    if (cells[code] != 0 && std::none_of(legend.begin(), legend.end(), is_this)) add({{"code", code}}, cells[code]);
  }
  return text_of({{"layer", layer}, {"cells", all}, {"classes", std::move(entries)}}, 2) + "\n";
}

}  // namespace terrawright::images
