// SPDX-License-Identifier: Apache-2.0
// Names of the config to stages, ports and links; then which nodes run, and in what order.
#pragma once
#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

#include "config/parameters.hpp"
#include "config/world.hpp"
#include "graph/catalogue.hpp"
#include "graph/graph.hpp"

namespace terrawright::graph {

// Composites: checked and described like stages, and put in the place of the nodes that use them.

// Most nodes of a world, with the parts of composites counted one by one.
constexpr std::uint64_t most_nodes = 20000;
// Largest depth of composites in composites.
constexpr std::uint64_t deepest_composite = 64;

// A composite as it is written: composites inside it stay nodes until a world uses it, or twenty that use one another
// twice would be a million nodes before anybody asked for one.
struct Composed {
  config::Composite written;
  bool good = false;                              // false: something is wrong in it, which was said
  terrawright_stage stage{};                      // ports and parameters derived from its parts; it cannot run
  std::uint64_t nodes = 0;                        // once every composite in it is in its place, as often as by default
  bool varies = false;                            // a parameter says how often
  std::uint64_t depth = 1;                        // 1: no composite in it
  std::vector<std::vector<std::uint32_t>> reads;  // per port: the inputs that an output is made of

  // Targets of the pointers in `stage`.
  std::vector<config::Parameters> values;
  std::deque<terrawright_port> ports;
  std::vector<const terrawright_port*> port_list;
  std::deque<terrawright_parameter> parameters;
  std::vector<const terrawright_parameter*> parameter_list;
};

// Adds the composites, whatever order they stand in; they may use one another and what the catalogue has. Errors in
// them are reported at their place. `origin` says where they come from.
void add_composites(std::vector<config::Composite> composites, const Offer& origin, Catalogue& catalogue,
                    report::Diagnostics& diagnostics);

// Puts the parts of composites in the place of the nodes that use them, and lets references to those mean the parts.
// The parts of `drainage` are called `drainage/filled` and so on, and stand where `drainage` stands in the config.
// `outputs` name a node or node.port.
void expand(std::vector<config::Node>& nodes, const std::vector<config::Reference*>& outputs, double cell,
            const Catalogue& catalogue, report::Diagnostics& diagnostics);

// Number of nodes once the composites are expanded; most_nodes + 1 if they are more than a world may have.
std::uint64_t count_nodes(const std::vector<config::Node>& nodes, const Catalogue& catalogue);
// The same of the parts of one, each as often as `use` says.
std::uint64_t count_parts(const config::Composite& composite, const config::Node& use, const Catalogue& catalogue);

// A repeated node as two: `step/1` with what it gets first, and `step` with what it gets from then on.
std::vector<config::Node> with_second_times(const std::vector<config::Node>& nodes);

// As Graph::nodes and Graph::outputs, but in the order of the config. A node whose stage is unknown has no offer, and
// what could not be linked is empty.
struct Linked {
  std::vector<Node> nodes;
  std::vector<Output> outputs;
  std::vector<Expectation> expectations;
};
// `cell`: metres a side; 0 where no world is known yet. `document`: of the world, which knows what was removed.
Linked link(const std::vector<config::Node>& nodes, const std::vector<config::Output>& outputs, double cell,
            const Catalogue& catalogue, report::Diagnostics& diagnostics,
            const std::vector<config::Expectation>& expectations = {}, const config::Value& document = {});

// Places in linked.nodes in running order: what outputs and expectations need, or all, each after its inputs. Cycles
// are reported.
std::vector<std::size_t> running_order(const Linked& linked, bool all, report::Diagnostics& diagnostics);

// Every input port that the output depends on and nothing in `linked` feeds: Link::port is a port of that node.
std::vector<Link> inputs_behind(const Linked& linked, const Link& output);

// Hears a stage in its own words while it is arranged.
using Heard = std::function<void(report::Severity severity, const border::Message& said)>;

// Checks kinds and units of the node's inputs, arranges the stage and fills flows, numbers, instance and memory.
// `before` holds the nodes that run earlier; links point into it. Beside a problem there is no instance, or one that
// defaults stand in for, and flows are what the ports declare.
void arrange(Node& node, const std::vector<Node>& before, const std::vector<bool>& wanted_ports,
             const config::World& world, const InputFileOpener* opener, report::Diagnostics& diagnostics,
             const Heard& heard = {});

// Fills the recipe and the key of each output port.
void add_identities(Node& node, const std::vector<Node>& before, const config::World& world);

}  // namespace terrawright::graph
