// SPDX-License-Identifier: Apache-2.0
// north.hpp: the arrow to the north.
#pragma once
#include "letters.hpp"
#include "style.hpp"

namespace terrawright::map {

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

}  // namespace terrawright::map
