// SPDX-License-Identifier: Apache-2.0
// Sites: a honeycomb over the plane. A feature takes the name of the site of its cell, so that it keeps it though it
// was found a few metres away, or among others. Honeycomb cells have the least edge for their area; features that cross
// an edge change their names.
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <string_view>
#include <tuple>
#include <vector>

#include "tongue.hpp"
#include "words.hpp"

namespace terrawright::feature {

// In 1/256 of a metre, from the centre of the world's top left cell.
struct Anchor {
  std::int64_t x, y;
  static Anchor of_metres(double x, double y) { return {to_whole(x), to_whole(y)}; }

 private:
  static std::int64_t to_whole(double metres) {
    return static_cast<std::int64_t>(std::floor(std::max(-1e12, std::min(1e12, metres)) * 256.0 + 0.5));
  }
};

// Metres between sites. Cells so small that few share one, so large that few edges are near: by measurement, see
// bench/names.py.
constexpr std::array<std::int64_t, kinds> site_metres = {6500,  4000,  5000,  13000, 6500,  13000, 16000,
                                                         13000, 13000, 13000, 12000, 60000, 60000};
constexpr std::int64_t tongue_metres = 110000;

struct Site {
  std::int64_t i, j;  // its column and row
  bool operator<(const Site& other) const { return std::tie(i, j) < std::tie(other.i, other.j); }
};

class Sites {
 public:
  // `purpose` and `kind` tell where these sites lie, other than others.
  Sites(std::uint64_t stream, std::string_view purpose, std::int64_t kind, std::int64_t metres)
      : across_(metres * 256), down_(metres * 256 * 13 / 15) {  // 13/15: the root of 3/4
    const std::uint64_t h = key_of(stream, purpose, {kind});
    x_ = static_cast<std::int64_t>(h & 65535u) * across_ / 65536;
    y_ = static_cast<std::int64_t>(h >> 16 & 65535u) * down_ / 65536;
  }

  Anchor place(const Site& site) const {
    return {x_ + site.i * across_ + (site.j % 2 == 0 ? 0 : across_ / 2), y_ + site.j * down_};
  }
  // The nearest of two sites in each of the two rows around it.
  Site nearest(const Anchor& anchor) const {
    std::tuple<std::int64_t, std::int64_t, std::int64_t> best{INT64_MAX, 0, 0};
    const std::int64_t above = floor_of(anchor.y - y_, down_);
    for (std::int64_t j = above; j <= above + 1; ++j) {
      const std::int64_t left = floor_of(anchor.x - place({0, j}).x, across_);
      for (std::int64_t i = left; i <= left + 1; ++i) {
        const Anchor at = place({i, j});
        const std::int64_t dx = at.x - anchor.x, dy = at.y - anchor.y;
        best = std::min(best, {dx * dx + dy * dy, i, j});
      }
    }
    return {std::get<1>(best), std::get<2>(best)};
  }

 private:
  static std::int64_t floor_of(std::int64_t x, std::int64_t side) { return x / side - (x % side < 0 ? 1 : 0); }

  std::int64_t across_, down_, x_, y_;
};

// The sites that features of one kind take, `order` saying who comes first. Features that are nearest to one site take
// it in turns, with another name each. If one went to the next site, it might find that taken too, and the order would
// affect the names of a whole neighbourhood. So a name hangs on its place and on how many of those of its kind and site
// come before it, and on nothing else.
struct Taken {
  Site site;
  std::int64_t turn;
  Anchor place;
};
inline std::vector<Taken> taken_sites(std::uint64_t stream, Kind kind, const std::vector<Anchor>& anchors,
                                      const std::vector<std::size_t>& order) {
  const Sites sites(stream, "site", static_cast<std::int64_t>(kind), site_metres[static_cast<std::size_t>(kind)]);
  std::map<Site, std::int64_t> turns;  // taken of each site
  std::vector<Taken> all(anchors.size());
  for (const std::size_t r : order) {
    const Site site = sites.nearest(anchors[r]);
    all[r] = {site, turns[site]++, sites.place(site)};
  }
  return all;
}

// The tongue at a place, among `count`.
inline std::size_t tongue_at(std::uint64_t stream, const Anchor& anchor, std::size_t count) {
  const Site site = Sites(stream, "tongues", 0, tongue_metres).nearest(anchor);
  return static_cast<std::size_t>(key_of(stream, "tongue of", {site.i, site.j}) % count);
}

}  // namespace terrawright::feature
