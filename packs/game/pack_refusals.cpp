// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <regex>

#include "border/kind.hpp"
#include "packs/game/pack_files.hpp"
#include "packs/game/pack_sizes.hpp"
#include "packs/game/pack_writer.hpp"
#include "readers/format.hpp"
#include "report/amount.hpp"
#include "report/diagnostic.hpp"

namespace terrawright::images {
namespace {

using Where = Refusal::Where;

std::string number_text(double number) { return report::formatted("%.6g", number); }
std::string metres_text(double metres) {
  return std::abs(metres) < 10000 ? number_text(metres) + " m" : number_text(metres / 1000) + " km";
}
// Of a world's cell, so that what is at most, or at least, so long stays so as it is written.
std::string cell_text(double metres, bool is_most) {
  const double step = std::pow(10, std::floor(std::log10(metres)) - 5);
  return metres_text((is_most ? std::floor(metres / step * (1 + 1e-12)) : std::ceil(metres / step * (1 - 1e-12))) *
                     step);
}
std::string text_of(const PackSize& size) { return std::to_string(size.width) + " x " + std::to_string(size.height); }

class PackCheck {
 public:
  PackCheck(const Picture& picture, const Pack& pack)
      : picture_(picture), pack_(pack), limits_(limits_of(pack.program)) {}

  std::vector<Refusal> run() {
    if (readers::format_of(picture_.file) || picture_.file.extension() == ".html") {
      refuse(Where::file, 0,
             report::quote(picture_.file.filename().string()) + " is the name of a file, and a pack is a folder",
             "leave its ending out");
    }
    heights();
    for (const Pack::Weight& weight : pack_.weights) {
      if (weight.part != Pack::Weight::rest) this->weight(weight);
      static const std::regex as_tiles(".*_x[0-9]+_y[0-9]+");
      if (pack_.program == Program::unreal && std::regex_match(weight.name, as_tiles)) {
        refuse(Where::file, 0, "Unreal Engine would take the weight " + report::quote(weight.name) + " for a tile",
               "give it a name that does not end in numbers as _x1_y2 are");
      }
    }
    const std::size_t most = limits_.most_weights;
    if (pack_.weights.size() > most) {
      refuse(Where::file, 0,
             "these are " + std::to_string(pack_.weights.size()) + " weights, and " + spoken_name(pack_.program) +
                 " has room for " + std::to_string(most),
             "put some of them together");
    }
    for (std::size_t i = pack_.tables; i < picture_.parts.size(); ++i) {
      if (picture_.parts[i].facts.kind == TERRAWRIGHT_KIND_TABLE) continue;
      refuse(Where::part, i, part(i) + " is a " + kind(i) + ", not a table",
             "name the table of water.rivers or water.lakes, as rivers.table");
    }
    range();
    size();
    return refusals_;
  }

 private:
  std::string part(std::size_t i) const { return report::quote(picture_.parts[i].name); }
  std::string kind(std::size_t i) const { return border::kind_name(picture_.parts[i].facts.kind); }
  void refuse(Where where, std::size_t part, std::string text, std::string remedy) {
    refusals_.push_back({where, part, std::move(text), std::move(remedy)});
  }

  void heights() {
    const engine::LayerFacts& facts = picture_.parts.front().facts;
    if (facts.kind == TERRAWRIGHT_KIND_HEIGHT && facts.unit == "m") return;
    const bool is_height = facts.kind == TERRAWRIGHT_KIND_HEIGHT;
    refuse(Where::part, 0,
           is_height ? "these heights are not in metres" : "'heights' is a " + kind(0) + ", not a height",
           is_height ? "shape.metres makes metres of them" : "name the heights of the world");
  }

  void weight(const Pack::Weight& weight) {
    const std::uint32_t kind = picture_.parts[weight.part].facts.kind;
    const std::string& unit = picture_.parts[weight.part].facts.unit;
    const bool share =
        kind == TERRAWRIGHT_KIND_WEIGHT || (kind == TERRAWRIGHT_KIND_SCALAR && (unit.empty() || unit == "1"));
    if (kind == TERRAWRIGHT_KIND_MASK || kind == TERRAWRIGHT_KIND_CLASS || share) return;
    const std::string of = kind == TERRAWRIGHT_KIND_SCALAR ? " in " + unit : "";
    refuse(Where::part, weight.part, part(weight.part) + " is a " + this->kind(weight.part) + of + ", not a weight",
           "weights are masks, weights of 0 to 1, or classes; shape.formula makes a mask: formula: a > 0.6");
  }

  void range() {
    if (!in_range()) {
      if (picture_.range)
        refuse(Where::range, 0, "there is nothing to use the range for: heights for Terrain3D are metres", "remove it");
      return;
    }
    if (!picture_.range) {
      if (!picture_.window) return;
      refuse(
          Where::file, 0,
          "without a range the lowest and highest cell of the world give it, which --window does not see",
          "write the range of the world, as range: [-4000 m, 2000 m], so that packs of several windows fit together");
      return;
    }
    const Range& range = *picture_.range;
    if (!std::isfinite(range.minimum) || !std::isfinite(range.maximum) || range.minimum >= range.maximum) {
      refuse(Where::range, 0, "the range is empty", "its first value is the lowest height, its second the highest");
    } else if (height_in_program(range) > limits_.most_height) {
      refuse(Where::range, 0,
             spoken_name(pack_.program) + " takes heights over at most " + metres_text(limits_.most_height) +
                 ", and with the step above its end this range is " + metres_text(height_in_program(range)),
             "write such as range: [" +
                 metres_text(range.maximum - std::floor(limits_.most_height * most_grey / 65536)) + ", " +
                 metres_text(range.maximum) + "], or make the heights lower by shape.formula");
    }
  }
  bool in_range() const { return pack_.program != Program::godot; }

  void size() {
    const engine::LayerFacts& facts = picture_.parts.front().facts;
    const PackSize world{facts.width, facts.height};
    std::optional<PackTiles> tiles;
    if (pack_.tiles) {
      tiles = PackTiles{pack_.tiles->side, pack_.tiles->overlap};
      if (!tile_size(*tiles)) return;
    }
    const PackSize pack{pack_.width, pack_.height};
    if (takes(pack_.program, pack, tiles)) {
      ground(world, pack, tiles, "this one");
    } else {
      const PackSize nearest = wrong_size(world, tiles);
      ground(nearest, nearest, tiles, tiles ? "this one" : "one of " + text_of(nearest) + " cells");
    }
    if (pack_.tiles && pack_.tiles->count() > most_tiles_of_a_pack) {
      refuse(Where::file, 0,
             "these would be " + std::to_string(pack_.tiles->count()) + " tiles, more than " +
                 std::to_string(most_tiles_of_a_pack),
             "make them larger");
    }
  }

  // Metres of cells and of a file's side.
  void ground(const PackSize& world, const PackSize& pack, const std::optional<PackTiles>& tiles,
              const std::string& this_one) {
    const double across = cell_of_pack(picture_.metres_per_cell, world.width, pack.width);
    const double down = cell_of_pack(picture_.metres_per_cell, world.height, pack.height);
    const double least = std::min(across, down), most = std::max(across, down);
    const auto world_cell = [&](double of_pack, double may_be) {
      return "world: {cell: " + cell_text(picture_.metres_per_cell * may_be / of_pack, may_be < of_pack) + "}";
    };
    if (least < limits_.least_cell || most > limits_.most_cell) {
      const bool large = most > limits_.most_cell;
      const double is = large ? most : least, may_be = large ? limits_.most_cell : limits_.least_cell;
      std::string remedy = "write " + world_cell(is, may_be);
      if (large) remedy += same_ground(world, tiles);
      refuse(Where::file, 0,
             spoken_name(pack_.program) + " takes cells of " + metres_text(limits_.least_cell) + " to " +
                 metres_text(limits_.most_cell) + "; with cells of " + metres_text(is) + " it makes the land " +
                 number_text(large ? is / may_be : may_be / is) + " times too " + (large ? "small" : "large"),
             remedy);
    }
    const std::int64_t steps = (tiles ? tiles->side + tiles->overlap : std::max(pack.width, pack.height)) - 1;
    const double side = static_cast<double>(steps) * most;
    if (side <= limits_.most_side) return;
    std::int64_t tile = steps;
    while (tile > 32 && static_cast<double>(tile) * most > limits_.most_side) tile /= 2;
    const bool cuts = pack_.program == Program::unity && static_cast<double>(tile) * most <= limits_.most_side;
    refuse(Where::file, 0,
           spoken_name(pack_.program) + " takes at most " + metres_text(limits_.most_side) +
               " a side of a terrain, and " + this_one + " has " + metres_text(side),
           "write " + (cuts ? "tiles: {side: " + std::to_string(tile) + "}, or " : "") +
               world_cell(side, limits_.most_side));
  }

  // A size that the program takes with cells that are small enough.
  std::string same_ground(const PackSize& world, const std::optional<PackTiles>& tiles) const {
    const auto needed = [&](std::int64_t cells) {
      return static_cast<std::int64_t>(
                 std::ceil(static_cast<double>(cells - 1) * picture_.metres_per_cell / limits_.most_cell)) +
             1;
    };
    const PackSize least{needed(world.width), needed(world.height)};
    for (const PackSize& size : nearest_sizes(pack_.program, least, tiles)) {
      if (size.width < least.width || size.height < least.height) continue;
      return ", or of the same ground world: {size: [" + std::to_string(size.width) + ", " +
             std::to_string(size.height) +
             "], cell: " + metres_text(cell_of_pack(picture_.metres_per_cell, world.width, size.width)) + "}";
    }
    return "";
  }

  bool tile_size(const PackTiles& tiles) {
    const auto overlap = overlap_of(pack_.program);
    const std::string name = spoken_name(pack_.program);
    if (overlap && tiles.overlap != *overlap) {
      refuse(
          Where::file, 0,
          "tiles for " + name + " share " + std::to_string(*overlap) + " cells, not " + std::to_string(tiles.overlap),
          "remove `overlap`");
      return false;
    }
    const std::int64_t side = tiles.side + tiles.overlap;
    if (takes(pack_.program, {side, side})) return true;
    std::string remedy;
    for (const PackSize& size : nearest_sizes(pack_.program, {side, side}))
      remedy += (remedy.empty() ? "write side: " : " or side: ") + std::to_string(size.width - tiles.overlap);
    refuse(Where::file, 0,
           "a tile of " + std::to_string(side) + " cells a side is none for " + name + ", which takes " +
               rule_of(pack_.program),
           remedy);
    return false;
  }

  // Returns the nearest that is right.
  PackSize wrong_size(const PackSize& world, const std::optional<PackTiles>& tiles) {
    const auto nearest = nearest_sizes(pack_.program, world, tiles);
    std::string sizes;
    for (const PackSize& size : nearest) sizes += (sizes.empty() ? "" : " or ") + text_of(size);
    const std::string of = picture_.window ? "the window" : "the world";
    const std::string shared = tiles && tiles->overlap > 0 ? " that share " + std::to_string(tiles->overlap) : "";
    refuse(
        Where::file, 0,
        of + " has " + text_of(world) + " cells; " +
            (tiles ? "these do not come out even in tiles of " + std::to_string(tiles->side + tiles->overlap) + shared
                   : spoken_name(pack_.program) + " takes " + rule_of(pack_.program)),
        "the nearest are " + sizes + ": make it one of these, or write fit: resample for " + text_of(nearest.front()));
    return nearest.front();
  }

  const Picture& picture_;
  const Pack& pack_;
  const PackLimits& limits_;
  std::vector<Refusal> refusals_;
};

}  // namespace

std::vector<Refusal> PackWriter::refusals(const Picture& picture) const { return PackCheck(picture, pack_).run(); }

}  // namespace terrawright::images
