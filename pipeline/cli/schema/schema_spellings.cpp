// SPDX-License-Identifier: Apache-2.0
// Spellings of old configs in the place of a writer, with its ports and parameters in a separate map.
#include "cli/schema/schema_parts.hpp"
#include "config/plain_value.hpp"

namespace terrawright::cli {
namespace {

// A folder of tiles for the web, or a file of them.
constexpr char pyramid_pattern[] =
    "^(?!.*(^|/)\\.{0,2}(/|$))([^{}\\\\:\\u0000-\\u001f]|\\{(name|seed|layer)\\})+(\\.pmtiles|/\\{z\\}/\\{x\\}/"
    "\\{y\\}\\.png)$";
// A page: relative, with '/', no '.' or '..', braces only around name and seed.
constexpr char page_pattern[] =
    "^(?!.*(^|/)\\.{0,2}(/|$))([^{}\\\\:\\u0000-\\u001f]|\\{name\\}|\\{seed\\})+\\.[hH][tT][mM][lL]?$";
// A folder: the same.
constexpr char folder_pattern[] = "^(?!.*(^|/)\\.{0,2}(/|$))([^{}\\\\:\\u0000-\\u001f]|\\{name\\}|\\{seed\\})+$";

Json named(const char* description, const Json& value) {
  return {{"description", description},
          {"type", "object"},
          {"propertyNames", {{"pattern", name_pattern}}},
          {"additionalProperties", value}};
}

}  // namespace

Json key_schema(const terrawright_parameter& parameter) {
  Json schema = parameter_schema(parameter);
  if (parameter.kind != TERRAWRIGHT_PARAMETER_LIST) return schema;
  Json one = parameter_schema(config::item_of(parameter));
  for (Json* either : {&one, &schema})
    for (const char* key : {"default", "description"}) either->erase(key);
  return described(parameter.doc, {{"anyOf", {one, schema}}});
}

Json of_classes_schema(const Json& reference) {
  const Json class_name = {{"type", {"string", "integer", "boolean", "number"}}};
  Json some = {{"type", "object"}, {"required", {"layer"}}, {"additionalProperties", false}};
  some["properties"] = {{"layer", reference},
                        {"classes", described("Those that count, by the names of their legend or by their codes.",
                                              {{"type", "array"}, {"minItems", 1}, {"items", class_name}})}};
  return {{"anyOf", {reference, some}}};
}

Json items_schema(const Json& reference) {
  const Json list = {{"type", "array"}, {"items", reference}, {"uniqueItems", true}};
  const Json map = {{"type", "object"},
                    {"propertyNames", {{"minLength", 1}, {"maxLength", 100}}},
                    {"additionalProperties", reference}};
  return {{"anyOf", {reference, list, map}}};
}

Json pyramid_schema(const graph::Catalogue& catalogue) {
  Json file = {{"description", "As of a file: one that ends in .pmtiles, or a folder with /{z}/{x}/{y}.png after it."},
               {"type", "string"},
               {"pattern", pyramid_pattern},
               {"patternErrorMessage", "a .pmtiles file, or a folder with /{z}/{x}/{y}.png after it"},
               {"examples", {"{name}-web/{z}/{x}/{y}.png", "{name}-{seed}.pmtiles"}}};
  Json pyramid = {{"description", "In the place of `file`: tiles for maps on the web, in Web Mercator."},
                  {"type", "object"},
                  {"required", {"file"}}};
  pyramid["properties"]["file"] = file;
  if (const graph::WriterOffer* offer = catalogue.find_writer("web.tiles", 1))
    for (std::uint64_t i = 0; i < offer->writer().n_parameters; ++i)
      pyramid["properties"][offer->writer().parameters[i]->name] = key_schema(*offer->writer().parameters[i]);
  pyramid["additionalProperties"] = false;
  return pyramid;
}

Json view_schema(const graph::Catalogue& catalogue, const Json& reference) {
  Json scene = {{"description", "Layers of the page, with their values."}, {"type", "object"}};
  if (const graph::WriterOffer* offer = catalogue.find_writer("scene.html", 1)) {
    const terrawright_writer& writer = offer->writer();
    for (std::uint64_t i = 0; i < writer.n_ports; ++i) {
      const terrawright_port& port = *writer.ports[i];
      scene["properties"][port.name] =
          described(port.doc, port.flags & TERRAWRIGHT_PORT_TITLES ? items_schema(reference) : reference);
      if (!(port.flags & TERRAWRIGHT_PORT_OPTIONAL)) scene["required"].push_back(port.name);
    }
    for (std::uint64_t i = 0; i < writer.n_parameters; ++i)
      scene["properties"][writer.parameters[i]->name] = key_schema(*writer.parameters[i]);
  }
  scene["additionalProperties"] = false;
  Json view = {{"required", {"file", "scene"}}};
  view["properties"] = {
      {"file",
       described(
           "Below the output folder, with {name} and {seed} filled in: a page that a browser opens from the disk.",
           {{"type", "string"}, {"pattern", page_pattern}, {"examples", {"{name}-{seed}.html"}}})},
      {"scene", scene}};
  view["additionalProperties"] = false;
  return view;
}

Json pack_schema(const graph::Catalogue& catalogue, const Json& reference) {
  Json pack = {{"required", {"pack", "folder", "heights"}}};
  pack["properties"]["folder"] =
      described("Below the output folder, with {name} and {seed} filled in; a sheet in it has the numbers to type.",
                {{"type", "string"}, {"pattern", folder_pattern}, {"examples", {"{name}-unreal"}}});
  if (const graph::WriterOffer* offer = catalogue.find_writer("game.pack", 1)) {
    const terrawright_stage& writer = offer->description->stage();
    const auto parameter = [&](const char* name) { return parameter_schema(*graph::find_parameter(writer, name)); };
    const auto doc = [&](const char* port) { return graph::find_port(writer, port, TERRAWRIGHT_PORT_INPUT)->doc; };
    Json& all = pack["properties"];
    all["pack"] = parameter("program");
    all["fit"] = parameter("fit");
    all["range"] = parameter("range");
    all["heights"] = described(doc("heights"), reference);
    all["weights"] = named(doc("weights"), of_classes_schema(reference));
    all["tables"] = named(doc("tables"), reference);
    Json tiles = {{"type", "object"}, {"required", {"side"}}, {"additionalProperties", false}};
    tiles["properties"] = {{"side", parameter("side")}, {"overlap", parameter("overlap")}};
    all["tiles"] = described("Several files in the place of one, named as the program wants them.", tiles);
  }
  pack["additionalProperties"] = false;
  return pack;
}

}  // namespace terrawright::cli
