// SPDX-License-Identifier: Apache-2.0
#include "border.hpp"

#include <algorithm>
#include <array>

namespace terrawright::map {
namespace {

constexpr std::int32_t check = 120;       // how wide the checkered band is
constexpr std::int32_t sliver = 50;       // checks shorter than this are left out
constexpr std::int32_t off_corner = 800;  // figures keep off corners

Path box(const Box& b, std::int32_t outside) {
  Path path;
  path.rectangle(b.left - outside, b.top - outside, b.width() + 2 * outside, b.height() + 2 * outside);
  return path;
}

// The dark checks of one side: from `from` to `to`, at the ends given.
void checks(std::int32_t from, std::int32_t to, const std::vector<std::int32_t>& ends, bool dark, Path& path,
            bool across, std::int32_t at) {
  std::vector<std::int32_t> all = ends;
  all.push_back(to);
  for (const std::int32_t end : all) {
    if (dark && end - from >= sliver) {
      if (across) {
        path.rectangle(from, at, end - from, check);
      } else {
        path.rectangle(at, from, check, end - from);
      }
    }
    dark = !dark;
    from = end;
  }
}

}  // namespace

void draw_graticule(const Layout& layout, const Graticule& g, const Style& style, DisplayList& list) {
  Path path;
  const Box& f = layout.frame;
  for (const GraticuleLine& line : g.meridians) path.move(line.at, f.top), path.line(line.at, f.bottom);
  for (const GraticuleLine& line : g.parallels) path.move(f.left, line.at), path.line(f.right, line.at);
  if (!path.empty()) list.line(path, {style.graticule_width, style.graticule, Cap::butt});
}

void draw_border(const Layout& layout, const Graticule& g, const Style& style, DisplayList& list) {
  const Box& f = layout.frame;
  // The checkered band around the map.
  Path band = box(f, check);
  const auto inner = box(f, 0);
  Path ring = band;
  ring.rectangle(f.left, f.top, f.width(), f.height());
  if (style.name != StyleName::antique) list.fill(ring, style.paper);
  Path dark;
  checks(f.left, f.right, g.checks_across, g.begins_dark_across, dark, true, f.top - check);
  checks(f.left, f.right, g.checks_across, g.begins_dark_across, dark, true, f.bottom);
  checks(f.top, f.bottom, g.checks_down, g.begins_dark_down, dark, false, f.left - check);
  checks(f.top, f.bottom, g.checks_down, g.begins_dark_down, dark, false, f.right);
  if (!dark.empty()) list.fill(dark, style.frame);
  list.line(inner, {14, style.frame});
  list.line(band, {14, style.frame});
  list.line(box(f, layout.border), {60, style.frame});
  list.line(box(f, layout.border - 90), {14, style.frame});

  // Figures between the band and the outer line.
  const FigureRow& row = style.types.graticule_figure;
  const Lettering figures{row.font, points(row.pt), style.frame};
  const double middle = (check + layout.border - 90) / 2.0, foot = figures.size * 0.35;
  // Beside each line a little tick leads to its figure.
  Path ticks;
  for (const GraticuleLine& line : g.meridians) {
    if (line.at - f.left < off_corner || f.right - line.at < off_corner) continue;
    const std::string text = longitude_text(line.minutes);
    const auto x = static_cast<double>(line.at);
    list.text(word_at(figures, text, {x, f.top - middle + foot}, Anchor::middle));
    list.text(word_at(figures, text, {x, f.bottom + middle + foot}, Anchor::middle));
  }
  for (const GraticuleLine& line : g.parallels) {
    if (line.at - f.top < off_corner || f.bottom - line.at < off_corner) continue;
    const std::string text = degrees_text(line.minutes, 'N', 'S');
    const auto y = static_cast<double>(line.at);
    list.text(word_at(figures, text, {f.left - middle + foot, y}, Anchor::middle, 0, -1));
    list.text(word_at(figures, text, {f.right + middle - foot, y}, Anchor::middle, 0, 1));
  }
}

}  // namespace terrawright::map
