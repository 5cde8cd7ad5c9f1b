// SPDX-License-Identifier: Apache-2.0
// The cells outside of each tile that are nearest to a cell within it.
//
// The way from a cell to the nearest site outside of its tile crosses one of the tile's four sides, and whatever were
// nearer to the crossing than that site were nearer to the cell as well. So the sites that are nearest to points of the
// sides are enough. Among those above a tile row only the lowest of each column can be such a one, and so on.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include "edge_lines.hpp"
#include "line_envelope.hpp"
#include "terrawright/resolving.hpp"

namespace terrawright::shape {

// A cell; in a world that wraps one of its copies beyond an edge.
struct Site {
  std::int32_t x, y;
  bool operator<(const Site& other) const { return x != other.x ? x < other.x : y < other.y; }
  bool operator==(const Site& other) const { return x == other.x && y == other.y; }
};

class OutsideSites {
 public:
  // Sections of a note: its columns, its rows.
  enum Section : std::size_t { columns, rows };

  // `reach`: how many cells away a site may be, or what is more than the world.
  OutsideSites(const Resolving& resolving, const Notes<Blob>& notes, std::int64_t reach)
      : resolving_(resolving), notes_(notes), reach_(reach), has_(notes.size()), found_(notes.size()) {
    while (across_ < resolving.tiles() && resolving.tile(across_).y == 0) ++across_;
    for (std::size_t t = 0; t < notes.size(); ++t) {
      each_line(notes[t].items<std::uint8_t>(columns), [&](std::int64_t, const EdgeLine& line) {
        has_[t][line.first.is] = true;
        if (!line.whole()) has_[t] = {true, true};
      });
      for (std::size_t is = 0; is < 2; ++is) any_[is] |= has_[t][is];
    }
    const World world = resolving.world();
    for (std::uint8_t is = 0; is < 2; ++is) {
      if (!any_[is]) continue;
      // From the top, from the bottom, from the left, from the right.
      for (const bool forward : {true, false}) {
        sweep({columns, world.width(), world.wraps_x(), world.height(), world.wraps_y()}, is, forward);
        sweep({rows, world.height(), world.wraps_y(), world.width(), world.wraps_x()}, is, forward);
      }
    }
  }

  bool any(std::uint8_t is) const { return any_[is]; }
  // Sites among the cells that are `is`, for the tile's other cells, sorted.
  std::vector<Site> of(std::size_t tile, std::uint8_t is) const {
    std::vector<Site> sites = found_[tile][is];
    std::sort(sites.begin(), sites.end());
    sites.erase(std::unique(sites.begin(), sites.end()), sites.end());
    return sites;
  }

 private:
  // A band is a row of tiles, which a sweep crosses down or up; or a column of tiles, which it crosses to the right or
  // the left. Its lines go across the band, side by side along it.
  struct Way {
    Section section;
    std::int64_t length;  // of a band
    bool wraps_along;
    std::int64_t depth;  // of all bands
    bool wraps;
  };
  static constexpr std::int64_t none = INT64_MIN;

  std::size_t bands(const Way& way) const { return way.section == columns ? notes_.size() / across_ : across_; }
  std::size_t tiles_of_band(const Way& way) const { return notes_.size() / bands(way); }
  std::size_t tile(const Way& way, std::size_t band, std::size_t i) const {
    return way.section == columns ? band * across_ + i : i * across_ + band;
  }
  // Start and length of the tile: along its band, across it.
  struct Part {
    std::int64_t along, length, across, width;
  };
  Part part(const Way& way, std::size_t tile) const {
    const Rect& area = resolving_.tile(tile);
    if (way.section == columns) return {area.x, area.width, area.y, area.height};
    return {area.y, area.height, area.x, area.width};
  }

  // For each line of a band: the first site that a sweep meets within it, and the last one.
  struct Lines {
    std::vector<std::int64_t> met, left;
  };
  void read_band(const Way& way, std::size_t band, std::uint8_t is, bool forward, Lines& lines) const {
    for (std::size_t i = 0; i < tiles_of_band(way); ++i) {
      const std::size_t t = tile(way, band, i);
      const Part at = part(way, t);
      each_line(notes_[t].items<std::uint8_t>(way.section), [&](std::int64_t place, const EdgeLine& line) {
        const auto absolute = [&](std::int32_t found) { return found == nowhere ? none : at.across + found; };
        std::int64_t met = absolute(line.first_of(is)), left = absolute(line.last_of(is, at.width));
        if (!forward) std::swap(met, left);
        lines.met[static_cast<std::size_t>(at.along + place)] = met;
        lines.left[static_cast<std::size_t>(at.along + place)] = left;
      });
    }
  }

  void sweep(const Way& way, std::uint8_t is, bool forward) {
    const auto length = static_cast<std::size_t>(way.length);
    Lines lines{std::vector<std::int64_t>(length), std::vector<std::int64_t>(length)};
    std::vector<std::int64_t> behind(length, none);  // the last site that was met in each line
    const auto pass = [&](auto visit) {
      for (std::size_t i = 0; i < bands(way); ++i) {
        resolving_.poll();
        const std::size_t band = forward ? i : bands(way) - 1 - i;
        read_band(way, band, is, forward, lines);
        visit(band);
        for (std::size_t k = 0; k < length; ++k) behind[k] = lines.left[k] == none ? behind[k] : lines.left[k];
      }
    };
    if (way.wraps) {
      pass([](std::size_t) {});
      for (std::int64_t& site : behind) site = site == none ? none : site + (forward ? -way.depth : way.depth);
    }
    LineEnvelope envelope;
    pass([&](std::size_t band) { meet(way, band, is, forward, lines.met, behind, envelope); });
  }

  // The side of a band where a sweep enters it.
  void meet(const Way& way, std::size_t band, std::uint8_t is, bool forward, const std::vector<std::int64_t>& met,
            const std::vector<std::int64_t>& behind, LineEnvelope& envelope) {
    const std::size_t n = tiles_of_band(way);
    bool wanted = false;
    for (std::size_t i = 0; i < n; ++i) wanted |= has_[tile(way, band, i)][is ^ 1];
    if (!wanted) return;
    const Part first = part(way, tile(way, band, 0));
    const std::int64_t side = forward ? first.across : first.across + first.width - 1;
    const std::int64_t beyond = way.wraps_along ? way.length / 2 + 1 : 0;
    envelope.clear();
    for (std::int64_t along = -beyond; along < way.length + beyond; ++along) {
      const auto place = static_cast<std::size_t>((along + way.length) % way.length);
      // Those within the band tell which of those behind are the nearest.
      const std::int64_t near = closer(met[place], behind[place], side);
      if (near == none) continue;
      const std::int64_t distance = near - side;
      if (distance < -reach_ || distance > reach_) continue;
      envelope.add({along, near}, distance * distance);
    }
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t t = tile(way, band, i);
      if (!has_[t][is ^ 1]) continue;
      const Part at = part(way, t);
      envelope.each(at.along, at.along + at.length - 1, [&](const LineSite& site, std::int64_t squared) {
        const bool inside = site.along >= at.along && site.along < at.along + at.length && site.across >= at.across &&
                            site.across < at.across + at.width;
        const std::int64_t aside =
            std::max({at.along - site.along, site.along - (at.along + at.length - 1), std::int64_t{0}});
        if (inside || aside > reach_ || aside * aside + squared > reach_ * reach_) return;
        const auto along = static_cast<std::int32_t>(site.along), across = static_cast<std::int32_t>(site.across);
        found_[t][is].push_back(way.section == columns ? Site{along, across} : Site{across, along});
      });
    }
  }
  static std::int64_t closer(std::int64_t a, std::int64_t b, std::int64_t to) {
    if (a == none || b == none) return a == none ? b : a;
    return std::abs(a - to) < std::abs(b - to) ? a : b;
  }

  const Resolving& resolving_;
  const Notes<Blob>& notes_;
  std::int64_t reach_;
  std::size_t across_ = 0;
  std::array<bool, 2> any_{};
  std::vector<std::array<bool, 2>> has_;                 // by tile and class
  std::vector<std::array<std::vector<Site>, 2>> found_;  // by tile and class of the sites
};

}  // namespace terrawright::shape
