// SPDX-License-Identifier: Apache-2.0
// Sites: one point a square of the plane, moved about in it. What is named takes the name of a site, so that it keeps
// it though it was found a few metres away, or among others.
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

// Metres a side of the squares.
constexpr std::array<std::int64_t, kinds> site_metres = {3000, 3000, 5000, 6000, 4000,  6000, 6000,
                                                         8000, 8000, 8000, 9000, 60000, 60000};
constexpr std::int64_t tongue_metres = 110000;

struct Site {
  std::int64_t i, j;  // its square
  bool operator<(const Site& other) const { return std::tie(i, j) < std::tie(other.i, other.j); }
};

class Sites {
 public:
  // Squares of `metres` a side; `purpose` and `kind` tell these sites from others.
  Sites(std::uint64_t stream, std::string_view purpose, std::int64_t kind, std::int64_t metres)
      : stream_(stream), purpose_(purpose), kind_(kind), side_(metres * 256) {}

  Anchor place(const Site& site) const {
    const std::uint64_t h = key_of(stream_, purpose_, {kind_, site.i, site.j});
    return {site.i * side_ + static_cast<std::int64_t>(h & 65535u) * side_ / 65536,
            site.j * side_ + static_cast<std::int64_t>(h >> 16 & 65535u) * side_ / 65536};
  }
  // The nearest of those of 3 x 3 squares.
  Site nearest(const Anchor& anchor) const {
    const std::int64_t i = floor_of(anchor.x), j = floor_of(anchor.y);
    std::tuple<std::int64_t, std::int64_t, std::int64_t> best{INT64_MAX, 0, 0};
    for (std::int64_t k = 0; k < 9; ++k) {
      const Site site{i - 1 + k % 3, j - 1 + k / 3};
      const Anchor at = place(site);
      const std::int64_t dx = at.x - anchor.x, dy = at.y - anchor.y;
      best = std::min(best, {dx * dx + dy * dy, site.i, site.j});
    }
    return {std::get<1>(best), std::get<2>(best)};
  }

 private:
  std::int64_t floor_of(std::int64_t x) const { return x / side_ - (x % side_ < 0 ? 1 : 0); }

  std::uint64_t stream_;
  std::string_view purpose_;
  std::int64_t kind_, side_;
};

// The sites that features of one kind take, the most important first, each the nearest to it. Of several that are
// nearest to one site each takes it in another turn, with another name: were it to go to the next site, it might find
// that taken too, and who has gone there before would tell in the names of a whole neighbourhood.
struct Taken {
  Site site;
  std::int64_t turn;
  Anchor place;
};
inline std::vector<Taken> taken_sites(std::uint64_t stream, Kind kind, const std::vector<Anchor>& anchors) {
  const Sites sites(stream, "site", static_cast<std::int64_t>(kind), site_metres[static_cast<std::size_t>(kind)]);
  std::map<Site, std::int64_t> turns;  // taken of each site
  std::vector<Taken> all;
  all.reserve(anchors.size());
  for (const Anchor& anchor : anchors) {
    const Site site = sites.nearest(anchor);
    all.push_back({site, turns[site]++, sites.place(site)});
  }
  return all;
}

// Which of `count` tongues is spoken at a place.
inline std::size_t tongue_at(std::uint64_t stream, const Anchor& anchor, std::size_t count) {
  const Site site = Sites(stream, "tongues", 0, tongue_metres).nearest(anchor);
  return static_cast<std::size_t>(key_of(stream, "tongue of", {site.i, site.j}) % count);
}

}  // namespace terrawright::feature
