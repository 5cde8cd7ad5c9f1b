// SPDX-License-Identifier: Apache-2.0
// The worlds of a search, tried by several processes: coarsely first, and those that promise at full size.
#pragma once
#include "cli/search/search_report.hpp"
#include "cli/session.hpp"

namespace terrawright::cli {

// Of worlds that were looked at. Says what is tried meanwhile; ends early with what is known when it is stopped.
Searched searched(const Arguments& arguments, const graph::Catalogue& catalogue, Swept swept);

}  // namespace terrawright::cli
