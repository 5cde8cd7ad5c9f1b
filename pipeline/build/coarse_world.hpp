// SPDX-License-Identifier: Apache-2.0
// The same world with fewer and larger cells.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "build/load.hpp"

namespace terrawright::build {

struct CoarseWorld {
  std::vector<std::string> set;        // PATH=VALUE, behind those of the world itself
  std::int64_t width = 0, height = 0;  // cells
  double cells = 1.0;                  // of the world itself that one of these stands for
};

// A cell for `times` x `times` of them. Where the stages take no such size - some take 2^n + 1 alone - the nearest
// finer one that they take; nothing where there is none.
std::optional<CoarseWorld> coarse_world(const Request& request, const Plan& plan, std::int64_t times,
                                        const graph::Catalogue& catalogue);

}  // namespace terrawright::build
