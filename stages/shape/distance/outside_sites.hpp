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
#include <cstring>
#include <utility>
#include <vector>

#include "notes/packed.hpp"
#include "terrawright/resolving.hpp"
#include "terrawright/tile.hpp"

namespace terrawright::shape {

// Finds the nearest sites to the points of a line: the lower envelope of their squared distances along it.
//
// The line is continuous. Were the places where one site takes over from the next rounded to cells, a site that is
// nearest only between two cells would be lost; yet it may be the nearest one of a cell far behind the line.

// Position of a site: along the line, and across it.
struct LineSite {
  std::int64_t along, across;
};

class LineEnvelope {
 public:
  void clear() {
    sites_.clear();
    begins_.clear();
  }

  // In ascending order along the line, each place once. `squared`: of the distance across the line.
  void add(const LineSite& site, std::int64_t squared) {
    MixedNumber begin{INT64_MIN, 0, 1};
    while (!sites_.empty()) {
      const Site& last = sites_.back();
      begin = divided((site.along * site.along + squared) - (last.at.along * last.at.along + last.squared),
                      2 * (site.along - last.at.along));
      if (begins_.back() < begin) break;
      sites_.pop_back();
      begins_.pop_back();
    }
    if (sites_.empty()) begin.whole = INT64_MIN;
    sites_.push_back({site, squared});
    begins_.push_back(begin);
  }

  // body(site, squared) of those that are nearest to a point from `first` to `last`, both included.
  template <class Body>
  void each(std::int64_t first, std::int64_t last, Body body) const {
    // Those whose successor begins before `first` are passed.
    std::size_t below = 0, above = sites_.size();
    while (below + 1 < above) {
      const std::size_t middle = below + (above - below) / 2;
      (begins_[middle].whole < first ? below : above) = middle;
    }
    for (std::size_t i = below; i < sites_.size(); ++i) {
      if (i > below && (begins_[i].whole > last || (begins_[i].whole == last && begins_[i].rest != 0))) return;
      body(sites_[i].at, sites_[i].squared);
    }
  }

 private:
  struct Site {
    LineSite at;
    std::int64_t squared;
  };
  // whole + rest / parts, 0 <= rest < parts: products of rests and parts fit in 64 bits in the largest world.
  struct MixedNumber {
    std::int64_t whole, rest, parts;
    bool operator<(const MixedNumber& other) const {
      if (whole != other.whole) return whole < other.whole;
      return rest * other.parts < other.rest * parts;
    }
  };
  static MixedNumber divided(std::int64_t number, std::int64_t parts) {
    MixedNumber place{number / parts, number % parts, parts};
    if (place.rest < 0) {
      --place.whole;
      place.rest += parts;
    }
    return place;
  }

  std::vector<Site> sites_;
  std::vector<MixedNumber> begins_;
};

// Note of a tile about its mask: the first and the last cell of 0 and of 1 in each of its columns and rows.

constexpr std::int32_t nowhere = -1;

// One of the two ends of a line of cells, and the cell nearest to it that is of the other class.
struct LineEnd {
  std::uint8_t is;
  std::int32_t other;
};
struct EdgeLine {
  LineEnd first, last;

  bool whole() const { return first.other == nowhere; }
  // The place of the first and the last cell that is `wanted`, of `length`; or nowhere.
  std::int32_t first_of(std::uint8_t wanted) const { return first.is == wanted ? 0 : first.other; }
  std::int32_t last_of(std::uint8_t wanted, std::int64_t length) const {
    return last.is == wanted ? static_cast<std::int32_t>(length - 1) : last.other;
  }
};

// Lines of one kind that lie beside each other, as a number and their steps.
inline std::vector<std::uint8_t> packed_lines(const std::vector<EdgeLine>& lines) {
  const auto kind = [](const EdgeLine& line) {
    return std::uint64_t{line.first.is} | std::uint64_t{line.last.is} << 1 | (line.whole() ? 4u : 0u);
  };
  notes::Packed to;
  std::int64_t first = 0, last = 0;
  for (std::size_t begin = 0, end = 0; begin < lines.size(); begin = end) {
    while (end < lines.size() && kind(lines[end]) == kind(lines[begin])) ++end;
    to.add((end - begin) << 3 | kind(lines[begin]));
    for (std::size_t i = begin; i < end && !lines[i].whole(); ++i) {
      to.add_signed(lines[i].first.other - first);
      to.add_signed(lines[i].last.other - last);
      first = lines[i].first.other;
      last = lines[i].last.other;
    }
  }
  return to.bytes();
}

// body(place, line) of each.
template <class Body>
void each_line(const Items<std::uint8_t>& bytes, Body body) {
  std::int64_t place = 0;
  EdgeLine line{};
  std::int32_t first = 0, last = 0;
  for (notes::Unpacked from(bytes); !from.empty();) {
    const std::uint64_t run = from.next();
    line.first.is = run & 1;
    line.last.is = run >> 1 & 1;
    const bool whole = (run & 4) != 0;
    for (const std::int64_t end = place + static_cast<std::int64_t>(run >> 3); place < end; ++place) {
      if (!whole) {
        first += static_cast<std::int32_t>(from.next_signed());
        last += static_cast<std::int32_t>(from.next_signed());
      }
      line.first.other = whole ? nowhere : first;
      line.last.other = whole ? nowhere : last;
      body(place, line);
    }
  }
}

// body(x) for each place at which two rows of 0 and 1 differ: few, as coasts are.
template <class Body>
void each_difference(const std::uint8_t* a, const std::uint8_t* b, std::int64_t count, Body body) {
  std::int64_t x = 0;
  for (; x + 8 <= count; x += 8) {
    std::uint64_t eight, other;
    std::memcpy(&eight, a + x, 8);
    std::memcpy(&other, b + x, 8);
    if (eight == other) continue;
    for (std::int64_t i = x; i < x + 8; ++i) {
      if (a[i] != b[i]) body(i);
    }
  }
  for (; x < count; ++x) {
    if (a[x] != b[x]) body(x);
  }
}

inline std::vector<EdgeLine> edge_columns(const View<const std::uint8_t>& mask, const Rect& tile) {
  std::vector<EdgeLine> columns(static_cast<std::size_t>(tile.width));
  const std::uint8_t* const top = mask.row(tile.y, tile.x);
  const std::uint8_t* const bottom = mask.row(tile.y + tile.height - 1, tile.x);
  for (std::int64_t x = 0; x < tile.width; ++x)
    columns[static_cast<std::size_t>(x)] = {{top[x], nowhere}, {bottom[x], nowhere}};
  for (std::int32_t y = 1; y < tile.height; ++y) {
    each_difference(mask.row(tile.y + y - 1, tile.x), mask.row(tile.y + y, tile.x), tile.width, [&](std::int64_t x) {
      EdgeLine& column = columns[static_cast<std::size_t>(x)];
      if (column.first.other == nowhere) column.first.other = y;
      column.last.other = y - 1;
    });
  }
  return columns;
}

inline std::vector<EdgeLine> edge_rows(const View<const std::uint8_t>& mask, const Rect& tile) {
  std::vector<EdgeLine> rows;
  const auto width = static_cast<std::size_t>(tile.width);
  for (std::int64_t y = tile.y; y < tile.y + tile.height; ++y) {
    const std::uint8_t* const row = mask.row(y, tile.x);
    const std::uint8_t first = row[0], last = row[width - 1];
    EdgeLine line{{first, nowhere}, {last, nowhere}};
    if (const void* const other = std::memchr(row, first ^ 1, width)) {
      line.first.other = static_cast<std::int32_t>(static_cast<const std::uint8_t*>(other) - row);
      for (std::size_t x = width; x-- > 0 && line.last.other == nowhere;) {
        if (row[x] != last) line.last.other = static_cast<std::int32_t>(x);
      }
    }
    rows.push_back(line);
  }
  return rows;
}

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
