// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "border/description.hpp"
#include "config/yaml/extends.hpp"
#include "graph/catalogue.hpp"
#include "graph/linking.hpp"
#include "report/suggest.hpp"

namespace terrawright::graph {
namespace {

using report::quote;

class Linker {
 public:
  Linker(const std::vector<config::Node>& nodes, double cell, const Catalogue& catalogue, const config::Value& document,
         report::Diagnostics& diagnostics)
      : written_(nodes), cell_(cell), catalogue_(catalogue), document_(document), diagnostics_(diagnostics) {}

  Linked run(const std::vector<config::Output>& outputs, const std::vector<config::Expectation>& expectations) {
    for (const config::Node& written : written_) {
      places_.emplace(written.name, linked_.nodes.size());
      linked_.nodes.push_back(named(written));
    }
    for (Node& node : linked_.nodes) {
      if (node.offer != nullptr) link_inputs(node);
    }
    for (const config::Output& written : outputs) {
      Output output;
      output.written = &written;
      for (const config::Layer& layer : written.layers) {
        if (const auto from = find(layer.from)) output.layers.push_back({layer.name, *from, &layer});
      }
      linked_.outputs.push_back(std::move(output));
    }
    for (const config::Expectation& written : expectations) {
      linked_.expectations.push_back({&written, {}, {}});
      for (const config::Measure& measure : written.measures)
        linked_.expectations.back().links.push_back(find(measure.from));
    }
    return std::move(linked_);
  }

 private:
  Node named(const config::Node& written) {
    Node node;
    node.name = written.name;
    node.written = &written;
    if (!written.readable) return node;  // said already
    node.offer = offer_of(written, catalogue_, diagnostics_);
    if (node.offer == nullptr) return node;
    node.parameters = config::read_parameters(node.stage(), with_numbers(node.stage(), written), cell_, diagnostics_);
    node.parameters_good = written.complete && node.parameters.good();
    node.inputs.resize(node.stage().n_ports);
    node.literals.resize(node.stage().n_ports);
    node.numbers.resize(node.stage().n_ports);
    node.flows.resize(node.stage().n_ports);
    return node;
  }

  // `in: {uplift: 1 mm/yr}` is `with: {uplift: 1 mm/yr}` where both are declared.
  static config::Node with_numbers(const terrawright_stage& stage, const config::Node& written) {
    config::Node node = written;
    for (const config::Input& input : written.inputs) {
      const terrawright_port* port = find_port(stage, input.port, TERRAWRIGHT_PORT_INPUT);
      if (input.number && port != nullptr && border::twin_of(stage, *port) != nullptr && !gives(written, input.port))
        node.parameters.push_back({input.port, input.key_position, *input.number});
    }
    return node;
  }

  static bool gives(const config::Node& written, const std::string& parameter) {
    return std::any_of(written.parameters.begin(), written.parameters.end(),
                       [&](const config::Entry& entry) { return entry.key == parameter; });
  }

  void link_inputs(Node& node) {
    const std::size_t errors = diagnostics_.error_count();
    const auto given = given_inputs(node.stage(), *node.written, diagnostics_);
    node.links_good = diagnostics_.error_count() == errors;
    for (std::size_t i = 0; i < given.size(); ++i) {
      if (!given[i]) continue;
      const config::Input& input = node.written->inputs[*given[i]];
      const bool has_twin = border::twin_of(node.stage(), *node.stage().ports[i]) != nullptr;
      if (has_twin && gives(*node.written, input.port)) {
        node.links_good = diagnostics_.error(
            input.key_position, quote(input.port) + " is given under 'in' and under 'with'", "leave one of them out");
      } else if (input.number && has_twin) {
        continue;  // read as a parameter
      } else if (input.number) {
        node.literals[i] = &*input.number;
      } else {
        node.inputs[i] = find(input.from);
        node.links_good = node.links_good && node.inputs[i];
      }
    }
  }

  // The output port that `node` or `node.port` names.
  std::optional<Link> find(const config::Reference& reference) {
    if (linked_.nodes.empty() || reference.node.empty()) return std::nullopt;  // said already, or from outside
    const auto found = places_.find(reference.node);
    if (found == places_.end())
      return diagnostics_.no_value(reference.position, "there is no node " + quote(reference.node),
                                   report::did_you_mean(reference.node, names(), "nodes are"),
                                   config::removed_from(document_, "node " + reference.node));
    const Node& node = linked_.nodes[found->second];
    if (node.offer == nullptr) return std::nullopt;  // said already
    const terrawright_port* port = output_of(node.stage(), reference, diagnostics_);
    if (port == nullptr) return std::nullopt;
    return Link{found->second, port_index(node.stage(), *port)};
  }

  // As the config has them: the parts of a composite are one.
  const std::vector<std::string>& names() {
    if (!names_.empty()) return names_;
    for (const Node& node : linked_.nodes) {
      const std::string name = name_in_config(node.name);
      if (names_.empty() || names_.back() != name) names_.push_back(name);
    }
    return names_;
  }

  const std::vector<config::Node>& written_;
  double cell_;
  const Catalogue& catalogue_;
  const config::Value& document_;
  report::Diagnostics& diagnostics_;
  Linked linked_;
  std::unordered_map<std::string_view, std::size_t> places_;  // of the nodes, by name
  std::vector<std::string> names_;
};

}  // namespace

Linked link(const std::vector<config::Node>& nodes, const std::vector<config::Output>& outputs, double cell,
            const Catalogue& catalogue, report::Diagnostics& diagnostics,
            const std::vector<config::Expectation>& expectations, const config::Value& document) {
  return Linker(nodes, cell, catalogue, document, diagnostics).run(outputs, expectations);
}

namespace {

constexpr std::size_t most_named = 12;  // at each end of a circle

// Vertices of the order: a node, or one output of a composite, as another output may feed it without a cycle.
class Vertices {
 public:
  explicit Vertices(const Linked& linked) : linked_(linked) {
    for (std::size_t node = 0; node < linked.nodes.size(); ++node) {
      first_.push_back(node_.size());
      node_.insert(node_.end(), composed(node) ? linked.nodes[node].inputs.size() : 1, node);
    }
  }

  std::size_t size() const { return node_.size(); }
  std::size_t node(std::size_t vertex) const { return node_[vertex]; }
  std::size_t of(const Link& link) const { return first_[link.node] + (composed(link.node) ? link.port : 0); }
  std::size_t inputs(std::size_t vertex) const {
    const Composed* inside = composed(node_[vertex]);
    return inside ? inside->reads[port(vertex)].size() : linked_.nodes[node_[vertex]].inputs.size();
  }
  // Its node and which of that node's ports.
  Link input(std::size_t vertex, std::size_t place) const {
    const Composed* inside = composed(node_[vertex]);
    return {node_[vertex], inside ? inside->reads[port(vertex)][place] : static_cast<std::uint32_t>(place)};
  }
  const std::optional<Link>& feeds(const Link& input) const { return linked_.nodes[input.node].inputs[input.port]; }

 private:
  const Composed* composed(std::size_t node) const {
    const Offer* offer = linked_.nodes[node].offer;
    return offer == nullptr ? nullptr : offer->composed.get();
  }
  std::size_t port(std::size_t vertex) const { return vertex - first_[node_[vertex]]; }

  const Linked& linked_;
  std::vector<std::size_t> first_, node_;
};

// Depth first from the outputs, so that a layer is read soon after it is made.
class Orderer {
 public:
  Orderer(const Linked& linked, report::Diagnostics& diagnostics)
      : linked_(linked), vertices_(linked), diagnostics_(diagnostics), place_in_path_(vertices_.size(), unseen) {}

  void visit(std::size_t first) {
    if (place_in_path_[first] != unseen) return;
    enter(first);
    while (!path_.empty()) {
      Frame& step = path_.back();
      if (step.next == vertices_.inputs(step.vertex)) {
        place_in_path_[step.vertex] = done;
        order_.push_back(vertices_.node(step.vertex));
        path_.pop_back();
        continue;
      }
      const auto& link = vertices_.feeds(vertices_.input(step.vertex, step.next++));
      if (!link) continue;
      const std::size_t vertex = vertices_.of(*link);
      if (place_in_path_[vertex] == unseen) {
        enter(vertex);
      } else if (place_in_path_[vertex] != done) {
        report_cycle(place_in_path_[vertex]);
      }
    }
  }
  void visit(const Link& link) { visit(vertices_.of(link)); }
  void visit_all() {
    for (std::size_t vertex = 0; vertex < vertices_.size(); ++vertex) visit(vertex);
  }
  std::vector<std::size_t> order() { return std::move(order_); }

 private:
  struct Frame {
    std::size_t vertex, next;  // the next of its inputs
  };
  static constexpr std::size_t unseen = ~std::size_t{0}, done = unseen - 1;

  void enter(std::size_t vertex) {
    place_in_path_[vertex] = path_.size();
    path_.push_back({vertex, 0});
  }
  const Node& node_at(std::size_t place) const { return linked_.nodes[vertices_.node(path_[place].vertex)]; }

  // From `begin` of the path to its end, and back.
  void report_cycle(std::size_t begin) {
    const std::string& real_name = node_at(begin).name;
    const std::string name = without_times(real_name);
    std::string loop = name;
    for (std::size_t place = path_.size(); place-- > begin;) {
      if (path_.size() - place == most_named + 1 && place - begin > most_named) {
        loop += " -> ...";
        place = begin + most_named;
        continue;
      }
      loop += " -> " + without_times(node_at(place).name);
    }
    // Said at the input that closes the loop.
    const Node& closing = node_at(path_.size() - 1);
    report::Position position = closing.written->position;
    for (const config::Input& input : closing.written->inputs) {
      if (input.from.node == real_name) position = input.from.position;
    }
    const bool itself = &closing == &node_at(begin);
    diagnostics_.error(
        position, itself ? "the node '" + name + "' needs itself" : "these nodes form a cycle: " + loop,
        itself ? "write another node as its input" : "give one of them an input from a node outside the cycle");
  }

  const Linked& linked_;
  const Vertices vertices_;
  report::Diagnostics& diagnostics_;
  std::vector<std::size_t> place_in_path_;
  std::vector<Frame> path_;
  std::vector<std::size_t> order_;
};

}  // namespace

std::vector<std::size_t> running_order(const Linked& linked, bool all, report::Diagnostics& diagnostics) {
  Orderer orderer(linked, diagnostics);
  for (const Output& output : linked.outputs) {
    for (const OutputLayer& layer : output.layers) orderer.visit(layer.from);
  }
  for (const Expectation& expectation : linked.expectations) {
    for (const auto& link : expectation.links) {
      if (link) orderer.visit(*link);
    }
  }
  auto needed = orderer.order();
  // A circle among nodes that nothing needs is still a mistake.
  orderer.visit_all();
  const auto others = orderer.order();
  if (all) needed.insert(needed.end(), others.begin(), others.end());
  return needed;
}

std::vector<Link> inputs_behind(const Linked& linked, const Link& output) {
  const Vertices vertices(linked);
  std::vector<bool> seen(vertices.size(), false);
  std::vector<std::size_t> open = {vertices.of(output)};
  std::vector<Link> found;
  seen[open.front()] = true;
  while (!open.empty()) {
    const std::size_t vertex = open.back();
    open.pop_back();
    for (std::size_t place = 0; place < vertices.inputs(vertex); ++place) {
      const Link input = vertices.input(vertex, place);
      const auto& link = vertices.feeds(input);
      if (!link) {
        found.push_back(input);
      } else if (!seen[vertices.of(*link)]) {
        seen[vertices.of(*link)] = true;
        open.push_back(vertices.of(*link));
      }
    }
  }
  return found;
}

}  // namespace terrawright::graph
