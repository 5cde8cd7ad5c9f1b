// SPDX-License-Identifier: Apache-2.0
// heights.noise: every cell a random number of its own.
#define HEIGHTS_STAGE noise
#include "processors.hpp"
#include "terrawright/stage.hpp"

namespace terrawright::heights {
inline namespace HEIGHTS_STAGE {

HEIGHTS_FOR_EACH_PROCESSOR
void fill(float* __restrict row, std::int64_t count, terrawright_row_key key, std::int64_t left, double lowest,
          double range) {
  for (std::int64_t i = 0; i < count; ++i) {
    const auto unit = static_cast<double>(terrawright_unit(terrawright_word(key, static_cast<std::int32_t>(left + i))));
    row[i] = static_cast<float>(lowest + range * unit);
  }
}

}  // namespace HEIGHTS_STAGE
}  // namespace terrawright::heights

namespace {

using namespace terrawright;

struct Noise {
  Out<Height> height;
  double lowest = 0, highest = 1;

  std::uint64_t stream = 0;

  static void describe(Spec<Noise>& s) {
    s.stage("heights.noise", "White noise: every cell a random height of its own, evenly spread over a range.");
    s.source("The start of the midpoint displacement text; algorithms 3.1");
    s.reads_random();
    s.port(&Noise::height, "height", "The heights, from `lowest` to `highest`.").unit("1");
    s.parameter(&Noise::lowest, "lowest", "Lower bound of the random heights.").unit("1").range(-1e30, 1e30);
    s.parameter(&Noise::highest, "highest", "Upper bound of the random heights.").unit("1").range(-1e30, 1e30);
  }

  void arrange(Arrangement& world) {
    if (highest < lowest) throw Failure("highest", "`highest` is below `lowest`");
    stream = world.stream();
  }

  // lowest + (highest - lowest) u in float64, rounded once.
  void paint(Tile& tile) const {
    const auto to = tile[height];
    tile.each_row([&](std::int64_t y) {
      const auto key = terrawright_key_of_row(stream, static_cast<std::int32_t>(y), TERRAWRIGHT_FOR_NOISE, 0, 0);
      heights::fill(to.row(y, tile.left()), tile.width(), key, tile.left(), lowest, highest - lowest);
    });
  }
};

}  // namespace

TERRAWRIGHT_STAGE(heights, noise, Noise)
