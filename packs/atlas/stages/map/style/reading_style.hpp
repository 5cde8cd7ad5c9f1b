// SPDX-License-Identifier: Apache-2.0
// reading_style.hpp: a style from JSON. All that is wrong is said, with its place.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "style.hpp"
#include "tables/reading.hpp"

namespace terrawright::map {

// One value of a style's file: a number within its range, a colour, steps of colour.
class ReadingValues : public tables::Reading {
 protected:
  // The object under a key; an empty one where there is none, which is a mistake in a whole style.
  Json object(const Json& json, const char* key, const std::string& place, const std::vector<std::string_view>& keys);
  bool has(const Json& json, std::string_view key, const std::string& place);
  void number(const Json& json, const char* key, const std::string& place, double least, double most, const char* what,
              double& to);
  void scaled(const Json& json, const char* key, const std::string& place, double least, double most, double scale,
              const char* what, std::int32_t& to);
  void flag(const Json& json, const char* key, const std::string& place, bool& to);
  void colour(const Json& json, std::string_view key, const std::string& place, bool may_be_clear, Colour& to);
  void font(const Json& json, const std::string& place, Font& to);
  bool is_colour(const Json& json, const std::string& place, bool may_be_clear, Colour& to);
  void steps(const Json& json, const std::string& place, std::vector<TintStep>& steps, double most);

  bool whole_ = false;
};

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
