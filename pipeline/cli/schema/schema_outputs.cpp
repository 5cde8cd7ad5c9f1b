// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include "build/outputs/outputs.hpp"
#include "cli/schema/schema_parts.hpp"
#include "config/world.hpp"

namespace terrawright::cli {
namespace {

// Relative, with '/', no '.' or '..', braces only around name, seed and layer.
constexpr char path_pattern[] =
    "^(?!.*(^|/)\\.{0,2}(/|$))([^{}\\\\:\\u0000-\\u001f]|\\{name\\}|\\{seed\\}|\\{layer\\})+";
// The same of tiles, with {x} and {y} in it.
constexpr char tile_pattern[] =
    "^(?!.*(^|/)\\.{0,2}(/|$))(?=.*\\{x\\})(?=.*\\{y\\})([^{}\\\\:\\u0000-\\u001f]|\\{(name|seed|layer|x|y)\\})+";
// A name that stands for one file, and not for one of each layer.
constexpr char without_layer[] = "^(?!.*\\{layer\\}).*";
// Extensions in any case, as patterns.
using Extensions = std::vector<std::string>;

// Of ".asc".
std::string extension_of(const std::string& ending) {
  std::string pattern;
  for (const char c : ending.substr(1)) {
    const bool letter = c >= 'a' && c <= 'z';
    pattern += letter ? std::string("[") + c + static_cast<char>(c - 'a' + 'A') + "]" : std::string(1, c);
  }
  return pattern;
}

// Values of the wanted writers, sorted.
template <class Wanted>
Extensions extensions_of(const graph::Catalogue& catalogue, Wanted wanted) {
  Extensions all = build::endings_of(catalogue, wanted);
  std::transform(all.begin(), all.end(), all.begin(), extension_of);
  std::sort(all.begin(), all.end());
  return all;
}

Extensions without(Extensions all, const Extensions& others) {
  const auto is_other = [&](const std::string& one) {
    return std::find(others.begin(), others.end(), one) != others.end();
  };
  all.erase(std::remove_if(all.begin(), all.end(), is_other), all.end());
  return all;
}

bool any_writer(const graph::WriterOffer& /*offer*/) { return true; }

// A pattern that ends in one of the extensions.
std::string ending_in(const Extensions& extensions) {
  std::string any;
  for (const std::string& extension : extensions) any += (any.empty() ? "" : "|") + extension;
  return "\\.(" + any + ")$";
}

// Keys for some formats only: `then` if the file, or that of tiles, has one of the extensions.
Json of_formats(const Extensions& extensions, const Json& then, const char* begin = "") {
  const Json file = {{"properties", {{"file", {{"type", "string"}, {"pattern", begin + ending_in(extensions)}}}}},
                     {"required", {"file"}}};
  const Json tiles = {{"properties", {{"tiles", file}}}, {"required", {"tiles"}}};
  // A writer that is named takes any ending.
  const Json named = {{"required", {"write"}}};
  return {{"if", {{"anyOf", {file, tiles}}, {"not", named}}}, {"then", {{"properties", then}}}};
}

Json tiles_schema(const graph::Catalogue& catalogue) {
  const auto cells = [](const char* description, int least) {
    Json schema = number_schema("cells", least, static_cast<double>(config::longest_side));
    schema["type"] = {"integer", "string"};
    return described(description, schema);
  };
  const auto writes_tiles = [](const graph::WriterOffer& offer) { return offer.writes_tiles(); };
  const std::string endings = build::one_of(build::endings_of(catalogue, writes_tiles), " or ");
  Json file = {{"description", "As of a file, with {x} and {y}, the tile's column and row, in it: " + endings + "."}};
  file["type"] = "string";
  file["pattern"] = tile_pattern + ending_in(extensions_of(catalogue, writes_tiles));
  file["patternErrorMessage"] = "a file with {x} and {y} in its name that ends in " + endings;
  file["examples"] = {"{name}_x{x}_y{y}.png"};
  Json edge = choices_schema("edge", {{"repeat", "As large as the others: the world's last cells are repeated."},
                                      {"cut", "As large as what is left of the world."}});
  edge["default"] = "repeat";
  Json tiles = {
      {"description", "In the place of `file`: a picture in squares, a file each, of which the layers have one range."},
      {"type", "object"},
      {"required", {"side", "file"}}};
  tiles["properties"] = {
      {"side", cells("Cells from one tile to the next.", 1)},
      {"overlap", cells("Cells that a tile has more, which its neighbours to the right and below begin with: side: "
                        "2048, overlap: 1 gives tiles of 2049 x 2049 cells.",
                        0)},
      {"edge", described("The last tiles: as large as the others, with the world's last cells repeated, or cut to what "
                         "is left.",
                         edge)},
      {"file", file}};
  tiles["additionalProperties"] = false;
  return tiles;
}

// Keys that other files have and tiles for the web do not have.
Json of_pyramids(const std::vector<std::string>& keys_of_writers) {
  Json none = Json::object();
  for (const char* key : {"file", "tiles"}) none[key] = false;
  for (const std::string& key : keys_of_writers) none[key] = false;
  const Json one = {{"properties", {{"file", {{"type", "string"}, {"pattern", without_layer}}}}},
                    {"required", {"file"}}};
  const Json of_one = {{"properties", {{"pyramid", one}}}, {"required", {"pyramid"}}};
  const Json rule = {{"if", of_one}, {"then", {{"properties", {{"layers", {{"maxProperties", 1}}}}}}}};
  return {{"allOf", {rule, {{"if", {{"required", {"pyramid"}}}}, {"then", {{"properties", none}}}}}}};
}

bool has_key(const graph::WriterOffer& offer, const std::string& key) {
  const terrawright_stage& described = offer.description->stage();
  const terrawright_port* port = graph::find_port(described, key, TERRAWRIGHT_PORT_INPUT);
  return graph::find_parameter(described, key) != nullptr ||
         (port != nullptr && (port->flags & TERRAWRIGHT_PORT_OPTIONAL) != 0);
}

// The parameter of the first writer that has it; nullptr: none does.
const terrawright_parameter* parameter_of(const graph::Catalogue& catalogue, const std::string& key) {
  const terrawright_parameter* found = nullptr;
  for (const graph::WriterOffer* offer : catalogue.writers())
    if (found == nullptr) found = graph::find_parameter(offer->description->stage(), key);
  return found;
}

// Keys that other files have and a drawing on paper does not have.
Json of_sheets(const graph::Catalogue& catalogue, const std::vector<std::string>& keys_of_writers) {
  const auto draws = [](const graph::WriterOffer& offer) { return build::takes(offer.writer(), build::drawing()); };
  Json keys = {{"file", {{"pattern", without_layer + ending_in(extensions_of(catalogue, draws))}}}};
  for (const char* key : {"tiles", "pyramid", "layers", "in", "coarsen", "print"}) keys[key] = false;
  const auto writers = catalogue.writers();
  for (const std::string& key : keys_of_writers) {
    if (std::none_of(writers.begin(), writers.end(),
                     [&](const auto* offer) { return draws(*offer) && has_key(*offer, key); }))
      keys[key] = false;
  }
  return {{"if", {{"required", {"sheet"}}, {"not", {{"required", {"write"}}}}}},
          {"then", {{"required", {"file"}}, {"properties", keys}}}};
}

// A layer, or one with parameters of its writer.
Json port_schema(const terrawright_port& port, const terrawright_writer& writer, const Json& reference) {
  Json with = {{"type", "object"}, {"required", {"layer"}}, {"additionalProperties", false}};
  with["properties"]["layer"] = reference;
  for (std::uint64_t i = 0; i < writer.n_parameters; ++i)
    with["properties"][writer.parameters[i]->name] = key_schema(*writer.parameters[i]);
  if (port.flags & TERRAWRIGHT_PORT_TITLES)
    return described(port.doc,
                     items_schema(port.flags & TERRAWRIGHT_PORT_CLASSES ? of_classes_schema(reference) : reference));
  if (writer.n_parameters == 0) return described(port.doc, reference);
  return described(port.doc, {{"anyOf", {reference, with}}});
}

// Parameters of writers and ports that may be left out, which stand beside `file` in files of their writers alone. The
// answer is their names.
std::vector<std::string> add_keys_of_writers(Json& output, const graph::Catalogue& catalogue, const Json& reference) {
  std::map<std::string, Json> keys;
  for (const graph::WriterOffer* offer : catalogue.writers()) {
    const terrawright_writer& writer = offer->writer();
    for (std::uint64_t i = 0; i < writer.n_parameters; ++i)
      keys.emplace(writer.parameters[i]->name, key_schema(*writer.parameters[i]));
    for (std::uint64_t i = 0; i < writer.n_ports; ++i)
      if (writer.ports[i]->flags & TERRAWRIGHT_PORT_OPTIONAL)
        keys.emplace(writer.ports[i]->name, port_schema(*writer.ports[i], writer, reference));
  }
  std::vector<std::string> names;
  for (const auto& [key, schema] : keys) {
    if (output["properties"].contains(key)) continue;
    const auto has_it = [&key = key](const graph::WriterOffer& offer) { return has_key(offer, key); };
    std::string whose;
    for (const graph::WriterOffer* offer : catalogue.writers())
      if (has_it(*offer)) whose += (whose.empty() ? " Of " : ", ") + graph::Catalogue::name(offer->writer());
    output["properties"][key] = schema;
    std::string text = schema["description"];
    text.insert(std::min(text.find("\n\n"), text.size()), whose + ".");  // before its choices
    output["properties"][key]["description"] = text;
    names.push_back(key);
    // A switch that is off asks for nothing.
    const terrawright_parameter* parameter = parameter_of(catalogue, key);
    const bool is_switch = parameter != nullptr && parameter->kind == TERRAWRIGHT_PARAMETER_BOOLEAN;
    if (is_switch && parameter->fallback.integer != 0) continue;
    const Json none = is_switch ? Json{{"const", false}} : Json(false);
    output["allOf"].push_back(
        of_formats(without(extensions_of(catalogue, any_writer), extensions_of(catalogue, has_it)), {{key, none}}));
  }
  return names;
}

// For an ending as many layers as a writer with it has ports.
void add_numbers_of_layers(Json& output, const graph::Catalogue& catalogue) {
  std::map<std::string, std::uint64_t> most;
  constexpr std::uint64_t any = ~std::uint64_t{0};
  for (const graph::WriterOffer* offer : catalogue.writers()) {
    const terrawright_writer& writer = offer->writer();
    const bool many = std::any_of(writer.ports, writer.ports + writer.n_ports,
                                  [](const auto* port) { return (port->flags & TERRAWRIGHT_PORT_MANY) != 0; });
    for (const std::string& ending : offer->endings())
      most[ending] = std::max(most[ending], many ? any : writer.n_ports);
  }
  for (const auto& [ending, layers] : most)
    if (layers != any)
      output["allOf"].push_back(
          of_formats({extension_of(ending)}, {{"layers", {{"maxProperties", layers}}}}, without_layer));
}

// Keys of an output for a writer of a plugin.
void add_writers(Json& output, const graph::Catalogue& catalogue, const Json& reference) {
  std::vector<Choice> names;
  for (const graph::WriterOffer* offer : catalogue.writers()) {
    const terrawright_stage& stage = offer->description->stage();
    names.push_back({graph::Catalogue::name(stage), stage.doc});
    Json rule = {
        {"if", {{"properties", {{"write", {{"const", graph::Catalogue::name(stage)}}}}}, {"required", {"write"}}}}};
    rule["then"]["properties"]["with"] = stage_schema(stage)["properties"]["with"];
    output["allOf"].push_back(rule);
  }
  if (catalogue.writers().empty()) return;
  output["properties"]["write"] =
      described("The writer of the file, where its ending does not say it.", choices_schema("write", names));
  output["properties"]["sheet"] =
      described("In the place of `layers`: the node that makes a drawing on paper, as map.sheet does.", reference);
  output["properties"]["in"] = output["properties"]["layers"];
  output["properties"]["with"] = {{"description", "Parameters of the writer."}, {"type", {"object", "null", "string"}}};
  output.erase("required");
  output["allOf"].push_back(
      {{"anyOf", {{{"required", {"layers"}}}, {{"required", {"write", "in"}}}, {{"required", {"sheet"}}}}}});
}

Json output_schema(const graph::Catalogue& catalogue) {
  const Json reference = {{"type", "string"}, {"pattern", reference_pattern}};
  Json layers = {{"description",
                  "Layers of the file, or its text or table: name: node, or name: node.port. A list, or a "
                  "map with titles, goes to the writer's port of the name: drape: [picture, biomes]."},
                 {"type", "object"}};
  layers["minProperties"] = 1;
  layers["propertyNames"] = {{"pattern", name_pattern}};
  layers["additionalProperties"] = items_schema(of_classes_schema(reference));
  std::string writers_of_endings;
  for (const graph::WriterOffer* offer : catalogue.writers())
    for (const std::string& ending : offer->endings())
      writers_of_endings += (writers_of_endings.empty() ? "" : ", ") + ending + " (" + offer->writer().id + ")";
  Json file = {
      {"description",
       "Below the output folder, with {name} and {seed} filled in; with {layer} in it each layer has a file. The "
       "extension chooses the writer: " +
           writers_of_endings + "."}};
  file["type"] = "string";
  file["pattern"] = path_pattern + std::string("$");
  file["examples"] = {"{name}-{seed}.exr", "{name}-{seed}.png"};
  Json output = {{"type", "object"}, {"required", {"layers"}}};
  output["anyOf"] = {{{"required", {"file"}}},
                     {{"required", {"tiles"}}},
                     {{"required", {"pyramid"}}},
                     {{"required", {"print"}}, {"properties", {{"print", {{"const", true}}}}}}};
  output["properties"] = {
      {"file", file},
      {"tiles", tiles_schema(catalogue)},
      {"pyramid", pyramid_schema(catalogue)},
      {"layers", layers},
      {"coarsen", described("One cell of the file for so many of the world a side: the mean, of masks and classes the "
                            "commonest, of counts the largest.",
                            {{"type", "integer"}, {"minimum", 2}})},
      {"print", described("Shows a text, or a table as CSV, in the terminal too.", {{"type", "boolean"}})}};
  output["additionalProperties"] = false;
  Json ending = {{"pattern", ending_in(extensions_of(catalogue, any_writer))}};
  ending["patternErrorMessage"] =
      "a file below the output folder that ends in " + build::one_of(build::endings_of(catalogue, any_writer), " or ");
  output["allOf"] = Json::array();
  output["allOf"].push_back(
      {{"if", {{"not", {{"required", {"write"}}}}}}, {"then", {{"properties", {{"file", ending}}}}}});
  const std::vector<std::string> keys = add_keys_of_writers(output, catalogue, reference);
  output["allOf"].push_back(of_pyramids(keys));
  output["allOf"].push_back(of_sheets(catalogue, keys));
  add_numbers_of_layers(output, catalogue);
  add_writers(output, catalogue, reference);
  return output;
}

}  // namespace

Json outputs_schema(const graph::Catalogue& catalogue) {
  const Json reference = {{"type", "string"}, {"pattern", reference_pattern}};
  // Files of layers are what is left where neither a pack nor a view is.
  Json others = {{"type", "object"}};
  others["if"] = {{"required", {"scene"}}};
  others["then"] = view_schema(catalogue, reference);
  others["else"] = output_schema(catalogue);
  return {{"description", "The files to write. Only what they need runs."},
          {"type", "array"},
          {"minItems", 1},
          {"items",
           {{"type", "object"},
            {"if", {{"required", {"pack"}}}},
            {"then", pack_schema(catalogue, reference)},
            {"else", others}}}};
}

}  // namespace terrawright::cli
