// SPDX-License-Identifier: Apache-2.0
// Colours in a page of the world.
#include <webp/encode.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <memory>
#include <stdexcept>

#include "encode/png.hpp"
#include "graph/sha256.hpp"
#include "packs/viewer/scene/html/scene_layer.hpp"
#include "packs/viewer/scene/html/scene_rows.hpp"

namespace terrawright::scene {
namespace {

constexpr float webp_quality = 85;
// 4, which is usual, takes 110 ns a pixel, this one 45: its root mean square error is 1.5 % more, its bytes 5 to 8 %.
constexpr int webp_method = 2;

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
        // Of three channels the fourth byte is overwritten by the next pixel; the row's last one writes three.
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
std::string webp_of(const Pixels& pixels, const SceneGrid& grid, const Writing& writing) {
  WebPConfig config;
  WebPPicture picture;
  if (!WebPConfigPreset(&config, WEBP_PRESET_DEFAULT, webp_quality) || !WebPPictureInit(&picture))
    throw std::runtime_error("libwebp has another version");
  const std::unique_ptr<WebPPicture, void (*)(WebPPicture*)> owner(&picture, WebPPictureFree);
  std::string bytes;
  config.method = webp_method;
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

}  // namespace

CodedLayer coded_picture(const SceneItem& layer, const SceneGrid& grid, bool png) {
  const Pixels pixels = scene_pixels(layer, grid);
  CodedLayer made;
  graph::Sha256 hash;
  hash.add(pixels.bytes.data(), pixels.bytes.size());
  made.sha256 = hash.hex();
  made.description = {{"minimum", nullptr}, {"maximum", nullptr}};
  made.blocks.push_back(
      {{{"coding", png ? "png" : "webp"}}, png ? scene_png(pixels, grid) : webp_of(pixels, grid, layer.writing)});
  return made;
}

}  // namespace terrawright::scene
