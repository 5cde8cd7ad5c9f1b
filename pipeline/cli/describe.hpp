// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "cli/input_windows.hpp"
#include "graph/catalogue.hpp"
#include "report/json.hpp"

namespace terrawright::cli {

// The stage of that name, in the newest version that the name leaves open. Ended, and said, where there is none.
const graph::Offer& stage_named(const std::string& name, const graph::Catalogue& catalogue);

// One stage for a terminal, for machines, and as a page of docs/stages/.
std::string stage_text(const graph::Offer& offer, const InputWindows& windows);
report::Json stage_json(const graph::Offer& offer, const InputWindows& windows);
std::string stage_markdown(const graph::Offer& offer, const InputWindows& windows);

// A writer for a terminal, and for machines.
std::string writer_text(const graph::WriterOffer& offer);
report::Json writer_json(const graph::WriterOffer& offer);

}  // namespace terrawright::cli
