// SPDX-License-Identifier: Apache-2.0
// feature.places: towns and villages.
#include "places.hpp"

#include <string>
#include <vector>

#include "feature/feature_grid.hpp"
#include "tables/rows.hpp"
#include "terrawright/stage.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::feature;

struct Places {
  In<Height> height;
  In<Mask> land, lake;
  In<Class> biome;
  In<Table> reaches, bays;
  Out<Table> places;
  std::int64_t towns = 4, small_towns = 10, villages = 19;
  double towns_apart = 34000, small_towns_apart = 17000, villages_apart = 9000;

  FeatureGrid grid;
  std::vector<std::uint8_t> forest, desert;  // by code

  static void describe(Spec<Places>& s) {
    s.stage("feature.places", "Places: a chief town, towns and villages where people would settle.");
    s.source("Greedy choice by discharge, shelter, slope and height, with room around each place");
    s.reads_cell();
    const auto seen = [](auto port) { port.only_in(TERRAWRIGHT_PHASE_SURVEY).optional(); };
    s.port(&Places::height, "height", "Heights above the sea.").unit("m").only_in(TERRAWRIGHT_PHASE_SURVEY);
    seen(s.port(&Places::land, "land", "Mask of the land; without it, cells above 0 m."));
    seen(s.port(&Places::lake, "lake", "Mask of the lakes, in which nobody settles."));
    seen(s.port(&Places::biome, "biome",
                "Classes: fewer settle where the name of one has forest, woodland or taiga in it, and fewer still in "
                "deserts."));
    s.port(&Places::reaches, "reaches",
           "Reaches of rivers with their courses, from feature.courses (`courses.reaches`): people settle at mouths, "
           "where two rivers meet, and half-way along great ones.")
        .lines()
        .optional();
    s.port(&Places::bays, "bays", "Bays, from feature.coast (`coast.bays`), which are harbours.").points().optional();
    s.port(
         &Places::places, "places",
         "One row for each place, the most important first: its rank, 1 the chief town, 2 a town, 3 a small town, 4 a "
         "village, what it has for it, and whether it is a harbour.")
        .points();
    const auto number = [&](std::int64_t Places::*member, const char* name, const char* doc) {
      s.parameter(member, name, doc).range(0, 10000);
    };
    number(&Places::towns, "towns", "Greatest number of towns beside the chief town.");
    number(&Places::small_towns, "small_towns", "Greatest number of small towns.");
    number(&Places::villages, "villages", "Greatest number of villages.");
    const auto apart = [&](double Places::*member, const char* name, const char* doc) {
      s.parameter(member, name, doc).unit("m").range(0, 1e7).advanced();
    };
    apart(&Places::towns_apart, "towns_apart", "Least distance of a town from towns.");
    apart(&Places::small_towns_apart, "small_towns_apart", "Least distance of a small town from all larger ones.");
    apart(&Places::villages_apart, "villages_apart", "Least distance of a village from any other place.");
  }

  void arrange(Arrangement& a) {
    refuse_wrapped(a.world(), "height");
    grid = feature_grid(a.width(), a.height(), a.cell());
    forest = desert = std::vector<std::uint8_t>(65536, 0);
    for (const LegendEntry& entry : a.connected(biome) ? a.legend(biome) : std::vector<LegendEntry>()) {
      std::string name = entry.name;
      for (char& c : name) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
      const auto has = [&](const char* word) { return name.find(word) != std::string::npos; };
      forest[entry.code] = has("forest") || has("woodland") || has("taiga") ? 1 : 0;
      desert[entry.code] = has("desert") ? 1 : 0;
    }
    a.needs_memory(memory_of(grid, grid.block == 1 ? 64 : 96));
  }

  Blob survey(const Tile& tile) const {
    const auto z = tile[height];
    const auto is_land = tile[land], is_lake = tile[lake];
    const auto code = tile[biome];
    const auto ashore = [&](std::int64_t x, std::int64_t y) { return is_land ? is_land(x, y) != 0 : z(x, y) > 0.0f; };
    const auto dry = [&](std::int64_t x, std::int64_t y) { return ashore(x, y) && !(is_lake && is_lake(x, y) != 0); };
    Blob note;
    survey_heights(note, tile, z, grid, ashore);
    survey_flags(note, tile, grid, dry);
    survey_flags(note, tile, grid, [&](std::int64_t x, std::int64_t y) { return !ashore(x, y); });
    survey_flags(note, tile, grid, [&](std::int64_t x, std::int64_t y) { return code && forest[code(x, y)] != 0; });
    survey_flags(note, tile, grid, [&](std::int64_t x, std::int64_t y) { return code && desert[code(x, y)] != 0; });
    return note;
  }

  Next<Nothing> resolve(Resolving& resolving, const Notes<Blob>& notes) const {
    const Ground ground{grid,
                        join_flags(notes, 3, grid),
                        join_flags(notes, 7, grid),
                        join_flags(notes, 9, grid),
                        join_flags(notes, 5, grid),
                        join_heights(notes, 0, grid).mean};
    const auto poll = [&] { resolving.poll(); };
    Settling settling(ground);
    if (const TableView table = resolving[reaches]) settling.rivers(river_reaches(table), poll);
    if (const TableView table = resolving[bays]) {
      const double* const share = table.reals("share", "%");
      for (std::size_t r = 0; r < table.rows(); ++r) settling.bay(table.point(r), share[r]);
    }
    if (settling.all().empty()) settling.anywhere(villages_apart, poll);
    poll();
    const std::vector<Candidate> candidates = settling.all();
    tables::Rows<std::int64_t, double, std::int64_t> rows({{"rank", "1"}, {"score", "1"}, {"harbour", "1"}});
    const std::vector<Rank> ranks = {
        {1, 0, 0}, {towns, towns_apart, 0.25}, {small_towns, small_towns_apart, 0.1}, {villages, villages_apart, 0}};
    for (const Settled& one : settled(candidates, ranks, grid.cell, poll)) {
      const Candidate& place = candidates[one.candidate];
      rows.places.point(place.x, place.y);
      rows.add(one.rank, place.score, place.harbour ? 1 : 0);
    }
    resolving.table(places, rows.table());
    return done(Nothing{});
  }
  void paint(Tile&) const {}
};

}  // namespace

TERRAWRIGHT_STAGE(feature, places, Places)
