// SPDX-License-Identifier: Apache-2.0
// Knobs as sliders and choices: between which values, in which steps, in which unit.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "graph/graph.hpp"
#include "live/channel.hpp"

namespace terrawright::live {

// Knobs of the config as it is written; `graph` is its result at any setting of the knobs: its stages give the ranges
// of their parameters. Null: nothing is known of them.
Json knobs_of(const config::World& written, const graph::Graph* graph);

// A value goes into the config's file, where somebody may be writing too.

// As config/yaml/written.hpp says; only while the file has the text of which this is the SHA-256. The new file is
// written beside, is whole on the disk and then takes the name, with the owner's rights of the old one; a link stays a
// link. `refusal` says why the file beside is not a good config, or nothing. Empty: done; else why not, and where.
std::string write_value(const std::string& file, const std::string& text_sha256, const std::vector<std::string>& keys,
                        const std::string& value, const std::function<std::string(const std::string& beside)>& refusal);

}  // namespace terrawright::live
