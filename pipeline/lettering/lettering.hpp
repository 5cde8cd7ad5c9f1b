// SPDX-License-Identifier: Apache-2.0
// The fonts that come with the program, one that a user brings, and words set in them. All numbers are integers in font
// units, so that a word has the same letters at the same places on every machine, whatever is installed there. Any
// thread may call these.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

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

struct Glyph {
  std::uint32_t glyph;
  std::int32_t advance;  // to the next one's origin, kerning included, in font units
  std::uint32_t text_begin, text_bytes;
  // From the origin to where the glyph is drawn: accents that the font has no whole letter for. 0 elsewhere.
  std::int32_t right, up;
};

// An outline in font units, y up: each contour begins with a point that is on it; a quadratic piece is one control
// point and the point it ends at, a cubic one two control points and the point it ends at. All contours are closed.
struct OutlinePoint {
  std::int32_t x, y;
  enum Kind : std::int32_t { on = 0, quadratic = 1, cubic = 2 } kind;
};
struct Outline {
  std::vector<OutlinePoint> points;
  std::vector<std::uint32_t> ends;
};

// A font's file, opened.
class Face {
 public:
  explicit Face(Font font);
  // The bytes of a .ttf or .otf file. Throws std::runtime_error where they are none, or one without outlines.
  explicit Face(std::string file);

  std::string_view file() const;
  const std::string& name() const;  // as "EB Garamond 12 Italic"
  std::int32_t units_per_em() const;
  std::uint32_t glyph_count() const;  // glyphs of the file are 0 to one less
  // Letters from left to right: kerning on, ligatures off. Letters that the font lacks are glyph 0.
  std::vector<Glyph> shaped(std::string_view text) const;
  // The first letter of the text that the font does not have, as UTF-8; "" where it has all.
  std::string missing_letter(std::string_view text) const;
  Outline outline(std::uint32_t glyph) const;

 private:
  struct Opened;
  std::shared_ptr<const Opened> opened_;
};

// Of the program. Opened with the first word that needs it.
const Face& face(Font font);
inline std::int32_t units_per_em(Font font) { return face(font).units_per_em(); }
inline std::vector<Glyph> shaped(Font font, std::string_view text) { return face(font).shaped(text); }
inline std::string missing_letter(Font font, std::string_view text) { return face(font).missing_letter(text); }
inline Outline outline(Font font, std::uint32_t glyph) { return face(font).outline(glyph); }

// Whether the letter, as UTF-8, is of a script that is written from right to left.
bool from_right_to_left(std::string_view letter);

// The fonts of a drawing: those of the program, and perhaps one of its own.
class Fonts {
 public:
  Fonts() = default;
  // "": none of its own. Throws as Face does.
  explicit Fonts(std::string_view own) {
    if (!own.empty()) own_ = std::make_shared<const Face>(std::string(own));
  }
  const Face* own() const { return own_.get(); }
  bool have(std::int32_t number) const {
    return number == own_font ? own_ != nullptr : number >= 0 && number < font_count;
  }
  const Face& of(Font font) const { return font == Font::own && own_ ? *own_ : face(font); }
  const Face& of(std::int32_t number) const { return of(static_cast<Font>(number)); }
  // The one that all of a text is set in: its own where the other lacks a letter of it.
  Font that_writes(Font font, std::string_view text) const {
    return own_ && !face(font).missing_letter(text).empty() ? Font::own : font;
  }

 private:
  std::shared_ptr<const Face> own_;
};

}  // namespace terrawright::lettering
