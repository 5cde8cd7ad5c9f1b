// SPDX-License-Identifier: Apache-2.0
#include "cli/describe.hpp"

#include "border/kind.hpp"
#include "cli/session.hpp"
#include "cli/show.hpp"
#include "cli/stage_sentences.hpp"
#include "cli/standard_output.hpp"
#include "cli/value_text.hpp"
#include "cli/verbs.hpp"
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
  for (const Part& part : parts_of(offer)) text += "  " + part.node + ": " + part.stage + part.repeated + "\n";
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
  const graph::Offer* offer = catalogue.find(id);
  if (at != std::string::npos) {
    for (const std::uint32_t version : catalogue.versions(id)) {
      if (name.substr(at + 1) == std::to_string(version)) offer = catalogue.find(id, version);
    }
  }
  if (offer != nullptr) return *offer;
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

}  // namespace terrawright::cli
