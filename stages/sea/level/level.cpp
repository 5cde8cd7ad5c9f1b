// SPDX-License-Identifier: Apache-2.0
// sea.level: the height under which a given share of the cells lies, and what is above it.
#include <string>
#include <utility>

#include "level_note.hpp"
#include "sampling.hpp"
#include "terrawright/stage.hpp"

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
    if (all.nans != 0) throw Failure("height", std::to_string(all.nans) + " of the heights are not a number (NaN)");
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
      throw Failure("border", "the world's border is land here", search.border.x, search.border.y);
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
