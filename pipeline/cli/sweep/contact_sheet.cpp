// SPDX-License-Identifier: Apache-2.0
#include "cli/sweep/contact_sheet.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <exception>
#include <optional>

#include "encode/lettering.hpp"
#include "encode/png.hpp"
#include "readers/png_source.hpp"

namespace terrawright::cli {
namespace {

using Pixel = std::array<std::uint8_t, 3>;

constexpr std::int64_t frame_side = 256, gutter = 8, largest = 16, smallest = 9;  // pixels an em of letters
constexpr std::int64_t most_pixels = std::int64_t{1} << 26;  // of a picture; larger ones would take too much memory
constexpr std::int64_t label_height = encode::text_height(largest) + gutter;
constexpr Pixel ground = {250, 249, 245}, letter = {45, 45, 48}, blank = {214, 213, 208};

struct Thumb {
  std::int64_t width = 0, height = 0;
  std::vector<Pixel> pixels;
};

// Each pixel the mean of those that it stands for.
std::optional<Thumb> thumb_of(const std::filesystem::path& picture) try {
  if (picture.empty()) return std::nullopt;
  readers::PngSource source(picture.string());
  const std::int64_t width = source.width(), height = source.height();
  if (width * height > most_pixels) return std::nullopt;
  const std::int64_t every = std::max<std::int64_t>(1, (std::max(width, height) + frame_side - 1) / frame_side);
  Thumb thumb;
  thumb.width = (width + every - 1) / every;
  thumb.height = (height + every - 1) / every;
  thumb.pixels.resize(static_cast<std::size_t>(thumb.width * thumb.height));
  const int channels = static_cast<int>(source.channels().size());
  std::vector<float> cells(static_cast<std::size_t>(width * height));
  for (int channel = 0; channel < 3; ++channel) {
    if (channel == 0 || channels >= 3) readers::PngSource(picture.string()).read(channel, cells.data());
    for (std::int64_t y = 0; y < thumb.height; ++y) {
      for (std::int64_t x = 0; x < thumb.width; ++x) {
        const std::int64_t right = std::min(width, (x + 1) * every), bottom = std::min(height, (y + 1) * every);
        std::uint64_t sum = 0;
        for (std::int64_t j = y * every; j < bottom; ++j) {
          for (std::int64_t i = x * every; i < right; ++i)
            sum += static_cast<std::uint64_t>(cells[static_cast<std::size_t>(j * width + i)]);
        }
        const auto count = static_cast<std::uint64_t>((right - x * every) * (bottom - y * every));
        const std::uint64_t mean = sum / count;
        thumb.pixels[static_cast<std::size_t>(y * thumb.width + x)][static_cast<std::size_t>(channel)] =
            static_cast<std::uint8_t>(source.bits() == 16 ? mean >> 8 : mean);
      }
    }
  }
  return thumb;
} catch (const std::exception&) {
  return std::nullopt;
}

class Sheet {
 public:
  Sheet(std::int64_t wide, std::int64_t high)
      : width(wide), height(high), pixels_(static_cast<std::size_t>(wide * high), ground) {}
  Pixel& at(std::int64_t x, std::int64_t y) { return pixels_[static_cast<std::size_t>(y * width + x)]; }

  void write(std::int64_t left, std::int64_t top, std::int64_t room, const std::string& text) {
    std::int64_t size = largest;
    while (size > smallest && encode::text_width(text, size) > room) --size;
    encode::each_dot(encode::text_image(text, size), [&](std::int64_t x, std::int64_t y, std::uint8_t ink) {
      if (x >= room) return;
      Pixel& to = at(left + x, top + y);
      for (std::size_t c = 0; c < to.size(); ++c) to[c] = encode::inked(to[c], letter[c], ink);
    });
  }

  const std::int64_t width, height;

 private:
  std::vector<Pixel> pixels_;
};

}  // namespace

std::unique_ptr<images::WholeFile> contact_sheet(const std::filesystem::path& path,
                                                 const std::vector<ContactFrame>& frames, std::size_t columns) {
  std::vector<std::optional<Thumb>> thumbs;
  std::int64_t wide = 1, high = 1;
  for (const ContactFrame& frame : frames) {
    thumbs.push_back(thumb_of(frame.picture));
    if (!thumbs.back()) continue;
    wide = std::max(wide, thumbs.back()->width);
    high = std::max(high, thumbs.back()->height);
  }
  if (wide == 1) wide = high = frame_side / 2;  // no picture at all
  wide = std::max<std::int64_t>(wide, 96);
  const auto across = static_cast<std::int64_t>(columns);
  const auto down = (static_cast<std::int64_t>(frames.size()) + across - 1) / across;
  Sheet sheet(gutter + across * (wide + gutter), gutter + down * (high + label_height + gutter));
  for (std::size_t k = 0; k < frames.size(); ++k) {
    const auto index = static_cast<std::int64_t>(k);
    const std::int64_t left = gutter + index % across * (wide + gutter);
    const std::int64_t top = gutter + index / across * (high + label_height + gutter);
    const Thumb missing{wide, high, std::vector<Pixel>(static_cast<std::size_t>(wide * high), blank)};
    const Thumb& thumb = thumbs[k] ? *thumbs[k] : missing;
    for (std::int64_t y = 0; y < thumb.height; ++y) {
      for (std::int64_t x = 0; x < thumb.width; ++x)
        sheet.at(left + x, top + y) = thumb.pixels[static_cast<std::size_t>(y * thumb.width + x)];
    }
    sheet.write(left, top + high + gutter / 2, wide, frames[k].label);
  }
  auto whole = std::make_unique<images::WholeFile>(path);
  encode::PngStream stream({sheet.width, sheet.height, 3, 8, encode::PngFilter::paeth}, {},
                           [&](const void* bytes, std::size_t size) {
                             if (whole->write(bytes, size, whole->size()) != 0) whole->settle();  // which says why
                           });
  for (std::int64_t y = 0; y < sheet.height; ++y) {
    unsigned char* row = stream.next_row();
    for (std::int64_t x = 0; x < sheet.width; ++x) row = std::copy_n(sheet.at(x, y).begin(), 3, row);
  }
  stream.close();
  whole->settle();
  return whole;
}

}  // namespace terrawright::cli
