// SPDX-License-Identifier: Apache-2.0
#include "cli/schema_sheet.hpp"

#include "cli/schema_choice.hpp"
#include "config/world.hpp"

namespace terrawright::cli {
namespace {

// Relative, with '/', no '.' or '..', braces only around name and seed.
constexpr char sheet_pattern[] =
    "^(?!.*(^|/)\\.{0,2}(/|$))([^{}\\\\:\\u0000-\\u001f]|\\{name\\}|\\{seed\\})+\\."
    "([sS][vV][gG]|[pP][dD][fF]|[pP][nN][gG])$";

// A key that files of one ending have.
Json only_of(const char* key, const char* ending) {
  Json rule;
  rule["if"] = {{"required", {key}}};
  rule["then"] = {{"properties", {{"file", {{"pattern", std::string("\\.") + ending + "$"}}}}}};
  return rule;
}

}  // namespace

Json sheet_schema(const Json& reference) {
  Json sheet = {{"required", {"file", "sheet"}}};
  Json text = choices_schema("text", {{"outlines", "Letters as outlines, which look the same everywhere."},
                                      {"letters", "Text that programs can edit, where they have the fonts."}});
  text["default"] = "outlines";
  sheet["properties"] = {
      {"file", described("Below the output folder, with {name} and {seed} filled in: an .svg, .pdf or .png file.",
                         {{"type", "string"}, {"pattern", sheet_pattern}, {"examples", {"{name}-{seed}-map.pdf"}}})},
      {"sheet", described("The node that makes the drawing, as map.sheet does.", reference)},
      {"dpi",
       described(
           "Pixels an inch of a .png file.",
           {{"type", "integer"}, {"minimum", config::least_dpi}, {"maximum", config::most_dpi}, {"default", 300}})},
      {"text", described("What text is in an .svg file.", text)}};
  sheet["additionalProperties"] = false;
  sheet["allOf"] = {only_of("dpi", "[pP][nN][gG]"), only_of("text", "[sS][vV][gG]")};
  return sheet;
}

}  // namespace terrawright::cli
