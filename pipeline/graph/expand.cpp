// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <unordered_map>

#include "config/quantity.hpp"
#include "graph/catalogue.hpp"
#include "graph/linking.hpp"

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

// Into the inputs that a node gets from the second time on.
std::vector<config::Input> with_then(std::vector<config::Input> inputs, const std::vector<config::Input>& then) {
  for (const config::Input& later : then) {
    const auto same = std::find_if(inputs.begin(), inputs.end(),
                                   [&](const config::Input& input) { return input.port == later.port; });
    if (same == inputs.end()) {
      inputs.push_back(later);
    } else {
      *same = later;
    }
  }
  return inputs;
}

std::string numbered(const std::string& name, std::int64_t time) { return name + "/" + std::to_string(time); }

// Parameters of a part, as the composite that it is in was given them.
void give(const config::Node& use, const config::Composite::Parameter& parameter, config::Node& node) {
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

// Repetitions of a part; the default if the given value cannot be read.
std::int64_t times_of(const config::Node& part, const config::Composite& composite, const config::Node& use) {
  if (!part.repeat) return 1;
  if (part.repeat->parameter.empty()) return part.repeat->times;
  for (const config::Composite::Parameter& parameter : composite.parameters) {
    if (!parameter.count || parameter.name != part.repeat->parameter) continue;
    for (const config::Entry& given : use.parameters) {
      if (given.key != parameter.name || !given.value.is_scalar() || given.value.quoted) continue;
      const auto times = config::read_integer(given.value.text, "");
      if (times && *times.value >= parameter.count->least && *times.value <= parameter.count->most) return *times.value;
    }
    return parameter.count->value;
  }
  return 1;
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
        add_parts(with_numbers(offer->composed->stage, node, diagnostics_), *offer, into);
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
    Use& made = uses_[use.name];
    made.composed = &composed;
    for (const config::Node& part : composed.written.nodes) {
      if (part.repeat) made.times[part.name] = parameters_good ? times_of(part, composed.written, use) : 1;
    }
    for (const config::Node& part : composed.written.nodes) {
      config::Node node = part;
      node.repeat.reset();
      node.then.clear();
      node.position = use.position;
      node.use_position = use.use_position;
      node.revisions = use.revisions;
      if (composed.written.revision != 0) {
        node.revisions += (use.revisions.empty() ? "" : ", ") + composed.written.name() + " revision " +
                          std::to_string(composed.written.revision);
      }
      node.complete = part.complete && use.complete && inputs_good && parameters_good;
      // A user can mend values of the own composites where they stand, and files are looked for beside them.
      for (config::Entry& entry : node.parameters) {
        if (!offer.plugin.empty()) move_to(use.use_position, entry.value);
      }
      for (const config::Composite::Parameter& parameter : composed.written.parameters) {
        if (parameter.of.node == part.name && parameters_good) give(use, parameter, node);
      }
      const std::string name = use.name + "/" + part.name, random_name = use.random_name + "/" + part.random_name;
      const std::int64_t times = part.repeat ? made.times.at(part.name) : 1;
      const auto later = with_then(part.inputs, part.then);
      for (std::int64_t time = 1; time <= times && into.size() <= most_nodes; ++time) {
        config::Node one = node;
        one.name = part.repeat ? numbered(name, time) : name;
        one.random_name = part.repeat ? numbered(random_name, time) : random_name;
        one.inputs.clear();
        for (const config::Input& input : time == 1 ? part.inputs : later) {
          config::Input own = input;
          if (!own.from.outer && !own.number) {
            const bool before = part.repeat && own.from.node == part.name;
            const auto last = made.times.find(own.from.node);
            own.from.node = use.name + "/" + own.from.node;
            if (last != made.times.end()) own.from.node = numbered(own.from.node, before ? time - 1 : last->second);
          }
          add_input(use, composed, given, std::move(own), !offer.plugin.empty(), one);
        }
        put(std::move(one), into);
      }
    }
  }

  void add_input(const config::Node& use, const Composed& composed,
                 const std::vector<std::optional<std::size_t>>& given, config::Input input, bool foreign,
                 config::Node& node) const {
    input.key_position = use.use_position;
    if (!input.from.outer) {
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

  // An output of a composite is one of its parts', and so on where that is a composite.
  void follow(config::Reference& reference) {
    if (reference.outer) return;
    for (auto use = uses_.find(reference.node); use != uses_.end(); use = uses_.find(reference.node)) {
      const terrawright_port* port = output_of(use->second.composed->stage, reference, diagnostics_);
      if (port == nullptr) {
        reference.node.clear();  // said already
        return;
      }
      for (const config::Layer& output : use->second.composed->written.outputs) {
        if (output.name != port->name) continue;
        const auto last = use->second.times.find(output.from.node);
        reference.node = use->first + "/" + output.from.node;
        if (last != use->second.times.end()) reference.node = numbered(reference.node, last->second);
        reference.port = output.from.port;
        break;
      }
    }
  }

  double cell_;
  const Catalogue& catalogue_;
  report::Diagnostics& diagnostics_;
  struct Use {
    const Composed* composed = nullptr;
    std::unordered_map<std::string, std::int64_t> times = {};  // of the parts that are repeated
  };
  std::unordered_map<std::string, Use> uses_;
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
    const Composed* composed = offer != nullptr ? offer->composed.get() : nullptr;
    const bool as_by_default = composed == nullptr || !composed->varies || node.parameters.empty();
    count += composed == nullptr ? 1
             : as_by_default     ? composed->nodes
                                 : count_parts(composed->written, node, catalogue);
    if (count > most_nodes) return most_nodes + 1;
  }
  return count;
}

std::uint64_t count_parts(const config::Composite& composite, const config::Node& use, const Catalogue& catalogue) {
  std::uint64_t count = 0;
  for (const config::Node& part : composite.nodes) {
    config::Node node = part;
    for (const config::Composite::Parameter& parameter : composite.parameters) {
      if (parameter.of.node == part.name) give(use, parameter, node);
    }
    count += count_nodes({std::move(node)}, catalogue) * static_cast<std::uint64_t>(times_of(part, composite, use));
    if (count > most_nodes) return most_nodes + 1;
  }
  return count;
}

std::vector<config::Node> with_second_times(const std::vector<config::Node>& nodes) {
  std::vector<config::Node> both;
  for (const config::Node& node : nodes) {
    both.push_back(node);
    if (!node.repeat) continue;
    const std::string first = numbered(node.name, 1);
    config::Node before = node;
    before.name = first;
    both.back().inputs = with_then(node.inputs, node.then);
    for (config::Node* one : {&both.back(), &before}) {
      for (config::Input& input : one->inputs) {
        if (!input.from.outer && !input.number && input.from.node == node.name) input.from.node = first;
      }
    }
    both.push_back(std::move(before));
  }
  return both;
}

}  // namespace terrawright::graph
