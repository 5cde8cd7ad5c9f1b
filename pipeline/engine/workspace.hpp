// SPDX-License-Identifier: Apache-2.0
// Buffers of one thread for calls of survey or paint, for all nodes.
#pragma once
#include <memory>
#include <vector>

#include "engine/guarded.hpp"
#include "engine/layer.hpp"
#include "engine/stage_call.hpp"

namespace terrawright::engine {

struct Workspace {
  // Views of the inputs, by port.
  std::vector<terrawright_view> views;
  std::vector<Statistics> statistics;
  std::vector<std::shared_ptr<const Layer::Cells>> held;  // views in place
  std::vector<Buffer> gathered;
  std::vector<Guarded> guarded_inputs;  // in their place where the run is watched
  // Targets of the outputs, by port.
  std::vector<terrawright_target> targets;
  std::vector<Buffer> beside;
  std::vector<Guarded> guarded_outputs;
  Scratch scratch;
};

}  // namespace terrawright::engine
