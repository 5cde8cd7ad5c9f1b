// SPDX-License-Identifier: Apache-2.0
// sea.islets: sinks all islands but the largest and fills small ponds.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "islet_fates.hpp"
#include "terrawright/stage.hpp"

namespace terrawright::sea {
namespace {

// Heights mirrored at the sea level, in float32.
class Mirror {
 public:
  Mirror(float level, double kappa)
      : level_(level),
        kappa_(static_cast<float>(kappa)),
        lowest_land_(std::nextafter(level, std::numeric_limits<float>::infinity())) {}

  // Land to water: min(Q, Q - kappa (h - Q)), so continuous at the shore.
  void sink(float* first, float* last) const {
    for (; first != last; ++first) {
      const float mirrored = level_ - kappa_ * (*first - level_);
      *first = mirrored < level_ ? mirrored : level_;
    }
  }
  // Water to land: max(the next float above Q, Q + kappa (Q - h)).
  void raise(float* first, float* last) const {
    for (; first != last; ++first) {
      const float mirrored = level_ + kappa_ * (level_ - *first);
      *first = mirrored > lowest_land_ ? mirrored : lowest_land_;
    }
  }

 private:
  float level_, kappa_, lowest_land_;
};

}  // namespace

// Verdict for one tile about its islets and ponds, and its use.

// Is any height of the tile changed, and is there inland water left?
struct Outlook {
  std::uint8_t changes, has_lakes;
};

// Sections: the outlook, and the fate of each node of the tile.
inline Blob outlook_blob(const IsletNote& note, const Fates& fates, std::size_t tile) {
  const Fate* of_node = fates.of_node.data() + fates.first_node[tile];
  bool changes = note.counts[0] != 0, has_lakes = false;
  for (std::size_t i = 0; i < note.nodes.size(); ++i) {
    const Node& node = note.nodes[i];
    const bool stays = of_node[i] == Fate::land;
    changes |= (node.land && !stays) || of_node[i] == Fate::filled || (stays && node.ponds != 0);
    has_lakes |= of_node[i] == Fate::lake || (stays && node.lakes != 0);
  }
  Blob blob;
  blob.add_one(Outlook{changes, has_lakes});
  blob.add(of_node, note.nodes.size());
  return blob;
}

// The fate of every component of the tile.
inline std::vector<Fate> fates_within(const std::vector<Component>& all, const Islets& islets, const IsletRules& rules,
                                      const Fate* of_node) {
  std::vector<Fate> fates;
  fates.reserve(all.size());
  for (std::uint32_t c = 0; c < all.size(); ++c) {
    const std::uint32_t body = islets.body[c];
    if (islets.node[body] != none) {
      fates.push_back(of_node[islets.node[body]]);
      continue;
    }
    // Water enclosed by a node of land.
    const Fate around = of_node[islets.node[all[body].parent]];
    const Fate enclosed = islets.area[body] <= rules.max_pond ? Fate::filled : Fate::lake;
    fates.push_back(around == Fate::land ? enclosed : around);
  }
  return fates;
}

}  // namespace terrawright::sea

namespace {

using namespace terrawright;
using sea::Fate;

enum class Connectivity { land_4_water_8, land_8_water_4 };

struct Decided {
  std::int64_t components;
};

struct Islets {
  In<Height> height;
  In<Number> level;
  Out<Height> cleaned;
  Out<Mask> land, ocean;
  Out<Number> land_share, components, islands, removed, filled, inland_left;
  std::optional<std::int64_t> keep = 1;
  std::int64_t min_area = 0, max_pond = 16;
  double kappa = 0.5;
  Connectivity connectivity = Connectivity::land_4_water_8;

  Rect world{};
  bool has_level = false;

  static void describe(Spec<Islets>& s) {
    s.stage("sea.islets", "Sinks all islands but the largest, then fills the ponds that are left.");
    s.source("Fractal island generation, flood fill; algorithms 9");
    s.port(&Islets::height, "height", "Heights in any unit.");
    s.port(&Islets::level, "level",
           "The sea level Q, in the unit of the heights: water is at or below it; without it, 0.")
        .optional();
    s.port(&Islets::cleaned, "height",
           "The heights: those of islets are mirrored to below the sea level, those of ponds to above it.")
        .like("height");
    s.port(&Islets::land, "land", "1 on the land that is left.").unit("1").by_name();
    s.port(&Islets::ocean, "ocean", "1 in water that is connected to the world's border.").unit("1").by_name();
    s.port(&Islets::land_share, "land_share", "Share of the cells that is land afterwards, 0 to 1.")
        .unit("1")
        .by_name();
    s.port(&Islets::components, "components", "Number of islands before any is sunk.").unit("1").by_name();
    s.port(&Islets::islands, "islands", "Number of islands that are left.").unit("1").by_name();
    s.port(&Islets::removed, "removed", "Number of land cells that were sunk.").unit("1").by_name();
    s.port(&Islets::filled, "filled", "Number of water cells that became land.").unit("1").by_name();
    s.port(&Islets::inland_left, "inland_left", "Number of cells of inland water that are left.").unit("1").by_name();
    s.parameter(&Islets::keep, "keep",
                "Number of islands that stay: the largest; of equally large ones the first from the top left.")
        .word("all")
        .at_least(1);
    s.parameter(&Islets::min_area, "min_area", "Smallest area of an island that stays.")
        .unit("cells or an area")
        .at_least(0);
    s.parameter(&Islets::max_pond, "max_pond",
                "Largest area of inland water that is filled, measured after the islets in it are sunk.")
        .unit("cells or an area")
        .at_least(0);
    s.parameter(&Islets::kappa, "kappa",
                "Steepness of the mirrored parts relative to the input: 1 keeps it, less is flatter.")
        .range(0, 1);
    s.parameter(&Islets::connectivity, "connectivity",
                "Neighbours that connect land and water. With all eight for both, land and water would cross.")
        .choices({"land_4_water_8", "land_8_water_4"})
        .choice_docs({"Land: the four that share a side. Water: all eight.",
                      "Land: all eight. Water: the four that share a side."});
  }

  void arrange(Arrangement& arrangement) {
    if (arrangement.world().wraps_x() || arrangement.world().wraps_y()) {
      throw Failure("height",
                    "the world wraps, and islands are not joined across its edges, where the ocean begins; set wrap: "
                    "none, or leave this stage out");
    }
    has_level = arrangement.connected(level);
    const std::string_view of_level = has_level ? arrangement.unit(level) : "", unit = arrangement.unit(height);
    if (has_level && of_level != unit) {
      throw Failure("level", "the level is " + in_unit(of_level) + " and the heights are " + in_unit(unit) +
                                 (of_level == "1" ? "; a number takes a unit too, as 0 " + std::string(unit)
                                                  : "; both need the same unit"));
    }
    world = {0, 0, arrangement.width(), arrangement.height()};
    arrangement.needs_memory(static_cast<std::uint64_t>(world.width * world.height) / 4 + (1 << 20));
  }

  static std::string in_unit(std::string_view unit) { return unit == "1" ? "without unit" : "in " + std::string(unit); }
  float q(const Running& running) const { return has_level ? static_cast<float>(running[level]) : 0.0f; }
  bool land_is_eight() const { return connectivity == Connectivity::land_8_water_4; }
  sea::IsletRules rules() const { return {keep.value_or(INT64_MAX), min_area, max_pond, land_is_eight()}; }

  Blob survey(const Tile& tile) const {
    tile.poll();
    const sea::Runs runs(tile[height], tile.area(), q(tile));
    const sea::Components found = sea::components(runs, tile.area(), world, land_is_eight());
    return sea::IsletNote::blob(runs, found, sea::islets(found.all, rules()));
  }

  Next<Decided> resolve(Resolving& running, const Notes<Blob>& notes) const {
    std::vector<sea::IsletNote> islet_notes;
    for (std::size_t i = 0; i < notes.size(); ++i) islet_notes.emplace_back(notes[i]);
    std::size_t columns = 1;
    while (columns < running.tiles() && running.tile(columns).y == 0) ++columns;
    const sea::Fates fates = sea::fates(islet_notes, columns, rules());
    for (std::size_t i = 0; i < islet_notes.size(); ++i) running.tell(i, sea::outlook_blob(islet_notes[i], fates, i));
    const auto cells = static_cast<double>(world.width * world.height);
    running.number(land_share, static_cast<double>(fates.land_cells - fates.removed + fates.filled) / cells);
    running.number(components, static_cast<double>(fates.components));
    running.number(islands, static_cast<double>(fates.islands));
    running.number(removed, static_cast<double>(fates.removed));
    running.number(filled, static_cast<double>(fates.filled));
    running.number(inland_left, static_cast<double>(fates.inland_left));
    return done(Decided{fates.components});
  }

  void paint(Tile& tile) const {
    const BlobView own = tile.own<Blob>();
    const auto& outlook = own.one<sea::Outlook>(0);
    if (!outlook.changes && tile.wanted(cleaned)) tile.same(cleaned, height);
    if (outlook.changes || (outlook.has_lakes && tile.wanted(ocean))) {
      paint_runs(tile, own.items<Fate>(1).data(), outlook.changes != 0);
    } else {
      paint_cells(tile);
    }
  }

  // Nothing changes here, and all water is ocean.
  void paint_cells(Tile& tile) const {
    const auto from = tile[height];
    const float sea_level = q(tile);
    const auto compare = [&](const View<std::uint8_t>& to, auto is) {
      if (!to) return;
      tile.each_row([&](std::int64_t y) {
        const float* row = from.row(y, tile.left());
        std::transform(row, row + tile.width(), to.row(y, tile.left()), is);
      });
    };
    compare(tile[land], [=](float h) { return std::uint8_t{h > sea_level}; });
    compare(tile[ocean], [=](float h) { return std::uint8_t{!(h > sea_level)}; });
  }

  void paint_runs(Tile& tile, const Fate* of_node, bool changes) const {
    const sea::Runs runs(tile[height], tile.area(), q(tile));
    const sea::Components found = sea::components(runs, tile.area(), world, land_is_eight());
    const std::vector<Fate> of_component =
        sea::fates_within(found.all, sea::islets(found.all, rules()), rules(), of_node);
    const sea::Mirror mirror(q(tile), kappa);
    tile.each_row([&](std::int64_t y) {
      const float* from = tile[height].row(y, tile.left());
      float* heights = changes && tile.wanted(cleaned) ? tile[cleaned].row(y, tile.left()) : nullptr;
      std::uint8_t* lands = tile.wanted(land) ? tile[land].row(y, tile.left()) : nullptr;
      std::uint8_t* oceans = tile.wanted(ocean) ? tile[ocean].row(y, tile.left()) : nullptr;
      if (heights) std::copy(from, from + tile.width(), heights);
      const sea::Line row = runs.row(static_cast<std::uint32_t>(y - tile.top()));
      std::uint32_t begin = 0;
      for (std::uint32_t r = row.first; r < row.stop; ++r) {
        const std::uint32_t end = runs.end(r);
        const Fate fate = of_component[found.of_run[r]];
        if (heights && row.is_land(r) && fate != Fate::land) mirror.sink(heights + begin, heights + end);
        if (heights && fate == Fate::filled) mirror.raise(heights + begin, heights + end);
        if (lands) std::fill(lands + begin, lands + end, std::uint8_t{fate == Fate::land || fate == Fate::filled});
        if (oceans) std::fill(oceans + begin, oceans + end, std::uint8_t{fate == Fate::ocean});
        begin = end;
      }
    });
  }
};

}  // namespace

TERRAWRIGHT_STAGE(sea, islets, Islets)
