// SPDX-License-Identifier: Apache-2.0
// A 3-D view as its config asks for it.
#pragma once
#include "graph/graph.hpp"
#include "packs/viewer/scene.hpp"

namespace terrawright::build {

// `width` and `height`: of the picture's layers, in cells.
images::Scene scene_of(const graph::Graph& graph, const graph::Output& output, std::int64_t width, std::int64_t height);

}  // namespace terrawright::build
