// SPDX-License-Identifier: Apache-2.0
// Row 42: how much of the land's relief its picture shows, and how quiet plains are beside mountains.
#include <algorithm>
#include <cmath>

#include "shipped_world.hpp"

namespace terrawright::metrics {
namespace {

constexpr int picture_side = shipped_side, ten_worlds = 10;

using Raster = std::vector<double>;

// Sums of all cells left of and above each, so that the mean of any square takes four of them.
class Means {
 public:
  explicit Means(const Raster& cells) : sums_((picture_side + 1) * (picture_side + 1)) {
    for (std::size_t y = 0; y < picture_side; ++y) {
      double row = 0;
      for (std::size_t x = 0; x < picture_side; ++x) {
        row += cells[y * picture_side + x];
        at(x + 1, y + 1) = at(x + 1, y) + row;
      }
    }
  }
  // Over the cells at most `reach` away from cell c, which lies as far from the border.
  double operator()(std::size_t c, std::size_t reach) const {
    const std::size_t x = c % picture_side, y = c / picture_side, left = x - reach, top = y - reach;
    const std::size_t right = x + reach + 1, bottom = y + reach + 1;
    return (at(right, bottom) - at(left, bottom) - at(right, top) + at(left, top)) /
           static_cast<double>((right - left) * (bottom - top));
  }

 private:
  double& at(std::size_t x, std::size_t y) { return sums_[y * (picture_side + 1) + x]; }
  double at(std::size_t x, std::size_t y) const { return sums_[y * (picture_side + 1) + x]; }
  Raster sums_;
};

double correlation(const Raster& a, const Raster& b) {
  const auto n = static_cast<double>(a.size());
  double sum_a = 0, sum_b = 0, aa = 0, ab = 0, bb = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum_a += a[i], sum_b += b[i], aa += a[i] * a[i], ab += a[i] * b[i], bb += b[i] * b[i];
  }
  return (ab - sum_a * sum_b / n) / std::sqrt((aa - sum_a * sum_a / n) * (bb - sum_b * sum_b / n));
}

struct Likeness {
  double deviations;       // of the picture and of a hillshade: their correlation
  double plains;           // the deviations' median there over that in mountains
  double without_lowpass;  // correlation of what a mean of 7 x 7 leaves
  double plains_of_shade;  // the share of plains as the hillshade has it
};

// The deviations are those of 5 x 5 cells, on dry land five cells and more from water.
Likeness likeness(const std::vector<float>& height, const std::vector<Colour>& picture,
                  const std::vector<std::uint8_t>& water, double cell) {
  const std::size_t cells = height.size();
  Raster light(cells), shade(cells), slope(cells), wet(cells), light2(cells), shade2(cells);
  for (std::size_t c = 0; c < cells; ++c) {
    const Colour p = picture[c];
    light[c] = (0.2126 * p.red + 0.7152 * p.green + 0.0722 * p.blue) / 255;
    wet[c] = water[c];
    const std::size_t x = c % picture_side, y = c / picture_side;
    if (x == 0 || y == 0 || x + 1 == picture_side || y + 1 == picture_side) continue;
    const auto z = [&](std::size_t at) { return static_cast<double>(height[at]); };
    const double gx = (z(c + 1) - z(c - 1)) / 2 / cell, gy = (z(c + picture_side) - z(c - picture_side)) / 2 / cell;
    slope[c] = std::hypot(gx, gy);
    // One sun in the north-west, 45 degrees high.
    const double towards = std::sqrt(0.5) + (gx + gy) / 2;
    shade[c] = std::max(towards, 0.0) / std::sqrt(1 + slope[c] * slope[c]);
  }
  for (std::size_t c = 0; c < cells; ++c) light2[c] = light[c] * light[c], shade2[c] = shade[c] * shade[c];
  const Means of_light(light), of_shade(shade), of_light2(light2), of_shade2(shade2), of_wet(wet);
  const auto deviation = [](const Means& of, const Means& of_squares, std::size_t c) {
    return std::sqrt(std::max(of_squares(c, 2) - of(c, 2) * of(c, 2), 0.0));
  };
  Raster a, b, rest_a, rest_b, plains, mountains, shaded_plains, shaded_mountains;
  for (std::size_t y = 6; y + 6 < picture_side; ++y) {
    for (std::size_t x = 6; x + 6 < picture_side; ++x) {
      const std::size_t c = y * picture_side + x;
      if (of_wet(c, 4) > 1e-9) continue;
      a.push_back(deviation(of_light, of_light2, c)), b.push_back(deviation(of_shade, of_shade2, c));
      rest_a.push_back(light[c] - of_light(c, 3)), rest_b.push_back(shade[c] - of_shade(c, 3));
      if (slope[c] < 0.04) plains.push_back(a.back()), shaded_plains.push_back(b.back());
      if (slope[c] > 0.2) mountains.push_back(a.back()), shaded_mountains.push_back(b.back());
    }
  }
  return {correlation(a, b), quantile(plains, 0.5) / quantile(mountains, 0.5), correlation(rest_a, rest_b),
          quantile(shaded_plains, 0.5) / quantile(shaded_mountains, 0.5)};
}

struct Pictures {
  Likeness natural, by_classes;
};

// For one world, rivers and lakes on both.
Pictures pictures_of(std::uint64_t seed) {
  test::Shipped world{"realistic"};
  const std::string stages = "\nstages:\n";
  world.yaml.insert(world.yaml.find(stages) + stages.size(),
                    "  classes: {use: view.relief@1, in: {height: metres, biome: biomes, temperature: temperature}}\n"
                    "  waters:\n    use: view.waters@1\n    in: {picture: classes, receivers: drainage.receivers, "
                    "width: rivers.width, depth: lakes.depth}\n");
  const auto built = layers(
      world, seed, "z: metres, natural: picture, classes: waters, ocean: land.ocean, lake: lakes, river: rivers");
  const auto height = built.cells<float>("metres");
  auto water = built.cells<std::uint8_t>("land.ocean");
  const auto lake = built.cells<std::uint8_t>("lakes.lake"), river = built.cells<std::uint8_t>("rivers.river");
  for (std::size_t c = 0; c < water.size(); ++c) water[c] = water[c] | lake[c] | river[c];
  const double cell = world.cell(picture_side);
  return {likeness(height, built.cells<Colour>("picture"), water, cell),
          likeness(height, built.cells<Colour>("waters"), water, cell)};
}

// The other worlds with plains and mountains, all but the one that reads a drawing, and where their lakes and rivers
// are; none: "".
struct Painted {
  std::string name;
  std::uint64_t seed;
  std::string height, picture, lake, river;
};
std::vector<Painted> others() {
  const std::string picture = "nature.picture", lakes = "nature.lakes", rivers = "nature.rivers";
  return {{"island", 42, "drainage.filled", "picture", "lakes.depth", "rivers.width"},
          {"continent", 6, "metres", "picture", "lakes.depth", "rivers.width"},
          {"fjords", 42, "metres", picture, lakes, rivers},
          {"volcano", 42, "drainage.filled", "picture", "lakes.depth", "rivers.width"},
          {"archipelago", 3, "floor", "relief", "", ""},
          {"two_massifs", 5, "metres", picture, lakes, rivers},
          {"long_island", 6, "metres", picture, lakes, rivers},
          {"delta", 42, "metres", picture, "", rivers}};
}

Likeness likeness_of(const Painted& painted) {
  const test::Shipped world{painted.name};
  std::string wanted = "z: " + painted.height + ", p: " + painted.picture + ", land: land.land";
  for (const std::string& water : {painted.lake, painted.river})
    if (!water.empty()) wanted += ", " + water.substr(water.find('.') + 1) + ": " + water;
  const auto built = layers(world, painted.seed, wanted);
  // What a composite gives has its part's name.
  const auto named = [](const std::string& layer) {
    return layer == "drainage.filled"  ? "drainage/filled"
           : layer == "nature.picture" ? "nature/picture"
           : layer == "nature.lakes"   ? "nature/lakes.depth"
           : layer == "nature.rivers"  ? "nature/rivers.width"
                                       : layer;
  };
  std::vector<std::uint8_t> water;
  for (const std::uint8_t land : built.cells<std::uint8_t>("land.land")) water.push_back(land == 0 ? 1 : 0);
  for (const std::string& layer : {painted.lake, painted.river}) {
    if (layer.empty()) continue;
    const auto depth = built.cells<float>(named(layer));
    for (std::size_t c = 0; c < water.size(); ++c) water[c] = water[c] != 0 || depth[c] > 0.0f ? 1 : 0;
  }
  return likeness(built.cells<float>(named(painted.height)), built.cells<Colour>(named(painted.picture)), water,
                  world.cell(picture_side));
}

}  // namespace

Row natural_picture() {
  return {
      42,
      "the natural picture beside a hillshade",
      "luminance of configs/realistic.yaml and one seed of each other land, dry land five cells and more from water: "
      "correlation of deviations over 5 x 5 cells; their median below 4 % of slope over that above 20 %; "
      "correlation of what a mean of 7 x 7 leaves",
      "ours: what a prototype reached, .85, .12 to .17 and .70 to .77; view.relief is the fault",
      2,
      [](const Scope& scope) {
        Line deviations{"deviations beside a hillshade's", {}, {0.8, 1}, true};
        Line plains{"deviations, plains / mountains", {}, {0, 0.2}, true};
        Line rest{"less their 7 x 7 mean", {}, {0.68, 1}, true};
        Line classes_deviations{"view.relief, deviations", {}, {0.8, 1}};
        for (int seed = 900; seed < 900 + scope.of(ten_worlds); ++seed) {
          const auto [natural, classes] = pictures_of(static_cast<std::uint64_t>(seed));
          deviations.values.push_back(natural.deviations);
          plains.values.push_back(natural.plains);
          rest.values.push_back(natural.without_lowpass);
          classes_deviations.values.push_back(classes.deviations);
        }
        // Where the hillshade of a land itself has more than 0.2, its plains are as rough as that.
        Line other_deviations{"other lands, deviations", {}, {0.8, 1}, true};
        Line other_plains{"other lands, plains / mountains", {}, {0, 0.2}, true};
        Line rough_plains{"rough plains, plains / mountains over a hillshade's", {}, {0, 1.6}, true};
        Line other_rest{"other lands, less their 7 x 7 mean", {}, {0.68, 1}, true};
        for (const Painted& painted : others()) {
          const Likeness of = likeness_of(painted);
          other_deviations.values.push_back(of.deviations);
          other_rest.values.push_back(of.without_lowpass);
          if (of.plains_of_shade > 0.2) {
            rough_plains.values.push_back(of.plains / of.plains_of_shade);
          } else {
            other_plains.values.push_back(of.plains);
          }
        }
        return std::vector<Line>{deviations,       plains,       rest,         faulty(classes_deviations),
                                 other_deviations, other_plains, rough_plains, other_rest};
      }};
}

}  // namespace terrawright::metrics
