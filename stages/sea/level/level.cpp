// SPDX-License-Identifier: Apache-2.0
// sea.level: the height under which a given share of the cells lies, and what is above it.
#include "level.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "terrawright/blob.hpp"
#include "terrawright/ordered_bits.hpp"
#include "terrawright/random.h"
#include "terrawright/stage.hpp"
#include "terrawright/tile.hpp"

namespace terrawright::sea {

// The highest cell of the world's border: what the sea has to cover.

// Ties of height: the first in raster order. Key 0: no cell at all.
struct Summit {
  std::uint32_t key = 0, reserved = 0;
  std::int64_t x = 0, y = 0;
  bool exceeds(const Summit& other) const {
    return key != other.key ? key > other.key : std::pair(y, x) < std::pair(other.y, other.x);
  }
};

inline Summit border_summit(const Tile& tile, const View<const float>& cells, const Rect& world) {
  Summit summit;
  const auto look = [&](std::int64_t x, std::int64_t y) {
    const Summit here{ordered_bits(cells(x, y)), 0, x, y};
    if (here.exceeds(summit)) summit = here;
  };
  for (std::int64_t x = tile.left(); x < tile.right(); ++x) {
    if (tile.top() == 0) look(x, 0);
    if (tile.bottom() == world.height) look(x, world.height - 1);
  }
  for (std::int64_t y = tile.top(); y < tile.bottom(); ++y) {
    if (tile.left() == 0) look(0, y);
    if (tile.right() == world.width) look(world.width - 1, y);
  }
  return summit;
}

// A small sample of a world, and where it says that a rank lies.

inline Rect common(const Rect& a, const Rect& b) {
  const std::int64_t left = std::max(a.x, b.x), right = std::min(a.x + a.width, b.x + b.width);
  const std::int64_t top = std::max(a.y, b.y), bottom = std::min(a.y + a.height, b.y + b.height);
  return {left, top, std::max<std::int64_t>(right - left, 0), std::max<std::int64_t>(bottom - top, 0)};
}

// One cell of each of at most 128 x 128 blocks of `domain`, those that lie in `area`: the same cells under any
// tiling. The places are jittered, because samples in straight lines mislead on terrain.
inline std::vector<std::uint32_t> sample(const View<const float>& cells, const Rect& domain, const Rect& area) {
  const std::int64_t columns = std::min<std::int64_t>(domain.width, 128);
  const std::int64_t rows = std::min<std::int64_t>(domain.height, 128);
  const auto place = [](std::int64_t begin, std::int64_t cells_, std::int64_t n, std::int64_t i, std::uint32_t word) {
    const std::int64_t from = i * cells_ / n, to = (i + 1) * cells_ / n;
    return begin + from + terrawright_below(word, static_cast<std::uint32_t>(to - from));
  };
  std::vector<std::uint32_t> keys;
  // Blocks that can reach the area: floor((p - begin) n / cells), with one more on each side.
  const std::int64_t top = std::max<std::int64_t>((area.y - domain.y) * rows / domain.height - 1, 0);
  const std::int64_t bottom = std::min((area.y + area.height - domain.y) * rows / domain.height + 1, rows);
  const std::int64_t left = std::max<std::int64_t>((area.x - domain.x) * columns / domain.width - 1, 0);
  const std::int64_t right = std::min((area.x + area.width - domain.x) * columns / domain.width + 1, columns);
  for (std::int64_t j = top; j < bottom; ++j) {
    for (std::int64_t i = left; i < right; ++i) {
      const std::uint64_t words = terrawright_mix64(static_cast<std::uint64_t>(j * 128 + i));
      const std::int64_t x = place(domain.x, domain.width, columns, i, static_cast<std::uint32_t>(words));
      const std::int64_t y = place(domain.y, domain.height, rows, j, static_cast<std::uint32_t>(words >> 32));
      const bool inside = x >= area.x && x < area.x + area.width && y >= area.y && y < area.y + area.height;
      if (inside) keys.push_back(ordered_bits(cells(x, y)));
    }
  }
  return keys;
}

// The keys between which the element of `rank` among n probably lies: four standard deviations of white noise to
// each side, within lowest .. highest.
inline Bracket guess(std::vector<std::uint32_t> keys, std::uint64_t rank, std::uint64_t n, std::uint32_t lowest,
                     std::uint32_t highest) {
  if (keys.empty()) return bracket(lowest, highest);
  const auto size = static_cast<double>(keys.size());
  const double share = (static_cast<double>(rank) + 0.5) / static_cast<double>(n);
  const double off = 4.0 * std::sqrt(size * share * (1.0 - share)) + 2.0;
  const double from = std::floor(share * size - off), to = std::floor(share * size + off);
  const auto sorted = [&](double place) {
    const auto at = keys.begin() + static_cast<std::ptrdiff_t>(place);
    std::nth_element(keys.begin(), at, keys.end());
    return *at;
  };
  return bracket(from < 0.0 ? lowest : sorted(from), to >= size ? highest : sorted(to));
}

// Note of a tile about its heights: in the first round the border and the sample, later the counts.
struct LevelNote {
  Summit border;
  std::vector<std::uint32_t> sample;
  Counted counted;

  Blob blob() const {
    Blob blob;
    blob.add_one(border);
    blob.add(sample);
    const std::uint64_t begin[2] = {counted.below, counted.first_bin};
    blob.add(begin, 2);
    blob.add(counted.bins);
    return blob;
  }
  // Exact in any order: a maximum, a set (guess sorts it) and sums of integers.
  void add(const BlobView& other) {
    if (other.one<Summit>(0).exceeds(border)) border = other.one<Summit>(0);
    const auto keys = other.items<std::uint32_t>(1);
    sample.insert(sample.end(), keys.begin(), keys.end());
    const auto begin = other.items<std::uint64_t>(2), bins = other.items<std::uint64_t>(3);
    counted.add({begin[0], begin[1], {bins.begin(), bins.end()}});
  }
};

}  // namespace terrawright::sea

namespace {

using namespace terrawright;

enum class Definition { percentile, seed_index };
enum class Domain { all, interior };
enum class Border { free, raise, fail };

// Steps: 0 sample, 1 narrow the bracket, 2 count the land above a level that is known.
struct Search {
  sea::Bracket bracket;
  sea::Summit border;
  std::uint32_t step;
  float level;
};

struct Level {
  In<Height> height;
  Out<Mask> land;
  Out<Number> level, land_share;
  Percentage percentile = percent(60);
  Definition definition = Definition::percentile;
  Domain domain = Domain::all;
  Border border = Border::free;

  std::int64_t world_width = 0, world_height = 0;
  bool counts_land = false;

  static void describe(Spec<Level>& s) {
    s.stage("sea.level", "The sea level, so that a given share of the cells is water: water is at or below it.");
    s.source("Fractal island generation; Hyndman & Fan 1996, type 1; algorithms 8.1");
    s.port(&Level::height, "height", "Heights in any unit, without NaN.").statistics();
    s.port(&Level::land, "land", "1 where the height is above the level.").unit("1");
    s.port(&Level::level, "level", "The sea level Q: always the height of some cell.").like("height").by_name();
    s.port(&Level::land_share, "land_share", "The share of the cells that is land, 0 to 1.").unit("1").by_name();
    s.parameter(&Level::percentile, "percentile", "The share of the cells that is under the sea.").range(0, 100);
    s.parameter(&Level::definition, "definition",
                "Index of the level for a share p among the n heights in ascending order, counted from 0. percentile: "
                "number ceil(p n) - 1. seed_index: number floor(p n), as in the original island recipe.")
        .choices({"percentile", "seed_index"});
    s.parameter(&Level::domain, "domain", "Cells of which the share is taken.")
        .choices({"all", "interior"})
        .choice_docs({"All cells.", "All but those on the world's border."});
    s.parameter(&Level::border, "border",
                "Rule for land on the world's border. free: it stays. raise: the sea level is raised above it. fail: "
                "the build stops.")
        .choices({"free", "raise", "fail"});
  }

  void arrange(Arrangement& arrangement) {
    world_width = arrangement.width();
    world_height = arrangement.height();
    if (domain == Domain::interior && (world_width < 3 || world_height < 3)) {
      throw Failure("domain", "this world is so small that all its cells are on the border");
    }
    counts_land = arrangement.wanted(land_share);
    arrangement.needs_memory(1 << 20);
  }

  Rect world() const { return {0, 0, world_width, world_height}; }
  Rect ranked() const { return domain == Domain::interior ? grown(world(), -1) : world(); }
  std::uint64_t n_ranked() const { return static_cast<std::uint64_t>(ranked().width * ranked().height); }

  std::uint64_t rank() const {
    const auto rounding = definition == Definition::percentile ? sea::Rounding::up_less_one : sea::Rounding::down;
    return sea::rank_of(static_cast<std::uint64_t>(percentile.parts_per_million), n_ranked(), rounding);
  }

  Blob survey(const Tile& tile, const Search& so_far) const {
    const Rect area = so_far.step == 2 ? tile.area() : sea::common(tile.area(), ranked());
    tile.poll();
    sea::LevelNote note;
    if (so_far.step == 0) {
      note.sample = sea::sample(tile[height], ranked(), area);
      if (border != Border::free) note.border = sea::border_summit(tile, tile[height], world());
    } else {
      note.counted = sea::count(tile[height], area, so_far.bracket);
    }
    return note.blob();
  }

  Blob merge(const BlobView& a, const BlobView& b) const {
    sea::LevelNote note;
    note.add(a);
    note.add(b);
    return note.blob();
  }

  Next<Search> resolve(Resolving& running, const Notes<Blob>& notes, const Search& so_far) const {
    const Statistics& all = running.statistics(height);
    if (all.nans != 0)
      throw Failure("height", std::to_string(all.nans) + " of the heights are NaN; connect heights without NaN");
    sea::LevelNote note;
    for (std::size_t i = 0; i < notes.size(); ++i) note.add(notes[i]);
    Search search = so_far;
    if (so_far.step == 2) return finish(running, search, note.counted.up_to_end());
    const std::uint32_t lowest = ordered_bits(static_cast<float>(all.minimum));
    const std::uint32_t highest = ordered_bits(static_cast<float>(all.maximum));
    if (so_far.step == 0) {
      search.bracket = sea::guess(std::move(note.sample), rank(), n_ranked(), lowest, highest);
      search.border = note.border;
      search.step = 1;
      return again(search);
    }
    const sea::Narrowed narrowed = sea::narrow(so_far.bracket, note.counted, rank(), lowest, highest);
    search.bracket = narrowed.bracket;
    if (!narrowed.found) return again(search);

    const std::uint32_t found = narrowed.bracket.lowest;
    const bool flooded = search.border.key <= found;
    if (border == Border::fail && !flooded) {
      throw Failure("border", "the world's border is land; write border: raise, or a larger percentile",
                    search.border.x, search.border.y);
    }
    const bool raised = border == Border::raise && !flooded;
    const std::uint32_t level_key = raised ? search.border.key : found;
    search.level = of_ordered_bits(level_key);
    if (!counts_land || (domain == Domain::all && !raised)) return finish(running, search, narrowed.up_to);
    search.bracket = sea::bracket(level_key, level_key);
    search.step = 2;
    return again(search);
  }

  Next<Search> finish(const Resolving& running, const Search& search, std::uint64_t water) const {
    running.number(level, static_cast<double>(search.level));
    const auto cells = static_cast<std::uint64_t>(world_width * world_height);
    if (counts_land) running.number(land_share, static_cast<double>(cells - water) / static_cast<double>(cells));
    return done(search);
  }

  void paint(Tile& tile, const Search& search) const {
    if (!tile.wanted(land)) return;
    const auto from = tile[height];
    const auto to = tile[land];
    const float sea_level = search.level;
    tile.each_row([&](std::int64_t y) {
      const float* row = from.row(y, tile.left());
      std::uint8_t* out = to.row(y, tile.left());
      for (std::int64_t i = 0; i < tile.width(); ++i) out[i] = row[i] > sea_level;
    });
  }
};

}  // namespace

TERRAWRIGHT_STAGE(sea, level, Level)
