// SPDX-License-Identifier: Apache-2.0
#include "style.hpp"

#include <stdexcept>
#include <string>

#include "reading_style.hpp"
#include "tables/built_in.hpp"

namespace terrawright::map {
namespace {

Style built_in(StyleName name, const char* file) {
  ReadingStyle reading;
  Style style = reading.whole(name, tables::built_in(std::string("map/sheet/tables/") + file));
  if (!reading.problems.empty()) throw std::logic_error(std::string(file) + ": " + reading.problems[0]);
  return style;
}

}  // namespace

const Style& style_of(StyleName name) {
  static const Style all[] = {built_in(StyleName::topographic, "topographic.json"),
                              built_in(StyleName::atlas, "atlas.json"), built_in(StyleName::antique, "antique.json")};
  return all[static_cast<int>(name)];
}

}  // namespace terrawright::map
