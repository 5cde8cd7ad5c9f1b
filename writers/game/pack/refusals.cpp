// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>

#include "encode/delivered.hpp"
#include "game/pack/pack.hpp"
#include "report/amount.hpp"
#include "report/diagnostic.hpp"
#include "report/utf8.hpp"

namespace terrawright::game {
namespace {

// "rock_x0_y12": Unreal Engine reads the end as the place of a tile.
bool ends_as_tile(std::string_view name) {
  for (const std::string_view mark : {"_y", "_x"}) {
    const std::size_t digits = name.find_last_not_of("0123456789") + 1;
    if (digits == name.size() || digits < mark.size() || name.substr(digits - mark.size(), mark.size()) != mark)
      return false;
    name = name.substr(0, digits - mark.size());
  }
  return true;
}

std::string number_text(double number) { return report::formatted("%.6g", number); }
std::string metres_text(double metres) {
  return std::abs(metres) < 10000 ? number_text(metres) + " m" : number_text(metres / 1000) + " km";
}
// Text of a world's cell, rounded so that a bound stays a bound.
std::string cell_text(double metres, bool is_most) {
  const double step = std::pow(10, std::floor(std::log10(metres)) - 5);
  return metres_text((is_most ? std::floor(metres / step * (1 + 1e-12)) : std::ceil(metres / step * (1 - 1e-12))) *
                     step);
}
std::string text_of(const PackSize& size) { return std::to_string(size.width) + " x " + std::to_string(size.height); }

bool is_plain(const std::string& name) {
  constexpr std::size_t most = 100;
  return !name.empty() && name.size() <= most &&
         name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") ==
             std::string::npos;
}

class PackCheck {
 public:
  PackCheck(Delivery& delivery, const PackOptions& options, const Pack& pack)
      : delivery_(delivery),
        options_(options),
        pack_(pack),
        limits_(limits_of(pack.program)),
        facts_(delivery.item(pack.heights)),
        cell_(delivery.plain().world->cell) {}

  void run() {
    const std::string ending = delivery_.plain().ending;
    for (const char* file : {".png", ".exr", ".tif", ".tiff", ".raw", ".html", ".json", ".zip"})
      if (ending == file)
        refuse("", report::quote(delivery_.plain().name) + " is the name of a file, and a pack is a folder",
               "leave its ending out");
    if (delivery_.plain().coarsen > 1)
      refuse("", "a pack is made of all cells of the world", "remove `coarsen`, or write fit: resample");
    names();
    for (const Pack::Weight& weight : pack_.weights) {
      if (weight.item != Pack::Weight::rest) this->weight(weight);
      if (pack_.program == Program::unreal && ends_as_tile(weight.name)) {
        refuse("", "Unreal Engine would take the weight " + report::quote(weight.name) + " for a tile",
               "give it a name that does not end in numbers as _x1_y2 are");
      }
    }
    const std::size_t most = limits_.most_weights;
    if (pack_.weights.size() > most) {
      refuse("",
             "these are " + std::to_string(pack_.weights.size()) + " weights, and " + spoken_name(pack_.program) +
                 " has room for " + std::to_string(most),
             "put some of them together");
    }
    range();
    size();
  }

 private:
  void refuse(const std::string& where, const std::string& text, const std::string& remedy) {
    delivery_.refuse(where, text, remedy);
  }
  const terrawright_item& item(std::size_t i) const { return delivery_.item(i); }

  // All of them are files of one folder.
  void names() {
    std::set<std::string> weights, names;
    for (std::uint64_t i = 0; i < delivery_.items(); ++i) {
      if (i == pack_.heights) continue;
      const std::string name = name_of(item(i));
      if (item(i).port == static_cast<std::uint32_t>(PackPort::weights)) weights.insert(name);
      if (!is_plain(name))
        refuse(name, report::quote(name) + " is no name for a file",
               "write it as {name: node}, with letters, digits, _ and - alone");
      if (!names.insert(report::ascii_lower(name)).second)  // some systems do not tell capitals
        refuse(name, "two layers of the pack have the name " + report::quote(name), "give one of them another name");
    }
    std::set<std::string> textures;
    std::string rest;
    for (std::size_t i = 0; i < options_.textures.size(); ++i) {
      const std::string& name = options_.textures[i];
      const std::string where = "textures[" + std::to_string(i) + "]";
      const bool is_rest = weights.count(name) == 0;
      if (!textures.insert(report::ascii_lower(name)).second) {
        refuse(where, report::quote(name) + " stands twice in `textures`", "name it once");
      } else if (is_rest && !rest.empty()) {
        refuse(where, report::quote(name) + " and " + report::quote(rest) + " are no weights, and one can be the rest",
               "name a layer under `weights`");
      } else if (is_rest && !is_plain(name)) {
        refuse(where, report::quote(name) + " is no name for a file", "write letters, digits, _ and - alone");
      }
      if (is_rest) rest = name;
    }
    for (const std::string& weight : weights)
      if (!options_.textures.empty() && textures.count(report::ascii_lower(weight)) == 0)
        refuse("textures", "`textures` leaves out the weight " + report::quote(weight), "name all of them");
  }

  void weight(const Pack::Weight& weight) {
    const terrawright_item& of = item(weight.item);
    const std::string unit = of.unit;
    if (of.kind == TERRAWRIGHT_KIND_CLASS && of.n_classes == 0)
      refuse(weight.name, report::quote(weight.name) + " is a layer of classes, and needs the ones that make it",
             "write " + weight.name + ": {layer: node, classes: [one, other]}");
    if (of.kind != TERRAWRIGHT_KIND_SCALAR || unit.empty() || unit == "1") return;
    refuse(weight.name, report::quote(weight.name) + " is a scalar in " + unit + ", not a weight",
           "weights are masks, weights of 0 to 1, or classes; shape.formula makes a mask: formula: a > 0.6");
  }

  void range() {
    if (!in_16_bits(pack_.program)) {
      if (!options_.range.empty())
        refuse("range[0]", "`range` has no use here: heights for Terrain3D are metres", "remove it");
      return;
    }
    if (options_.range.empty()) {
      if (!encode::is_window(delivery_.plain())) return;
      refuse(
          "", "without a range the lowest and highest cell of the world give it, which --window does not see",
          "write the range of the world, as range: [-4000 m, 2000 m], so that packs of several windows fit together");
      return;
    }
    const bool has_two = pack_.range.has_value();
    if (!has_two) {
      refuse("range", "`range` has two values", "write such as range: [-4000 m, 2000 m]");
    } else if (!std::isfinite(pack_.range->minimum) || !std::isfinite(pack_.range->maximum) ||
               pack_.range->minimum >= pack_.range->maximum) {
      refuse("range[0]", "the range is empty", "its first value is the lowest height, its second the highest");
    } else if (height_in_program(*pack_.range) > limits_.most_height) {
      refuse("range[0]",
             spoken_name(pack_.program) + " takes heights over at most " + metres_text(limits_.most_height) +
                 ", and with the step above its end this range is " + metres_text(height_in_program(*pack_.range)),
             "write such as range: [" +
                 metres_text(pack_.range->maximum - std::floor(limits_.most_height * encode::most_grey / 65536)) +
                 ", " + metres_text(pack_.range->maximum) + "], or make the heights lower by shape.formula");
    }
  }

  void size() {
    const PackSize world{facts_.width, facts_.height};
    std::optional<PackTiles> tiles;
    if (options_.overlap && !options_.side)
      refuse("overlap", "`overlap` is of tiles, and these are none", "add side: 1008");
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
      refuse("",
             "these would be " + std::to_string(pack_.tiles->count()) + " tiles, more than " +
                 std::to_string(most_tiles_of_a_pack),
             "make them larger");
    }
  }

  // Metres of cells and of a file's side.
  void ground(const PackSize& world, const PackSize& pack, const std::optional<PackTiles>& tiles,
              const std::string& this_one) {
    const double across = cell_of_pack(cell_, world.width, pack.width);
    const double down = cell_of_pack(cell_, world.height, pack.height);
    const double least = std::min(across, down), most = std::max(across, down);
    const auto world_cell = [&](double of_pack, double may_be) {
      return "world: {cell: " + cell_text(cell_ * may_be / of_pack, may_be < of_pack) + "}";
    };
    if (least < limits_.least_cell || most > limits_.most_cell) {
      const bool large = most > limits_.most_cell;
      const double is = large ? most : least, may_be = large ? limits_.most_cell : limits_.least_cell;
      std::string remedy = "write " + world_cell(is, may_be);
      if (large) remedy += same_ground(world, tiles);
      refuse("",
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
    refuse("",
           spoken_name(pack_.program) + " takes at most " + metres_text(limits_.most_side) +
               " a side of a terrain, and " + this_one + " has " + metres_text(side),
           "write " + (cuts ? "tiles: {side: " + std::to_string(tile) + "}, or " : "") +
               world_cell(side, limits_.most_side));
  }

  // A size that the program takes with cells that are small enough.
  std::string same_ground(const PackSize& world, const std::optional<PackTiles>& tiles) const {
    const auto needed = [&](std::int64_t cells) {
      return static_cast<std::int64_t>(std::ceil(static_cast<double>(cells - 1) * cell_ / limits_.most_cell)) + 1;
    };
    const PackSize least{needed(world.width), needed(world.height)};
    for (const PackSize& size : nearest_sizes(pack_.program, least, tiles)) {
      if (size.width < least.width || size.height < least.height) continue;
      return ", or of the same ground world: {size: [" + std::to_string(size.width) + ", " +
             std::to_string(size.height) + "], cell: " + metres_text(cell_of_pack(cell_, world.width, size.width)) +
             "}";
    }
    return "";
  }

  bool tile_size(const PackTiles& tiles) {
    const auto overlap = overlap_of(pack_.program);
    const std::string name = spoken_name(pack_.program);
    if (overlap && tiles.overlap != *overlap) {
      refuse(
          "",
          "tiles for " + name + " share " + std::to_string(*overlap) + " cells, not " + std::to_string(tiles.overlap),
          "remove `overlap`");
      return false;
    }
    const std::int64_t side = tiles.side + tiles.overlap;
    if (takes(pack_.program, {side, side})) return true;
    std::string remedy;
    for (const PackSize& size : nearest_sizes(pack_.program, {side, side}))
      remedy += (remedy.empty() ? "write side: " : " or side: ") + std::to_string(size.width - tiles.overlap);
    refuse("",
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
    const std::string of = encode::is_window(delivery_.plain()) ? "the window" : "the world";
    const std::string shared = tiles && tiles->overlap > 0 ? " that share " + std::to_string(tiles->overlap) : "";
    refuse(
        "",
        of + " has " + text_of(world) + " cells; " +
            (tiles ? "these do not come out even in tiles of " + std::to_string(tiles->side + tiles->overlap) + shared
                   : spoken_name(pack_.program) + " takes " + rule_of(pack_.program)),
        "the nearest are " + sizes + ": make it one of these, or write fit: resample for " + text_of(nearest.front()));
    return nearest.front();
  }

  Delivery& delivery_;
  const PackOptions& options_;
  const Pack& pack_;
  const PackLimits& limits_;
  const terrawright_item& facts_;
  const double cell_;
};

}  // namespace

void refuse_pack(Delivery& delivery, const PackOptions& options, const Pack& pack) {
  PackCheck(delivery, options, pack).run();
}

}  // namespace terrawright::game
