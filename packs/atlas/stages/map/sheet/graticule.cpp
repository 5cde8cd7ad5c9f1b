// SPDX-License-Identifier: Apache-2.0
#include "graticule.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace terrawright::map {
namespace {

constexpr std::int64_t steps[] = {1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800};
constexpr double meridians_apart = 3400;
constexpr std::int64_t pole = 90 * 60, round = 360 * 60;

std::int64_t divided(double a, std::int64_t step) {
  return static_cast<std::int64_t>(std::ceil(a / static_cast<double>(step) - 1e-9));
}

}  // namespace

Graticule graticule_of(const Layout& layout, const WorldFacts& world) {
  const Degrees degrees(world.width, world.height, world.cell, world.latitude, world.longitude);
  Graticule g;
  const double minute_down = layout.k / degrees.a_cell_down() / 60,
               minute_across = layout.k / degrees.a_cell_across() / 60;
  g.step = steps[std::size(steps) - 1];
  for (const std::int64_t step : steps) {
    if (static_cast<double>(step) * (minute_across < minute_down ? minute_across : minute_down) >= meridians_apart) {
      g.step = step;
      break;
    }
  }
  // A world larger than a globe has no degrees.
  if (static_cast<double>(g.step) * (minute_across < minute_down ? minute_across : minute_down) < meridians_apart / 2)
    return g;
  const double middle_x = static_cast<double>(world.width - 1) / 2,
               middle_y = static_cast<double>(world.height - 1) / 2;
  const double cell_across = degrees.a_cell_across() * 60, cell_down = degrees.a_cell_down() * 60;
  const auto minutes_at = [&](double x) {
    return world.longitude * 60 + (layout.x0 + (x - layout.frame.left) / layout.k - middle_x) * cell_across;
  };
  const auto across = [&](double minutes) {
    return layout.x(middle_x + (minutes - world.longitude * 60) / cell_across);
  };
  const auto minutes_down_at = [&](double y) {
    return world.latitude * 60 - (layout.y0 + (y - layout.frame.top) / layout.k - middle_y) * cell_down;
  };
  const auto down = [&](double minutes) { return layout.y(middle_y - (minutes - world.latitude * 60) / cell_down); };

  const Box& f = layout.frame;
  const double west = minutes_at(f.left), east = minutes_at(f.right);
  const double south = minutes_down_at(f.bottom), north = minutes_down_at(f.top);
  for (std::int64_t n = divided(west, g.step); static_cast<double>(n * g.step) <= east; ++n)
    g.meridians.push_back({n * g.step, rounded(across(static_cast<double>(n * g.step)))});
  for (std::int64_t n = divided(south, g.step); static_cast<double>(n * g.step) <= north; ++n)
    if (n * g.step >= -pole && n * g.step <= pole)
      g.parallels.push_back({n * g.step, rounded(down(static_cast<double>(n * g.step)))});
  // Checks are thirds of a step.
  const double third = static_cast<double>(g.step) / 3;
  const auto first_across = static_cast<std::int64_t>(std::floor(west / third));
  for (std::int64_t n = first_across + 1; static_cast<double>(n) * third < east; ++n)
    g.checks_across.push_back(rounded(across(static_cast<double>(n) * third)));
  g.begins_dark_across = (first_across % 2 + 2) % 2 == 0;
  const auto first_down = static_cast<std::int64_t>(std::floor(-north / third));
  for (std::int64_t n = first_down + 1; static_cast<double>(n) * third < -south; ++n)
    g.checks_down.push_back(rounded(down(-static_cast<double>(n) * third)));
  g.begins_dark_down = (first_down % 2 + 2) % 2 == 0;
  return g;
}

std::string degrees_text(std::int64_t minutes, char positive, char negative) {
  const std::int64_t size = minutes < 0 ? -minutes : minutes;
  std::string text = std::to_string(size / 60) + "\u00b0";
  if (size % 60 != 0) text += " " + std::string(size % 60 < 10 ? "0" : "") + std::to_string(size % 60) + "\u2032";
  if (minutes != 0) text += std::string(" ") + (minutes > 0 ? positive : negative);
  return text;
}

std::string longitude_text(std::int64_t minutes) {
  const std::int64_t east = ((minutes + round / 2) % round + round) % round - round / 2;
  return east == -round / 2 ? "180\u00b0" : degrees_text(east, 'E', 'W');
}

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
