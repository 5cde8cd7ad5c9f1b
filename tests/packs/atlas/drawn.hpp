// SPDX-License-Identifier: Apache-2.0
// A sheet that has every operation in it, and words set in all fonts.
#pragma once
#include <cmath>
#include <string>

#include "engine/product.hpp"
#include "lettering/lettering.hpp"
#include "terrawright/display_list.hpp"

namespace terrawright::test {

struct Lettering {
  lettering::Font font = lettering::Font::garamond;
  std::int32_t size = 400;
  Colour colour = rgb(0x202020), halo = {0, 0, 0, 0};
  std::int32_t halo_width = 0;
  double turned = 0;    // radians; of curves at the begin
  double tracking = 0;  // em after each letter
  double curve = 0;     // radians from letter to letter
};

inline Word word(const std::string& text, double x, double y, const Lettering& as) {
  Word word{text, static_cast<std::int32_t>(as.font), as.size, as.colour, as.halo, as.halo_width, {}};
  const double unit = static_cast<double>(as.size) / lettering::units_per_em(as.font);
  double turned = as.turned;
  for (const lettering::Glyph& glyph : lettering::shaped(as.font, text)) {
    const double c = std::cos(turned), s = std::sin(turned);
    word.glyphs.push_back({glyph.glyph, static_cast<std::int32_t>(std::lround(x)),
                           static_cast<std::int32_t>(std::lround(y)), static_cast<std::int32_t>(std::lround(c * 16384)),
                           static_cast<std::int32_t>(std::lround(s * 16384)), glyph.text_begin, glyph.text_bytes});
    const double along = glyph.advance * unit + as.tracking * as.size;
    x += along * c;
    y += along * s;
    turned += as.curve;
  }
  return word;
}

// Words of the sheet below.
inline const std::vector<std::string>& words_drawn() {
  static const std::vector<std::string> words = {"Fok\u00e5", "Monte Viano",        "HAUNEBORG",
                                                 "Jeltekent", "Porth Mer",          "Tharelv",
                                                 "SKIRFJELL", "0\u00b0 45\u2032 W", "Lag\u0131"};
  return words;
}

// A7, landscape.
inline DisplayList drawn() {
  using lettering::Font;
  DisplayList list(10500, 7400, "Stureland \u00b7 all that a sheet can have");
  Path paper;
  paper.rectangle(0, 0, 10500, 7400);
  list.group("ground");
  list.fill(paper, rgb(0xfaf6ea));
  PaperImage image{600, 600, 4000, 3000, 40, 30, 3, {}};
  for (std::int32_t y = 0; y < 30; ++y) {
    for (std::int32_t x = 0; x < 40; ++x) {
      image.bytes.push_back(static_cast<std::uint8_t>(140 + 2 * x));
      image.bytes.push_back(static_cast<std::uint8_t>(200 - 3 * y));
      image.bytes.push_back(static_cast<std::uint8_t>(120 + (x * y) % 40));
    }
  }
  list.image(image);
  list.group("lines");
  Path ring;
  for (int i = 0; i < 40; ++i) {
    const double turn = i * 6.283185307179586 / 40, radius = 1000 + (i % 2) * 150;
    const auto x = static_cast<std::int32_t>(6500 + radius * std::cos(turn));
    const auto y = static_cast<std::int32_t>(2000 + radius * std::sin(turn));
    i == 0 ? ring.move(x, y) : ring.line(x, y);
  }
  ring.close();
  ring.rectangle(6300, 1800, 400, 400);  // a hole
  list.fill(ring, {90, 140, 190, 160});
  list.line(ring, {22, rgb(0x1e3c5a)});
  list.clip(ring);
  Path hatches;
  for (std::int32_t x = 5000; x < 8000; x += 150) hatches.move(x, 800), hatches.line(x + 900, 3200);
  list.line(hatches, {12, rgb(0xa03020), Cap::butt});
  list.unclip();
  Path course;
  course.move(700, 5200), course.line(2000, 4700), course.line(3200, 5100), course.line(4600, 4600);
  list.line(course, {60, rgb(0x3d6f9d)});
  Path dotted;
  dotted.move(700, 6900), dotted.line(9800, 6900), dotted.move(9900, 6900);
  list.line(dotted, {40, rgb(0x404040), Cap::butt, {300, 100, 60, 100}});
  list.line(dotted, {25, {0, 0, 0, 128}, Cap::round, {0, 120}});
  list.group("names");
  const auto& words = words_drawn();
  list.text(
      word(words[0], 1100, 4850, {Font::garamond_italic, 420, rgb(0x2b5d8a), {250, 246, 234, 190}, 60, -0.3, 0, 0.12}));
  list.text(word(words[1], 900, 1600, {Font::garamond_small_capitals, 500, rgb(0x7a2a1c), {255, 255, 255, 160}, 70}));
  list.text(word(words[2], 8000, 1200, {Font::lato_bold, 370}));
  list.text(word(words[3], 8000, 2000, {Font::lato, 320}));
  list.text(word(words[4], 8000, 2700, {Font::lato_italic, 300, rgb(0x2b5d8a), {0, 0, 0, 0}, 0, 0.5}));
  list.text(word(words[5], 5600, 5400, {Font::garamond_italic, 600, rgb(0x2b5d8a), {0, 0, 0, 0}, 0, -0.2, 0.3, 0.05}));
  list.text(word(words[6], 1300, 3000, {Font::lato_medium, 350, {80, 50, 20, 220}, {255, 255, 255, 200}, 80, 0, 0.8}));
  list.text(word(words[7], 10200, 6000, {Font::garamond, 300, rgb(0x000000), {0, 0, 0, 0}, 0, -1.5707963267948966}));
  list.text(word(words[8], 5600, 6300, {Font::lato_light, 900}));
  return list;
}

inline engine::Product product_of(const Blob& blob) {
  auto buffer = std::make_shared<engine::Buffer>();
  blob.store(buffer->resize(blob.size()));
  engine::Product product;
  product.grid = std::move(buffer);
  return product;
}

}  // namespace terrawright::test
