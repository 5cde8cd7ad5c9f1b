// SPDX-License-Identifier: Apache-2.0
// feature.areas: patches of a mask or of classes, the largest first: lakes, forests, deserts, plains.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "area_classes.hpp"
#include "feature/axis.hpp"
#include "feature/feature_grid.hpp"
#include "feature/rough.hpp"
#include "tables/rows.hpp"
#include "terrawright/stage.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::feature;

// Areas as a table: one row each, in their order, along their middle lines.

// Middle of all blocks of a patch, in cells.
inline AxisPoint middle_of(const Items<std::uint32_t>& blocks, const FeatureGrid& grid) {
  std::int64_t x = 0, y = 0;
  for (const std::uint32_t c : blocks) {
    x += grid.x(c);
    y += grid.y(c);
  }
  const auto all = static_cast<double>(blocks.size());
  return {grid.cell_x(static_cast<double>(x) / all), grid.cell_y(static_cast<double>(y) / all)};
}

// name(patch): the class of an area, or none.
template <class Name>
Table area_table(const Patches& patches, const std::vector<std::uint32_t>& kept,
                 const std::vector<std::int32_t>& squared, const FeatureGrid& grid, Name name) {
  Axes axes(patches, squared, grid);
  tables::Rows<double, double, double, double, double, double, double, std::string> rows({{"area", "km2"},
                                                                                          {"inner_radius", "km"},
                                                                                          {"length", "km"},
                                                                                          {"pole_x", "m"},
                                                                                          {"pole_y", "m"},
                                                                                          {"middle_x", "m"},
                                                                                          {"middle_y", "m"},
                                                                                          {"class", "1"}});
  for (const std::uint32_t p : kept) {
    const std::uint32_t c = pole_of(patches[p], squared, grid);
    const std::vector<AxisPoint> line = axes.of(p);
    const terrawright_point pole = grid.middle(c);
    const AxisPoint middle = middle_of(patches[p], grid);
    rows.places.line(line.begin(), line.end());
    rows.add(static_cast<double>(patches[p].size()) * grid.square_kilometres(), kilometres_of(squared[c], grid),
             length_of(line, grid.cell), pole.x * grid.cell, pole.y * grid.cell, middle.x * grid.cell,
             middle.y * grid.cell, name(p));
  }
  return rows.table();
}

struct Areas {
  In<Mask> mask, except, land;
  In<Class> biome;
  In<Height> height;
  Out<Table> areas;
  std::vector<std::string> classes;
  double smoothing = 0, min_area = 0.5, window = 6000;
  std::optional<double> max_rough;
  std::optional<std::int64_t> most;

  FeatureGrid grid;
  AreaClasses chosen;
  bool has_mask = false;

  static void describe(Spec<Areas>& s) {
    s.stage("feature.areas", "Areas: patches of a mask or of classes, as lakes, forests, deserts and plains are.");
    s.source("Atlas features: patches, poles of inaccessibility, middle lines");
    s.reads_cell();
    const auto port = [&](In<Mask> Areas::*member, const char* name, const char* doc) {
      s.port(member, name, doc).only_in(TERRAWRIGHT_PHASE_SURVEY).optional();
    };
    port(&Areas::mask, "mask", "Mask of the areas.");
    s.port(&Areas::biome, "biome", "Classes, of which `classes` says which make the areas.")
        .only_in(TERRAWRIGHT_PHASE_SURVEY)
        .optional();
    port(&Areas::except, "except", "Mask of where no area is, as the ranges are for forests.");
    s.port(&Areas::height, "height", "Heights above the sea, for `max_rough`.")
        .unit("m")
        .only_in(TERRAWRIGHT_PHASE_SURVEY)
        .optional();
    port(&Areas::land, "land", "Mask of the land, for `max_rough`; without it, cells above 0 m.");
    s.port(
         &Areas::areas, "areas",
         "One row for each area, the largest first: the line along its middle from the western end, and in metres from "
         "the first cell the place that is farthest from its outline, with how far that is, and the middle of all of "
         "it.")
        .lines();
    s.parameter(&Areas::classes, "classes",
                "Words: a class whose name contains one of them makes the areas, as forest does for boreal forest.");
    s.parameter(&Areas::min_area, "min_area", "Least area.").unit("km2").at_least(0);
    s.parameter(&Areas::most, "most", "Greatest number of areas: the largest.").word("all").at_least(1);
    s.parameter(&Areas::smoothing, "smoothing", "Over how many metres outlines are smoothed before areas are parted.")
        .unit("m")
        .range(0, 1e7);
    s.parameter(
         &Areas::max_rough, "max_rough",
         "Least difference of heights in the window that is too rough for the areas, as mountains are for plains.")
        .unit("m")
        .word("any")
        .range(0, 20000);
    s.parameter(&Areas::window, "window", "Side of the square in which land is rough that is high beside low.")
        .unit("m")
        .range(1, 1e7)
        .advanced();
  }

  void arrange(Arrangement& a) {
    refuse_wrapped(a.world(), a.connected(mask) ? "mask" : "biome");
    grid = feature_grid(a.width(), a.height(), a.cell());
    has_mask = a.connected(mask);
    if (has_mask == a.connected(biome))
      throw Failure(has_mask ? "biome" : "mask", has_mask
                                                     ? "areas are those of a mask or of classes; leave one of both out"
                                                     : "there is no mask, nor are there classes, of which areas are");
    if (has_mask && !classes.empty()) throw Failure("classes", "a mask has no classes; leave this out");
    if (!has_mask) chosen = AreaClasses(a.legend(biome), classes);
    if (max_rough && !a.connected(height))
      throw Failure("max_rough", "what is rough is seen by the input 'height' alone");
    a.needs_memory(memory_of(grid, max_rough ? 128 : 56));
  }

  Blob survey(const Tile& tile) const {
    const auto is = tile[mask], not_in = tile[except], is_land = tile[land];
    const auto code = tile[biome];
    const auto z = tile[height];
    Blob note;
    survey_flags(note, tile, grid, [&](std::int64_t x, std::int64_t y) {
      return (has_mask ? is(x, y) != 0 : chosen.has(code(x, y))) && !(not_in && not_in(x, y) != 0);
    });
    survey_classes(note, tile, grid, code);
    if (!max_rough) return note;
    const auto on_land = [&](std::int64_t x, std::int64_t y) { return is_land ? is_land(x, y) != 0 : z(x, y) > 0.0f; };
    survey_heights(note, tile, z, grid, on_land);
    survey_flags(note, tile, grid, on_land);
    return note;
  }

  Next<Nothing> resolve(Resolving& resolving, const Notes<Blob>& notes) const {
    std::vector<std::uint8_t> inside = join_flags(notes, 0, grid);
    if (max_rough) {
      const std::vector<std::uint8_t> on_land = join_flags(notes, 6, grid);
      const std::vector<std::int32_t> steps = steps_of(join_heights(notes, 3, grid).mean, on_land);
      const std::vector<std::int32_t> rough = roughness(steps, on_land, grid, window, window / 5);
      for (std::size_t c = 0; c < inside.size(); ++c)
        inside[c] = inside[c] && on_land[c] && rough[c] < steps_of(*max_rough) ? 1 : 0;
    }
    inside = smoothed(inside, grid, grid.blocks(smoothing / 2));
    const Patches patches = patches_of(inside, grid, true);
    const std::vector<std::uint32_t> kept = largest(patches, grid.blocks_of_area(min_area), most);
    const std::vector<std::uint16_t> codes = has_mask ? std::vector<std::uint16_t>() : join_classes(notes, 0, 2, grid);
    resolving.table(areas, area_table(patches, kept, squared_distances(inside, grid), grid, [&](std::uint32_t p) {
                      return has_mask ? "" : chosen.most_frequent(patches[p], codes);
                    }));
    return done(Nothing{});
  }

  void paint(Tile&) const {}
};

}  // namespace

TERRAWRIGHT_STAGE(feature, areas, Areas)
