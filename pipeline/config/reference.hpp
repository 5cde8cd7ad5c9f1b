// SPDX-License-Identifier: Apache-2.0
// The name by which a config refers to an output of a node.
#pragma once
#include <string>

#include "report/diagnostic.hpp"

namespace terrawright::config {

// `node` or `node.port`.
struct Reference {
  std::string node, port;  // node empty: it could not be read; port empty: the node's only main output
  report::Position position;
  bool outer = false;  // `$name`, inside a composite: its input, by its name in `port`
};

}  // namespace terrawright::config
