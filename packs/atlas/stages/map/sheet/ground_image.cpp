// SPDX-License-Identifier: Apache-2.0
#include "ground_image.hpp"

#include <algorithm>
#include <cmath>

#include "tones.hpp"

namespace terrawright::map {
namespace {

// Tints by height: straight between steps, or in steps, or a mixture of both.
class Tints {
 public:
  Tints(const std::vector<TintStep>& steps, float scale, float stepped) : stepped_(stepped) {
    for (const TintStep& step : steps) from_.push_back(step.from * scale), tones_.push_back(tone_of(step.colour));
  }
  // `n`: the step of a value near by, which is looked from.
  Tone at(float v, std::size_t& n) const {
    while (n > 0 && !(v >= from_[n])) --n;
    while (n + 1 < from_.size() && v >= from_[n + 1]) ++n;
    if (n + 1 == from_.size()) return tones_[n];
    const float t = std::clamp((v - from_[n]) / (from_[n + 1] - from_[n]), 0.0f, 1.0f);
    // In a map of steps, half a step on either side is its own colour at its middle.
    const Tone even = mixed(tones_[n], tones_[n + 1], t);
    return stepped_ > 0 ? mixed(even, tones_[n], stepped_) : even;
  }

 private:
  std::vector<float> from_;
  std::vector<Tone> tones_;
  float stepped_;
};

// Positions of a row's pixels among the samples of a field.
class Along {
 public:
  struct Place {
    std::int32_t index;
    float part;  // of the way to the next
  };
  Along(const GridPlace& place, std::int32_t left, double wide, std::int32_t columns) {
    if (place.columns < 2) return;
    for (std::int32_t i = 0; i < columns; ++i) {
      const double u =
          std::clamp((left + (i + 0.5) * wide - place.x) / place.pitch, 0.0, static_cast<double>(place.columns - 1));
      const auto k = std::min(static_cast<std::int64_t>(u), place.columns - 2);
      places_.push_back({static_cast<std::int32_t>(k), static_cast<float>(u - static_cast<double>(k))});
    }
  }
  const Place& operator[](std::int32_t x) const { return places_[static_cast<std::size_t>(x)]; }

 private:
  std::vector<Place> places_;
};

// A field read along a row of pixels.
class PixelRow {
 public:
  PixelRow(const Field& field) : field_(field) {
    if (field) row_.resize(static_cast<std::size_t>(field.place.columns));
  }
  void go_to(double y) {
    if (row_.empty()) return;
    const GridPlace& p = field_.place;
    const double v = std::clamp((y - p.y) / p.pitch, 0.0, static_cast<double>(p.rows - 1));
    const auto j = static_cast<std::int64_t>(v);
    const auto t = static_cast<float>(v - static_cast<double>(j));
    const float *a = field_.row(j), *b = field_.row(std::min(j + 1, p.rows - 1));
    for (std::size_t i = 0; i < row_.size(); ++i) row_[i] = a[i] + (b[i] - a[i]) * t;
  }
  bool empty() const { return row_.empty(); }
  float at(const Along::Place& place) const { return at(place.index, place.part); }
  float at(std::int32_t i, float t) const {
    const float* r = row_.data() + i;
    return r[0] + (r[1] - r[0]) * t;
  }

 private:
  const Field& field_;
  std::vector<float> row_;
};

}  // namespace

PaperImage ground_image(const Surface& s, const Lines& coast, const Box& frame, double pixel, const Style& style,
                        const Skin& skin, const Parallel& parallel) {
  PaperImage image{frame.left, frame.top, frame.width(), frame.height(), 0, 0, 3, {}};
  image.columns = std::max(rounded(frame.width() / pixel), 1);
  image.rows = std::max(rounded(frame.height() / pixel), 1);
  image.bytes.resize(static_cast<std::size_t>(image.columns) * static_cast<std::size_t>(image.rows) * 3);
  const double wide = static_cast<double>(frame.width()) / image.columns;
  const double high = static_cast<double>(frame.height()) / image.rows;
  const FieldOf<std::uint8_t> land =
      covered(coast, {static_cast<double>(frame.left), static_cast<double>(frame.top), wide, image.columns, image.rows},
              4, parallel);

  const Tints heights(style.heights, style.heights_are_shares ? std::max(s.highest, 1.0f) : 1.0f,
                      static_cast<float>(style.stepped));
  const Tints depths(style.depths, 1.0f, static_cast<float>(style.stepped));
  const Light light(style);
  const Ink forest_ink(tone_of(style.forest));
  const Tone ice_tone = tone_of(style.ice), desert_tone = tone_of(style.desert);
  const float highest = std::max(s.highest, 1.0f);
  const float edge = style.name == StyleName::antique ? 0.1f : 0.42f;  // of forests: washed or cut

  const auto along = [&](const GridPlace& place) { return Along(place, frame.left, wide, image.columns); };
  const Along samples = along(s.place), grains = along(skin.grain.place), inlands = along(skin.inland.place),
              offshores = along(skin.offshore.place);
  in_stretches(parallel, image.rows, 32, [&](std::int64_t first, std::int64_t end) {
    PixelRow height(s.height), depth(s.depth), tone(s.tone), forest(s.forest), desert(s.desert), ice(s.ice),
        grain(skin.grain), inland(skin.inland), offshore(skin.offshore);
    for (std::int64_t j = first; j < end; ++j) {
      const double y = frame.top + (static_cast<double>(j) + 0.5) * high;
      for (PixelRow* row : {&height, &depth, &tone, &forest, &desert, &ice, &grain, &inland, &offshore}) row->go_to(y);
      std::uint8_t* to = image.bytes.data() + static_cast<std::size_t>(j) * static_cast<std::size_t>(image.columns) * 3;
      const std::uint8_t* dry = land.row(j);
      std::size_t height_step = 0, depth_step = 0;
      for (std::int32_t x = 0; x < image.columns; ++x, to += 3) {
        const auto [i, t] = samples[x];
        Tone colour{};
        if (dry[x] < 255) {
          colour = depths.at(depth.at(i, t), depth_step);
          if (!offshore.empty()) colour = washed(colour, sea_wash, offshore.at(offshores[x]));
        }
        if (dry[x] > 0) {
          const float h = std::max(height.at(i, t), 0.0f);
          Tone ground = heights.at(h, height_step);
          if (!desert.empty()) ground = mixed(ground, desert_tone, 0.8f * std::clamp(desert.at(i, t), 0.0f, 1.0f));
          if (!ice.empty()) ground = mixed(ground, ice_tone, std::clamp(ice.at(i, t), 0.0f, 1.0f));
          if (!forest.empty()) ground = forest_ink.over(ground, ramp(forest.at(i, t), edge, 1.0f - edge));
          if (!inland.empty()) {
            ground = washed(ground, coast_wash, inland.at(inlands[x]));
            ground = on_high_ground(ground, h / highest);
          }
          ground = light.on(ground, tone.at(i, t), h / highest);
          colour = dry[x] == 255 ? ground : mixed(colour, ground, static_cast<float>(dry[x]) / 255.0f);
        }
        if (!grain.empty()) {
          const float lit = grain.at(grains[x]);
          colour = {std::min(colour.red * lit, 255.0f), std::min(colour.green * lit, 255.0f),
                    std::min(colour.blue * lit, 255.0f)};
        }
        to[0] = static_cast<std::uint8_t>(colour.red + 0.5f);
        to[1] = static_cast<std::uint8_t>(colour.green + 0.5f);
        to[2] = static_cast<std::uint8_t>(colour.blue + 0.5f);
      }
    }
  });
  return image;
}

}  // namespace terrawright::map
