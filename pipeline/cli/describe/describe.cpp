// SPDX-License-Identifier: Apache-2.0

#include "border/description.hpp"
#include "cli/describe/stage_sentences.hpp"
#include "cli/session.hpp"
#include "cli/terminal/show.hpp"
#include "cli/terminal/standard_output.hpp"
#include "cli/verbs.hpp"
#include "report/diagnostic.hpp"
#include "report/suggest.hpp"
#include "report/utf8.hpp"

namespace terrawright::cli {
namespace {

std::string ports_text(const terrawright_stage& stage, const InputWindows& windows, std::uint32_t direction) {
  std::string text;
  for (std::uint64_t i = 0; i < stage.n_ports; ++i) {
    const terrawright_port& port = *stage.ports[i];
    if (port.direction != direction) continue;
    text += std::string("  ") + port.name + ": " + port_text(stage, port) + "\n      " + port.doc + "\n";
    if (const std::string needs = windows_text(stage, windows, i); !needs.empty())
      text += "      reads " + needs + "\n";
  }
  return text;
}

std::string parameter_text(const terrawright_parameter& parameter) {
  std::string text = std::string("  ") + parameter.name + ": " + type_text(parameter) + "\n      " + parameter.doc +
                     "\n      default: " + value_text(parameter, parameter.fallback) + "\n";
  for (std::uint64_t i = 0; parameter.choice_docs != nullptr && i < parameter.n_choices; ++i)
    text += std::string("      ") + parameter.choices[i] + ": " + parameter.choice_docs[i] + "\n";
  for (std::uint64_t c = 0; c < parameter.n_columns; ++c) {
    const terrawright_parameter& column = *parameter.columns[c];
    text += std::string("      ") + column.name + ": " + type_text(column) + "; without it " +
            value_text(column, column.fallback) + ". " + column.doc + "\n";
  }
  return text;
}

std::string indented(const std::string& lines) {
  std::string text;
  for (std::size_t begin = 0; begin < lines.size();) {
    const std::size_t end = std::min(lines.find('\n', begin), lines.size());
    text += "  " + lines.substr(begin, end - begin) + "\n";
    begin = end + 1;
  }
  return text;
}

}  // namespace

std::string stage_text(const graph::Offer& offer, const InputWindows& windows) {
  const terrawright_stage& stage = *offer.stage;
  const std::string what =
      has_revision(offer) ? (offer.composed ? "composite, revision " : "revision ") + std::to_string(stage.revision)
                          : "composite";
  std::string text =
      graph::Catalogue::name(stage) + " (" + what + ", from " + origin_text(offer) + ")\n  " + stage.doc + "\n";
  if (*stage.source != 0) text += std::string("  Source: ") + stage.source + "\n";
  text += "  Runs " + shape_text(stage) + ".\n  World: " + size_text(stage, windows) + ".\n";
  if (const std::string reads = reads_text(stage); !reads.empty()) text += "  Of the world it reads " + reads + ".\n";
  if (offer.composed) text += "\nParts\n";
  for (const CompositePart& part : parts_of(offer)) text += "  " + part.node + ": " + part.stage + part.repeated + "\n";
  const std::string inputs = ports_text(stage, windows, TERRAWRIGHT_PORT_INPUT);
  if (!inputs.empty()) text += "\nInputs\n" + inputs;
  text += "\nOutputs\n" + ports_text(stage, windows, TERRAWRIGHT_PORT_OUTPUT);
  if (stage.n_parameters != 0) text += "\nParameters\n";
  for (const terrawright_parameter* parameter : parameters_of(stage)) text += parameter_text(*parameter);
  if (const std::string example = example_of(offer); !example.empty()) text += "\nExample\n" + indented(example);
  return text;
}

std::string writer_text(const graph::WriterOffer& offer) {
  const terrawright_writer& writer = offer.writer();
  std::string text = graph::Catalogue::name(writer) + " (writer, revision " + std::to_string(writer.revision) +
                     ", from " + offer.plugin + " " + offer.version + (offer.file.empty() ? "" : ", " + offer.file) +
                     ")\n  " + writer.doc + "\n";
  if (*writer.source != 0) text += std::string("  Source: ") + writer.source + "\n";
  text += "  Files:";
  for (std::uint64_t i = 0; i < writer.n_endings; ++i) text += std::string(" ") + writer.endings[i];
  text += "\n\nInputs\n";
  for (std::uint64_t i = 0; i < writer.n_ports; ++i) {
    const terrawright_port& port = *writer.ports[i];
    text += std::string("  ") + port.name + ": " + border::kind_names(port.kinds);
    if (port.unit != nullptr) text += std::string(" in ") + port.unit;
    if (port.flags & TERRAWRIGHT_PORT_MANY) text += ", any number";
    if (port.flags & TERRAWRIGHT_PORT_OPTIONAL) text += ", optional";
    text += std::string("\n      ") + port.doc + "\n";
  }
  if (writer.n_parameters != 0) text += "\nParameters\n";
  for (std::uint64_t i = 0; i < writer.n_parameters; ++i) text += parameter_text(*writer.parameters[i]);
  if (writer.example != nullptr) text += "\nExample\n" + indented(writer.example);
  return text;
}

namespace {

// The writer of this name, in the newest version that the name leaves open; nullptr: there is none.
const graph::WriterOffer* find_writer(const graph::Catalogue& catalogue, const std::string& name) {
  const graph::WriterOffer* found = nullptr;
  for (const graph::WriterOffer* offer : catalogue.writers()) {
    if (name == offer->writer().id || name == graph::Catalogue::name(offer->writer())) found = offer;
  }
  return found;
}

Exit describe_writer(const Arguments& arguments, const graph::WriterOffer& offer) {
  if (json_lines() && !arguments.markdown) {
    print_event("writer", writer_json(offer));
  } else {
    const std::string text = arguments.json ? readable_json(writer_json(offer)) : writer_text(offer);
    print(report::printable_lines(arguments.markdown ? "```text\n" + text + "```\n" : text));
  }
  return done;
}

}  // namespace

const graph::Offer& stage_named(const std::string& name, const graph::Catalogue& catalogue) {
  // `heights.diamond_square@1` is how configs name it.
  const std::size_t at = name.find('@');
  const std::string id = name.substr(0, at);
  const graph::Offer* offer = at == std::string::npos ? catalogue.find(id) : nullptr;
  std::vector<std::string> versions;
  if (at != std::string::npos) {
    for (const std::uint32_t version : catalogue.versions(id)) {
      versions.push_back(std::to_string(version));
      if (name.substr(at + 1) == versions.back()) offer = catalogue.find(id, version);
    }
    if (offer == nullptr && !versions.empty())
      refuse("there is no version " + report::quote(name.substr(at + 1)) + " of " + id,
             "its versions are: " + report::join(versions));
  }
  if (offer != nullptr) return *offer;
  if (const auto pack = catalogue.left_out(id)) refuse(pack->problem, pack->remedy);
  show_error("there is no stage " + report::quote(name), report::did_you_mean(id, catalogue.ids(), "stages are"));
  throw Ended{catalogue.refused().empty() ? refused : bad_plugin};
}

Exit describe(const Arguments& arguments) {
  const graph::Catalogue catalogue = load_whole_catalogue(arguments);
  if (const graph::WriterOffer* writer = find_writer(catalogue, arguments.stage))
    return describe_writer(arguments, *writer);
  const graph::Offer* const offer = &stage_named(arguments.stage, catalogue);
  const InputWindows windows = probe(*offer);
  if (json_lines() && !arguments.markdown) {
    print_event("stage", stage_json(*offer, windows));
    return done;
  }
  print(report::printable_lines(arguments.json       ? readable_json(stage_json(*offer, windows))
                                : arguments.markdown ? stage_markdown(*offer, windows)
                                                     : stage_text(*offer, windows)));
  return done;
}

namespace {

Json halo_json(const std::optional<Halo>& halo) {
  if (!halo) return nullptr;
  return {{"left", halo->left}, {"up", halo->up}, {"right", halo->right}, {"down", halo->down}};
}

Json kinds_json(std::uint64_t kinds) {
  Json names = Json::array();
  for (std::uint32_t kind = 1; kind < 32; ++kind) {
    if (kinds & (1u << kind)) names.push_back(border::kind_name(kind));
  }
  return names;
}

Json ports_json(const terrawright_stage& stage, const InputWindows& windows, std::uint32_t direction) {
  Json ports = Json::array();
  for (std::uint64_t i = 0; i < stage.n_ports; ++i) {
    const terrawright_port& port = *stage.ports[i];
    if (port.direction != direction) continue;
    Json json = {{"name", port.name}, {"kinds", kinds_json(port.kinds)}};
    if (port.unit != nullptr) json["unit"] = port.unit;
    if (port.like_port != nullptr) json["like"] = port.like_port;
    if (direction == TERRAWRIGHT_PORT_INPUT) {
      json["optional"] = (port.flags & TERRAWRIGHT_PORT_OPTIONAL) != 0;
      json["statistics"] = port.statistics != 0;
      const bool tiled = windows.known && !(stage.flags & TERRAWRIGHT_STAGE_WHOLE);
      if (tiled && windows.ports[i].survey) json["halo"]["survey"] = halo_json(windows.ports[i].survey);
      if (tiled && windows.ports[i].paint) json["halo"]["paint"] = halo_json(windows.ports[i].paint);
    } else {
      json["main"] = !(port.flags & TERRAWRIGHT_PORT_BY_NAME);
    }
    const bool points = (port.flags & TERRAWRIGHT_PORT_POINTS) != 0, lines = (port.flags & TERRAWRIGHT_PORT_LINES) != 0;
    if (points || lines) json["places"] = points && lines ? "points or lines" : points ? "points" : "lines";
    json["doc"] = port.doc;
    ports.push_back(json);
  }
  return ports;
}

}  // namespace

Json stage_json(const graph::Offer& offer, const InputWindows& windows) {
  const terrawright_stage& stage = *offer.stage;
  Json json = {{"stage", graph::Catalogue::name(stage)},
               {"id", stage.id},
               {"version", stage.version},
               {"revision", has_revision(offer) ? Json(stage.revision) : Json(nullptr)},
               {"doc", stage.doc},
               {"source", stage.source}};
  for (const CompositePart& part : parts_of(offer)) {
    json["parts"].push_back({{"node", part.node}, {"stage", part.stage}});
    if (!part.times.empty()) json["parts"].back()["repeat"] = part.times;
  }
  json["plugin"] = {{"id", offer.plugin}, {"version", offer.version}};
  if (!offer.file.empty()) json["plugin"]["file"] = offer.file;
  json["shape"] = {{"name", shape_name(stage)},
                   {"whole", (stage.flags & TERRAWRIGHT_STAGE_WHOLE) != 0},
                   {"surveys", (stage.flags & TERRAWRIGHT_STAGE_SURVEYS) != 0},
                   {"resolves", (stage.flags & TERRAWRIGHT_STAGE_RESOLVES) != 0},
                   {"merges", (stage.flags & TERRAWRIGHT_STAGE_MERGES) != 0},
                   {"text", shape_text(stage)}};
  json["world"] = size_text(stage, windows);
  if (windows.known) {
    json["answer_bytes"] = {{"1025x1025", windows.memory}, {"8193x8193", windows.memory_of_large}};
  }
  json["reads"] = {{"seed", (stage.reads & TERRAWRIGHT_READS_RANDOM) != 0},
                   {"cell", (stage.reads & TERRAWRIGHT_READS_CELL) != 0},
                   {"latitude", (stage.reads & TERRAWRIGHT_READS_LATITUDE) != 0},
                   {"longitude", (stage.reads & TERRAWRIGHT_READS_LONGITUDE) != 0}};
  json["inputs"] = ports_json(stage, windows, TERRAWRIGHT_PORT_INPUT);
  json["outputs"] = ports_json(stage, windows, TERRAWRIGHT_PORT_OUTPUT);
  json["parameters"] = Json::array();
  for (std::uint64_t i = 0; i < stage.n_parameters; ++i) {
    json["parameters"].push_back(parameter_json(*stage.parameters[i]));
  }
  const std::string example = example_of(offer);
  json["example"] = example.empty() ? Json(nullptr) : Json(example);
  return json;
}

Json writer_json(const graph::WriterOffer& offer) {
  const terrawright_stage& described = offer.description->stage();
  const terrawright_writer& writer = offer.writer();
  Json json = {{"writer", graph::Catalogue::name(writer)},
               {"id", writer.id},
               {"version", writer.version},
               {"revision", writer.revision},
               {"doc", writer.doc},
               {"source", writer.source},
               {"plugin", {{"id", offer.plugin}, {"version", offer.version}}},
               {"endings", Json::array()},
               {"inputs", Json::array()},
               {"parameters", Json::array()}};
  if (!offer.file.empty()) json["plugin"]["file"] = offer.file;
  for (std::uint64_t i = 0; i < writer.n_endings; ++i) json["endings"].push_back(writer.endings[i]);
  for (std::uint64_t i = 0; i < writer.n_ports; ++i) {
    const terrawright_port& port = *writer.ports[i];
    json["inputs"].push_back({{"name", port.name},
                              {"kinds", kinds_json(port.kinds)},
                              {"optional", (port.flags & TERRAWRIGHT_PORT_OPTIONAL) != 0},
                              {"many", (port.flags & TERRAWRIGHT_PORT_MANY) != 0},
                              {"doc", port.doc}});
    if (port.unit != nullptr) json["inputs"].back()["unit"] = port.unit;
  }
  for (std::uint64_t i = 0; i < described.n_parameters; ++i)
    json["parameters"].push_back(parameter_json(*described.parameters[i]));
  json["example"] = writer.example == nullptr ? Json(nullptr) : Json(writer.example);
  return json;
}

namespace {

constexpr std::size_t longest_default = 60;  // in a cell of the table; longer ones stand below

// A cell of a table: one line, no column of its own.
std::string cell(const std::string& text) { return report::replaced(report::replaced(text, "|", "\\|"), "\n", " "); }

std::string code(const std::string& text) { return "`" + text + "`"; }

std::string row(const std::vector<std::string>& cells) {
  std::string line = "|";
  for (const std::string& text : cells) line += " " + cell(text) + " |";
  return line + "\n";
}

std::string ports(const terrawright_stage& stage, const InputWindows& windows, std::uint32_t direction) {
  std::string rows;
  for (std::uint64_t i = 0; i < stage.n_ports; ++i) {
    const terrawright_port& port = *stage.ports[i];
    if (port.direction != direction) continue;
    std::vector<std::string> cells = {code(port.name), port_text(stage, port), port.doc};
    if (direction == TERRAWRIGHT_PORT_INPUT) cells.push_back(windows_text(stage, windows, i));
    rows += row(cells);
  }
  if (rows.empty()) return "";
  return direction == TERRAWRIGHT_PORT_INPUT
             ? "\n## Inputs\n\n| input | takes | what | read at once |\n| --- | --- | --- | --- |\n" + rows
             : "\n## Outputs\n\n| output | is | what |\n| --- | --- | --- |\n" + rows;
}

std::string parameters(const terrawright_stage& stage) {
  if (stage.n_parameters == 0) return "";
  std::string text = "\n## Parameters\n\n| parameter | takes | default | what |\n| --- | --- | --- | --- |\n", below;
  for (const terrawright_parameter* described : parameters_of(stage)) {
    const terrawright_parameter& parameter = *described;
    for (std::uint64_t c = 0; c < parameter.n_columns; ++c) {
      const terrawright_parameter& column = *parameter.columns[c];
      if (c == 0)
        below += "\nColumns of " + code(parameter.name) +
                 ":\n\n| column | takes | default | what |\n| --- | --- | --- | --- |\n";
      below += row({code(column.name), type_text(column), code(value_text(column, column.fallback)), column.doc});
    }
    for (std::uint64_t i = 0; parameter.choice_docs != nullptr && i < parameter.n_choices; ++i) {
      if (i == 0) below += "\nChoices of " + code(parameter.name) + ":\n\n";
      below += "- " + code(parameter.choices[i]) + ": " + parameter.choice_docs[i] + "\n";
    }
    std::string fallback = code(value_text(parameter, parameter.fallback));
    if (fallback.size() > longest_default) {
      below += "\nDefault of " + code(parameter.name) + ":\n\n";
      for (std::uint64_t r = 0; r < parameter.fallback.n_items; ++r) {
        terrawright_value one = parameter.fallback;
        one.items += r;
        one.n_items = 1;
        const std::string in_list = value_text(parameter, one);
        below += "    - " + in_list.substr(1, in_list.size() - 2) + "\n";
      }
      fallback = "below";
    }
    text += row({code(parameter.name), type_text(parameter), fallback, parameter.doc});
  }
  return text + below;
}

}  // namespace

std::string stage_markdown(const graph::Offer& offer, const InputWindows& windows) {
  const terrawright_stage& stage = *offer.stage;
  std::string text = "# " + std::string(stage.id) + "\n\n" + stage.doc + "\n\n";
  text += "| | |\n| --- | --- |\n";
  text += row({"in a config", code("use: " + graph::Catalogue::name(stage))});
  text += row({"runs", shape_text(stage)});
  text += row({"size of the world", size_text(stage, windows)});
  if (const std::string reads = reads_text(stage); !reads.empty()) text += row({"reads of the world", reads});
  if (offer.composed) {
    std::string parts;
    for (const CompositePart& part : parts_of(offer))
      parts +=
          (parts.empty() ? "" : ", ") + code(part.node) + ": [" + part.id + "](" + part.id + ".md)" + part.repeated;
    text += row({"made of", parts});
  }
  if (has_revision(offer)) {
    text += row({"revision of its pixels", std::to_string(stage.revision)});
  }
  text += row({"comes with", offer.file.empty() ? "the program" : offer.plugin + " " + offer.version});
  if (*stage.source != 0) text += row({"source", stage.source});
  text += ports(stage, windows, TERRAWRIGHT_PORT_INPUT) + ports(stage, windows, TERRAWRIGHT_PORT_OUTPUT) +
          parameters(stage);
  if (const std::string example = example_of(offer); !example.empty()) {
    text += "\n## Example\n\n```yaml\n" + example + "```\n";
  }
  return text;
}

}  // namespace terrawright::cli
