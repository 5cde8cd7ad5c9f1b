// SPDX-License-Identifier: Apache-2.0
// heights.noise: every cell a random number of its own, or a noise with a wavelength.
#define HEIGHTS_STAGE noise

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "heights/processors.hpp"
#include "octaves.hpp"
#include "terrawright/stage.hpp"

namespace terrawright::heights {
namespace {

// One octave of noise at places that a warp has moved: the same bits where it moves nothing.

// Places of the cells of a row on the noise, in metres.
struct NoisePoints {
  std::vector<double> x, y;
};

inline namespace HEIGHTS_STAGE {

// Along an axis of the lattice: the last point at or before each place, and the share of the way to the next.
HEIGHTS_FOR_EACH_PROCESSOR
void find_points(const double* metres, double spacing, double shift, double* __restrict point, float* __restrict t,
                 std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    const double place = metres[i] / spacing + shift;
    point[i] = std::floor(place);
    t[i] = static_cast<float>(place - point[i]);
  }
}

}  // namespace HEIGHTS_STAGE

class WarpedOctave {
 public:
  WarpedOctave(const Octave& octave, std::uint64_t stream, bool gradients)
      : octave_(octave), stream_(stream), gradients_(gradients) {}

  void row(const NoisePoints& points, float* to) {
    find_keys(points.y);
    const std::size_t count = points.x.size();
    for (auto* points : {&columns_, &rows_}) points->resize(count);
    for (auto* shares : {&right_, &down_}) shares->resize(count);
    find_points(points.x.data(), octave_.x.spacing, octave_.x.shift, columns_.data(), right_.data(), count);
    find_points(points.y.data(), octave_.y.spacing, octave_.y.shift, rows_.data(), down_.data(), count);
    if (gradients_) {
      join(to, [](const Corners& c, float t, float down) { return gradient_at(c, t, fade(t), down, fade(down)); });
    } else {
      join(to, [](const Corners& c, float t, float down) { return value_at(c, t, fade(t), down, fade(down)); });
    }
  }

 private:
  static constexpr std::int64_t most_keys = 4096;  // cached keys; for rows farther apart each is computed

  template <class Value>
  void join(float* to, Value value) const {
    Corners corners{};
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (i == 0 || columns_[i] != columns_[i - 1] || rows_[i] != rows_[i - 1]) {
        const auto left = static_cast<std::int64_t>(columns_[i]), above = static_cast<std::int64_t>(rows_[i]);
        corners = {at(left, above), at(left + 1, above), at(left, above + 1), at(left + 1, above + 1)};
      }
      to[i] = value(corners, right_[i], down_[i]);
    }
  }
  // For the lattice's rows around the places.
  void find_keys(const std::vector<double>& points) {
    const auto [least, most] = std::minmax_element(points.begin(), points.end());
    const auto first = static_cast<std::int64_t>(std::floor(octave_.y.place(*least)));
    const auto last = static_cast<std::int64_t>(std::floor(octave_.y.place(*most))) + 1;
    const auto rows = static_cast<std::int64_t>(keys_.size());
    if (rows != 0 && first >= first_ && last < first_ + rows) return;
    first_ = first;
    keys_.clear();
    if (last - first >= most_keys) return;
    for (std::int64_t y = first; y <= last; ++y) keys_.push_back(key_of(y));
  }
  terrawright_row_key key_of(std::int64_t y) const {
    return terrawright_key_of_row(stream_, octave_.y.point(y), for_lattice, octave_.level, 0);
  }
  Gradient at(std::int64_t column, std::int64_t row) const {
    const terrawright_row_key key = keys_.empty() ? key_of(row) : keys_[static_cast<std::size_t>(row - first_)];
    const std::uint32_t word = terrawright_word(key, octave_.x.point(column));
    return gradients_ ? lattice_gradient(word) : lattice_value(word);
  }

  Octave octave_;
  std::uint64_t stream_;
  bool gradients_;
  std::vector<double> columns_, rows_;
  std::vector<float> right_, down_;
  std::vector<terrawright_row_key> keys_;
  std::int64_t first_ = 0;
};

// One octave of noise, row by row: between two columns of its lattice the corners stay the same.

// Cells of a row between two columns of the lattice.
struct Run {
  std::int64_t column;  // the left one
  std::int32_t first, end;
};

inline namespace HEIGHTS_STAGE {

HEIGHTS_FOR_EACH_PROCESSOR
void gradient_row(const Run* runs, std::size_t n_runs, const Gradient* top, const Gradient* bottom, const float* t,
                  const float* share, float down, float share_down, float* __restrict to) {
  for (std::size_t r = 0; r < n_runs; ++r) {
    const Corners c{top[r], top[r + 1], bottom[r], bottom[r + 1]};
    for (std::int32_t i = runs[r].first; i < runs[r].end; ++i) to[i] = gradient_at(c, t[i], share[i], down, share_down);
  }
}
HEIGHTS_FOR_EACH_PROCESSOR
void value_row(const Run* runs, std::size_t n_runs, const Gradient* top, const Gradient* bottom, const float* t,
               const float* share, float down, float share_down, float* __restrict to) {
  for (std::size_t r = 0; r < n_runs; ++r) {
    const Corners c{top[r], top[r + 1], bottom[r], bottom[r + 1]};
    for (std::int32_t i = runs[r].first; i < runs[r].end; ++i) to[i] = value_at(c, t[i], share[i], down, share_down);
  }
}

}  // namespace HEIGHTS_STAGE

// Rows for the cells left .. left + count - 1 of each row, from top to bottom.
class OctaveRows {
 public:
  OctaveRows(const Octave& octave, std::uint64_t stream, bool gradients, double cell, std::int64_t left,
             std::int64_t count)
      : octave_(octave), stream_(stream), gradients_(gradients), cell_(cell) {
    for (std::int64_t i = 0; i < count; ++i) {
      const double place = octave.x.place(static_cast<double>(left + i) * cell), column = std::floor(place);
      const auto point = static_cast<std::int64_t>(column);
      const auto at = static_cast<std::int32_t>(i);
      if (runs_.empty() || runs_.back().column != point) {
        // For cells farther apart than the lattice's columns the one right of the last run, without cells, is needed
        // too.
        if (!runs_.empty() && runs_.back().column + 1 != point) runs_.push_back({runs_.back().column + 1, at, at});
        runs_.push_back({point, at, at});
      }
      runs_.back().end = static_cast<std::int32_t>(i) + 1;
      t_.push_back(static_cast<float>(place - column));
      share_.push_back(fade(t_.back()));
    }
  }

  void row(std::int64_t y, float* to) {
    const double place = octave_.y.place(static_cast<double>(y) * cell_), row = std::floor(place);
    const auto point = static_cast<std::int64_t>(row);
    if (top_.empty() || point != above_) {
      top_ = !top_.empty() && point == above_ + 1 ? std::move(bottom_) : lattice_row(point);
      bottom_ = lattice_row(point + 1);
      above_ = point;
    }
    const auto down = static_cast<float>(place - row);
    (gradients_ ? gradient_row : value_row)(runs_.data(), runs_.size(), top_.data(), bottom_.data(), t_.data(),
                                            share_.data(), down, fade(down), to);
  }

 private:
  // At the columns of the runs and one beyond the last.
  std::vector<Gradient> lattice_row(std::int64_t y) const {
    const terrawright_row_key key = terrawright_key_of_row(stream_, octave_.y.point(y), for_lattice, octave_.level, 0);
    std::vector<Gradient> row;
    row.reserve(runs_.size() + 1);
    const auto add = [&](std::int64_t column) {
      const std::uint32_t word = terrawright_word(key, octave_.x.point(column));
      row.push_back(gradients_ ? lattice_gradient(word) : lattice_value(word));
    };
    for (const Run& run : runs_) add(run.column);
    add(runs_.back().column + 1);
    return row;
  }

  Octave octave_;
  std::uint64_t stream_;
  bool gradients_;
  double cell_;
  std::vector<Run> runs_;
  std::vector<float> t_, share_;
  std::vector<Gradient> top_, bottom_;
  std::int64_t above_ = 0;
};

// Combines the octaves of a noise, -1..1 each, in float32, by its kind.

enum class Kind { white, value, gradient, ridged, billow };

inline namespace HEIGHTS_STAGE {

HEIGHTS_FOR_EACH_PROCESSOR
void add_plain(const float* octave, float amplitude, float* __restrict sum, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) sum[i] += amplitude * octave[i];
}
// Hollows where the octave is 0, round between.
HEIGHTS_FOR_EACH_PROCESSOR
void add_billow(const float* octave, float amplitude, float* __restrict sum, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) sum[i] += amplitude * (2.0f * std::fabs(octave[i]) - 1.0f);
}
// Ridges where the octave is 0; lower ground gets less of the octaves that follow.
HEIGHTS_FOR_EACH_PROCESSOR
void add_ridged(const float* octave, float amplitude, float* __restrict sum, float* __restrict weight,
                std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    const float rise = 1.0f - std::fabs(octave[i]), signal = rise * rise * weight[i];
    sum[i] += amplitude * (2.0f * signal - 1.0f);
    const float twice = 2.0f * signal;
    weight[i] = twice < 1.0f ? twice : 1.0f;
  }
}
// -1..1 to lowest..highest, in float64.
HEIGHTS_FOR_EACH_PROCESSOR
void spread(const float* sum, double lowest, double highest, float* __restrict to, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    const float held = sum[i] < -1.0f ? -1.0f : sum[i] > 1.0f ? 1.0f : sum[i];
    const double share = (static_cast<double>(held) + 1.0) / 2.0;
    to[i] = static_cast<float>(lowest + (highest - lowest) * share);
  }
}

}  // namespace HEIGHTS_STAGE
}  // namespace

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
    heights::NoisePoints points;
    tile.each_row([&](std::int64_t y) {
      if (is_warped) noise_points(tile, y, points);
      std::fill(sum.begin(), sum.end(), 0.0f);
      std::fill(weight.begin(), weight.end(), 1.0f);
      for (std::size_t k = 0; k < lattices.size(); ++k) {
        if (is_warped) {
          warped[k].row(points, octave.data());
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

  void noise_points(const Tile& tile, std::int64_t y, heights::NoisePoints& points) const {
    const double cell = tile.world().cell();
    points.x.clear();
    for (std::int64_t x = tile.left(); x < tile.right(); ++x) points.x.push_back(static_cast<double>(x) * cell);
    points.y.assign(points.x.size(), static_cast<double>(y) * cell);
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
      move(points.x, "warp", [by](std::size_t i) { return by[i].x; });
      move(points.y, "warp", [by](std::size_t i) { return by[i].y; });
    }
    if (const float* by = row_of(warp_x)) move(points.x, "warp_x", [by](std::size_t i) { return by[i]; });
    if (const float* by = row_of(warp_y)) move(points.y, "warp_y", [by](std::size_t i) { return by[i]; });
  }
  static constexpr double farthest = 1e7;
};

}  // namespace

TERRAWRIGHT_STAGE(heights, noise, Noise)
