// SPDX-License-Identifier: Apache-2.0
// Composites: checked and described like stages, and put in the place of the nodes that use them.
#pragma once
#include <cstdint>
#include <deque>
#include <vector>

#include "config/parameters.hpp"
#include "config/world.hpp"
#include "graph/catalogue.hpp"

namespace terrawright::graph {

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

}  // namespace terrawright::graph
