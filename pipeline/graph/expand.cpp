// SPDX-License-Identifier: Apache-2.0
#include <unordered_map>

#include "graph/composites.hpp"
#include "graph/names.hpp"

namespace terrawright::graph {
namespace {

void move_to(const report::Position& position, config::Value& value) {
  value.position = position;
  value.reference = {};
  for (config::Value& item : value.items) move_to(position, item);
  for (config::Entry& entry : value.entries) {
    entry.key_position = position;
    move_to(position, entry.value);
  }
}

class Expander {
 public:
  Expander(double cell, const Catalogue& catalogue, report::Diagnostics& diagnostics)
      : cell_(cell), catalogue_(catalogue), diagnostics_(diagnostics) {}

  void run(std::vector<config::Node>& nodes, const std::vector<config::Reference*>& outputs) {
    std::vector<config::Node> expanded;
    for (config::Node& node : nodes) put(std::move(node), expanded);
    nodes = std::move(expanded);
    for (config::Node& node : nodes) {
      for (config::Input& input : node.inputs) follow(input.from);
    }
    for (config::Reference* reference : outputs) follow(*reference);
  }

 private:
  void put(config::Node node, std::vector<config::Node>& into) {
    const Offer* offer = node.readable ? catalogue_.find(node.id) : nullptr;
    if (offer != nullptr && offer->composed != nullptr) {
      if (offer->composed->good && offer_of(node, catalogue_, diagnostics_) != nullptr) {
        uses_.emplace(node.name, offer->composed.get());
        add_parts(node, *offer, into);
        return;
      }
      node.readable = false;  // said already
    }
    into.push_back(std::move(node));
  }

  void add_parts(const config::Node& use, const Offer& offer, std::vector<config::Node>& into) {
    const Composed& composed = *offer.composed;
    const std::size_t errors = diagnostics_.error_count();
    const auto given = given_inputs(composed.stage, use, diagnostics_);
    const bool inputs_good = diagnostics_.error_count() == errors;
    const bool parameters_good = config::read_parameters(composed.stage, use, cell_, diagnostics_).good();
    for (const config::Node& part : composed.written.nodes) {
      config::Node node = part;
      node.name = use.name + "/" + part.name;
      node.random_name = use.random_name + "/" + part.random_name;
      node.position = use.position;
      node.use_position = use.use_position;
      node.inputs.clear();
      node.complete = part.complete && use.complete && inputs_good && parameters_good;
      for (const config::Input& input : part.inputs)
        add_input(use, composed, given, input, !offer.plugin.empty(), node);
      // A user can mend values of the own composites where they stand, and files are looked for beside them.
      for (config::Entry& entry : node.parameters) {
        if (!offer.plugin.empty()) move_to(use.use_position, entry.value);
      }
      for (const config::Composite::Parameter& parameter : composed.written.parameters) {
        if (parameter.of.node == part.name && parameters_good) give(use, parameter, node);
      }
      put(std::move(node), into);
    }
  }

  void add_input(const config::Node& use, const Composed& composed,
                 const std::vector<std::optional<std::size_t>>& given, config::Input input, bool foreign,
                 config::Node& node) const {
    input.key_position = use.use_position;
    if (!input.from.outer) {
      if (!input.number) input.from.node = use.name + "/" + input.from.node;
      // As values: a user can mend those of the own composites where they stand.
      if (input.number && foreign) move_to(use.use_position, *input.number);
      input.from.position = use.use_position;
      node.inputs.push_back(std::move(input));
      return;
    }
    const terrawright_port& port = *find_port(composed.stage, input.from.port, TERRAWRIGHT_PORT_INPUT);
    const auto place = given[port_index(composed.stage, port)];
    if (!place && (port.flags & TERRAWRIGHT_PORT_OPTIONAL)) return;
    if (place) input.key_position = use.inputs[*place].key_position;
    // A missing one was said.
    input.from = place ? use.inputs[*place].from : config::Reference{"", "", use.position, false};
    if (place) input.number = use.inputs[*place].number;
    node.inputs.push_back(std::move(input));
  }

  static void give(const config::Node& use, const config::Composite::Parameter& parameter, config::Node& node) {
    for (const config::Entry& given : use.parameters) {
      if (given.key != parameter.name) continue;
      config::Entry entry = given;
      entry.key = parameter.of.port;
      bool replaced = false;
      for (config::Entry& own : node.parameters) {
        if (own.key != entry.key) continue;
        own = entry;
        replaced = true;
      }
      if (!replaced) node.parameters.push_back(std::move(entry));
    }
  }

  // An output of a composite is one of its parts', and so on where that is a composite.
  void follow(config::Reference& reference) {
    if (reference.outer) return;
    for (auto use = uses_.find(reference.node); use != uses_.end(); use = uses_.find(reference.node)) {
      const terrawright_port* port = output_of(use->second->stage, reference, diagnostics_);
      if (port == nullptr) {
        reference.node.clear();  // said already
        return;
      }
      for (const config::Layer& output : use->second->written.outputs) {
        if (output.name != port->name) continue;
        reference.node = use->first + "/" + output.from.node;
        reference.port = output.from.port;
        break;
      }
    }
  }

  double cell_;
  const Catalogue& catalogue_;
  report::Diagnostics& diagnostics_;
  std::unordered_map<std::string, const Composed*> uses_;
};

}  // namespace

void expand(std::vector<config::Node>& nodes, const std::vector<config::Reference*>& outputs, double cell,
            const Catalogue& catalogue, report::Diagnostics& diagnostics) {
  Expander(cell, catalogue, diagnostics).run(nodes, outputs);
}

std::uint64_t count_nodes(const std::vector<config::Node>& nodes, const Catalogue& catalogue) {
  std::uint64_t count = 0;
  for (const config::Node& node : nodes) {
    const Offer* offer = node.readable ? catalogue.find(node.id) : nullptr;
    count += offer != nullptr && offer->composed != nullptr ? offer->composed->nodes : 1;
  }
  return count;
}

}  // namespace terrawright::graph
