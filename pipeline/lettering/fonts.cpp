// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <stdexcept>

#include "lettering/lettering.hpp"

// The bytes of the files, which the build makes sources of.
#define TERRAWRIGHT_FONT(name)                 \
  extern const char terrawright_font_##name[]; \
  extern const std::size_t terrawright_font_##name##_size
TERRAWRIGHT_FONT(EBGaramond12_Regular);
TERRAWRIGHT_FONT(EBGaramond12_Italic);
TERRAWRIGHT_FONT(Lato_Regular);
TERRAWRIGHT_FONT(Lato_Medium);
TERRAWRIGHT_FONT(Lato_Bold);
TERRAWRIGHT_FONT(Lato_Italic);
TERRAWRIGHT_FONT(Lato_Light);
#undef TERRAWRIGHT_FONT

namespace terrawright::lettering {
namespace {

struct Embedded {
  const char *name, *begin;
  std::size_t size;
};

const Embedded& embedded(Font font) {
  // As Font counts them. Debian has no file of small capitals: they are glyphs of the roman.
  static const Embedded all[font_count] = {
      {"EB Garamond 12 Regular", terrawright_font_EBGaramond12_Regular, terrawright_font_EBGaramond12_Regular_size},
      {"EB Garamond 12 Italic", terrawright_font_EBGaramond12_Italic, terrawright_font_EBGaramond12_Italic_size},
      {"EB Garamond 12 Small Capitals", terrawright_font_EBGaramond12_Regular,
       terrawright_font_EBGaramond12_Regular_size},
      {"Lato Regular", terrawright_font_Lato_Regular, terrawright_font_Lato_Regular_size},
      {"Lato Medium", terrawright_font_Lato_Medium, terrawright_font_Lato_Medium_size},
      {"Lato Bold", terrawright_font_Lato_Bold, terrawright_font_Lato_Bold_size},
      {"Lato Italic", terrawright_font_Lato_Italic, terrawright_font_Lato_Italic_size},
      {"Lato Light", terrawright_font_Lato_Light, terrawright_font_Lato_Light_size},
  };
  const auto index = static_cast<std::int32_t>(font);
  if (index < 0 || index >= font_count)
    throw std::out_of_range("there is no font of the number " + std::to_string(index));
  return all[index];
}

}  // namespace

std::string_view file(Font font) {
  const Embedded& e = embedded(font);
  return {e.begin, e.size};
}

const char* name(Font font) { return embedded(font).name; }

}  // namespace terrawright::lettering
