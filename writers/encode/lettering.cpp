// SPDX-License-Identifier: Apache-2.0
#include "encode/lettering.hpp"

#include <algorithm>
#include <cmath>

#include "lettering/lettering.hpp"

namespace terrawright::encode {
namespace {

constexpr auto letters_font = lettering::Font::lato_medium;

struct OnImage {
  float x, y;
};

// Shares of pixels that outlines cover: each edge tells the pixels of its rows how much of them and of all to their
// right it adds. Source: Levien, font-rs.
class Coverage {
 public:
  Coverage(std::int64_t width, std::int64_t height)
      : width_(width), height_(height), added_(static_cast<std::size_t>((width + 2) * height), 0.0f) {}

  void edge(OnImage a, OnImage b) {
    if (a.y == b.y) return;
    const float sign = a.y < b.y ? 1.0f : -1.0f;
    if (sign < 0) std::swap(a, b);
    const float slope = (b.x - a.x) / (b.y - a.y);
    const auto first = std::max<std::int64_t>(static_cast<std::int64_t>(std::floor(a.y)), 0);
    for (std::int64_t y = first; y < height_ && static_cast<float>(y) < b.y; ++y) {
      const float top = std::max(a.y, static_cast<float>(y)), bottom = std::min(b.y, static_cast<float>(y + 1));
      across(y, a.x + slope * (top - a.y), a.x + slope * (bottom - a.y), sign * (bottom - top));
    }
  }
  TextImage image() const {
    TextImage image{width_, height_, {}};
    for (std::int64_t y = 0; y < height_; ++y) {
      float sum = 0;
      for (std::int64_t x = 0; x < width_; ++x) {
        sum = sum + added_[static_cast<std::size_t>(y * (width_ + 2) + x)];
        image.ink.push_back(static_cast<std::uint8_t>(std::min(std::abs(sum), 1.0f) * 255.0f + 0.5f));
      }
    }
    return image;
  }

 private:
  // An edge from x to another within a row: pixels that it crosses have a part, those to their right have all.
  void across(std::int64_t y, float from, float to, float height) {
    const auto inside = [&](float x) { return std::clamp(x, 0.0f, static_cast<float>(width_)); };
    const float left = inside(std::min(from, to)), right = inside(std::max(from, to));
    float* const row = added_.data() + y * (width_ + 2);
    float before = 0;  // of the height, the part up to this pixel
    for (auto x = static_cast<std::int64_t>(left);; ++x) {
      const float begin = static_cast<float>(x), end = begin + 1.0f;
      if (end >= right) {
        // The edge ends here: the mean of what lies to its right within the pixel.
        const float l = std::max(left, begin), part = right > left ? (right - l) / (right - left) : 1.0f;
        const float covered = part * (end - (l + right) / 2.0f) + (1.0f - part);
        row[x] += height * covered - before;
        row[x + 1] += height - height * covered;
        return;
      }
      const float l = std::max(left, begin), part = (end - l) / (right - left), so_far = (l - left) / (right - left);
      const float covered = so_far + part * (end - l) / 2.0f;
      row[x] += height * covered - before;
      before = height * covered;
    }
  }

  std::int64_t width_, height_;
  std::vector<float> added_;
};

void add_outline(const lettering::Outline& outline, OnImage origin, float scale, Coverage& to) {
  const auto place = [&](const lettering::OutlinePoint& p) {
    return OnImage{origin.x + static_cast<float>(p.x) * scale, origin.y - static_cast<float>(p.y) * scale};
  };
  const auto mixed = [](OnImage a, OnImage b, float t) {
    return OnImage{a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t};
  };
  constexpr int parts = 8;
  std::size_t i = 0;
  for (const std::uint32_t end : outline.ends) {
    const OnImage first = place(outline.points[i++]);
    OnImage before = first;
    while (i < end) {
      const auto kind = outline.points[i].kind;
      OnImage control[3];
      for (int k = 0; k <= kind; ++k) control[k] = place(outline.points[i + static_cast<std::size_t>(k)]);
      i += static_cast<std::size_t>(kind) + 1;
      const OnImage begin = before;
      for (int part = 1; kind != lettering::OutlinePoint::on && part < parts; ++part) {
        const float t = static_cast<float>(part) / parts;
        OnImage at = mixed(mixed(begin, control[0], t), mixed(control[0], control[1], t), t);
        if (kind == lettering::OutlinePoint::cubic)
          at = mixed(at, mixed(mixed(control[0], control[1], t), mixed(control[1], control[2], t), t), t);
        to.edge(before, at);
        before = at;
      }
      to.edge(before, control[kind]);
      before = control[kind];
    }
    to.edge(before, first);
  }
}

}  // namespace

std::int64_t text_width(std::string_view text, std::int64_t size) {
  std::int64_t units = 0;
  for (const lettering::Glyph& glyph : lettering::shaped(letters_font, text)) units += glyph.advance;
  const std::int64_t em = lettering::units_per_em(letters_font);
  return (units * size + em - 1) / em;
}

TextImage text_image(std::string_view text, std::int64_t size) {
  Coverage coverage(text_width(text, size), text_height(size));
  const float scale = static_cast<float>(size) / static_cast<float>(lettering::units_per_em(letters_font));
  std::int64_t along = 0;
  for (const lettering::Glyph& glyph : lettering::shaped(letters_font, text)) {
    const OnImage origin{
        static_cast<float>(along + glyph.right) * scale,
        static_cast<float>(accent_height(size) + capital_height(size)) - static_cast<float>(glyph.up) * scale};
    add_outline(lettering::outline(letters_font, glyph.glyph), origin, scale, coverage);
    along += glyph.advance;
  }
  return coverage.image();
}

}  // namespace terrawright::encode
