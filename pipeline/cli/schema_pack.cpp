// SPDX-License-Identifier: Apache-2.0
#include "cli/schema_choice.hpp"
#include "cli/schema_outputs.hpp"
#include "cli/schema_value.hpp"
#include "config/world.hpp"

namespace terrawright::cli {
namespace {

// Relative, with '/', no '.' or '..', braces only around name and seed.
constexpr char folder_pattern[] = "^(?!.*(^|/)\\.{0,2}(/|$))([^{}\\\\:\\u0000-\\u001f]|\\{name\\}|\\{seed\\})+$";

Json named(const char* description, const Json& value) {
  return {{"description", description},
          {"type", "object"},
          {"propertyNames", {{"pattern", name_pattern}}},
          {"additionalProperties", value}};
}

Json cells(const char* description, int least) {
  Json schema = number_schema("cells", least, static_cast<double>(config::longest_side));
  schema["type"] = {"integer", "string"};
  return described(description, schema);
}

Json tiles() {
  Json schema = {{"description", "Several files in the place of one, named as the program wants them."},
                 {"type", "object"},
                 {"required", {"side"}}};
  schema["properties"] = {
      {"side", cells("Cells from one tile to the next: 1008 for landscapes of 1009, 1024 for terrains of 1025.", 1)},
      {"overlap", cells("Cells that neighbours share, only of generic packs: others have what the program wants.", 0)}};
  schema["additionalProperties"] = false;
  return schema;
}

}  // namespace

Json pack_schema(const Json& reference) {
  const Json class_name = {{"type", {"string", "integer", "boolean", "number"}}};
  Json of_classes = {{"type", "object"}, {"required", {"layer"}}, {"additionalProperties", false}};
  of_classes["properties"] = {{"layer", reference},
                              {"classes", described("Those that count, by the names of their legend or by their codes.",
                                                    {{"type", "array"}, {"minItems", 1}, {"items", class_name}})}};
  Json range = or_knob("array");
  range["items"] = any_number_schema(true);
  range["minItems"] = range["maxItems"] = 2;
  Json pack = {{"required", {"pack", "folder", "heights"}}};
  pack["properties"] = {
      {"pack",
       described(
           "The program that imports the folder; generic: any.",
           choices_schema(
               "pack", {{"unreal", "Unreal Engine: heights of 16 bits, a weight map of each layer, a script."},
                        {"unity", "Unity: .raw heights, four weights in a picture, a script that makes the terrains."},
                        {"godot", "Terrain3D of Godot: heights in metres, its control map, a script."},
                        {"generic", "Any program: heights as .exr, .png and .r16, a picture of each weight."}}))},
      {"folder",
       described("Below the output folder, with {name} and {seed} filled in; a sheet in it has the numbers to "
                 "type.",
                 {{"type", "string"}, {"pattern", folder_pattern}, {"examples", {"{name}-unreal"}}})},
      {"heights", described("Heights in metres: node, or node.port.", reference)},
      {"range",
       described("Lowest and highest height of the 16 bits of a sample; without it those of the world.", range)},
      {"weights",
       named(
           "Textures in their order, each with how much of it lies where: a mask, a weight of 0 to 1, {layer: biomes, "
           "classes: [beach]}, or rest. In each cell they are 255 together.",
           {{"anyOf", {reference, of_classes}}})},
      {"tables", named("Tables, as those of rivers and lakes, with places in the program.", reference)},
      {"tiles", tiles()},
      {"fit",
       described("What becomes of a world of a size that the program does not take: it is made again, at the "
                 "nearest that it takes.",
                 choices_schema(
                     "fit", {{"resample",
                              "The world is made again with the nearest number of cells that the program takes."}}))}};
  pack["additionalProperties"] = false;
  return pack;
}

}  // namespace terrawright::cli
