// SPDX-License-Identifier: Apache-2.0
// heights.noise: every cell a random number of its own, or a noise with a wavelength.
#define HEIGHTS_STAGE noise
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "folding.hpp"
#include "heights/processors.hpp"
#include "octave_rows.hpp"
#include "terrawright/stage.hpp"
#include "warped_octave.hpp"

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
using heights::Kind;

struct Noise {
  In<Vector> warp;
  In<Field> warp_x, warp_y;
  Out<Height> height;
  Kind kind = Kind::white;
  double lowest = 0, highest = 1;
  std::optional<double> wavelength;
  double lacunarity = 2, persistence = 0.5, warp_scale = 1;
  std::int64_t octaves = 5;

  std::uint64_t stream = 0;
  std::vector<heights::Octave> lattices;
  bool is_warped = false;

  static void describe(Spec<Noise>& s) {
    s.stage("heights.noise",
            "Random heights over a range: white noise, every cell by itself, or a noise with a wavelength.");
    s.source("The start of the midpoint displacement text; algorithms 3.1; Perlin 1985 and 2002; Musgrave 1993");
    s.reads_random().reads_cell();
    s.port(&Noise::warp, "warp",
           "Offset at which a cell reads the noise, to the right and down: `warp_scale` metres for a value of 1.")
        .optional();
    s.port(&Noise::warp_x, "warp_x", "The same as a field, to the right alone.").optional();
    s.port(&Noise::warp_y, "warp_y", "The same as a field, down alone.").optional();
    s.port(&Noise::height, "height", "The heights, from `lowest` to `highest`.").unit("1");
    s.parameter(&Noise::kind, "kind",
                "white: every cell by itself. value: random heights on a lattice of the wavelength, joined smoothly. "
                "gradient: random slopes there, without the lattice's blocks (Perlin noise). ridged: sharp crests, "
                "smooth hollows. billow: round hills, sharp hollows.")
        .choices({"white", "value", "gradient", "ridged", "billow"});
    s.parameter(&Noise::lowest, "lowest", "Lower bound of the random heights.").unit("1").range(-1e30, 1e30);
    s.parameter(&Noise::highest, "highest", "Upper bound of the random heights.").unit("1").range(-1e30, 1e30);
    s.parameter(&Noise::wavelength, "wavelength",
                "Approximate distance of the hills of the first octave: its spectrum has most power there. As it is a "
                "length, worlds of smaller cells show the same noise with more detail. In a world that wraps, each "
                "octave has the nearest wavelength of which two thirds fit the side a whole number of times, at least "
                "twice, so that the edges join. auto: an eighth of the world's longer side.")
        .unit("m")
        .at_least(0)
        .word("auto");
    s.parameter(&Noise::octaves, "octaves", "Number of noises, each of shorter and lower waves, that are added up.")
        .range(1, 24);
    s.parameter(&Noise::lacunarity, "lacunarity",
                "Factor by which an octave's waves are shorter than those of the last.")
        .range(1, 16);
    s.parameter(&Noise::persistence, "persistence", "Height of an octave, as a share of the last: less is smoother.")
        .range(0, 1);
    s.parameter(&Noise::warp_scale, "warp_scale", "Metres that a value of 1 of the warp moves.").unit("m");
  }

  void arrange(Arrangement& world) {
    if (highest < lowest) throw Failure("highest", "`highest` is below `lowest`");
    stream = world.stream();
    is_warped = world.connected(warp) || world.connected(warp_x) || world.connected(warp_y);
    if (kind == Kind::white) {
      if (is_warped) throw Failure("kind", "white noise has no waves to warp; choose another kind");
      return;
    }
    const auto longer = static_cast<double>(std::max(world.width(), world.height()));
    const double waves = wavelength.value_or(std::max(longer - 1, 1.0) * world.cell() / 8);
    if (waves <= 0) throw Failure("wavelength", "a wavelength is above 0");
    lattices = heights::octaves_of({waves, lacunarity, persistence, octaves}, world.world(), stream);
    const double shortest = std::min(lattices.back().x.spacing, lattices.back().y.spacing);
    if ((longer * world.cell() + (is_warped ? farthest : 0)) / shortest > most_waves)
      throw Failure("octaves", "the last octave has waves of " + std::to_string(shortest * heights::points_in_wave) +
                                   " m, too many for this world; take fewer octaves, or longer waves");
  }

  void paint(Tile& tile) const {
    const auto to = tile[height];
    if (kind == Kind::white) {
      // lowest + (highest - lowest) u in float64, rounded once.
      return tile.each_row([&](std::int64_t y) {
        const auto key = terrawright_key_of_row(stream, static_cast<std::int32_t>(y), TERRAWRIGHT_FOR_NOISE, 0, 0);
        heights::fill(to.row(y, tile.left()), tile.width(), key, tile.left(), lowest, highest - lowest);
      });
    }
    const auto count = static_cast<std::size_t>(tile.width());
    const bool gradients = kind != Kind::value;
    std::vector<float> octave(count), sum(count), weight(count);
    std::vector<heights::OctaveRows> rows;
    std::vector<heights::WarpedOctave> warped;
    for (const heights::Octave& lattice : lattices) {
      if (is_warped) {
        warped.emplace_back(lattice, stream, gradients);
      } else {
        rows.emplace_back(lattice, stream, gradients, tile.world().cell(), tile.left(), tile.width());
      }
    }
    heights::Places places;
    tile.each_row([&](std::int64_t y) {
      if (is_warped) find_places(tile, y, places);
      std::fill(sum.begin(), sum.end(), 0.0f);
      std::fill(weight.begin(), weight.end(), 1.0f);
      for (std::size_t k = 0; k < lattices.size(); ++k) {
        if (is_warped) {
          warped[k].row(places, octave.data());
        } else {
          rows[k].row(y, octave.data());
        }
        const float amplitude = lattices[k].amplitude;
        if (kind == Kind::ridged) {
          heights::add_ridged(octave.data(), amplitude, sum.data(), weight.data(), count);
        } else {
          (kind == Kind::billow ? heights::add_billow : heights::add_plain)(octave.data(), amplitude, sum.data(),
                                                                            count);
        }
      }
      heights::spread(sum.data(), lowest, highest, to.row(y, tile.left()), count);
    });
  }

 private:
  static constexpr double most_waves = 1e9;  // along a side, of the lattice's 32-bit columns

  void find_places(const Tile& tile, std::int64_t y, heights::Places& places) const {
    const double cell = tile.world().cell();
    places.x.clear();
    for (std::int64_t x = tile.left(); x < tile.right(); ++x) places.x.push_back(static_cast<double>(x) * cell);
    places.y.assign(places.x.size(), static_cast<double>(y) * cell);
    const auto move = [&](std::vector<double>& axis, const char* port, const auto& by) {
      for (std::size_t i = 0; i < axis.size(); ++i) {
        const double metres = static_cast<double>(by(i)) * warp_scale;
        axis[i] += metres;
        if (std::fabs(metres) <= farthest) continue;
        throw Failure(port, "the warp is " + std::to_string(metres) + " m here; it may be 10000 km",
                      tile.left() + static_cast<std::int64_t>(i), y);
      }
    };
    const auto row_of = [&](auto input) { return tile[input] ? tile[input].row(y, tile.left()) : nullptr; };
    if (const Vector2* by = row_of(warp)) {
      move(places.x, "warp", [by](std::size_t i) { return by[i].x; });
      move(places.y, "warp", [by](std::size_t i) { return by[i].y; });
    }
    if (const float* by = row_of(warp_x)) move(places.x, "warp_x", [by](std::size_t i) { return by[i]; });
    if (const float* by = row_of(warp_y)) move(places.y, "warp_y", [by](std::size_t i) { return by[i]; });
  }
  static constexpr double farthest = 1e7;
};

}  // namespace

TERRAWRIGHT_STAGE(heights, noise, Noise)
