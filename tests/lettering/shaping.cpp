// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "lettering/lettering.hpp"
#include "support/catch.hpp"

using namespace terrawright::lettering;

namespace {

std::int64_t advance(Font font, std::string_view text) {
  std::int64_t sum = 0;
  for (const Glyph& glyph : shaped(font, text)) sum += glyph.advance;
  return sum;
}

// Twice the area inside, of the polygon of all points.
std::int64_t doubled_area(const Outline& outline) {
  std::int64_t area = 0;
  for (std::size_t contour = 0, begin = 0; contour < outline.ends.size(); begin = outline.ends[contour++]) {
    for (std::size_t i = begin; i < outline.ends[contour]; ++i) {
      const OutlinePoint& a = outline.points[i];
      const OutlinePoint& b = outline.points[i + 1 < outline.ends[contour] ? i + 1 : begin];
      area += std::int64_t{a.x} * b.y - std::int64_t{b.x} * a.y;
    }
  }
  return area < 0 ? -area : area;
}

std::string every_letter() {
  std::string all;
  for (char c = ' '; c <= '~'; ++c) all += c;
  // Latin-1 and Latin Extended-A, without what is a control or a soft hyphen.
  for (unsigned u = 0xa1; u < 0x180; ++u) {
    if (u == 0xad) continue;
    all += static_cast<char>(0xc0 | u >> 6);
    all += static_cast<char>(0x80 | (u & 63));
  }
  return all + "\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026\u2032\u2033\u2212\u1e81\u1e83\u1e85\u1ef3";
}

}  // namespace

TEST_CASE("words are set in font units, the same everywhere") {
  CHECK(units_per_em(Font::garamond) == 1000);
  CHECK(units_per_em(Font::lato) == 2000);
  struct Golden {
    Font font;
    const char* text;
    std::int64_t advance;
  };
  for (const Golden& golden :
       {Golden{Font::garamond_italic, "Fok\u00e5", 1826}, Golden{Font::lato_bold, "HAUNEBORG", 12719},
        Golden{Font::garamond_small_capitals, "Monte Viano", 6049}, Golden{Font::lato, "1250", 4640}}) {
    CAPTURE(golden.text);
    CHECK(advance(golden.font, golden.text) == golden.advance);
  }
}

TEST_CASE("letters are kerned and never joined") {
  for (const Font font : {Font::garamond, Font::garamond_italic, Font::lato, Font::lato_bold}) {
    CAPTURE(name(font));
    CHECK(advance(font, "AVAVA") < advance(font, "A") * 3 + advance(font, "V") * 2);
    for (const char* joined : {"ffi", "fl", "Th", "st", "fj"})
      CHECK(shaped(font, joined).size() == std::string(joined).size());
  }
}

TEST_CASE("each glyph stands for the bytes of its letter") {
  const std::string text = "\u00c5se fl\u00f8d";
  const auto word = shaped(Font::lato_italic, text);
  REQUIRE(word.size() == 8);
  std::string back;
  for (const Glyph& glyph : word) back += text.substr(glyph.text_begin, glyph.text_bytes);
  CHECK(back == text);
  CHECK(word[0].text_bytes == 2);
  // An accent by itself becomes the letter that has it.
  const auto composed = shaped(Font::garamond, "A\u030a");
  REQUIRE(composed.size() == 1);
  CHECK(composed[0].glyph == shaped(Font::garamond, "\u00c5")[0].glyph);
  CHECK(composed[0].text_bytes == 3);
  CHECK(shaped(Font::lato, "").empty());
}

TEST_CASE("small capitals are lower than capitals, and other glyphs than small letters") {
  const auto small = shaped(Font::garamond_small_capitals, "Xx"), roman = shaped(Font::garamond, "Xx");
  CHECK(small[0].glyph == roman[0].glyph);
  CHECK(small[1].glyph != roman[1].glyph);
  CHECK(doubled_area(outline(Font::garamond_small_capitals, small[1].glyph)) <
        doubled_area(outline(Font::garamond, roman[0].glyph)));
}

TEST_CASE("the fonts have all of Latin, and what a map writes") {
  for (std::int32_t font = 0; font < font_count; ++font) {
    CAPTURE(name(static_cast<Font>(font)));
    CHECK(missing_letter(static_cast<Font>(font), every_letter()) == "");
    CHECK(missing_letter(static_cast<Font>(font), "Fok\u5c71\u5ddd") == "\u5c71");
    CHECK(missing_letter(static_cast<Font>(font), "Fok\U0001f5fa") == "\U0001f5fa");
  }
}

TEST_CASE("ends of lines, control characters and bytes that are no UTF-8 are letters of no font") {
  for (std::int32_t font = 0; font < font_count; ++font) {
    CAPTURE(name(static_cast<Font>(font)));
    for (const std::string letter : {"\n", "\r", "\t", "\x01", "\x1b", "\x7f", "\u0085", "\xff", "\xc3"}) {
      CAPTURE(letter);
      CHECK(missing_letter(static_cast<Font>(font), "Fok" + letter + "a") == letter);
    }
    CHECK(missing_letter(static_cast<Font>(font), "Fo\u0301k") == "");
    CHECK(missing_letter(static_cast<Font>(font), "") == "");
  }
}

TEST_CASE("an outline begins each contour on it, and has no loose control points") {
  for (std::int32_t font = 0; font < font_count; ++font) {
    for (const Glyph& glyph : shaped(static_cast<Font>(font), "O\u00e5")) {
      const Outline drawn = outline(static_cast<Font>(font), glyph.glyph);
      REQUIRE(!drawn.ends.empty());
      REQUIRE(drawn.ends.back() == drawn.points.size());
      CHECK(drawn.ends.size() >= 2);  // all of these letters have a hole
      for (std::size_t i = 0, contour = 0, begin = 0; i < drawn.points.size(); ++i) {
        if (i == drawn.ends[contour]) begin = drawn.ends[contour++];
        if (i == begin) CHECK(drawn.points[i].kind == OutlinePoint::on);
        if (drawn.points[i].kind == OutlinePoint::on) continue;
        const std::size_t last = i + (drawn.points[i].kind == OutlinePoint::cubic ? 2u : 1u);
        REQUIRE(last < drawn.ends[contour]);
        CHECK(drawn.points[last].kind == OutlinePoint::on);
        i = last - 1;
      }
    }
    CHECK(outline(static_cast<Font>(font), shaped(static_cast<Font>(font), " ")[0].glyph).points.empty());
    CHECK(outline(static_cast<Font>(font), 60000).points.empty());
  }
}

TEST_CASE("there is no font of another number") {
  CHECK_THROWS_AS(file(static_cast<Font>(8)), std::out_of_range);
  CHECK_THROWS_AS(shaped(static_cast<Font>(-1), "a"), std::out_of_range);
}
