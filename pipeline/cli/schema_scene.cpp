// SPDX-License-Identifier: Apache-2.0
#include "cli/schema_choice.hpp"
#include "cli/schema_outputs.hpp"
#include "cli/schema_value.hpp"

namespace terrawright::cli {
namespace {

// Relative, with '/', no '.' or '..', braces only around name and seed.
constexpr char page_pattern[] =
    "^(?!.*(^|/)\\.{0,2}(/|$))([^{}\\\\:\\u0000-\\u001f]|\\{name\\}|\\{seed\\})+\\.[hH][tT][mM][lL]?$";

// One node, a list of them, or a map with titles.
Json several(const char* description, const Json& reference) {
  const Json list = {{"type", "array"}, {"items", reference}, {"uniqueItems", true}};
  const Json map = {{"type", "object"},
                    {"propertyNames", {{"minLength", 1}, {"maxLength", 100}}},
                    {"additionalProperties", reference}};
  return described(description, {{"anyOf", {reference, list, map}}});
}

}  // namespace

Json scene_schema(const Json& reference) {
  Json scene = {{"description", "What the page shows; layers are in it with their values."},
                {"type", "object"},
                {"required", {"height"}}};
  Json budget = number_schema("MB", 1, 1000);
  budget["examples"] = {"10 MB"};
  Json picture = choices_schema("picture", {{"webp", "Far smaller; its bytes are those of a version of libwebp."},
                                            {"png", "Without loss, and the same bytes with every version."}});
  picture["default"] = "webp";
  scene["properties"] = {
      {"height", described("The land: heights in metres, or any other field of one number.", reference)},
      {"drape", several("Layers to be seen on it, in the order of the page's list: [picture, biomes, rain.annual], or "
                        "with titles {Rain of a year: rain.annual}. Of every kind.",
                        reference)},
      {"lines", several("Tables of lines, as rivers.table, or several of them.", reference)},
      {"points", several("Tables of points, as lakes.table, or several of them.", reference)},
      {"temperature", described("In C; where it is cold enough there is snow.", reference)},
      {"lake", described("The depth of lakes in metres, which are drawn as water.", reference)},
      {"budget", described("What the file may take; values are told in coarser steps until it does. 10 MB up to 1025 x "
                           "1025 cells, else 40 MB.",
                           budget)},
      {"picture", described("How colours are stored.", picture)}};
  scene["additionalProperties"] = false;
  Json view = {{"required", {"file", "scene"}}};
  view["properties"] = {
      {"file",
       described("Below the output folder, with {name} and {seed} filled in: a page that a browser opens from the "
                 "disk.",
                 {{"type", "string"}, {"pattern", page_pattern}, {"examples", {"{name}-{seed}.html"}}})},
      {"scene", scene}};
  view["additionalProperties"] = false;
  return view;
}

}  // namespace terrawright::cli
