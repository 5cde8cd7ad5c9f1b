// SPDX-License-Identifier: Apache-2.0
// The world as a drawing: nodes with their stages, edges with ports and kinds, files at the end.
#include <map>
#include <set>
#include <tuple>

#include "cli/plan/dependencies.hpp"
#include "cli/session.hpp"
#include "cli/terminal/standard_output.hpp"
#include "cli/verbs.hpp"
#include "config/quantity.hpp"

namespace terrawright::cli {
namespace {

struct Edge {
  std::string from, to, label;
  bool is_value;  // a number, a grid or a table, no layer
};

// The drawing for both languages. Boxes are named n0, n1 ... and f0, f1 ...; files and nodes may have any name.
struct Drawing {
  struct Box {
    std::string id, title, detail;
  };
  std::string title;
  std::vector<Box> nodes, unneeded, files;
  std::vector<Edge> edges;
};

bool is_value(const graph::Flow& flow) {
  return flow.kind == TERRAWRIGHT_KIND_NUMBER || flow.kind == TERRAWRIGHT_KIND_GRID ||
         flow.kind == TERRAWRIGHT_KIND_TABLE;
}

// "annual to rain (scalar in mm/yr)"; one name where both ends have the same.
std::string label_of(const graph::Graph& graph, const graph::Link& link, const std::string& to) {
  const std::string from = graph.nodes[link.node].stage().ports[link.port]->name;
  return (from == to ? to : from + " to " + to) + " (" + flow_text(graph.flow(link)) + ")";
}

Drawing drawing_of(const graph::Graph& graph) {
  Drawing drawing;
  drawing.title = graph.world->name;
  // The times of a node are one box; what goes from one to the next is an edge to itself or back.
  const Times times(graph);
  std::vector<std::size_t> box_of(graph.nodes.size());
  std::set<std::tuple<std::string, std::string, std::string>> drawn;
  const auto draw = [&](const Edge& edge) {
    if (drawn.emplace(edge.from, edge.to, edge.label).second) drawing.edges.push_back(edge);
  };
  for (const auto& group : times.groups()) {
    for (const std::size_t n : group) box_of[n] = group.front();
  }
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    const graph::Node& node = graph.nodes[n];
    const std::string id = "n" + std::to_string(box_of[n]);
    std::string detail = graph::Catalogue::name(node.stage());
    for (std::size_t i = 0; i < node.numbers.size(); ++i) {
      if (!node.numbers[i]) continue;
      detail += std::string(", ") + node.stage().ports[i]->name + ": " +
                config::with_unit(*node.numbers[i], node.flows[i].unit);
    }
    if (box_of[n] == n) drawing.nodes.push_back({id, times.all_of(node.name), detail});
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
      if (!node.inputs[i]) continue;
      const std::string from = "n" + std::to_string(box_of[node.inputs[i]->node]);
      draw({from, id, label_of(graph, *node.inputs[i], node.stage().ports[i]->name),
            is_value(graph.flow(*node.inputs[i]))});
    }
  }
  std::map<std::string, const config::Node*> stages;
  for (const config::Node& stage : graph.world->nodes) stages.emplace(stage.name, &stage);
  for (const std::string& name : graph.unneeded) {
    const config::Node& stage = *stages.at(name);
    drawing.unneeded.push_back(
        {"u" + std::to_string(drawing.unneeded.size()), name, stage.id + "@" + std::to_string(stage.version)});
  }
  for (const graph::Output& output : graph.outputs) {
    const std::string id = "f" + std::to_string(drawing.files.size());
    drawing.files.push_back({id, output_name(output), ""});
    for (const graph::OutputLayer& layer : output.layers) {
      draw({"n" + std::to_string(box_of[layer.from.node]), id, label_of(graph, layer.from, layer.name), false});
    }
  }
  return drawing;
}

// A text between quotes of DOT.
std::string dot_text(const std::string& text) {
  return report::replaced(report::replaced(text, "\\", "\\\\"), "\"", "\\\"");
}

std::string dot(const Drawing& drawing) {
  std::string text = "digraph \"" + dot_text(drawing.title) +
                     "\" {\n  rankdir=TB\n  node [shape=box, style=rounded, fontname=sans]\n"
                     "  edge [fontname=sans, fontsize=10]\n";
  const auto box = [&](const Drawing::Box& b, const char* more) {
    text += "  " + b.id + " [label=\"" + dot_text(b.title) + (b.detail.empty() ? "" : "\\n" + dot_text(b.detail)) +
            "\"" + more + "]\n";
  };
  for (const auto& node : drawing.nodes) box(node, "");
  for (const auto& node : drawing.unneeded) box(node, ", style=\"rounded,dashed\", tooltip=\"no output needs it\"");
  for (const auto& file : drawing.files) box(file, ", shape=note, style=solid");
  for (const Edge& edge : drawing.edges) {
    text += "  " + edge.from + " -> " + edge.to + " [label=\"" + dot_text(edge.label) + "\"" +
            (edge.is_value ? ", style=dashed" : "") + "]\n";
  }
  return text + "}\n";
}

// A text between quotes of Mermaid, which knows entities in its own spelling.
std::string mermaid_text(const std::string& text) {
  return report::replaced(
      report::replaced(report::replaced(report::replaced(text, "#", "#35;"), "\"", "#quot;"), "<", "#lt;"), ">",
      "#gt;");
}

std::string mermaid(const Drawing& drawing) {
  std::string text = "flowchart TB\n";
  for (const auto& node : drawing.nodes) {
    text += "  " + node.id + "(\"" + mermaid_text(node.title) + "<br>" + mermaid_text(node.detail) + "\")\n";
  }
  for (const auto& node : drawing.unneeded) {
    text += "  " + node.id + "(\"" + mermaid_text(node.title) + "<br>" + mermaid_text(node.detail) + "\"):::unneeded\n";
  }
  for (const auto& file : drawing.files) text += "  " + file.id + "[/\"" + mermaid_text(file.title) + "\"/]\n";
  for (const Edge& edge : drawing.edges) {
    text += "  " + edge.from + (edge.is_value ? " -.->|\"" : " -->|\"") + mermaid_text(edge.label) + "\"| " + edge.to +
            "\n";
  }
  if (!drawing.unneeded.empty()) text += "  classDef unneeded stroke-dasharray: 4\n";
  return text;
}

}  // namespace

Exit graph(const Arguments& arguments) {
  const graph::Catalogue catalogue = load_catalogue(arguments);
  const Session session = load_session(arguments, catalogue);
  const Drawing drawing = drawing_of(session.graph);
  const std::string text = arguments.mermaid ? mermaid(drawing) : dot(drawing);
  print("graph", {{"language", arguments.mermaid ? "mermaid" : "dot"}, {"text", text}}, text);
  return done;
}

}  // namespace terrawright::cli
