// SPDX-License-Identifier: Apache-2.0
// water.lines: rivers as lines that do not show the cells.
#include <algorithm>
#include <cmath>
#include <vector>

#include "river_lines.hpp"
#include "tables/rows.hpp"
#include "terrawright/stage.hpp"
#include "water/directions.hpp"
#include "water/scratch.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::water;

struct Lines {
  In<Table> rivers;
  In<Mask> river;
  In<Height> height;
  Out<Table> lines, oxbows;
  enum class Kind { smooth, meander } kind = Kind::smooth;
  double exaggerate = 4;
  double cell = 1;
  std::uint64_t stream = 0;
  static constexpr tables::Column oxbow_columns[] = {{"reach", "1"}, {"width", "m"}, {"length", "km"}};

  static void describe(Spec<Lines>& s) {
    s.stage("water.lines", "Lines of rivers that do not show the cells, and stay in their valleys.");
    s.source(
        "From cell to cell, eight times the means 0.25, 0.5, 0.25 of neighbours; each point stays within min(0.7 + "
        "2.5 level, 0.45 other) cells of its cell, level = share of the 3 x 3 cells that fall less than 1 %, other = "
        "distance to the nearest other reach, at most 8. Meanders: Howard & Knutson 1984; bends fade by exp(-1.3) a "
        "width. Lines that cross go halfway back, three times, then all the way; in float64");
    s.reads_cell().reads_random();
    s.port(&Lines::rivers, "rivers", "Reaches from cell to cell, from water.rivers (`rivers.table`).").lines();
    s.port(&Lines::river, "river", "Mask of the rivers, from water.rivers.").only_in(TERRAWRIGHT_PHASE_SURVEY);
    s.port(&Lines::height, "height", "Heights above the sea: on plains lines may go farther from their cells.")
        .unit("m")
        .only_in(TERRAWRIGHT_PHASE_SURVEY)
        .halo(2);
    s.port(&Lines::lines, "rivers",
           "The rows of `rivers` with other lines. Their ends are the same; columns are those of the cells.")
        .lines();
    s.port(&Lines::oxbows, "oxbows",
           "One row for each loop that a meander has cut off, which is an oxbow lake: the number of the reach, its "
           "width and the length of the loop.")
        .lines()
        .by_name();
    s.parameter(&Lines::kind, "lines", "Course of rivers.")
        .choices({"smooth", "meander"})
        .choice_docs({"Smooth, along their cells.", "The same, and on plains in meanders."});
    s.parameter(&Lines::exaggerate, "exaggerate",
                "Size of meanders relative to natural ones of such widths, which are 10 to 14 widths long. Rivers of "
                "less than a 16th of a cell, times this, have none.")
        .range(0.1, 1000);
  }

  void arrange(Arrangement& world) {
    refuse_wrapped(world.world(), "rivers");
    cell = world.cell();
    stream = world.stream();
    // Facts of the cells of rivers and of points; both are far fewer than all cells.
    world.needs_memory(static_cast<std::uint64_t>(world.width() * world.height()) * 2 + (std::uint64_t{1} << 20));
  }

  Blob survey(const Tile& tile) const {
    const auto mask = tile[river];
    const auto z = tile[height];
    const Rect& seen = z.area();
    const auto is_level = [&](std::int64_t x, std::int64_t y) {
      const auto at = [&](std::int64_t nx, std::int64_t ny) {
        return static_cast<double>(
            z(std::clamp(nx, seen.x, seen.x + seen.width - 1), std::clamp(ny, seen.y, seen.y + seen.height - 1)));
      };
      const double dx = at(x + 1, y) - at(x - 1, y), dy = at(x, y + 1) - at(x, y - 1);
      return std::sqrt(dx * dx + dy * dy) < 0.02 * cell;
    };
    std::vector<Ground> found;
    tile.each_row([&](std::int64_t y) {
      for (std::int64_t x = tile.left(); x < tile.right(); ++x) {
        if (mask(x, y) == 0) continue;
        std::int32_t level = 0;
        for (int k = 0; k < 9; ++k) level += is_level(x - 1 + k % 3, y - 1 + k / 3) ? 1 : 0;
        found.push_back({static_cast<std::int32_t>(y), static_cast<std::int32_t>(x), level});
      }
    });
    Blob note;
    note.add(found);
    return note;
  }

  Next<Nothing> resolve(Resolving& resolving, const Notes<Blob>& notes) const {
    std::vector<Ground> found;
    for (std::size_t n = 0; n < notes.size(); ++n) {
      for (const Ground& one : notes[n].items<Ground>(0)) found.push_back(one);
    }
    const TableView table = resolving[rivers];
    const Grounds grounds(std::move(found));
    const Neighbours neighbours(table);
    std::vector<Line> cells(table.rows()), smooth(table.rows());
    std::vector<std::vector<double>> level(table.rows()), other(table.rows());
    resolving.parallel(table.rows(), [&](std::uint64_t row) {
      const auto r = static_cast<std::size_t>(row);
      cells[r].assign(table.line(r).begin(), table.line(r).end());
      std::vector<double> room;
      for (const terrawright_point& at : cells[r]) {
        level[r].push_back(grounds.level(at));
        other[r].push_back(0.45 * neighbours.distance(at, r));
        room.push_back(std::min(0.7 + 2.5 * level[r].back(), other[r].back()));
      }
      smooth[r] = smoothed(cells[r], room);
    });
    resolving.poll();
    take_back_crossings(smooth, cells, cells);
    resolving.table(oxbows, kind == Kind::meander ? meander(resolving, table, cells, smooth, level, other)
                                                  : tables::Rows<std::int64_t, double, double>(oxbow_columns).table());
    Table rows = table.without_places();
    for (const Line& line : smooth) rows.line(line.begin(), line.end());
    resolving.table(lines, rows);
    return done(Nothing{});
  }

  // Lets smooth lines meander; the table of what they cut off.
  Table meander(Resolving& resolving, const TableView& table, const std::vector<Line>& cells,
                std::vector<Line>& lines_of, const std::vector<std::vector<double>>& level,
                const std::vector<std::vector<double>>& other) const {
    const double* const width = table.reals("width", "m");
    const auto* const number = table.integers("reach");
    const std::vector<Line> smooth = lines_of;
    std::vector<Line> feet = smooth;
    std::vector<std::vector<Line>> loops(table.rows());
    resolving.parallel(table.rows(), [&](std::uint64_t row) {
      const auto r = static_cast<std::size_t>(row);
      const double wide = width[r] * exaggerate / cell;
      if (!(wide >= 0.0625) || smooth[r].size() < 3) return;
      std::vector<double> room;
      double plain = 0;
      for (std::size_t i = 0; i < smooth[r].size(); ++i) {
        const double share = std::clamp(1.5 * level[r][i] - 0.25, 0.0, 1.0);
        const double left = std::max(0.0, other[r][i] - distance_between(smooth[r][i], cells[r][i]));
        room.push_back(std::min(left, 8 * wide) * share);
        if (i > 0 && share > 0) plain += distance_between(smooth[r][i - 1], smooth[r][i]);
      }
      if (plain < 22 * wide) return;
      const terrawright_row_key key =
          terrawright_key_of_row(stream, static_cast<std::int32_t>(number[r]), TERRAWRIGHT_FOR_DISPLACEMENT, 0, 0);
      Meanders meanders({smooth[r], room}, wide, key);
      meanders.wander();
      lines_of[r] = meanders.line();
      feet[r] = meanders.feet();
      loops[r] = meanders.loops();
    });
    resolving.poll();
    take_back_crossings(lines_of, feet, smooth);
    // Remove the lake where a river has returned since.
    std::vector<Line> all = lines_of;
    std::vector<std::size_t> reach;
    for (std::size_t r = 0; r < loops.size(); ++r) {
      for (Line& loop : loops[r]) {
        all.push_back(std::move(loop));
        reach.push_back(r);
      }
    }
    std::vector<std::uint8_t> crossed(all.size(), 0);
    each_crossing(all, [&](std::uint32_t one, std::uint32_t other_one) { crossed[std::max(one, other_one)] = 1; });
    tables::Rows<std::int64_t, double, double> lakes(oxbow_columns);
    for (std::size_t k = lines_of.size(); k < all.size(); ++k) {
      if (crossed[k] != 0) continue;
      const std::size_t r = reach[k - lines_of.size()];
      lakes.places.line(all[k].begin(), all[k].end());
      lakes.add(number[r], width[r], length_of(all[k]) * cell / 1000);
    }
    return lakes.table();
  }
  void paint(Tile&) const {}
};

}  // namespace

TERRAWRIGHT_STAGE(water, lines, Lines)
