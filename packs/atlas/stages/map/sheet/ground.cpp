// SPDX-License-Identifier: Apache-2.0
#include "ground.hpp"

#include <algorithm>
#include <cmath>

#include "signs.hpp"

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
  struct Sample {
    std::int32_t index;
    float part;  // of the way to the next
  };
  Along(const GridGeometry& place, std::int32_t left, double wide, std::int32_t columns) {
    if (place.columns < 2) return;
    for (std::int32_t i = 0; i < columns; ++i) {
      const double u =
          std::clamp((left + (i + 0.5) * wide - place.x) / place.pitch, 0.0, static_cast<double>(place.columns - 1));
      const auto k = std::min(static_cast<std::int64_t>(u), place.columns - 2);
      samples_.push_back({static_cast<std::int32_t>(k), static_cast<float>(u - static_cast<double>(k))});
    }
  }
  const Sample& operator[](std::int32_t x) const { return samples_[static_cast<std::size_t>(x)]; }

 private:
  std::vector<Sample> samples_;
};

// A field read along a row of pixels.
class PixelRow {
 public:
  PixelRow(const Field& field) : field_(field) {
    if (field) row_.resize(static_cast<std::size_t>(field.place.columns));
  }
  void go_to(double y) {
    if (row_.empty()) return;
    const GridGeometry& p = field_.place;
    const double v = std::clamp((y - p.y) / p.pitch, 0.0, static_cast<double>(p.rows - 1));
    const auto j = static_cast<std::int64_t>(v);
    const auto t = static_cast<float>(v - static_cast<double>(j));
    const float *a = field_.row(j), *b = field_.row(std::min(j + 1, p.rows - 1));
    for (std::size_t i = 0; i < row_.size(); ++i) row_[i] = a[i] + (b[i] - a[i]) * t;
  }
  bool empty() const { return row_.empty(); }
  float at(const Along::Sample& place) const { return at(place.index, place.part); }
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

  const auto along = [&](const GridGeometry& place) { return Along(place, frame.left, wide, image.columns); };
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

namespace {

constexpr std::int32_t cell = 40;  // 1/100 mm

}  // namespace

SignRoom::SignRoom(const SignGround& ground, const Off& off) : ground_(ground) {
  const Box& f = ground.frame;
  columns_ = f.width() / cell + 2, rows_ = f.height() / cell + 2;
  const GridGeometry place{static_cast<double>(f.left), static_cast<double>(f.top), cell, columns_, rows_};
  const Parallel here = [](std::uint64_t n, const std::function<void(std::uint64_t)>& body) {
    for (std::uint64_t i = 0; i < n; ++i) body(i);
  };
  taken_ = covered(*ground.lakes, place, 1, here).values;
  const auto along = [&](const Spot& a, const Spot& b, double around) {
    each_between(a, b, cell, [&](const Spot& s) { take(s, around); });
  };
  // Shores too, so that no narrow inlet is lost between samples.
  for (const Lines* shores : {ground.coast, ground.lakes}) {
    for (const Line& shore : *shores) each_piece(shore, [&](const Spot& a, const Spot& b) { along(a, b, 20); });
  }
  for (const River& river : *ground.rivers) {
    const std::vector<Spot>& spots = river.line.spots;
    for (std::size_t i = 1; i < spots.size(); ++i) {
      if (river.widths[i] >= off.least_river) along(spots[i - 1], spots[i], off.river + river.widths[i] / 2);
    }
  }
  for (const auto& road : *ground.roads)
    each_piece(road.second, [&](const Spot& a, const Spot& b) { along(a, b, off.road); });
}

void SignRoom::take(const Spot& s, double around) {
  const auto index = [](double at) { return static_cast<std::int64_t>(std::floor(at / cell)); };
  const double x = s.x - ground_.frame.left, y = s.y - ground_.frame.top;
  for (std::int64_t j = std::max<std::int64_t>(index(y - around), 0); j <= std::min(index(y + around), rows_ - 1);
       ++j) {
    for (std::int64_t i = std::max<std::int64_t>(index(x - around), 0); i <= std::min(index(x + around), columns_ - 1);
         ++i)
      taken_[static_cast<std::size_t>(j * columns_ + i)] = 255;
  }
}

bool SignRoom::free(const Spot& s, double off_shore) const {
  if (s.x < ground_.frame.left || s.y < ground_.frame.top) return false;
  if (static_cast<double>(between(*ground_.from_coast, s.x, s.y)) < off_shore) return false;
  const auto i = static_cast<std::int64_t>((s.x - ground_.frame.left) / cell);
  const auto j = static_cast<std::int64_t>((s.y - ground_.frame.top) / cell);
  return i < columns_ && j < rows_ && taken_[static_cast<std::size_t>(j * columns_ + i)] == 0;
}

Colour ground_colour(const Surface& surface, const Style& style, const Spot& s) {
  const Colour& paper = style.heights.front().colour;
  const auto share = [&](const Field& field) {
    return field ? std::clamp(between(field, s.x, s.y), 0.0f, 1.0f) : 0.0f;
  };
  const float forest = share(surface.forest), ice = share(surface.ice), desert = 0.8f * share(surface.desert);
  const auto one = [&](std::uint8_t ground, std::uint8_t sand, std::uint8_t snow, std::uint8_t wood) {
    auto v = static_cast<float>(ground);
    v += (static_cast<float>(sand) - v) * desert;
    v += (static_cast<float>(snow) - v) * ice;
    return v * (1.0f + (static_cast<float>(wood) / 255.0f - 1.0f) * forest);
  };
  const Tone flat{one(paper.red, style.desert.red, style.ice.red, style.forest.red),
                  one(paper.green, style.desert.green, style.ice.green, style.forest.green),
                  one(paper.blue, style.desert.blue, style.ice.blue, style.forest.blue)};
  const float high = between(surface.height, s.x, s.y) / std::max(surface.highest, 1.0f);
  // In the light that falls around it.
  float lit = 0;
  for (const double x : {-150.0, 0.0, 150.0}) lit += between(surface.tone, s.x + x, s.y) / 3.0f;
  const Tone tone = Light(style).on(on_high_ground(flat, high), lit, high);
  const auto byte = [](float v) { return static_cast<std::uint8_t>(v + 0.5f); };
  return {byte(tone.red), byte(tone.green), byte(tone.blue), 255};
}

namespace {

// Highest minus lowest of heights in a window, along rows and then columns.
Field rough_of(const Field& height, std::int64_t reach) {
  const GridGeometry& p = height.place;
  const auto over = [&](const Field& from, bool down, bool greatest) {
    Field to(p);
    for (std::int64_t j = 0; j < p.rows; ++j) {
      for (std::int64_t i = 0; i < p.columns; ++i) {
        float best = from.at(i, j);
        for (std::int64_t k = -reach; k <= reach; ++k) {
          const float v = down ? from.at(i, j + k) : from.at(i + k, j);
          best = greatest ? std::max(best, v) : std::min(best, v);
        }
        to.row(j)[i] = best;
      }
    }
    return to;
  };
  Field high = over(over(height, false, true), true, true);
  const Field low = over(over(height, false, false), true, false);
  for (std::size_t n = 0; n < high.values.size(); ++n) high.values[n] -= low.values[n];
  return high;
}

bool is_top(const Field& height, std::int64_t i, std::int64_t j) {
  for (std::int64_t dj = -1; dj <= 1; ++dj) {
    for (std::int64_t di = -1; di <= 1; ++di) {
      if (height.row(j + dj)[i + di] > height.row(j)[i]) return false;
    }
  }
  return true;
}

constexpr std::int64_t crest_square = 6;  // samples: crests are looked for once in each square

}  // namespace

std::vector<MountainSite> mountain_sites(const SignGround& ground, const std::vector<Spot>& named,
                                         const Parallel& parallel) {
  // On a grid of 0.5 mm.
  const Box& f = ground.frame;
  const GridGeometry place{static_cast<double>(f.left), static_cast<double>(f.top), 50, f.width() / 50 + 1,
                           f.height() / 50 + 1};
  const Field height =
      taken_over(smoothed(ground.surface->height, 40 / ground.surface->place.pitch, parallel), place, parallel);
  const Field rough = smoothed(rough_of(height, 5), 2, parallel), broad = smoothed(height, 6, parallel);
  std::vector<float> of_land;
  for (std::size_t n = 0; n < rough.values.size(); ++n) {
    if (height.values[n] > 0.5f) of_land.push_back(rough.values[n]);
  }
  if (of_land.empty()) return {};
  const float steep = std::max(quantile(of_land, 0.985), 1.0f),
              mountain_from = std::max(quantile(of_land, 0.60), 0.42f * steep);
  const float hill_from = std::max(0.2f * steep, quantile(of_land, 0.25));
  const float highest = std::max(ground.surface->highest, 1.0f);

  struct Candidate {
    float v;
    std::int64_t i, j;
    int order;  // 0 tops, 1 crests, 2 hills
  };
  std::vector<Candidate> candidates;
  const auto greatness = [&](std::int64_t i, std::int64_t j) {
    return 0.6f * std::min(rough.row(j)[i] / steep, 1.0f) + 0.4f * height.row(j)[i] / highest;
  };
  for (std::int64_t j = 2; j + 2 < place.rows; ++j) {
    for (std::int64_t i = 2; i + 2 < place.columns; ++i) {
      if (height.row(j)[i] < 0.5f || rough.row(j)[i] < hill_from || !is_top(height, i, j)) continue;
      candidates.push_back({greatness(i, j), i, j, rough.row(j)[i] < mountain_from ? 2 : 0});
    }
  }
  // The highest sample of each square, where it is a crest: well above what lies around it.
  for (std::int64_t y = 2; y + crest_square + 2 < place.rows; y += crest_square) {
    for (std::int64_t x = 2; x + crest_square + 2 < place.columns; x += crest_square) {
      std::int64_t bi = x, bj = y;
      for (std::int64_t j = y; j < y + crest_square; ++j) {
        for (std::int64_t i = x; i < x + crest_square; ++i) {
          if (height.row(j)[i] > height.row(bj)[bi]) bi = i, bj = j;
        }
      }
      if (height.row(bj)[bi] < 0.5f || rough.row(bj)[bi] < mountain_from) continue;
      if (height.row(bj)[bi] < broad.row(bj)[bi] + 0.14f * rough.row(bj)[bi]) continue;
      candidates.push_back({0.85f * greatness(bi, bj), bi, bj, 1});
    }
  }
  std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
    if (a.order != b.order) return a.order < b.order;
    return a.v != b.v ? a.v > b.v : a.j != b.j ? a.j < b.j : a.i < b.i;
  });
  std::vector<MountainSite> places;
  for (const Candidate& c : candidates)
    places.push_back(
        {{place.x + static_cast<double>(c.i) * place.pitch, place.y + static_cast<double>(c.j) * place.pitch},
         static_cast<double>(c.v),
         c.order == 2,
         c.order == 1,
         word_at_place(c.i, c.j)});
  std::vector<MountainSite> with_names;
  for (const Spot& top : named) {
    double greatest = 0.3;
    for (const MountainSite& other : places) {
      if (distance(other.top, top) < near_named) greatest = std::max(greatest, other.greatness);
    }
    with_names.push_back({top, greatest, false, false,
                          word_at_place(static_cast<std::int64_t>(top.x), static_cast<std::int64_t>(top.y)), true});
  }
  places.insert(places.begin(), with_names.begin(), with_names.end());
  return places;
}

}  // namespace terrawright::map
