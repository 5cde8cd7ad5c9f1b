// SPDX-License-Identifier: Apache-2.0
#include "layout.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "terrawright/failure.hpp"

namespace terrawright::map {
namespace {

constexpr double air = 0.05;  // around the land, of its width and height

// The required part of one side: from .. to, in cells' edges.
struct Span {
  double from, to;
  double length() const { return to - from; }
};
Span needed(std::int64_t begin, std::int64_t count, std::int64_t world) {
  const double more = air * static_cast<double>(count);
  return {std::max(static_cast<double>(begin) - more, 0.0),
          std::min(static_cast<double>(begin + count) + more, static_cast<double>(world))};
}

// Start of a window of so many cells: around the required part, inside the world.
double begin_of(const Span& span, double length, double world) {
  const double begin = (span.from + span.to) / 2 - length / 2;
  return std::clamp(begin, 0.0, std::max(world - length, 0.0));
}

struct Room {
  double width, height;  // of the largest frame
};

struct Upright {
  Layout layout;
  Room room;
  double share;  // of the margins of an A3
  std::int32_t band;
};
// The paper without a world.
Upright upright_paper(const PaperFacts& paper, bool landscape) {
  Layout layout;
  layout.landscape = landscape;
  layout.width = landscape ? paper.longer : paper.shorter;
  layout.height = landscape ? paper.shorter : paper.longer;
  // Small sheets have small margins.
  const double share = std::clamp(paper.shorter / 25000.0, 0.3, 1.6);
  layout.margin = rounded(1100 * share);
  layout.border = std::max(rounded(650 * std::min(share, 1.2)), 450);
  const std::int32_t band = paper.band ? rounded((landscape ? 5400 : 6200) * std::clamp(share, 0.6, 1.6)) : 0;
  const std::int32_t around = 2 * (layout.margin + layout.border);
  const Room room{static_cast<double>(layout.width - around - (landscape ? band : 0)),
                  static_cast<double>(layout.height - around - (landscape ? 0 : band))};
  return {layout, room, share, band};
}
bool holds_a_map(const Room& room) { return room.width >= 1500 && room.height >= 1500; }

Layout upright(const WorldFacts& world, const Span& across, const Span& down, const PaperFacts& paper, bool landscape) {
  auto [layout, room, share, band] = upright_paper(paper, landscape);
  const double per_denominator = world.cell * 100000;  // 1/100 mm a cell at 1:1
  const double least =
      std::max(across.length() * per_denominator / room.width, down.length() * per_denominator / room.height);
  double denominator = paper.any_scale ? std::ceil(least / 1000) * 1000 : round_denominator(least);
  if (paper.any_scale && least < 1000) denominator = std::max(std::ceil(least), 1.0);
  if (paper.denominator) denominator = *paper.denominator;
  layout.denominator = denominator;
  layout.k = per_denominator / denominator;

  // The frame holds whole hundredths of a millimetre, and no more than the world has.
  const double w = std::min(room.width, std::floor(static_cast<double>(world.width) * layout.k + 1e-6));
  const double h = std::min(room.height, std::floor(static_cast<double>(world.height) * layout.k + 1e-6));
  layout.x0 = begin_of(across, w / layout.k, static_cast<double>(world.width)) - 0.5;
  layout.y0 = begin_of(down, h / layout.k, static_cast<double>(world.height)) - 0.5;

  const std::int32_t edge = layout.margin + layout.border;
  const auto fw = static_cast<std::int32_t>(w), fh = static_cast<std::int32_t>(h);
  // The rest is divided between both sides.
  layout.frame.left = edge + rounded((room.width - w) / 2);
  layout.frame.top = edge + rounded((room.height - h) / 2);
  if (paper.trimmed) {
    const std::int32_t outside = rounded(1900 * std::min(share, 1.2));
    layout.frame.left = layout.frame.top = outside;
    layout.width = fw + 2 * outside;
    layout.height = fh + 2 * outside;
  }
  layout.frame.right = layout.frame.left + fw;
  layout.frame.bottom = layout.frame.top + fh;
  if (band != 0 && landscape) {
    layout.band = {layout.frame.right + layout.border + rounded(800 * share), layout.frame.top, 0, layout.frame.bottom};
    layout.band.right = layout.band.left + band - rounded(800 * share);
  } else if (band != 0) {
    const std::int32_t top = layout.frame.bottom + layout.border + rounded(700 * share);
    layout.band = {layout.frame.left, top, layout.frame.right, std::min(top + band, layout.height - layout.margin)};
  }
  return layout;
}

std::string millimetres(double hundredths) { return std::to_string(rounded(hundredths / 100)); }

}  // namespace

double round_denominator(double least) {
  static constexpr double steps[] = {1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6, 7.5, 8};
  for (double power = 1;; power *= 10) {
    for (const double step : steps) {
      if (step * power >= least) return step * power;
    }
  }
}

void require_room(const PaperFacts& paper, const char* parameter) {
  const bool fixed = paper.orientation != Orientation::automatic;
  for (const bool landscape : {false, true}) {
    if (fixed && landscape != (paper.orientation == Orientation::landscape)) continue;
    if (!holds_a_map(upright_paper(paper, landscape).room))
      throw Failure(parameter, "the paper is too small: between its margins there is no room for a map of 15 mm");
  }
}

Layout laid_out(const WorldFacts& world, const Rect& land, const PaperFacts& paper) {
  const bool none = land.width <= 0 || land.height <= 0;
  const Rect shown = none ? Rect{0, 0, world.width, world.height} : land;
  const Span across = needed(shown.x, shown.width, world.width);
  const Span down = needed(shown.y, shown.height, world.height);
  const auto with = [&](bool landscape) { return upright(world, across, down, paper, landscape); };
  Layout layout = with(paper.orientation == Orientation::landscape);
  if (paper.orientation == Orientation::automatic && paper.shorter != paper.longer) {
    const Layout other = with(true);
    const auto area = [](const Layout& l) {
      return static_cast<std::int64_t>(l.frame.width()) * static_cast<std::int64_t>(l.frame.height());
    };
    if (other.denominator < layout.denominator ||
        (other.denominator == layout.denominator && area(other) >= area(layout)))
      layout = other;
  }
  const double wide = static_cast<double>(shown.width) * layout.k, high = static_cast<double>(shown.height) * layout.k;
  if (wide > layout.frame.width() + 1 || high > layout.frame.height() + 1)
    throw Failure("scale", "at this scale the land is " + millimetres(wide) + " x " + millimetres(high) +
                               " mm, and the map holds " + millimetres(layout.frame.width()) + " x " +
                               millimetres(layout.frame.height()) +
                               " mm; a larger number, a larger paper or `auto` shows all of it");
  const std::int32_t narrow = std::min(layout.frame.width(), layout.frame.height());
  if (layout.frame.width() < 1000 && layout.frame.height() < 1000) {
    const std::string size = millimetres(static_cast<double>(world.width) * layout.k) + " x " +
                             millimetres(static_cast<double>(world.height) * layout.k) + " mm";
    if (paper.denominator)
      throw Failure("scale",
                    "at this scale all of the world is " + size + "; a smaller number or `auto` makes a map of it");
    throw Failure("height", "all of the world is " + size + " in nature, and nothing is drawn larger than that");
  }
  if (narrow < 300)
    throw Failure("height", "a world of " + std::to_string(world.width) + " x " + std::to_string(world.height) +
                                " cells is too narrow for a sheet: its map would be less than 3 mm wide");
  return layout;
}

std::string figure_text(double value) {
  const auto thousandths = static_cast<std::int64_t>(value * 1000 + 0.5);
  std::string text = std::to_string(thousandths / 1000);
  std::int64_t rest = thousandths % 1000;
  if (rest == 0) return text;
  std::string digits = std::to_string(1000 + rest).substr(1);
  while (digits.back() == '0') digits.pop_back();
  return text + "." + digits;
}

std::string scale_text(double denominator) {
  std::string digits = std::to_string(static_cast<std::int64_t>(denominator + 0.5));
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, " ");
  return "1 : " + digits;
}

ScaleBar scale_bar_of(const Layout& layout, double room, const BarUnit& greater, const BarUnit& lesser) {
  static constexpr double steps[] = {1, 1.5, 2, 2.5, 3, 4, 5, 6, 8};
  ScaleBar bar;
  for (const BarUnit& unit : {greater, lesser}) {
    bar.unit = unit.metres;
    bar.name = unit.name;
    bar.hundredths = unit.metres * 100000 / layout.denominator;
    if (bar.hundredths <= room) break;
  }
  double best = 0, lead = 1;
  for (double power = 1; power < 1e7; power *= 10) {
    for (const double step : steps) {
      const bool whole = step * power == static_cast<double>(static_cast<std::int64_t>(step * power));
      if (whole && step * power * bar.hundredths <= room) best = step * power, lead = step;
    }
  }
  bar.length = best;
  bar.parts = lead == 1 || lead == 5 || lead == 2.5 ? 5 : lead == 3 || lead == 1.5 || lead == 6 ? 3 : 4;
  return bar;
}

void draw_scale_bar(const ScaleBar& bar, Spot at, const Style& style, DisplayList& list) {
  if (bar.length <= 0) return;
  const bool old = style.name == StyleName::antique;
  const Lettering figures{style.types.scale_figure.font, points(style.types.scale_figure.pt), style.ink};
  const double part = bar.length / bar.parts, high = 90;
  const auto x = [&](int n) { return rounded(at.x + part * n * bar.hundredths); };
  const double top = at.y + figures.size + 40;
  Path dark, around;
  for (int n = 0; n < bar.parts; n += 2) dark.rectangle(x(n), rounded(top), x(n + 1) - x(n), rounded(high));
  around.rectangle(x(0), rounded(top), x(bar.parts) - x(0), rounded(high));
  list.fill(around, style.scale_bar);
  list.fill(dark, style.ink);
  list.line(around, {16, style.ink});
  const bool each = part * bar.hundredths >= 700;
  for (int n = 0; n <= bar.parts; ++n) {
    if (!each && n != 0 && n != bar.parts && 2 * n != bar.parts) continue;
    const double value = part * n;
    std::string text = figure_text(value);
    if (text.find('.') != std::string::npos && n != 0 && n != bar.parts && 2 * n != bar.parts) continue;
    list.text(word_at(figures, text, {static_cast<double>(x(n)), top - 45}, Anchor::middle));
    if (n == bar.parts && !old) {
      const double beside = width_of(figures, text) / 2 + figures.size * 0.3;
      list.text(word_at(figures, bar.name, {x(n) + beside, top - 45}, Anchor::left));
    }
  }
}

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
  const Path band = path_of(f, check), inner = path_of(f);
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
  list.line(path_of(f, layout.border), {60, style.frame});
  list.line(path_of(f, layout.border - 90), {14, style.frame});

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
