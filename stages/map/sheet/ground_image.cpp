// SPDX-License-Identifier: Apache-2.0
#include "ground_image.hpp"

#include <algorithm>
#include <cmath>

namespace terrawright::map {
namespace {

struct Tone {
  float red, green, blue;
};
Tone tone_of(Colour c) { return {static_cast<float>(c.red), static_cast<float>(c.green), static_cast<float>(c.blue)}; }
Tone mixed(const Tone& a, const Tone& b, float t) {
  return {a.red + (b.red - a.red) * t, a.green + (b.green - a.green) * t, a.blue + (b.blue - a.blue) * t};
}
Tone times(const Tone& a, const Tone& b, float t) {
  const auto one = [t](float v, float w) { return v * (1.0f + (w / 255.0f - 1.0f) * t); };
  return {one(a.red, b.red), one(a.green, b.green), one(a.blue, b.blue)};
}
float ramp(float v, float from, float to) { return std::clamp((v - from) / (to - from), 0.0f, 1.0f); }

// Tints by height: straight between steps, or in steps, or a mixture of both.
class Tints {
 public:
  Tints(const std::vector<TintStep>& steps, float scale, float stepped) : stepped_(stepped) {
    for (const TintStep& step : steps) from_.push_back(step.from * scale), tones_.push_back(tone_of(step.colour));
  }
  Tone at(float v) const {
    std::size_t n = 0;
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
                        const Field& grain, const Parallel& parallel) {
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
  const Tone shadow = tone_of(style.shadow), sun = tone_of(style.sunlit), forest_tone = tone_of(style.forest);
  const Tone ice_tone = tone_of(style.ice), desert_tone = tone_of(style.desert);
  const auto strength = static_cast<float>(style.shade_strength);
  const float highest = std::max(s.highest, 1.0f);
  const float edge = style.name == StyleName::antique ? 0.1f : 0.42f;  // of forests: washed or cut

  // Where each pixel of a row lies among the samples.
  std::vector<std::int32_t> index;
  std::vector<float> part;
  for (std::int32_t i = 0; i < image.columns; ++i) {
    const double u = (frame.left + (i + 0.5) * wide - s.place.x) / s.place.pitch;
    const auto k = std::clamp<std::int64_t>(static_cast<std::int64_t>(u), 0, s.place.columns - 2);
    index.push_back(static_cast<std::int32_t>(k));
    part.push_back(static_cast<float>(u - static_cast<double>(k)));
  }
  in_stretches(parallel, image.rows, 32, [&](std::int64_t first, std::int64_t end) {
    PixelRow height(s.height), depth(s.depth), tone(s.tone), forest(s.forest), desert(s.desert), ice(s.ice),
        skin(grain);
    for (std::int64_t j = first; j < end; ++j) {
      const double y = frame.top + (static_cast<double>(j) + 0.5) * high;
      for (PixelRow* row : {&height, &depth, &tone, &forest, &desert, &ice}) row->go_to(y);
      skin.go_to(y);
      std::uint8_t* to = image.bytes.data() + static_cast<std::size_t>(j) * static_cast<std::size_t>(image.columns) * 3;
      const std::uint8_t* dry = land.row(j);
      for (std::int32_t x = 0; x < image.columns; ++x, to += 3) {
        const std::int32_t i = index[static_cast<std::size_t>(x)];
        const float t = part[static_cast<std::size_t>(x)];
        Tone colour{};
        if (dry[x] < 255) colour = depths.at(depth.at(i, t));
        if (dry[x] > 0) {
          const float h = std::max(height.at(i, t), 0.0f);
          Tone ground = heights.at(h);
          if (!desert.empty()) ground = mixed(ground, desert_tone, 0.8f * std::clamp(desert.at(i, t), 0.0f, 1.0f));
          if (!ice.empty()) ground = mixed(ground, ice_tone, std::clamp(ice.at(i, t), 0.0f, 1.0f));
          if (!forest.empty()) ground = times(ground, forest_tone, ramp(forest.at(i, t), edge, 1.0f - edge));
          // Lowlands are calm and summits crisp, as if seen through air.
          const float clear = (0.62f + 0.55f * (h / highest)) * strength, lit = tone.at(i, t);
          if (lit < 0) {
            // The darkest shade is not so dark that names and contours in it cannot be read.
            const float dark = -lit * 1.15f * clear;
            ground = times(ground, shadow, dark < 0.4f ? dark : std::min(0.4f + (dark - 0.4f) * 0.5f, 0.62f));
          } else {
            ground = mixed(ground, sun, std::clamp(lit * 1.2f * clear, 0.0f, 0.60f));
          }
          colour = dry[x] == 255 ? ground : mixed(colour, ground, static_cast<float>(dry[x]) / 255.0f);
        }
        if (!skin.empty()) {
          const double u = (frame.left + (x + 0.5) * wide) / grain.place.pitch;
          const float light = skin.at(static_cast<std::int32_t>(u),
                                      static_cast<float>(u - static_cast<double>(static_cast<std::int32_t>(u))));
          colour = {std::min(colour.red * light, 255.0f), std::min(colour.green * light, 255.0f),
                    std::min(colour.blue * light, 255.0f)};
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
