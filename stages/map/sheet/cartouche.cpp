// SPDX-License-Identifier: Apache-2.0
#include "cartouche.hpp"

#include <algorithm>

#include "marks.hpp"

namespace terrawright::map {
namespace {

// A box whose corners are cut by quarter circles inwards.
Path ornate(const Box& b, std::int32_t inside, std::int32_t corner) {
  Line ring;
  ring.closed = true;
  const double l = b.left + inside, t = b.top + inside, r = b.right - inside, d = b.bottom - inside, c = corner;
  // Eight steps of a quarter circle, by halving directions.
  static constexpr double cosines[] = {1,          0.98078528, 0.92387953, 0.83146961, 0.70710678,
                                       0.55557023, 0.38268343, 0.19509032, 0};
  const auto arc = [&](double x, double y, double fx, double fy, double gx, double gy) {
    for (int k = 0; k <= 8; ++k)
      ring.spots.push_back(
          {x + c * (fx * cosines[k] + gx * cosines[8 - k]), y + c * (fy * cosines[k] + gy * cosines[8 - k])});
  };
  arc(l, t, 0, 1, 1, 0);
  arc(r, t, -1, 0, 0, 1);
  arc(r, d, 0, -1, -1, 0);
  arc(l, d, 1, 0, 0, -1);
  Path path;
  add(path, ring);
  return path;
}

}  // namespace

Cartouche cartouche_of(double scale, const SheetText& text, const Style& style) {
  Cartouche c;
  c.over = or_own({Font::garamond_italic, points(13 * scale), style.ink}, style.fonts);
  c.title = fitted(or_own({Font::garamond_small_capitals, points(38 * scale), rgb(0x7a2a1c), 60}, style.fonts),
                   text.title, 8600 * scale);
  c.under = or_own({Font::garamond_italic, points(10 * scale), style.ink}, style.fonts);
  c.width = std::max(width_of(c.title, text.title) + 1700 * scale, 7200 * scale);
  c.height = 3500 * scale;
  return c;
}

void draw_cartouche(const Box& b, double s, const SheetText& text, const Style& style, DisplayList& list) {
  const Cartouche c = cartouche_of(s, text, style);
  const std::int32_t corner = rounded(330 * s);
  list.fill(ornate(b, 0, corner), rgb(0xf4e4bd));
  list.line(ornate(b, 0, corner), {70, style.ink});
  list.line(ornate(b, rounded(90 * s), corner), {16, style.ink});
  list.line(ornate(b, rounded(150 * s), corner), {10, rgb(0x7a2a1c)});
  for (const double x : {b.left + 0.0, b.right + 0.0}) {
    for (const double y : {b.top + 0.0, b.bottom + 0.0}) {
      Path ball;
      add_circle(ball, {x, y}, 150 * s);
      list.fill(ball, rgb(0x8f3324));
      list.line(ball, {22, style.ink});
    }
  }
  const double x = (b.left + b.right) / 2.0;
  list.text(word_at(c.over, text[Said::above_title], {x, b.top + 880 * s}, Anchor::middle));
  list.text(word_at(c.title, text.title, {x, b.top + 2055 * s}, Anchor::middle));
  Path flourish, diamond;
  for (const int side : {-1, 1}) {
    Line wave;
    for (int k = 0; k <= 20; ++k) {
      const double t = k / 20.0;
      wave.spots.push_back({x + side * (180 + 1500 * t) * s, b.top + (2460 - 260 * t * (1 - t) * (1 - 2 * t)) * s});
    }
    add(flourish, wave);
  }
  list.line(flourish, {16, style.ink});
  diamond.move(rounded(x), rounded(b.top + 2370 * s));
  diamond.line(rounded(x + 90 * s), rounded(b.top + 2460 * s));
  diamond.line(rounded(x), rounded(b.top + 2550 * s));
  diamond.line(rounded(x - 90 * s), rounded(b.top + 2460 * s));
  diamond.close();
  list.fill(diamond, style.ink);
  list.text(word_at(c.under, text[Said::below_title], {x, b.top + 3010 * s}, Anchor::middle));
}

}  // namespace terrawright::map
