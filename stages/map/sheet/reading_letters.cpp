// SPDX-License-Identifier: Apache-2.0
// What a style's file says of letters.
#include "reading_style.hpp"
#include "style_keys.hpp"

namespace terrawright::map {

void ReadingStyle::types(const Json& json, Style& style) {
  const Json halos = object(json, "halos", "", words_of(halo_keys));
  for (const auto& key : halo_keys) colour(halos, key.word, "halos.", false, style.types.*key.to);
  const Json figures = object(json, "figures", "", words_of(figure_keys));
  for (const auto& key : figure_keys) {
    const Json figure = object(figures, key.word.data(), "figures.", {"font", "pt"});
    const std::string place = "figures." + std::string(key.word) + ".";
    font(figure, place, (style.types.*key.to).font);
    number(figure, "pt", place, 3, 100, "the size in points", (style.types.*key.to).pt);
  }
  const std::vector<std::string_view> towns(std::begin(town_keys), std::end(town_keys));
  const Json of = object(json, "types", "", words_of(type_keys, towns));
  const std::vector<std::string_view> keys = {"font",     "pt",       "colour",         "halo",
                                              "capitals", "tracking", "widest_tracking"};
  const auto row = [&](std::string_view word, TypeRow& to) {
    type(object(of, word.data(), "types.", keys), "types." + std::string(word) + ".", to);
  };
  for (std::size_t n = 0; n < towns.size(); ++n) row(towns[n], style.types.towns[n]);
  for (const auto& key : type_keys) row(key.word, style.types.*key.to);
}

void ReadingStyle::type(const Json& json, const std::string& place, TypeRow& row) {
  font(json, place, row.font);
  number(json, "pt", place, 3, 100, "the size in points", row.pt);
  colour(json, "colour", place, false, row.colour);
  scaled(json, "halo", place, 0, 1, 255, "how dense the halo is; 0 is none", row.halo);
  flag(json, "capitals", place, row.capitals);
  scaled(json, "tracking", place, 0, 2, 1000, "em put between letters", row.tracking);
  scaled(json, "widest_tracking", place, 0, 2, 1000, "em put between letters at most", row.widest);
}

}  // namespace terrawright::map
