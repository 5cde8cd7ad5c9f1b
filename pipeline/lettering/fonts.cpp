// SPDX-License-Identifier: Apache-2.0
#include "lettering/fonts.hpp"

#include <stdexcept>

// The bytes of the files, in the program's read-only data.
#define TERRAWRIGHT_FONT(symbol, file)                                                                               \
  __asm__(".pushsection .rodata\n.balign 16\n.globl terrawright_font_" symbol "\n.globl terrawright_font_" symbol    \
          "_end\nterrawright_font_" symbol ":\n.incbin \"" TERRAWRIGHT_FONTS "/" file "\"\nterrawright_font_" symbol \
          "_end:\n.popsection\n")
TERRAWRIGHT_FONT("garamond", "EBGaramond12-Regular.otf");
TERRAWRIGHT_FONT("garamond_italic", "EBGaramond12-Italic.otf");
TERRAWRIGHT_FONT("lato", "Lato-Regular.ttf");
TERRAWRIGHT_FONT("lato_medium", "Lato-Medium.ttf");
TERRAWRIGHT_FONT("lato_bold", "Lato-Bold.ttf");
TERRAWRIGHT_FONT("lato_italic", "Lato-Italic.ttf");
TERRAWRIGHT_FONT("lato_light", "Lato-Light.ttf");
#undef TERRAWRIGHT_FONT
extern "C" {
extern const char terrawright_font_garamond[], terrawright_font_garamond_end[];
extern const char terrawright_font_garamond_italic[], terrawright_font_garamond_italic_end[];
extern const char terrawright_font_lato[], terrawright_font_lato_end[];
extern const char terrawright_font_lato_medium[], terrawright_font_lato_medium_end[];
extern const char terrawright_font_lato_bold[], terrawright_font_lato_bold_end[];
extern const char terrawright_font_lato_italic[], terrawright_font_lato_italic_end[];
extern const char terrawright_font_lato_light[], terrawright_font_lato_light_end[];
}

namespace terrawright::lettering {
namespace {

struct Embedded {
  const char *name, *begin, *end;
};

const Embedded& embedded(Font font) {
  // As Font counts them. Debian has no file of small capitals: they are glyphs of the roman.
  static const Embedded all[font_count] = {
      {"EB Garamond 12 Regular", terrawright_font_garamond, terrawright_font_garamond_end},
      {"EB Garamond 12 Italic", terrawright_font_garamond_italic, terrawright_font_garamond_italic_end},
      {"EB Garamond 12 Small Capitals", terrawright_font_garamond, terrawright_font_garamond_end},
      {"Lato Regular", terrawright_font_lato, terrawright_font_lato_end},
      {"Lato Medium", terrawright_font_lato_medium, terrawright_font_lato_medium_end},
      {"Lato Bold", terrawright_font_lato_bold, terrawright_font_lato_bold_end},
      {"Lato Italic", terrawright_font_lato_italic, terrawright_font_lato_italic_end},
      {"Lato Light", terrawright_font_lato_light, terrawright_font_lato_light_end},
  };
  const auto index = static_cast<std::int32_t>(font);
  if (index < 0 || index >= font_count)
    throw std::out_of_range("there is no font of the number " + std::to_string(index));
  return all[index];
}

}  // namespace

std::string_view file(Font font) {
  const Embedded& e = embedded(font);
  return {e.begin, static_cast<std::size_t>(e.end - e.begin)};
}

const char* name(Font font) { return embedded(font).name; }

}  // namespace terrawright::lettering
