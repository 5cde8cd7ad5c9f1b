// SPDX-License-Identifier: Apache-2.0
// Stages by what they are about.
#pragma once
#include <string>
#include <vector>

#include "graph/catalogue.hpp"

namespace terrawright::cli {

struct Found {
  std::string id;
  std::string called;  // the synonym that was looked for; empty where name or doc say it
};

struct Search {
  std::vector<Found> stages;
  std::string note;  // what there is none of, and what comes nearest
  std::string hint;  // where nothing was found: words that are like it
};

// Stages that have all of the words, in their id, what they say of themselves or what people call it; those that have
// them in one name come first.
Search search_stages(const graph::Catalogue& catalogue, const std::vector<std::string>& words);

}  // namespace terrawright::cli
