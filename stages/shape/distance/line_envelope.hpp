// SPDX-License-Identifier: Apache-2.0
// Finds the nearest sites to the points of a line: the lower envelope of their squared distances along it.
//
// The line is continuous. Were the places where one site takes over from the next rounded to cells, a site that is
// nearest only between two cells would be lost; yet it may be the nearest one of a cell far behind the line.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace terrawright::shape {

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
    Place begin{INT64_MIN, 0, 1};
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
  struct Place {
    std::int64_t whole, rest, parts;
    bool operator<(const Place& other) const {
      if (whole != other.whole) return whole < other.whole;
      return rest * other.parts < other.rest * parts;
    }
  };
  static Place divided(std::int64_t number, std::int64_t parts) {
    Place place{number / parts, number % parts, parts};
    if (place.rest < 0) {
      --place.whole;
      place.rest += parts;
    }
    return place;
  }

  std::vector<Site> sites_;
  std::vector<Place> begins_;
};

}  // namespace terrawright::shape
