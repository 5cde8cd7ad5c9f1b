// SPDX-License-Identifier: Apache-2.0
// Names of the config to stages, ports and links; then which nodes run, and in what order.
#pragma once
#include <functional>
#include <optional>
#include <vector>

#include "graph/graph.hpp"

namespace terrawright::graph {

// As Graph::nodes and Graph::outputs, but in the order of the config. A node whose stage is unknown has no offer, and
// what could not be linked is empty.
struct Linked {
  std::vector<Node> nodes;
  std::vector<Output> outputs;
  std::vector<Expectation> expectations;
};
// `cell`: metres a side; 0 where no world is known yet.
Linked link(const std::vector<config::Node>& nodes, const std::vector<config::Output>& outputs, double cell,
            const Catalogue& catalogue, report::Diagnostics& diagnostics,
            const std::vector<config::Expectation>& expectations = {});

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
