// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "cli/input_windows.hpp"
#include "graph/catalogue.hpp"

namespace terrawright::cli {

// One stage for a terminal, for machines, and as a page of docs/stages/.
std::string stage_text(const graph::Offer& offer, const InputWindows& windows);
nlohmann::ordered_json stage_json(const graph::Offer& offer, const InputWindows& windows);
std::string stage_markdown(const graph::Offer& offer, const InputWindows& windows);

// A writer for a terminal, and for machines.
std::string writer_text(const graph::WriterOffer& offer);
nlohmann::ordered_json writer_json(const graph::WriterOffer& offer);

}  // namespace terrawright::cli
