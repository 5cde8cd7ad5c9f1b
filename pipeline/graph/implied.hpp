// SPDX-License-Identifier: Apache-2.0
// The expectations of any world: that it has land, and that the frame does not cut it.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "graph/graph.hpp"

namespace terrawright::graph {

struct Implied {
  std::shared_ptr<const config::Expectation> written;
  Expectation expectation;  // points to it
  std::string failure;      // the message where it does not hold
};
// None where the config has an expectation of the same.
std::vector<Implied> implied_expectations(const Graph& graph);

// The codes of a mask's cells on the frame that it covers: engine/layer.cpp counts cells by them. None where the world
// has no frame, as it wraps on both axes.
std::vector<std::uint16_t> frame_codes(const Graph& graph);

}  // namespace terrawright::graph
