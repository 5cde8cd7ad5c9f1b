// SPDX-License-Identifier: Apache-2.0
// Colours in a page of the world.
#include <webp/encode.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <memory>
#include <stdexcept>

#include "encode/png.hpp"
#include "graph/sha256.hpp"
#include "packs/viewer/writers/scene/html/scene.hpp"

namespace terrawright::scene {
namespace {

constexpr float webp_quality = 83, flat_quality = 70;
// A flat picture begins with so many cells a side, and has half of them until it is small enough.
constexpr std::int64_t flat_side = 512, least_flat_side = 32;
constexpr std::size_t flat_bytes = 20'000;
// Method 0 at quality 83 has the root mean square error of method 2 at 85, 10 % more bytes, and takes half of the time.
constexpr int webp_method = 0, flat_method = 2;

// Red, green, blue and, of a picture that is not opaque, alpha.
struct Pixels {
  int channels = 3;
  std::vector<std::uint8_t> bytes;
};

Pixels scene_pixels(const SceneItem& layer, const SceneGrid& grid) {
  const auto width = static_cast<std::size_t>(grid.width);
  Pixels pixels;
  for (int channels = 3; channels <= 4; ++channels) {
    const auto row_bytes = width * static_cast<std::size_t>(channels);
    pixels.channels = channels;
    pixels.bytes.resize(static_cast<std::size_t>(grid.height) * row_bytes);
    std::atomic<bool> opaque{true};
    SceneRows<Colour> from(layer, grid);
    const std::int64_t at_once = from.usual();
    for (std::int64_t j = 0; j < grid.height && (channels == 4 || opaque); j += at_once) {
      const std::int64_t count = std::min(at_once, grid.height - j);
      const Colour* rows = from.rows(j, count);
      layer.writing.parallel(static_cast<std::uint64_t>(count), [&](std::uint64_t k) {
        const Colour* row = rows + k * width;
        std::uint8_t* to = &pixels.bytes[(static_cast<std::size_t>(j) + k) * row_bytes];
        std::uint8_t all = 255;
        for (std::size_t i = 0; i < width; ++i) all &= row[i].alpha;
        // With three channels the next pixel overwrites the fourth byte; the row's last one writes three.
        const auto step = static_cast<std::size_t>(channels);
        for (std::size_t i = 0; i + 1 < width; ++i, to += step) std::memcpy(to, &row[i], sizeof(Colour));
        std::memcpy(to, &row[width - 1], step);
        if (all != 255) opaque = false;
      });
    }
    if (opaque) break;
  }
  return pixels;
}

// As WebPEncodeRGB does, which cannot be stopped.
std::string webp_of(const Pixels& pixels, const SceneGrid& grid, const Writing& writing, bool flat) {
  WebPConfig config;
  WebPPicture picture;
  if (!WebPConfigPreset(&config, WEBP_PRESET_DEFAULT, flat ? flat_quality : webp_quality) || !WebPPictureInit(&picture))
    throw std::runtime_error("libwebp has another version");
  const std::unique_ptr<WebPPicture, void (*)(WebPPicture*)> owner(&picture, WebPPictureFree);
  std::string bytes;
  config.method = flat ? flat_method : webp_method;
  picture.width = static_cast<int>(grid.width);
  picture.height = static_cast<int>(grid.height);
  picture.custom_ptr = &bytes;
  picture.writer = [](const std::uint8_t* data, std::size_t size, const WebPPicture* to) {
    static_cast<std::string*>(to->custom_ptr)->append(reinterpret_cast<const char*>(data), size);
    return 1;
  };
  picture.user_data = const_cast<Writing*>(&writing);
  picture.progress_hook = [](int, const WebPPicture* of) {
    try {
      static_cast<const Writing*>(of->user_data)->go_on();
      return 1;
    } catch (const Stopped&) {
      return 0;
    }
  };
  const auto import = pixels.channels == 4 ? WebPPictureImportRGBA : WebPPictureImportRGB;
  const bool done =
      import(&picture, pixels.bytes.data(), picture.width * pixels.channels) != 0 && WebPEncode(&config, &picture) != 0;
  writing.go_on();
  if (!done) throw std::runtime_error("libwebp cannot encode the picture");
  return bytes;
}

std::string scene_png(const Pixels& pixels, const SceneGrid& grid) {
  std::string png;
  const auto row_bytes = static_cast<std::size_t>(grid.width * pixels.channels);
  encode::PngStream stream(
      {grid.width, grid.height, pixels.channels, 8, encode::PngFilter::paeth}, {},
      [&](const void* bytes, std::size_t size) { png.append(static_cast<const char*>(bytes), size); });
  for (std::int64_t j = 0; j < grid.height; ++j)
    std::copy_n(&pixels.bytes[static_cast<std::size_t>(j) * row_bytes], row_bytes, stream.next_row());
  stream.close();
  return png;
}

// Means of squares of cells, at most so many a side, and the grid of them.
template <class Cell>
std::vector<double> means_of(const std::vector<Cell>& cells, int channels, SceneGrid& grid, std::int64_t most) {
  const std::int64_t by = (std::max(grid.width, grid.height) + most - 1) / most;
  const SceneGrid small{(grid.width + by - 1) / by, (grid.height + by - 1) / by, grid.every * by};
  std::vector<double> means;
  for (std::int64_t j = 0; j < grid.height; j += by) {
    for (std::int64_t i = 0; i < grid.width; i += by) {
      const std::int64_t bottom = std::min(j + by, grid.height), right = std::min(i + by, grid.width);
      for (int channel = 0; channel < channels; ++channel) {
        std::uint64_t sum = 0;
        for (std::int64_t y = j; y < bottom; ++y) {
          for (std::int64_t x = i; x < right; ++x)
            sum += cells[static_cast<std::size_t>((y * grid.width + x) * channels + channel)];
        }
        means.push_back(static_cast<double>(sum) / static_cast<double>((bottom - j) * (right - i)));
      }
    }
  }
  grid = small;
  return means;
}

std::string coded(const Pixels& pixels, const SceneGrid& grid, const Writing& writing, bool png, bool flat) {
  return png ? scene_png(pixels, grid) : webp_of(pixels, grid, writing, flat);
}

// pixels(side, grid): of a grid that becomes one of so many cells a side.
template <class PixelsOf>
SceneBlock flat_block(const PixelsOf& pixels, const SceneGrid& grid, const Writing& writing, bool png) {
  SceneBlock block{{{"coding", png ? "png" : "webp"}, {"flat", true}}, {}};
  for (std::int64_t side = flat_side; side >= least_flat_side; side /= 2) {
    SceneGrid small = grid;
    const Pixels few = pixels(side, small);
    block.bytes = coded(few, small, writing, png, true);
    if (block.bytes.size() <= flat_bytes) break;
  }
  return block;
}

using Rgb = std::array<double, 3>;
Rgb mixed(const Rgb& from, const Rgb& to, double share) {
  Rgb all{};
  for (std::size_t k = 0; k < 3; ++k) all[k] = from[k] + (to[k] - from[k]) * share;
  return all;
}

// Land by height, water by depth, with light from the north-west.
Pixels pixels_of_heights(const std::vector<double>& means, const SceneGrid& grid, double level) {
  const double highest = *std::max_element(means.begin(), means.end()), land = std::max(highest - level, 1.0);
  const auto at = [&](std::int64_t i, std::int64_t j) {
    const std::int64_t x = std::clamp<std::int64_t>(i, 0, grid.width - 1);
    const std::int64_t y = std::clamp<std::int64_t>(j, 0, grid.height - 1);
    return std::max(means[static_cast<std::size_t>(y * grid.width + x)], level);
  };
  constexpr Rgb deep{36, 67, 95}, shallow{122, 167, 199}, low{126, 148, 98}, middle{176, 158, 118}, top{240, 238, 232};
  Pixels pixels;
  for (std::int64_t j = 0; j < grid.height; ++j) {
    for (std::int64_t i = 0; i < grid.width; ++i) {
      const double height = means[static_cast<std::size_t>(j * grid.width + i)], share = (height - level) / land;
      const Rgb colour = height < level ? mixed(shallow, deep, std::min(1.0, 3 * (level - height) / level))
                         : share < 0.5  ? mixed(low, middle, 2 * share)
                                        : mixed(middle, top, 2 * share - 1);
      const double facing = (at(i + 1, j) - at(i - 1, j) + at(i, j + 1) - at(i, j - 1)) / land;
      const double light = std::clamp(1 + 4 * facing, 0.6, 1.25);
      for (const double part : colour) pixels.bytes.push_back(static_cast<std::uint8_t>(std::min(255.0, part * light)));
    }
  }
  return pixels;
}

}  // namespace

SceneBlock flat_picture(const SceneItem& layer, const CodedLayer& coded, const encode::Samples& heights, bool png,
                        bool sea) {
  const Json& coding = coded.blocks.front().coding;
  std::vector<std::uint16_t> cells = heights.cells;
  if (!coding.at("missing").is_null())
    std::replace(cells.begin(), cells.end(), coding.at("missing").get<std::uint16_t>(), std::uint16_t{0});
  const double level = sea ? -coding.at("low").get<double>() / coding.at("step").get<double>() : 0;
  const auto pixels = [&](std::int64_t side, SceneGrid& grid) {
    const std::vector<double> means = means_of(cells, 1, grid, side);
    return pixels_of_heights(means, grid, level);
  };
  return flat_block(pixels, {heights.width, heights.height, 1}, layer.writing, png);
}

CodedLayer coded_picture(const SceneItem& layer, const SceneGrid& grid, bool png) {
  const Pixels pixels = scene_pixels(layer, grid);
  CodedLayer made;
  graph::Sha256 hash;
  hash.add(pixels.bytes.data(), pixels.bytes.size());
  made.sha256 = hash.hex();
  made.description = {{"minimum", nullptr}, {"maximum", nullptr}};
  made.blocks.push_back({{{"coding", png ? "png" : "webp"}}, coded(pixels, grid, layer.writing, png, false)});
  const auto small = [&](std::int64_t side, SceneGrid& few) {
    Pixels of{pixels.channels, {}};
    for (const double mean : means_of(pixels.bytes, pixels.channels, few, side))
      of.bytes.push_back(static_cast<std::uint8_t>(mean + 0.5));
    return of;
  };
  made.blocks.push_back(flat_block(small, grid, layer.writing, png));
  return made;
}

}  // namespace terrawright::scene
