// SPDX-License-Identifier: Apache-2.0
// A font that a user brings, beside those of the program.
#include <string>

#include "lettering/lettering.hpp"
#include "support/catch.hpp"

using namespace terrawright::lettering;
using Catch::Contains;

namespace {

// A letter of Middle Welsh, which Garamond has and Lato has not.
constexpr const char* welsh = "\u1efaandaf";

std::string garamond() { return std::string(file(Font::garamond)); }

}  // namespace

TEST_CASE("a font of a user's sets words as one of the program does") {
  const Face own{garamond()};
  const Face& ours = face(Font::garamond);
  CHECK(own.units_per_em() == ours.units_per_em());
  CHECK(own.glyph_count() == ours.glyph_count());
  CHECK_THAT(own.name(), Contains("Garamond"));
  const auto word = own.shaped(welsh), same = ours.shaped(welsh);
  REQUIRE(word.size() == 6);
  for (std::size_t n = 0; n < word.size(); ++n) {
    CHECK(word[n].glyph == same[n].glyph);
    CHECK(word[n].advance == same[n].advance);
    CHECK(own.outline(word[n].glyph).points.size() == ours.outline(word[n].glyph).points.size());
  }
}

TEST_CASE("all of a text is set in a user's font where the other lacks a letter of it, and only there") {
  const Fonts fonts{garamond()}, none;
  REQUIRE(missing_letter(Font::lato, welsh) == "\u1efa");
  CHECK(fonts.that_writes(Font::lato, welsh) == Font::own);
  CHECK(fonts.of(Font::own).missing_letter(welsh) == "");
  CHECK(fonts.that_writes(Font::lato, "Foka") == Font::lato);
  CHECK(fonts.that_writes(Font::garamond_italic, "Foka") == Font::garamond_italic);
  CHECK(none.that_writes(Font::lato, welsh) == Font::lato);
  CHECK(fonts.have(1000));
  CHECK_FALSE(none.have(1000));
  CHECK_FALSE(fonts.have(font_count));
  CHECK_THROWS(none.of(Font::own));
}

TEST_CASE("bytes that are no whole font with outlines are refused, and why is said") {
  const auto refused = [](std::string bytes) {
    try {
      const Face face(std::move(bytes));
    } catch (const std::runtime_error& why) {
      return std::string(why.what());
    }
    return std::string("taken");
  };
  CHECK_THAT(refused("PNG"), Contains("no .ttf or .otf font"));
  CHECK_THAT(refused(std::string(1000, 'x')), Contains("no .ttf or .otf font"));
  for (const std::size_t left : {std::size_t{20}, garamond().size() / 2, garamond().size() - 1000})
    CHECK_THAT(refused(garamond().substr(0, left)), Contains("cut off"));
  std::string bare = garamond();
  bare.replace(bare.find("CFF "), 4, "none");
  CHECK_THAT(refused(bare), Contains("no outlines"));
  CHECK(refused(garamond()) == "taken");
}

TEST_CASE("letters from right to left are written by no font") {
  CHECK(from_right_to_left("\u05e9"));
  CHECK(from_right_to_left("\u0628"));
  for (const char* letter : {"a", "\u0416", "\u10d0", "\u65e5", " ", ""}) CHECK_FALSE(from_right_to_left(letter));
}
