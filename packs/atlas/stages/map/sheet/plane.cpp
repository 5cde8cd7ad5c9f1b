// SPDX-License-Identifier: Apache-2.0
#include "plane.hpp"

#include <algorithm>
#include <cmath>
#include <queue>

#include "terrawright/exact_math.h"

namespace terrawright::map {
namespace {

// Twice the area of a triangle, in 1/100 of (1/100 mm) squared, of corners in tenths of 1/100 mm.
std::int64_t twice_area(const Spot& a, const Spot& b, const Spot& c) {
  const auto tenths = [](double v) { return static_cast<std::int64_t>(std::floor(v * 10 + 0.5)); };
  const std::int64_t ax = tenths(a.x), ay = tenths(a.y);
  const std::int64_t area = (tenths(b.x) - ax) * (tenths(c.y) - ay) - (tenths(c.x) - ax) * (tenths(b.y) - ay);
  return area < 0 ? -area : area;
}

}  // namespace

Line simplified(const Line& line, double area) {
  const std::vector<Spot>& s = line.spots;
  const std::size_t n = s.size(), least = line.closed ? 4 : 2;
  if (n <= least) return line;
  const auto limit = static_cast<std::int64_t>(area * 200);
  std::vector<std::uint32_t> before(n), after(n);
  std::vector<std::int64_t> areas(n, -1);
  for (std::size_t i = 0; i < n; ++i) {
    before[i] = static_cast<std::uint32_t>(i == 0 ? n - 1 : i - 1);
    after[i] = static_cast<std::uint32_t>(i + 1 == n ? 0 : i + 1);
  }
  using Entry = std::pair<std::int64_t, std::uint32_t>;
  std::vector<Entry> entries;
  const auto measured = [&](std::size_t i) { return twice_area(s[before[i]], s[i], s[after[i]]); };
  const auto is_end = [&](std::size_t i) { return !line.closed && (i == 0 || i + 1 == n); };
  for (std::size_t i = 0; i < n; ++i) {
    if (is_end(i)) continue;
    areas[i] = measured(i);
    if (areas[i] < limit) entries.emplace_back(areas[i], static_cast<std::uint32_t>(i));
  }
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> heap(std::greater<>(), std::move(entries));
  std::vector<std::uint8_t> gone(n, 0);
  std::size_t left = n;
  while (!heap.empty() && left > least) {
    const auto [size, i] = heap.top();
    heap.pop();
    if (gone[i] != 0 || areas[i] != size) continue;
    gone[i] = 1;
    --left;
    const std::uint32_t a = before[i], b = after[i];
    after[a] = b;
    before[b] = a;
    for (const std::uint32_t k : {a, b}) {
      if (is_end(k)) continue;
      areas[k] = std::max(measured(k), size);
      if (areas[k] < limit) heap.emplace(areas[k], k);
    }
  }
  Line to;
  to.closed = line.closed;
  for (std::size_t i = 0; i < n; ++i) {
    if (gone[i] == 0) to.spots.push_back(s[i]);
  }
  return to;
}

Line rounded_off(const Line& line, int times) {
  Line now = line;
  for (int t = 0; t < times && now.spots.size() > 2; ++t) {
    Line to;
    to.closed = now.closed;
    const std::size_t n = now.spots.size();
    to.spots.reserve(2 * n);
    if (!now.closed) to.spots.push_back(now.spots.front());
    for (std::size_t i = 0; i + (now.closed ? 0 : 1) < n; ++i) {
      const Spot a = now.spots[i], b = now.spots[(i + 1) % n];
      if (now.closed || i != 0) to.spots.push_back({a.x * 0.75 + b.x * 0.25, a.y * 0.75 + b.y * 0.25});
      if (now.closed || i + 2 != n) to.spots.push_back({a.x * 0.25 + b.x * 0.75, a.y * 0.25 + b.y * 0.75});
    }
    if (!now.closed) to.spots.push_back(now.spots.back());
    now = std::move(to);
  }
  return now;
}

double length_of(const Line& line) {
  double length = 0;
  each_piece(line, [&](const Spot& a, const Spot& b) { length += distance(a, b); });
  return length;
}

double area_of(const Line& ring) {
  double twice = 0;
  for (std::size_t i = 0, n = ring.spots.size(); i < n; ++i) {
    const Spot &a = ring.spots[i], &b = ring.spots[(i + 1) % n];
    twice += a.x * b.y - b.x * a.y;
  }
  return twice / 2;
}

Line resampled(const Line& line, double step) {
  const double length = length_of(line);
  if (line.spots.size() < 2 || length <= 0) return line;
  const auto pieces = std::max<std::int64_t>(static_cast<std::int64_t>(length / step + 0.5), 1);
  const double exact = length / static_cast<double>(pieces);
  Line to;
  to.spots.push_back(line.spots.front());
  double gone = 0, next = exact;
  std::int64_t made = 1;
  for (std::size_t i = 1; i < line.spots.size() && made < pieces; ++i) {
    const Spot &a = line.spots[i - 1], &b = line.spots[i];
    const double piece = distance(a, b);
    while (made < pieces && piece > 0 && gone + piece >= next) {
      const double t = (next - gone) / piece;
      to.spots.push_back({a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t});
      ++made;
      next = exact * static_cast<double>(made);
    }
    gone += piece;
  }
  to.spots.push_back(line.spots.back());
  return to;
}

Line smoothed_along(const Line& line, double sigma) {
  const auto n = static_cast<std::int64_t>(line.spots.size());
  if (n < 3 || line.closed) return line;
  const auto reach = static_cast<std::int64_t>(std::ceil(3 * sigma));
  std::vector<double> weights;
  for (std::int64_t d = 0; d <= reach; ++d) {
    const double u = static_cast<double>(d) / sigma;
    weights.push_back(terrawright_exp(-0.5 * u * u));
  }
  Line to = line;
  for (std::int64_t i = 1; i + 1 < n; ++i) {
    const std::int64_t r = std::min({reach, i, n - 1 - i});  // the window is as wide to both sides: ends stay
    double x = 0, y = 0, sum = 0;
    for (std::int64_t d = -r; d <= r; ++d) {
      const double w = weights[static_cast<std::size_t>(d < 0 ? -d : d)];
      const Spot& s = line.spots[static_cast<std::size_t>(i + d)];
      x += w * s.x, y += w * s.y, sum += w;
    }
    to.spots[static_cast<std::size_t>(i)] = {x / sum, y / sum};
  }
  return to;
}

bool touches(const Line& line, const ClipBox& box) {
  double left = 1e18, top = 1e18, right = -1e18, bottom = -1e18;
  for (const Spot& s : line.spots) {
    left = std::min(left, s.x), right = std::max(right, s.x);
    top = std::min(top, s.y), bottom = std::max(bottom, s.y);
  }
  return left <= box.right && right >= box.left && top <= box.bottom && bottom >= box.top;
}

namespace {

double tracking_of(const Lettering& style) { return style.size * (style.tracking / 1000.0); }

Font font_of(const Lettering& style, std::string_view text) {
  return style.fonts ? style.fonts->that_writes(style.font, text) : style.font;
}
const lettering::Face& face_of(const Lettering& style, Font font) {
  return style.fonts ? style.fonts->of(font) : lettering::face(font);
}

double length_of(const Lettering& style, const lettering::Face& face, const std::vector<lettering::Glyph>& glyphs) {
  std::int64_t units = 0;
  for (const lettering::Glyph& g : glyphs) units += g.advance;
  const double length = static_cast<double>(units) * style.size / face.units_per_em();
  return length + tracking_of(style) * static_cast<double>(glyphs.empty() ? 0 : glyphs.size() - 1);
}

}  // namespace

double width_of(const Lettering& style, std::string_view text) {
  const lettering::Face& face = face_of(style, font_of(style, text));
  return length_of(style, face, face.shaped(text));
}

Word word_at(const Lettering& style, std::string_view text, Spot at, Anchor anchor, double along_x, double along_y) {
  const Font font = font_of(style, text);
  const lettering::Face& face = face_of(style, font);
  const auto glyphs = face.shaped(text);
  const double length = length_of(style, face, glyphs), unit = static_cast<double>(style.size) / face.units_per_em();
  double gone = anchor == Anchor::left ? 0 : anchor == Anchor::middle ? -length / 2 : -length;
  Word word;
  word.text = std::string(text);
  word.font = static_cast<std::int32_t>(font);
  word.size = style.size;
  word.colour = style.colour;
  word.halo = style.halo;
  word.halo_width = style.halo_width;
  for (const lettering::Glyph& g : glyphs) {
    const double along = gone + g.right * unit, up = g.up * unit;
    word.glyphs.push_back({g.glyph, rounded(at.x + along_x * along + along_y * up),
                           rounded(at.y + along_y * along - along_x * up), rounded(along_x * 16384),
                           rounded(along_y * 16384), g.text_begin, g.text_bytes});
    gone += static_cast<double>(g.advance) * style.size / face.units_per_em() + tracking_of(style);
  }
  return word;
}

}  // namespace terrawright::map
