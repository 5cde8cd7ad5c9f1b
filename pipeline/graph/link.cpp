// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "border/twin.hpp"
#include "graph/linking.hpp"
#include "graph/names.hpp"
#include "report/suggest.hpp"

namespace terrawright::graph {
namespace {

using report::quote;

class Linker {
 public:
  Linker(const std::vector<config::Node>& nodes, double cell, const Catalogue& catalogue,
         report::Diagnostics& diagnostics)
      : written_(nodes), cell_(cell), catalogue_(catalogue), diagnostics_(diagnostics) {}

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
        diagnostics_.error(input.key_position, quote(input.port) + " is given under 'in' and under 'with'",
                           "leave one of them out");
        node.links_good = false;
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
    if (found == places_.end()) {
      diagnostics_.error(reference.position, "there is no node " + quote(reference.node),
                         report::did_you_mean(reference.node, names(), "nodes are"));
      return std::nullopt;
    }
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
      const std::string name = node.name.substr(0, node.name.find('/'));
      if (names_.empty() || names_.back() != name) names_.push_back(name);
    }
    return names_;
  }

  const std::vector<config::Node>& written_;
  double cell_;
  const Catalogue& catalogue_;
  report::Diagnostics& diagnostics_;
  Linked linked_;
  std::unordered_map<std::string_view, std::size_t> places_;  // of the nodes, by name
  std::vector<std::string> names_;
};

}  // namespace

Linked link(const std::vector<config::Node>& nodes, const std::vector<config::Output>& outputs, double cell,
            const Catalogue& catalogue, report::Diagnostics& diagnostics,
            const std::vector<config::Expectation>& expectations) {
  return Linker(nodes, cell, catalogue, diagnostics).run(outputs, expectations);
}

}  // namespace terrawright::graph
