// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "graph/linking.hpp"
#include "report/suggest.hpp"

namespace terrawright::graph {
namespace {

using report::quote;

class Linker {
 public:
  Linker(const config::World& world, const Catalogue& catalogue, report::Diagnostics& diagnostics)
      : world_(world), catalogue_(catalogue), diagnostics_(diagnostics) {}

  Linked run() {
    for (const config::Stage& written : world_.stages) linked_.nodes.push_back(named(written));
    for (Node& node : linked_.nodes) {
      if (node.offer != nullptr) link_inputs(node);
    }
    for (const config::Output& written : world_.outputs) {
      Output output;
      output.written = &written;
      for (const config::Layer& layer : written.layers) {
        if (const auto from = find(layer.from)) output.layers.push_back({layer.name, *from, &layer});
      }
      linked_.outputs.push_back(std::move(output));
    }
    return std::move(linked_);
  }

 private:
  Node named(const config::Stage& written) {
    Node node;
    node.name = written.name;
    node.written = &written;
    if (!written.readable) return node;  // said already
    const Offer* offer = catalogue_.find(written.id);
    if (offer == nullptr) {
      diagnostics_.error(written.use_position, "there is no stage " + quote(written.id), stages_like(written.id));
      return node;
    }
    if (offer->stage->version != written.version) {
      diagnostics_.error(written.use_position,
                         written.id + " is at version " + std::to_string(offer->stage->version) + ", not " +
                             std::to_string(written.version),
                         "write " + Catalogue::name(*offer->stage));
      return node;
    }
    node.offer = offer;
    const std::size_t errors = diagnostics_.error_count();
    node.parameters = config::read_parameters(*offer->stage, written, diagnostics_);
    node.parameters_good = diagnostics_.error_count() == errors;
    node.inputs.resize(offer->stage->n_ports);
    node.flows.resize(offer->stage->n_ports);
    return node;
  }

  // The one that was meant, else those of its family, else the families.
  std::string stages_like(const std::string& id) const {
    const std::string nearest = report::suggest(id, catalogue_.ids());
    if (!nearest.empty()) return "did you mean " + quote(nearest) + "?";
    const std::string family = id.substr(0, id.find('.') + 1);
    std::vector<std::string> members, families;
    for (const std::string& other : catalogue_.ids()) {
      const std::size_t dot = other.find('.') + 1;
      if (other.substr(0, dot) == family) members.push_back(other);
      if (families.empty() || families.back() != other.substr(0, dot) + "*")
        families.push_back(other.substr(0, dot) + "*");
    }
    return "there are: " + report::join(members.empty() ? families : members) + "; 'terrawright stages' lists all";
  }

  void link_inputs(Node& node) {
    const terrawright_stage& stage = node.stage();
    std::vector<bool> given(stage.n_ports, false), misspelt(stage.n_ports, false);
    for (const config::Input& input : node.written->inputs) {
      const terrawright_port* port = find_port(stage, input.port, TERRAWRIGHT_INPUT);
      if (port == nullptr) {
        diagnostics_.error(input.key_position, Catalogue::name(stage) + " has no input " + quote(input.port),
                           report::did_you_mean(input.port, port_names(stage, TERRAWRIGHT_INPUT), "its inputs are"));
        for (std::uint64_t i = 0; i < stage.n_ports; ++i)
          misspelt[i] = misspelt[i] || !report::suggest(input.port, {stage.ports[i].name}).empty();
        continue;
      }
      given[port_index(stage, *port)] = true;
      node.inputs[port_index(stage, *port)] = find(input.from);
    }
    for (std::uint64_t i = 0; i < stage.n_ports; ++i) {
      const terrawright_port& port = stage.ports[i];
      const bool required = port.direction == TERRAWRIGHT_INPUT && !(port.flags & TERRAWRIGHT_OPTIONAL);
      if (!required || given[i] || misspelt[i]) continue;
      diagnostics_.error(node.written->position,
                         quote(node.name) + " lacks the input " + quote(port.name) + " of " + Catalogue::name(stage),
                         std::string("add in: {") + port.name + ": ...}: " + port.doc);
    }
  }

  // The output port that `node` or `node.port` names.
  std::optional<Link> find(const config::Reference& reference) {
    std::vector<std::string> names;
    for (const Node& node : linked_.nodes) names.push_back(node.name);
    if (names.empty() || reference.node.empty()) return std::nullopt;  // said already
    const auto found = std::find(names.begin(), names.end(), reference.node);
    if (found == names.end()) {
      diagnostics_.error(reference.position, "there is no node " + quote(reference.node),
                         report::did_you_mean(reference.node, names, "nodes are"));
      return std::nullopt;
    }
    const auto place = static_cast<std::size_t>(found - names.begin());
    const Node& node = linked_.nodes[place];
    if (node.offer == nullptr) return std::nullopt;  // said already
    const auto outputs = port_names(node.stage(), TERRAWRIGHT_OUTPUT), mains = main_outputs(node.stage());
    if (reference.port.empty() && mains.size() != 1) {
      diagnostics_.error(reference.position, quote(node.name) + " has several outputs, none of them the main one",
                         "name one: " + report::join(with_prefix(node.name, outputs)));
      return std::nullopt;
    }
    const std::string& name = reference.port.empty() ? mains.front() : reference.port;
    const terrawright_port* port = find_port(node.stage(), name, TERRAWRIGHT_OUTPUT);
    if (port == nullptr) {
      diagnostics_.error(reference.position, quote(node.name) + " makes no output " + quote(name),
                         report::did_you_mean(name, outputs, Catalogue::name(node.stage()) + " makes"));
      return std::nullopt;
    }
    return Link{place, port_index(node.stage(), *port)};
  }

  static std::vector<std::string> with_prefix(const std::string& node, std::vector<std::string> ports) {
    for (std::string& port : ports) port = node + "." + port;
    return ports;
  }

  const config::World& world_;
  const Catalogue& catalogue_;
  report::Diagnostics& diagnostics_;
  Linked linked_;
};

}  // namespace

Linked link(const config::World& world, const Catalogue& catalogue, report::Diagnostics& diagnostics) {
  return Linker(world, catalogue, diagnostics).run();
}

}  // namespace terrawright::graph
