// SPDX-License-Identifier: Apache-2.0
// Resolves the names in a config, stages and composites alike; or reports their errors.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "config/world.hpp"
#include "graph/catalogue.hpp"

namespace terrawright::graph {

// The offer that a node uses; nullptr after an error.
const Offer* offer_of(const config::Node& written, const Catalogue& catalogue, report::Diagnostics& diagnostics);

// For each port, the place in `written.inputs` of what feeds it. Inputs that there are not and those that are missing
// are reported.
std::vector<std::optional<std::size_t>> given_inputs(const terrawright_stage& stage, const config::Node& written,
                                                     report::Diagnostics& diagnostics);

// `in: {uplift: 1 mm/yr}` is `with: {uplift: 1 mm/yr}` where both are declared. A value that is given twice is
// reported.
config::Node with_numbers(const terrawright_stage& stage, const config::Node& written,
                          report::Diagnostics& diagnostics);

// "eroded/step/3/route" to "eroded/step/route": what is said of one time holds for all.
std::string without_times(const std::string& name);

// The output that `node` or `node.port` means where the node uses `stage`; nullptr after an error.
const terrawright_port* output_of(const terrawright_stage& stage, const config::Reference& reference,
                                  report::Diagnostics& diagnostics);

}  // namespace terrawright::graph
