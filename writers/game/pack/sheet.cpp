// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <map>

#include "encode/delivered.hpp"
#include "game/pack/pack.hpp"
#include "report/amount.hpp"
#include "report/json.hpp"

namespace terrawright::game {
namespace {

using report::Json;

std::string by(std::int64_t width, std::int64_t height) {
  return std::to_string(width) + " x " + std::to_string(height);
}

// A landscape's step is scale / 128 cm; sample 32768 is at the actor's place.
Json unreal_numbers(const PackFacts& facts) {
  const PackTransform transform = transform_in_program(facts);
  const double scale = facts.step() * 100 * 128;
  Json json = {{"location_cm", {transform.x, transform.y, facts.range.minimum * 100 + 256 * scale}},
               {"scale", {transform.across, transform.down, scale}}};
  const auto parts = components_of(facts.pack.tiles ? PackSize{facts.pack.tiles->side + facts.pack.tiles->overlap,
                                                               facts.pack.tiles->side + facts.pack.tiles->overlap}
                                                    : PackSize{facts.pack.width, facts.pack.height});
  if (!parts) return json;
  json["quads_per_section"] = parts->quads;
  json["sections_per_component"] = parts->sections * parts->sections;
  json["components"] = {parts->across, parts->down};
  return json;
}

// A sample v is v / 65536 of the terrain's height.
Json unity_numbers(const PackFacts& facts) {
  const Pack& pack = facts.pack;
  const std::int64_t columns = pack.tiles ? pack.tiles->side + 1 : pack.width;
  const std::int64_t rows = pack.tiles ? pack.tiles->side + 1 : pack.height;
  return {{"heightmap_resolution", columns},
          {"alphamap_resolution", columns - 1},
          {"terrain_size_m",
           {static_cast<double>(columns - 1) * facts.metres_across(), height_in_program(facts.range),
            static_cast<double>(rows - 1) * facts.metres_down()}},
          {"position_m", {0, facts.range.minimum, 0}}};
}

Json godot_numbers(const PackFacts& facts) {
  const PackTransform transform = transform_in_program(facts);
  const std::int64_t tile = facts.pack.tiles ? facts.pack.tiles->side : 0;
  return {{"vertex_spacing", facts.metres_across()},
          {"region_size", region_of({facts.pack.width, facts.pack.height}, tile).value_or(0)},
          // A whole number of metres as far inside the first cell as can be typed: which cell it is is rounded down.
          {"import_position", {std::ceil(transform.x), 0, std::ceil(transform.y)}},
          {"first_cell", {std::round(transform.x / transform.across), std::round(transform.y / transform.down)}},
          {"import_scale", 1},
          {"height_offset", 0}};
}

std::string name_in_pack(const PackFacts& facts, std::uint64_t item) {
  return item == facts.pack.heights ? "heights" : name_of(*facts.of.items[item]);
}

// Each with its place in cells of the pack, from the north-west.
Json files(const PackFacts& facts) {
  const Pack& pack = facts.pack;
  Json all = Json::array();
  for (const Tile& tile : tiles_of(pack)) {
    Json entry = {{"x", tile.cells.x}, {"y", tile.cells.y}, {"width", tile.width}, {"height", tile.height}};
    Json& heights = entry["heights"] = Json::array();
    for (const HeightsAs as : heights_as(pack.program)) heights.push_back(heights_file(pack, as, tile));
    if (!pack.weights.empty()) {
      Json& weights = entry[pack.program == Program::godot ? "control" : "weights"] = Json::array();
      for (const std::string& file : weights_files(pack, tile)) weights.push_back(file);
    }
    all.push_back(std::move(entry));
  }
  return all;
}

Json in_world(const PackFacts& facts) {
  const terrawright_delivery& of = facts.of;
  std::map<std::string, std::string> recipes;
  for (std::uint64_t i = 0; i < of.n_items; ++i) recipes[name_in_pack(facts, i)] = of.items[i]->recipe;
  Json json = {{"generator", of.generator}, {"name", of.world_name},          {"seed", of.seed},
               {"recipes", recipes},        {"latitude", of.world->latitude}, {"longitude", of.world->longitude}};
  json["size"] = {facts.world_width, facts.world_height};
  json["metres_per_cell"] = of.world->cell;
  if (encode::is_window(of)) json["window"] = encode::window_text(of.window);
  return json;
}

Json heights(const PackFacts& facts) {
  if (!in_16_bits(facts.pack.program)) return {{"samples", "float32 in R, G and B"}, {"metres", "value"}};
  Json json = {{"samples", "unsigned, 16 bits"},
               {"minimum", facts.range.minimum},
               {"maximum", facts.range.maximum},
               {"metres_per_step", facts.step()},
               {"metres", "minimum + value * metres_per_step"},
               {"greatest_error", facts.step() / 2}};
  const bool unity = facts.pack.program == Program::unity;
  if (facts.pack.program != Program::unreal) json["raw_byte_order"] = "little-endian";
  json["first_row"] = unity ? "south" : "north";
  return json;
}

std::string not_tried(Program program) {
  if (program == Program::generic) return "Read back by tests; no program in particular was tried.";
  std::string text = "Nobody has opened this in " + spoken_name(program) +
                     " yet: sizes, numbers and file formats are those of its documentation and sources, and tests read "
                     "the files back by these alone. The script was not run.";
  if (program == Program::unreal) {
    text +=
        " Whether the import of tiles into a World Partition level wants borders that two tiles share, as these "
        "do, or none, is told both ways.";
  }
  if (program == Program::unity) text += " How many of the 16 bits of a height Unity keeps inside is not known here.";
  return text;
}

std::string row(const std::string& what, const std::string& value) { return "| " + what + " | " + value + " |\n"; }

std::string xyz(const Json& numbers) {
  return "X " + numbers[0].dump() + ", Y " + numbers[1].dump() + ", Z " + numbers[2].dump();
}

std::string weights_text(const Pack& pack) {
  std::string text;
  for (std::size_t i = 0; i < pack.weights.size(); ++i)
    text += (i == 0 ? "" : ", ") + std::to_string(i) + " " + pack.weights[i].name;
  return text;
}

// Steps of the import, in the program's own words.
std::string steps_of(const PackFacts& facts, const Json& sheet) {
  const Pack& pack = facts.pack;
  const std::string heights = sheet["files"][0]["heights"][0];
  std::string text;
  if (pack.program == Program::unreal) {
    const Json& numbers = sheet["unreal"];
    text = "| Landscape mode, Manage, New, Import from File | |\n| --- | --- |\n" + row("Heightmap File", heights);
    if (numbers.contains("components")) {
      const std::string sections = numbers["sections_per_component"] == 4 ? "2x2 sections" : "1x1 section";
      const std::string quads = numbers["quads_per_section"].dump();
      text += row("Section Size", quads + "x" + quads + " quads") + row("Sections Per Component", sections) +
              row(pack.tiles ? "Number of Components of a tile" : "Number of Components",
                  numbers["components"][0].dump() + " x " + numbers["components"][1].dump());
    }
    text += row("Overall Resolution", by(pack.width, pack.height)) + row("Location", xyz(numbers["location_cm"])) +
            row("Scale", xyz(numbers["scale"]));
    text += "\nA sample v is at Z = location + (v - 32768) / 128 x scale, in cm.\n";
    if (pack.tiles)
      text += "\nTiles go into World Partition levels: choose the first one. Nothing else lies in their folders.\n";
    text +=
        "\nAs the fields may round what is typed, `place_landscape.py` sets the location and scale of the selected "
        "landscape to the digits above (Tools, Execute Python Script). Unreal's Python imports no landscapes.\n";
    if (!pack.weights.empty()) text += "\nEach file in `weights` is the weightmap of the paint layer of its name.\n";
  } else if (pack.program == Program::unity) {
    const Json& numbers = sheet["unity"];
    text = "| Terrain Settings, Import Raw | |\n| --- | --- |\n" + row("Depth", "Bit 16") +
           row("Resolution", numbers["heightmap_resolution"].dump()) + row("Byte Order", "Windows") +
           row("Flip Vertically", "off") + row("Terrain Size", xyz(numbers["terrain_size_m"])) +
           row("Position of the terrain", xyz(numbers["position_m"]));
    text +=
        "\nThe first row of the file is the southern one, which is row 0 of a terrain. A sample v is at position Y + "
        "v / 65536 x size Y.\n";
    if (pack.tiles)
      text +=
          "\nTiles are `heights_X_Z.raw`; X grows to the east, Z to the north. Neighbours share a row of heights.\n";
    text +=
        "\nOr put this folder below `Assets` and choose Terrawright, Import pack: the script in `Editor` makes the "
        "terrains, and paints them with the weights.\n";
    if (!pack.weights.empty()) {
      text +=
          "\nFour weights are the channels R, G, B and A of one file in `weights`: for each square of four heights "
          "one pixel, of " +
          numbers["alphamap_resolution"].dump() + " a side, the northern row first.\n";
    }
  } else if (pack.program == Program::godot) {
    const Json& numbers = sheet["godot"];
    text = "| Terrain3D, `addons/terrain_3d/tools/importer.tscn` | |\n| --- | --- |\n" +
           row("Vertex Spacing", numbers["vertex_spacing"].dump()) + row("Region Size", numbers["region_size"].dump()) +
           row("Height File Name", heights);
    if (!pack.weights.empty()) text += row("Control File Name", sheet["files"][0]["control"][0]);
    text +=
        row("Import Position", xyz(numbers["import_position"])) + row("Import Scale", "1") + row("Height Offset", "0");
    text +=
        "\nHeights are metres. Or put this folder into the project and run `import_terrain3d.gd` (File, Run, in the "
        "script editor) with a scene open that has a Terrain3D node.\n";
    if (facts.metres_across() != facts.metres_down()) {
      text += "\nTerrain3D has one spacing for both directions; from north to south cells are " +
              report::shortest(facts.metres_down()) + " m apart.\n";
    }
    if (!pack.weights.empty()) {
      text +=
          "\nThe control map names the two textures of a cell that weigh most, and how much of the second shows. "
          "Their numbers are those of the list of textures:\n";
    }
  } else {
    text = "| | |\n| --- | --- |\n" + row("heights in metres", "`.exr`, float32") +
           row("heights in 16 bits", "`.png`, and `.r16` without a header, little-endian; the northern row first") +
           row("metres", report::shortest(facts.range.minimum) + " + value x " + report::shortest(facts.step()));
    if (!pack.weights.empty()) text += "\nA file in `weights` is how much of one texture lies where, 0 to 255.\n";
  }
  return text;
}

Json sheet_of(const PackFacts& facts) {
  const Pack& pack = facts.pack;
  Json json = {{"pack", name_of(pack.program)}, {"world", in_world(facts)}};
  json["size"] = {pack.width, pack.height};
  json["resampled"] = facts.is_resampled();
  json["metres_per_cell"] = {facts.metres_across(), facts.metres_down()};
  json["heights"] = heights(facts);
  if (pack.program == Program::unreal) json["unreal"] = unreal_numbers(facts);
  if (pack.program == Program::unity) json["unity"] = unity_numbers(facts);
  if (pack.program == Program::godot) json["godot"] = godot_numbers(facts);
  if (!pack.weights.empty()) {
    Json& weights = json["weights"] = Json::array();
    for (const Pack::Weight& weight : pack.weights) weights.push_back(weight.name);
  }
  if (pack.tiles) {
    json["tiles"] = {{"columns", pack.tiles->columns()},
                     {"rows", pack.tiles->rows()},
                     {"side", pack.tiles->side},
                     {"overlap", pack.tiles->overlap}};
  }
  json["files"] = files(facts);
  for (const std::size_t i : pack.tables) {
    const std::string name = name_in_pack(facts, i);
    Json& table = json["tables"][name] = {{"rows", "tables/" + name + ".csv"}};
    if (facts.of.items[i]->places != 0) table["points"] = "tables/" + name + ".points.csv";
  }
  json["not_tried"] = not_tried(pack.program);
  return json;
}

}  // namespace

std::string sheet_json(const PackFacts& facts) { return report::json_text(sheet_of(facts)); }

std::string sheet_markdown(const PackFacts& facts) {
  const Pack& pack = facts.pack;
  const terrawright_delivery& of = facts.of;
  std::string text = "# " + std::string(of.world_name) + " for " + spoken_name(pack.program) + "\n\nSeed " + of.seed +
                     ", " + by(pack.width, pack.height) + " cells of " + report::shortest(facts.metres_across()) +
                     " x " + report::shortest(facts.metres_down()) + " m";
  if (facts.is_resampled()) text += ", made of " + by(facts.world_width, facts.world_height);
  if (encode::is_window(of)) text += ", window " + encode::window_text(of.window) + " of the world";
  text += ", by " + std::string(of.generator) + ". All numbers are in `sheet.json` too.\n\n";
  text += steps_of(facts, sheet_of(facts));
  if (in_16_bits(pack.program)) {
    text += "\nHeights go from " + report::shortest(facts.range.minimum) + " to " +
            report::shortest(facts.range.maximum) + " m, a step is " + report::shortest(facts.step()) +
            " m; each is at most half a step beside that of the world.\n";
  }
  if (pack.tiles) {
    text += "\n" + by(pack.tiles->columns(), pack.tiles->rows()) + " tiles of " +
            by(pack.tiles->side + pack.tiles->overlap, pack.tiles->side + pack.tiles->overlap) +
            " cells, all with these numbers.\n";
  }
  if (!pack.weights.empty()) {
    const bool sums = pack.program != Program::godot;
    text += "\nTextures: " + weights_text(pack) + (sums ? ". In every cell they are 255 together.\n" : "\n");
  }
  if (!pack.tables.empty()) {
    const PackTransform transform = transform_in_program(facts);
    text += std::string(
                "\nIn `tables` a `.csv` has the rows of a table, and its `.points.csv` where they are: in cells "
                "from the north-west corner, and as ") +
            transform.x_name + " and " + transform.y_name + ".\n";
  }
  return text + "\n" + not_tried(pack.program) + "\n";
}

}  // namespace terrawright::game
