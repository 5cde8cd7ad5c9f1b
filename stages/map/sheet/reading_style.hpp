// SPDX-License-Identifier: Apache-2.0
// reading_style.hpp: a style from JSON. All that is wrong is said, with its place.
#pragma once
#include <string>

#include "reading_values.hpp"

namespace terrawright::map {

class ReadingStyle : public ReadingValues {
 public:
  // All of a style; every key is there. Those of tables/ are written so.
  Style whole(StyleName name, const std::string& text);
  // Changes of a user's file to the style that it is like; `otherwise` if it names none.
  Style changed(StyleName otherwise, const std::string& text);

 private:
  void read(const Json& json, Style& style);
  void colours(const Json& json, Style& style);
  void lines(const Json& json, Style& style);
  void road(const Json& json, const std::string& place, RoadLook& road);
  void shading(const Json& json, Style& style);
  void tints(const Json& json, Style& style);
  void types(const Json& json, Style& style);
  void type(const Json& json, const std::string& place, TypeRow& row);
};

}  // namespace terrawright::map
