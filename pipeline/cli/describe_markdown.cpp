// SPDX-License-Identifier: Apache-2.0
#include "cli/describe.hpp"
#include "cli/stage_sentences.hpp"
#include "cli/value_text.hpp"
#include "report/diagnostic.hpp"

namespace terrawright::cli {
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
    for (const Part& part : parts_of(offer))
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
