// SPDX-License-Identifier: Apache-2.0
// Erosion by brute force, on whole arrays and from its definition: slow, plain and written apart from the stages.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "stages/water/draining.hpp"
#include "support/build.hpp"

namespace terrawright::test {

struct Law {
  double uplift = 0.5, erodibility = 1e-5, step = 2e5, cell = 1000, channel_area = 0.3e6;  // mm/yr, 1/yr, yr, m, m2
  std::vector<float> uplifts = {}, hardnesses = {}, rain = {};                             // mm/yr, 1, mm/yr
  bool keeps_up = true;  // with its receiver, where that rises more
};

class Eroding {
 public:
  // `flats`: the name that the random words of flats are keyed by.
  explicit Eroding(const Land& land, const std::string& flats = "e/flats") : land_(land) {
    Land surface = land;
    each([&](int x, int y, std::size_t c) {
      if (land.is_outlet(x, y)) surface.z[c] = std::max(land.z[c], 0.0f);
    });
    const Drained drained = drain(surface, winding(flats));
    h_ = drained.filled;
    to_ = drained.receivers;
  }

  void step(const Law& law) {
    route();
    const std::vector<float> celerity = celerities(law);
    std::vector<float> after(h_.size());
    std::vector<bool> known(h_.size(), false);
    each([&](int, int, std::size_t c) { incise(c, law, celerity, after, known); });
    h_ = after;
  }

  // The ocean and the border as they were.
  std::vector<float> heights() const {
    std::vector<float> heights = h_;
    each([&](int x, int y, std::size_t c) {
      if (land_.is_outlet(x, y)) heights[c] = land_.z[c];
    });
    return heights;
  }
  const std::vector<std::uint16_t>& receivers() const { return to_; }
  // Land from which nothing lower, and no way across level ground to it, is beside.
  int hollows() const {
    Land land = land_;
    land.z = h_;
    const Drained drained = drain(land, straight());
    int count = 0;
    for (std::size_t c = 0; c < h_.size(); ++c) count += drained.filled[c] > h_[c];
    return count;
  }

 private:
  template <class Body>
  void each(Body body) const {
    for (int y = 0; y < land_.height; ++y) {
      for (int x = 0; x < land_.width; ++x) body(x, y, land_.at(x, y));
    }
  }
  std::size_t below(std::size_t c) const {
    const int x = static_cast<int>(c) % land_.width, y = static_cast<int>(c) / land_.width;
    return land_.at(x + to_x[to_[c] - 1], y + to_y[to_[c] - 1]);
  }
  // The steepest way down; where there is none, the one of the step before, unless that goes up now: then none.
  void route() {
    each([&](int x, int y, std::size_t c) {
      if (land_.is_outlet(x, y)) return;
      float steepest = 0;
      for (int k = 0; k < 8; ++k) {
        const float difference = h_[c] - h_[land_.at(x + to_x[k], y + to_y[k])];
        const float slope = k < 4 ? difference : difference * 0.70710678f;
        if (slope <= steepest) continue;
        steepest = slope;
        to_[c] = static_cast<std::uint16_t>(k + 1);
      }
      if (steepest == 0 && to_[c] != 0 && h_[below(c)] > h_[c]) to_[c] = 0;
    });
  }
  // Each cell's water, carried all the way down.
  std::vector<float> celerities(const Law& law) const {
    std::int64_t fallen = 0, cells = 0;
    each([&](int x, int y, std::size_t c) {
      if (law.rain.empty() || land_.is_outlet(x, y)) return;
      fallen += std::llround(static_cast<double>(law.rain[c]) * 65536);
      ++cells;
    });
    const double mean = static_cast<double>(fallen) / 65536 / static_cast<double>(std::max<std::int64_t>(cells, 1));
    std::vector<std::int64_t> parts(h_.size(), 0);
    each([&](int, int, std::size_t c) {
      if (to_[c] == 0) return;
      const std::int64_t own =
          law.rain.empty() ? 1048576 : std::llround(static_cast<double>(law.rain[c]) * (1048576 / mean));
      for (std::size_t at = c;; at = below(at)) {
        parts[at] += own;
        if (to_[at] == 0) return;
      }
    });
    std::vector<float> celerity(h_.size(), 0);
    each([&](int, int, std::size_t c) {
      if (to_[c] == 0) return;
      const double area = static_cast<double>(parts[c]) / 1048576 * (law.cell * law.cell);
      celerity[c] =
          static_cast<float>(law.erodibility) * std::sqrt(static_cast<float>(std::max(area, law.channel_area)));
      if (!law.hardnesses.empty()) celerity[c] *= law.hardnesses[c];
    });
    return celerity;
  }
  // After its receiver.
  void incise(std::size_t first, const Law& law, const std::vector<float>& celerity, std::vector<float>& after,
              std::vector<bool>& known) const {
    std::vector<std::size_t> way;
    for (std::size_t c = first; !known[c]; c = below(c)) {
      way.push_back(c);
      if (to_[c] == 0) break;
    }
    while (!way.empty()) {
      const std::size_t c = way.back();
      way.pop_back();
      known[c] = true;
      after[c] = h_[c];
      if (to_[c] == 0) continue;
      const float rise = law.uplifts.empty() ? static_cast<float>(law.uplift / 1000 * law.step)
                                             : law.uplifts[c] * static_cast<float>(1.0 / 1000 * law.step);
      const float risen = h_[c] + rise, down = after[below(c)];
      const double length = to_[c] < 5 ? law.cell : law.cell * 1.4142135623730951;
      const float kept = 1.0f / (1.0f + celerity[c] * static_cast<float>(law.step / length));
      after[c] = risen > down ? std::min(down + (risen - down) * kept, risen) : law.keeps_up ? down : risen;
    }
  }

  Land land_;
  std::vector<float> h_;
  std::vector<std::uint16_t> to_;
};

// A world of one node `e`, erosion of the land by a stage or composite of that id.
inline std::string eroding_world(const Land& land, const std::string& with, const std::string& in = ", ocean: ocean",
                                 const std::string& cell = "1 km", const std::string& id = "erosion.stream_power") {
  return "terrawright: 1\nname: t\nworld: {size: [" + std::to_string(land.width) + ", " + std::to_string(land.height) +
         "], cell: " + cell +
         ", seed: 42}\n"
         "stages:\n"
         "  z: {use: test.given@1, with: {name: z}}\n"
         "  ocean: {use: test.given_mask@1, with: {name: ocean}}\n"
         "  rain: {use: test.given_scalar@1, with: {name: rain}}\n"
         "  up: {use: test.given_scalar@1, with: {name: up}}\n"
         "  hard: {use: test.given_weight@1, with: {name: hard}}\n"
         "  e: {use: " +
         id + "@1, in: {height: z" + in + "}, with: {" + with +
         "}}\noutputs: [{layers: {e: e, z: z, o: ocean, r: rain, u: up, h: hard}}]\n";
}

inline Options eroding_options(const Land& land, std::int64_t tile = 512) {
  Options options;
  options.tile = tile;
  options.given["z"] = {"m", land.width, land.height, land.z};
  options.given["ocean"] = {"1", land.width, land.height, land.ocean};
  options.given["rain"] = {"mm/yr", land.width, land.height, std::vector<float>(land.z.size(), 800)};
  options.given["up"] = {"mm/yr", land.width, land.height, std::vector<float>(land.z.size(), 0.5f)};
  options.given["hard"] = {"1", land.width, land.height, std::vector<float>(land.z.size(), 1)};
  return options;
}

}  // namespace terrawright::test
