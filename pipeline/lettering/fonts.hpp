// SPDX-License-Identifier: Apache-2.0
// The files of the fonts, without what sets words in them: for whoever embeds them.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "terrawright/display_list.hpp"

namespace terrawright::lettering {

enum class Font : std::int32_t {
  garamond = 0,  // EB Garamond 12 Regular
  garamond_italic,
  garamond_small_capitals,  // of the roman's file
  lato,
  lato_medium,
  lato_bold,
  lato_italic,
  lato_light,
  own = own_font  // the one that a drawing brings
};
constexpr std::int32_t font_count = 8;  // of the program

// The bytes of the font's file.
std::string_view file(Font font);
const char* name(Font font);  // as "EB Garamond 12 Italic"

}  // namespace terrawright::lettering
