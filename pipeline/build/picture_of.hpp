// SPDX-License-Identifier: Apache-2.0
// An output's files as the image room sees them.
#pragma once
#include <string>

#include "graph/graph.hpp"
#include "images/picture.hpp"

namespace terrawright::build {

// Paths lie inside `folder`. Every reason why it cannot be written is an error; of an output whose layers are not
// known, as they have problems of their own, only what its name tells. Without a window: of the whole world.
images::Picture picture_of(const graph::Graph& graph, const graph::Output& output, const std::string& folder,
                           const std::optional<Rect>& window, report::Diagnostics& diagnostics);

// Metadata for the output's files.
images::Provenance provenance_of(const graph::Graph& graph, const graph::Output& output,
                                 const std::optional<Rect>& window);

}  // namespace terrawright::build
