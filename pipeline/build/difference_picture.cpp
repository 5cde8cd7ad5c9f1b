// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cmath>

#include "build/difference.hpp"
#include "encode/png.hpp"

namespace terrawright::build {
namespace {

// From black over red to yellow; the least change can be seen.
std::array<unsigned char, 3> colour_of(float change) {
  if (!(change > 0)) return {24, 24, 28};
  const double t = 0.25 + 0.75 * std::sqrt(static_cast<double>(change));
  const auto byte = [](double share) { return static_cast<unsigned char>(std::lround(255.0 * std::min(1.0, share))); };
  return {byte(2 * t), byte(std::max(0.0, 2 * t - 1)), byte(0.1)};
}

}  // namespace

std::string png_of(const LayerDifference& layer) {
  std::string png;
  if (layer.picture.empty()) return png;
  encode::PngFacts facts;
  facts.width = layer.picture_width;
  facts.height = layer.picture_height;
  facts.channels = 3;
  encode::PngStream stream(
      facts, {}, [&](const void* bytes, std::size_t size) { png.append(static_cast<const char*>(bytes), size); });
  for (std::size_t i = 0; i < layer.picture.size();) {
    unsigned char* row = stream.next_row();
    for (std::int64_t x = 0; x < layer.picture_width; ++x, ++i) {
      for (const unsigned char sample : colour_of(layer.picture[i])) *row++ = sample;
    }
  }
  stream.close();
  return png;
}

}  // namespace terrawright::build
