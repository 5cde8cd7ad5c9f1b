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

}  // namespace terrawright::map
