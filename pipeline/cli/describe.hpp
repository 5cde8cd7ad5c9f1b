// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "cli/access.hpp"
#include "cli/json_text.hpp"
#include "graph/catalogue.hpp"

namespace terrawright::cli {

// One stage for a terminal, for machines, and as a page of docs/stages/.
std::string stage_text(const graph::Offer& offer, const Access& access);
Json stage_json(const graph::Offer& offer, const Access& access);
std::string stage_markdown(const graph::Offer& offer, const Access& access);

}  // namespace terrawright::cli
