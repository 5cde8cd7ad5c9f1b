// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include "border/description.hpp"
#include "graph/catalogue.hpp"
#include "graph/linking.hpp"
#include "report/suggest.hpp"

namespace terrawright::graph {
namespace {

using report::quote;

// Derives the ports and parameters of one composite from its parts, which are linked.
class Deriver {
 public:
  Deriver(Composed& composed, const Linked& linked, report::Diagnostics& diagnostics)
      : composed_(composed), written_(composed.written), linked_(linked), diagnostics_(diagnostics) {}

  void run() {
    find_uses();
    for (const config::Composite::Input& input : written_.inputs) add(input);
    for (const config::Layer& output : written_.outputs) add(output);
    for (const config::Composite::Parameter& parameter : written_.parameters) add(parameter);
    terrawright_stage& stage = composed_.stage;
    for (const terrawright_port& port : composed_.ports) composed_.port_list.push_back(&port);
    for (const terrawright_parameter& own : composed_.parameters) composed_.parameter_list.push_back(&own);
    stage.ports = composed_.port_list.data();
    stage.n_ports = composed_.ports.size();
    stage.parameters = composed_.parameter_list.data();
    stage.n_parameters = composed_.parameters.size();
  }

 private:
  // Finds the users of `$name`: the ports of the parts that each input feeds.
  void find_uses() {
    for (const Node& node : linked_.nodes) {
      all_readable_ = all_readable_ && node.written->readable;
      for (const config::Input& input : node.written->inputs) {
        if (!input.from.outer) continue;
        named_.insert(input.from.port);
        if (node.offer == nullptr) continue;
        if (const terrawright_port* port = find_port(node.stage(), input.port, TERRAWRIGHT_PORT_INPUT))
          fed_[input.from.port].push_back(port);
      }
    }
  }

  void add(const config::Composite::Input& input) {
    terrawright_port port = {sizeof port,
                             TERRAWRIGHT_PORT_INPUT,
                             ~std::uint64_t{0},
                             TERRAWRIGHT_PORT_OPTIONAL,
                             0,
                             0,
                             0,
                             input.name.c_str(),
                             input.doc.c_str(),
                             nullptr,
                             nullptr};
    // If a part could not be read, this is unknown.
    if (all_readable_ && named_.count(input.name) == 0) {
      diagnostics_.error(input.position,
                         "nothing in the composite " + quote(written_.name()) + " uses its input " + quote(input.name),
                         "write $" + input.name + " where it belongs, or delete it");
    }
    std::string differ;
    for (const terrawright_port* inner : fed_[input.name]) {
      port.kinds &= inner->kinds;
      const bool other = port.unit != nullptr && inner->unit != nullptr && std::string(port.unit) != inner->unit;
      if (other) differ = std::string("units ") + port.unit + " and " + inner->unit;
      if (inner->unit != nullptr) port.unit = inner->unit;
      if (!(inner->flags & TERRAWRIGHT_PORT_OPTIONAL)) port.flags = 0;
      if (*port.doc == 0) port.doc = inner->doc;
    }
    if (port.kinds == 0) differ = "kinds";
    if (!differ.empty()) {
      diagnostics_.error(input.position,
                         "the parts that the input " + quote(input.name) + " feeds take different " + differ,
                         "make it two inputs");
    }
    composed_.ports.push_back(port);
  }

  void add(const config::Layer& output) {
    for (const OutputLayer& linked : linked_.outputs.front().layers) {
      if (linked.name != output.name) continue;
      terrawright_port port = *linked_.nodes[linked.from.node].stage().ports[linked.from.port];
      port.name = output.name.c_str();
      port.flags &= ~static_cast<std::uint32_t>(TERRAWRIGHT_PORT_BY_NAME);
      if (!written_.main.empty() && output.name != written_.main) port.flags |= TERRAWRIGHT_PORT_BY_NAME;
      like(linked.from, port);
      composed_.ports.push_back(port);
    }
  }

  // An output that is like an input of its part is like what feeds that.
  void like(const Link& from, terrawright_port& port) const {
    const Node& node = linked_.nodes[from.node];
    const char* named = node.stage().ports[from.port]->like_port;
    port.like_port = nullptr;
    if (named == nullptr) return;
    for (const config::Input& input : node.written->inputs) {
      if (input.port != named) continue;
      if (input.from.outer) {
        for (const config::Composite::Input& own : written_.inputs) {
          if (own.name == input.from.port) port.like_port = own.name.c_str();
        }
        return;
      }
      const terrawright_port* inner = find_port(node.stage(), named, TERRAWRIGHT_PORT_INPUT);
      const auto& link = node.inputs[port_index(node.stage(), *inner)];
      if (!link) return;
      const terrawright_port& fed = *linked_.nodes[link->node].stage().ports[link->port];
      port.kinds &= fed.kinds;
      if (port.unit == nullptr) port.unit = fed.unit;
      like(*link, port);
      return;
    }
  }

  void add(const config::Composite::Parameter& parameter) {
    if (parameter.count) {
      terrawright_parameter own{};
      own.size = sizeof own;
      own.kind = TERRAWRIGHT_PARAMETER_INTEGER;
      own.name = parameter.name.c_str();
      own.doc = parameter.count->doc.c_str();
      own.unit = "";
      own.minimum = static_cast<double>(parameter.count->least);
      own.maximum = static_cast<double>(parameter.count->most);
      own.integer_minimum = parameter.count->least;
      own.integer_maximum = parameter.count->most;
      own.fallback.integer = parameter.count->value;
      composed_.parameters.push_back(own);
      return;
    }
    if (parameter.of.node.empty()) return;  // said already
    // A composite has few parameters.
    const auto node = std::find_if(linked_.nodes.begin(), linked_.nodes.end(),
                                   [&](const Node& n) { return n.name == parameter.of.node; });
    if (node == linked_.nodes.end()) {
      std::vector<std::string> names;
      for (const Node& n : linked_.nodes) {
        if (!n.is_part()) names.push_back(n.name);
      }
      diagnostics_.error(parameter.of.position, "there is no node " + quote(parameter.of.node),
                         report::did_you_mean(parameter.of.node, names, "nodes are"));
      return;
    }
    if (node->offer == nullptr) return;  // said already
    const terrawright_stage& stage = node->stage();
    std::vector<std::string> names;
    for (std::uint64_t i = 0; i < stage.n_parameters; ++i) {
      names.emplace_back(stage.parameters[i]->name);
      if (names.back() != parameter.of.port) continue;
      terrawright_parameter own = *stage.parameters[i];
      own.name = parameter.name.c_str();
      own.fallback = node->parameters.values()[i];
      composed_.parameters.push_back(own);
      return;
    }
    diagnostics_.error(parameter.of.position, Catalogue::name(stage) + " has no parameter " + quote(parameter.of.port),
                       names.empty() ? "it takes none" : report::did_you_mean(parameter.of.port, names, "it takes"));
  }

  Composed& composed_;
  const config::Composite& written_;
  const Linked& linked_;
  report::Diagnostics& diagnostics_;
  bool all_readable_ = true;
  std::set<std::string> named_;
  std::map<std::string, std::vector<const terrawright_port*>> fed_;
};

// Finds the inputs that each output depends on.
void find_reads(Composed& composed, const Linked& linked) {
  composed.reads.resize(composed.ports.size());
  for (const OutputLayer& output : linked.outputs.front().layers) {
    const terrawright_port* port = find_port(composed.stage, output.name, TERRAWRIGHT_PORT_OUTPUT);
    if (port == nullptr) continue;
    auto& reads = composed.reads[port_index(composed.stage, *port)];
    for (const Link& behind : inputs_behind(linked, output.from)) {
      const Node& node = linked.nodes[behind.node];
      if (node.offer == nullptr) continue;
      for (const config::Input& input : node.written->inputs) {
        if (!input.from.outer || input.port != node.stage().ports[behind.port]->name) continue;
        const terrawright_port* own = find_port(composed.stage, input.from.port, TERRAWRIGHT_PORT_INPUT);
        if (own != nullptr) reads.push_back(port_index(composed.stage, *own));
      }
    }
    std::sort(reads.begin(), reads.end());
    reads.erase(std::unique(reads.begin(), reads.end()), reads.end());
  }
}

class Composer {
 public:
  Composer(std::vector<config::Composite> composites, const Offer& origin, Catalogue& catalogue,
           report::Diagnostics& diagnostics)
      : composites_(std::move(composites)),
        state_(composites_.size(), State::unseen),
        place_in_path_(composites_.size()),
        origin_(origin),
        catalogue_(catalogue),
        diagnostics_(diagnostics) {}

  void run() {
    for (std::size_t i = 0; i < composites_.size(); ++i) places_.emplace(composites_[i].id, i);
    for (std::size_t i = 0; i < composites_.size(); ++i) add(i);
  }

 private:
  enum class State { unseen, open, done };
  struct Frame {
    std::size_t composite, next = 0;  // the next of its parts
    bool circle = false;
  };

  // Each after those that it uses.
  void add(std::size_t first) {
    if (state_[first] != State::unseen) return;
    enter(first);
    while (!path_.empty()) {
      Frame& step = path_.back();
      std::vector<config::Node>& parts = composites_[step.composite].nodes;
      if (step.next == parts.size()) {
        state_[step.composite] = State::done;
        compose(composites_[step.composite], step.circle);
        path_.pop_back();
        continue;
      }
      config::Node& part = parts[step.next++];
      const auto used = places_.find(part.id);
      if (used == places_.end()) continue;
      if (state_[used->second] == State::open) {
        report_circle(part, used->second);
        part.readable = false;
        step.circle = true;
      } else if (state_[used->second] == State::unseen) {
        enter(used->second);
      }
    }
  }

  void enter(std::size_t composite) {
    state_[composite] = State::open;
    place_in_path_[composite] = path_.size();
    path_.push_back({composite});
  }

  void report_circle(const config::Node& part, std::size_t begin) {
    constexpr std::size_t most_named = 12;
    std::string loop;
    const std::size_t first = place_in_path_[begin];
    for (std::size_t place = first; place < path_.size(); ++place) {
      if (place == first + most_named && path_.size() - place > most_named) {
        loop += "... -> ";
        place = path_.size() - most_named;
      }
      loop += composites_[path_[place].composite].name() + " -> ";
    }
    const std::string& name = composites_[begin].name();
    diagnostics_.error(part.use_position, "the composite " + quote(name) + " is made of itself: " + loop + name,
                       "use a stage or another composite in its place");
  }

  // Notes how large it is; false where it is too large to be used.
  bool measure(Composed& composed) {
    config::Composite& own = composed.written;
    for (config::Node& part : own.nodes) {
      composed.varies = composed.varies || (part.repeat && !part.repeat->parameter.empty());
      const Offer* offer = part.readable ? catalogue_.find(part.id) : nullptr;
      if (offer == nullptr || offer->composed == nullptr) continue;
      composed.varies = composed.varies || offer->composed->varies;
      if (!offer->composed->good) part.readable = false;  // said already
      composed.depth = std::max(composed.depth, offer->composed->depth + 1);
    }
    composed.nodes = count_parts(own, {}, catalogue_);
    if (composed.nodes > most_nodes)
      return diagnostics_.error(own.position,
                                "the composite " + quote(own.name()) + " has more than " + std::to_string(most_nodes) +
                                    " nodes, those of the composites in it counted",
                                "a world has at most " + std::to_string(most_nodes));
    if (composed.depth <= deepest_composite) return true;
    return diagnostics_.error(own.position,
                              "the composite " + quote(own.name()) + " holds composites more than " +
                                  std::to_string(deepest_composite) + " deep",
                              "write the parts of some of them out");
  }

  void compose(config::Composite& written, bool circle) {
    const std::size_t errors = diagnostics_.error_count();
    auto composed = std::make_shared<Composed>();
    composed->written = std::move(written);
    config::Composite& own = composed->written;
    if (const Offer* taken = catalogue_.find(own.id)) {
      diagnostics_.error(
          own.position,
          std::string("there is a ") + (taken->composed ? "composite " : "stage ") + quote(own.id) + " already",
          "give the composite another name");
      return;
    }
    terrawright_stage& stage = composed->stage;
    stage.size = sizeof stage;
    stage.version = own.version;
    stage.revision = std::max(own.revision, 1u);
    stage.id = own.id.c_str();
    stage.doc = own.doc.c_str();
    stage.source = own.source.c_str();
    if (measure(*composed)) derive(*composed, circle, errors);
    Offer offer = origin_;
    offer.stage = &composed->stage;
    offer.composed = std::move(composed);
    catalogue_.add(std::move(offer));
  }

  void derive(Composed& composed, bool circle, std::size_t errors) {
    config::Composite& own = composed.written;
    config::Output all;
    all.layers = own.outputs;
    const std::vector<config::Node> nodes = with_second_times(own.nodes);
    Linked linked = link(nodes, {all}, 0.0, catalogue_, diagnostics_);
    running_order(linked, false, diagnostics_);  // reports the cycle
    Deriver(composed, linked, diagnostics_).run();
    find_reads(composed, linked);
    bool known = own.complete && !circle;
    for (Node& node : linked.nodes) {
      known = known && node.offer != nullptr;
      composed.values.push_back(std::move(node.parameters));
    }
    composed.good = known && diagnostics_.error_count() == errors;
    for (const OutputLayer& output : linked.outputs.front().layers) {
      for (config::Layer& layer : own.outputs) {
        if (layer.name == output.name)
          layer.from.port = linked.nodes[output.from.node].stage().ports[output.from.port]->name;
      }
    }
  }

  std::vector<config::Composite> composites_;
  std::vector<State> state_;
  std::map<std::string, std::size_t> places_;
  std::vector<std::size_t> place_in_path_;
  std::vector<Frame> path_;
  const Offer& origin_;
  Catalogue& catalogue_;
  report::Diagnostics& diagnostics_;
};

}  // namespace

void add_composites(std::vector<config::Composite> composites, const Offer& origin, Catalogue& catalogue,
                    report::Diagnostics& diagnostics) {
  Composer(std::move(composites), origin, catalogue, diagnostics).run();
}

}  // namespace terrawright::graph
