// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>

#include "graph/composites.hpp"
#include "graph/kind.hpp"
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
    for (const config::Composite::Input& input : written_.inputs) add(input);
    for (const config::Layer& output : written_.outputs) add(output);
    for (const config::Composite::Parameter& parameter : written_.parameters) add(parameter);
    terrawright_stage& stage = composed_.stage;
    stage.size = sizeof stage;
    stage.version = written_.version;
    stage.revision = 1;
    stage.id = written_.id.c_str();
    stage.doc = written_.doc.c_str();
    stage.source = written_.source.c_str();
    stage.ports = composed_.ports.data();
    stage.n_ports = composed_.ports.size();
    stage.parameters = composed_.parameters.data();
    stage.n_parameters = composed_.parameters.size();
  }

 private:
  // The ports of the parts that an input feeds.
  std::vector<const terrawright_port*> fed_by(const std::string& name) const {
    std::vector<const terrawright_port*> ports;
    for (const Node& node : linked_.nodes) {
      for (const config::Input& input : node.written->inputs) {
        if (!input.from.outer || input.from.port != name || node.offer == nullptr) continue;
        if (const terrawright_port* port = find_port(node.stage(), input.port, TERRAWRIGHT_INPUT))
          ports.push_back(port);
      }
    }
    return ports;
  }

  // Somebody says `$name`. Where he could not be read, nobody can tell.
  bool is_named(const std::string& name) const {
    for (const Node& node : linked_.nodes) {
      if (!node.written->readable) return true;
      for (const config::Input& input : node.written->inputs) {
        if (input.from.outer && input.from.port == name) return true;
      }
    }
    return false;
  }

  void add(const config::Composite::Input& input) {
    terrawright_port port = {sizeof port,        TERRAWRIGHT_INPUT, ~0u,     TERRAWRIGHT_OPTIONAL,
                             input.name.c_str(), input.doc.c_str(), nullptr, nullptr};
    const auto ports = fed_by(input.name);
    if (!is_named(input.name)) {
      diagnostics_.error(input.position,
                         "nothing in the composite " + quote(written_.name()) + " uses its input " + quote(input.name),
                         "write $" + input.name + " where it belongs, or delete it");
    }
    std::string differ;
    for (const terrawright_port* inner : ports) {
      port.kinds &= inner->kinds;
      const bool other = port.unit != nullptr && inner->unit != nullptr && std::string(port.unit) != inner->unit;
      if (other) differ = std::string("units ") + port.unit + " and " + inner->unit;
      if (inner->unit != nullptr) port.unit = inner->unit;
      if (!(inner->flags & TERRAWRIGHT_OPTIONAL)) port.flags = 0;
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
      terrawright_port port = linked_.nodes[linked.from.node].stage().ports[linked.from.port];
      port.name = output.name.c_str();
      port.flags &= ~static_cast<std::uint32_t>(TERRAWRIGHT_BY_NAME);
      if (!written_.main.empty() && output.name != written_.main) port.flags |= TERRAWRIGHT_BY_NAME;
      like(linked.from, port);
      composed_.ports.push_back(port);
    }
  }

  // An output that is like an input of its part is like what feeds that.
  void like(const Link& from, terrawright_port& port) const {
    const Node& node = linked_.nodes[from.node];
    const char* named = node.stage().ports[from.port].like_port;
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
      const terrawright_port* inner = find_port(node.stage(), named, TERRAWRIGHT_INPUT);
      const auto& link = node.inputs[port_index(node.stage(), *inner)];
      if (!link) return;
      const terrawright_port& fed = linked_.nodes[link->node].stage().ports[link->port];
      port.kinds &= fed.kinds;
      if (port.unit == nullptr) port.unit = fed.unit;
      like(*link, port);
      return;
    }
  }

  void add(const config::Composite::Parameter& parameter) {
    if (parameter.of.node.empty()) return;  // said already
    const auto node = std::find_if(linked_.nodes.begin(), linked_.nodes.end(),
                                   [&](const Node& n) { return n.name == parameter.of.node; });
    if (node == linked_.nodes.end()) {
      std::vector<std::string> names;
      for (const Node& n : linked_.nodes) names.push_back(n.name);
      diagnostics_.error(parameter.of.position, "there is no node " + quote(parameter.of.node),
                         report::did_you_mean(parameter.of.node, names, "nodes are"));
      return;
    }
    if (node->offer == nullptr) return;  // said already
    const terrawright_stage& stage = node->stage();
    std::vector<std::string> names;
    for (std::uint64_t i = 0; i < stage.n_parameters; ++i) {
      names.emplace_back(stage.parameters[i].name);
      if (names.back() != parameter.of.port) continue;
      terrawright_parameter own = stage.parameters[i];
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
};

class Composer {
 public:
  Composer(std::vector<config::Composite> composites, const Offer& origin, Catalogue& catalogue,
           report::Diagnostics& diagnostics)
      : composites_(std::move(composites)),
        state_(composites_.size(), State::unseen),
        origin_(origin),
        catalogue_(catalogue),
        diagnostics_(diagnostics) {}

  void run() {
    for (std::size_t i = 0; i < composites_.size(); ++i) add(i);
  }

 private:
  enum class State { unseen, open, done };

  // Each after those that it uses.
  void add(std::size_t i) {
    if (state_[i] != State::unseen) return;
    state_[i] = State::open;
    path_.push_back(i);
    bool circle = false;
    for (config::Stage& stage : composites_[i].stages) {
      for (std::size_t other = 0; other < composites_.size(); ++other) {
        if (composites_[other].id != stage.id) continue;
        if (state_[other] == State::open) {
          report_circle(stage, other);
          stage.readable = false;
          circle = true;
        }
        add(other);
      }
    }
    path_.pop_back();
    compose(composites_[i], circle);
    state_[i] = State::done;
  }

  void report_circle(const config::Stage& stage, std::size_t begin) {
    std::string loop;
    for (auto at = std::find(path_.begin(), path_.end(), begin); at != path_.end(); ++at)
      loop += composites_[*at].name() + " -> ";
    const std::string& name = composites_[begin].name();
    diagnostics_.error(stage.use_position, "the composite " + quote(name) + " is made of itself: " + loop + name,
                       "a composite is made of what is there without it");
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
          "give it another name");
      return;
    }
    std::vector<config::Reference*> outputs, parameters;
    for (config::Layer& output : own.outputs) outputs.push_back(&output.from);
    for (config::Composite::Parameter& parameter : own.parameters) parameters.push_back(&parameter.of);
    expand(own.stages, outputs, parameters, catalogue_, diagnostics_);

    config::Output all;
    all.layers = own.outputs;
    Linked linked = link(own.stages, {all}, catalogue_, diagnostics_);
    running_order(linked, false, diagnostics_);  // says what goes in a circle
    Deriver(*composed, linked, diagnostics_).run();
    bool known = own.complete && !circle;
    for (Node& node : linked.nodes) {
      known = known && node.offer != nullptr;
      composed->values.push_back(std::move(node.parameters));
    }
    composed->sound = known && diagnostics_.error_count() == errors;
    for (const OutputLayer& output : linked.outputs.front().layers) {
      for (config::Layer& layer : own.outputs) {
        if (layer.name == output.name)
          layer.from.port = linked.nodes[output.from.node].stage().ports[output.from.port].name;
      }
    }

    Offer offer = origin_;
    offer.stage = &composed->stage;
    offer.composed = std::move(composed);
    catalogue_.add(std::move(offer));
  }

  std::vector<config::Composite> composites_;
  std::vector<State> state_;
  std::vector<std::size_t> path_;
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
