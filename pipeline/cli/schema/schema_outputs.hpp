// SPDX-License-Identifier: Apache-2.0
// The shapes of outputs: files of writers, a folder for a game engine, a page with the world in 3-D. `reference`: of a
// node.
#pragma once
#include "cli/terminal/standard_output.hpp"
#include "graph/catalogue.hpp"

namespace terrawright::cli {

Json outputs_schema(const graph::Catalogue& catalogue);
// Spellings of old configs in the place of a writer: pyramid: {...}, scene: {...} and pack: program.
Json pyramid_schema(const graph::Catalogue& catalogue);
Json view_schema(const graph::Catalogue& catalogue, const Json& reference);
Json pack_schema(const graph::Catalogue& catalogue, const Json& reference);

// A parameter beside `file`: of a list one value will do.
Json key_schema(const terrawright_parameter& parameter);
// A node, or some classes of it.
Json of_classes_schema(const Json& reference);
// Schema of a port of many: one node, a list of them, or a map with titles.
Json items_schema(const Json& reference);

}  // namespace terrawright::cli
