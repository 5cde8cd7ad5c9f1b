// SPDX-License-Identifier: Apache-2.0
#include "band.hpp"

#include <algorithm>

#include "letters.hpp"
#include "scale_bar.hpp"
#include "style.hpp"

namespace terrawright::map {
namespace {

// The arrow to the north.

// Its middle across, its upper edge, and how high it is.
inline void draw_north(Spot top, double high, const Style& style, DisplayList& list) {
  const Lettering letter{Font::lato_medium, rounded(high * 0.26), style.ink};
  list.text(word_at(letter, "N", {top.x, top.y + letter.size * 0.72}, Anchor::middle));
  const double tip = top.y + letter.size * 0.72 + high * 0.07, foot = top.y + high, wide = high * 0.14;
  const auto half = [&](double side) {
    Path path;
    path.move(rounded(top.x), rounded(tip));
    path.line(rounded(top.x + side * wide), rounded(foot));
    path.line(rounded(top.x), rounded(foot - high * 0.16));
    path.close();
    return path;
  };
  list.fill(half(1), style.ink);
  list.fill(half(-1), rgb(0xffffff));
  list.line(half(-1), {14, style.ink});
  list.line(half(1), {14, style.ink});
}

constexpr double row_height = 540, sign_width = 1000;

void draw_rows(const std::vector<LegendRow>& rows, std::size_t first, std::size_t end, Spot at,
               const Lettering& letters, DisplayList& list) {
  for (std::size_t n = first; n < end; ++n) {
    const double y = at.y + row_height * static_cast<double>(n - first) + row_height / 2;
    rows[n].draw({at.x, y}, sign_width, list);
    list.text(word_at(letters, rows[n].text, {at.x + sign_width + 300, y + letters.size * 0.34}, Anchor::left));
  }
}

// Title, scale and bar; how far down they reach.
double draw_head(Spot at, double room, const Layout& layout, const Drawn& drawn, const SheetText& text,
                 const Style& style, DisplayList& list) {
  double y = at.y;
  const std::string title = in_capitals(text.title);
  if (!title.empty()) {
    const Lettering letters = fitted(or_own({Font::lato_light, points(26), style.ink, 60}, style.fonts), title, room);
    y += letters.size * 0.74;
    list.text(word_at(letters, title, {at.x, y}, Anchor::left));
    y += 260;
  }
  const Lettering scale{Font::lato_medium, points(9.5), style.ink};
  const Lettering small = or_own({Font::lato, points(6.6), style.ink}, style.fonts);
  y += scale.size * 0.9;
  list.text(word_at(scale, scale_text(layout.denominator), {at.x, y}, Anchor::left));
  if (drawn.interval > 0) {
    y += small.size * 1.75;
    list.text(word_at(small, filled_in(text[Said::interval], {{"{interval}", figure_text(drawn.interval)}}), {at.x, y},
                      Anchor::left));
  }
  y += 330;
  const ScaleBar bar = scale_bar_of(layout, std::min(room - 500, 6000.0), {"km", 1000}, {"m", 1});
  draw_scale_bar(bar, {at.x + 20, y}, style, list);
  y += 450 + small.size * 1.6;
  const double per_centimetre = layout.denominator / 100;  // m
  const std::string length =
      per_centimetre >= 1000 ? figure_text(per_centimetre / 1000) + " km" : figure_text(per_centimetre) + " m";
  list.text(word_at(small, "1 cm = " + length, {at.x, y}, Anchor::left));
  return y + 200;
}

// Greek, whose capitals have no accents, and Cyrillic, from U+0380 to U+04BF.
unsigned capital_of(unsigned code) {
  static constexpr unsigned others[][2] = {
      {0x386, 0x391}, {0x388, 0x395}, {0x389, 0x397}, {0x38a, 0x399}, {0x38c, 0x39f}, {0x38e, 0x3a5},
      {0x38f, 0x3a9}, {0x390, 0x3aa}, {0x3ac, 0x391}, {0x3ad, 0x395}, {0x3ae, 0x397}, {0x3af, 0x399},
      {0x3b0, 0x3ab}, {0x3c2, 0x3a3}, {0x3cc, 0x39f}, {0x3cd, 0x3a5}, {0x3ce, 0x3a9}};
  for (const auto& [from, to] : others) {
    if (code == from) return to;
  }
  if ((code >= 0x3b1 && code <= 0x3cb) || (code >= 0x430 && code < 0x450)) return code - 0x20;
  if (code >= 0x450 && code < 0x460) return code - 0x50;
  return (code >= 0x460 && code < 0x482) || code >= 0x48a ? code & ~1u : code;  // small letters follow their capitals
}

}  // namespace

Lettering fitted(Lettering style, const std::string& text, double width) {
  const double now = width_of(style, text);
  if (now > width && now > 0) style.size = std::max(static_cast<std::int32_t>(style.size * (width / now)), 20);
  return style;
}

std::string in_capitals(const std::string& text) {
  std::string to;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c >= 'a' && c <= 'z') {
      to += static_cast<char>(c - 32);
    } else if (c == 0xC3 && i + 1 < text.size()) {
      const auto d = static_cast<unsigned char>(text[++i]);  // a letter of Latin 1
      to += static_cast<char>(c);
      to += static_cast<char>(d >= 0xA0 && d != 0xB7 && d != 0xBF ? d - 32 : d);
    } else if ((c == 0xC4 || c == 0xC5) && i + 1 < text.size()) {
      const auto d = static_cast<unsigned char>(text[++i]);  // Latin extended: small letters follow their capitals
      const unsigned code = (static_cast<unsigned>(c & 31u) << 6) | (d & 63u);
      const bool odd_small = code < 0x138 || (code > 0x149 && code < 0x178);
      const bool small = code == 0x131 ? false : odd_small ? (code & 1u) != 0 : (code & 1u) == 0;
      if (code == 0x131) {
        to += 'I';
        continue;
      }
      const unsigned capital = small ? code - 1 : code;
      to += static_cast<char>(0xC0 | (capital >> 6));
      to += static_cast<char>(0x80 | (capital & 63u));
    } else if (c >= 0xCE && c <= 0xD2 && i + 1 < text.size()) {
      const unsigned code =
          capital_of(static_cast<unsigned>(c & 31u) << 6 | (static_cast<unsigned char>(text[++i]) & 63u));
      to += static_cast<char>(0xC0 | (code >> 6));
      to += static_cast<char>(0x80 | (code & 63u));
    } else {
      to += text[i];
    }
  }
  return to;
}

void draw_band(const Layout& layout, const Drawn& drawn, const SheetText& text, const Style& style, DisplayList& list) {
  const Box& band = layout.band;
  if (band.width() < 1200 || band.height() < 1200) return;
  const auto rows = legend_rows(drawn, text, style);
  const Lettering small = or_own({Font::lato, points(5.5), {120, 120, 120, 255}}, style.fonts);
  const auto left = static_cast<double>(band.left);
  if (layout.landscape) {
    const double room = band.width();
    double y = draw_head({left, band.top + 600.0}, room, layout, drawn, text, style, list) + 500;
    const auto fit = static_cast<std::size_t>(std::max((band.bottom - 2600 - y) / row_height, 0.0));
    const std::size_t shown = std::min(rows.size(), fit);
    draw_rows(rows, 0, shown, {left, y}, legend_letters(rows, room - sign_width - 300, style), list);
    y += row_height * static_cast<double>(shown) + 700;
    if (y + 1300 < band.bottom - 500) draw_north({band.left + room / 2, y}, 1250, style, list);
    const Lettering letters = fitted(small, text.imprint, room);
    list.text(word_at(letters, text.imprint, {left, band.bottom - 60.0}, Anchor::left));
    return;
  }
  // Below the map: the head, two columns of signs, north.
  const double room = band.width(), third = room * 0.3;
  draw_head({left, static_cast<double>(band.top)}, third, layout, drawn, text, style, list);
  const auto fit = static_cast<std::size_t>(std::max((band.height() - 300) / row_height, 1.0));
  const double column = (room - third - 1800) / 2;
  const std::size_t columns = column > 2600 ? 2 : 1;
  const std::size_t each = std::min(fit, (rows.size() + columns - 1) / columns);
  const Lettering letters = legend_letters(rows, column - 500 - sign_width, style);
  for (std::size_t c = 0; c < columns; ++c) {
    const std::size_t first = std::min(rows.size(), c * each), end = std::min(rows.size(), first + each);
    draw_rows(rows, first, end, {left + third + 600 + column * static_cast<double>(c), static_cast<double>(band.top)},
              letters, list);
  }
  draw_north({band.right - 500.0, band.top + 100.0}, 1250, style, list);
  list.text(word_at(fitted(small, text.imprint, room * 0.6), text.imprint,
                    {static_cast<double>(band.right), band.bottom - 60.0}, Anchor::right));
}

}  // namespace terrawright::map
