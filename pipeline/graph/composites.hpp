// SPDX-License-Identifier: Apache-2.0
// Composites: checked and described like stages, and put in the place of the nodes that use them.
#pragma once
#include <vector>

#include "config/parameters.hpp"
#include "config/world.hpp"
#include "graph/catalogue.hpp"

namespace terrawright::graph {

// A composite whose parts are stages alone: composites inside it are put in their places too.
struct Composed {
  config::Composite written;
  bool sound = false;         // false: something is wrong in it, which was said
  terrawright_stage stage{};  // ports and parameters derived from its parts; it cannot run

  // What `stage` points to.
  std::vector<config::Parameters> values;
  std::vector<terrawright_port> ports;
  std::vector<terrawright_parameter> parameters;
};

// Adds the composites, whatever order they stand in; they may use one another and what the catalogue has. What is wrong
// in them is reported where it stands. `origin` says where they come from.
void add_composites(std::vector<config::Composite> composites, const Offer& origin, Catalogue& catalogue,
                    report::Diagnostics& diagnostics);

// Puts the parts of composites in the place of the nodes that use them, and lets references to those mean the parts.
// The parts of `drainage` are called `drainage/filled` and so on, and stand where `drainage` stands in the config.
// `outputs` name a node or node.port, `parameters` node.parameter.
void expand(std::vector<config::Stage>& stages, const std::vector<config::Reference*>& outputs,
            const std::vector<config::Reference*>& parameters, const Catalogue& catalogue,
            report::Diagnostics& diagnostics);

}  // namespace terrawright::graph
