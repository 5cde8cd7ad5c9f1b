// SPDX-License-Identifier: Apache-2.0
// The worlds of a sweep, as the command line names them: every seed with every combination of overrides.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace terrawright::cli {

struct SweptWorld {
  std::string seed;                 // empty: the config's
  std::vector<std::string> set;     // PATH=VALUE, all that were given
  std::vector<std::string> values;  // of the paths that have several
  std::string label;                // "7_sea-40": its folder in that of the sweep
};

struct Swept {
  std::vector<std::string> paths;  // that have several values
  std::vector<SweptWorld> worlds;  // by seed, then by values as they were given
  std::string problem, remedy;     // empty: none
};

constexpr std::size_t most_worlds = 100000;

// `seeds`: numbers, ranges and texts between commas, as 1..200,7,north; empty: the config's one. `set`: PATH=VALUE, or
// PATH=VALUE,VALUE... where the comma stands outside brackets and quotes.
Swept swept(const std::vector<std::string>& seeds, const std::vector<std::string>& set);

// Those that are the i-th of n equal shares, 1 <= i <= n.
std::vector<SweptWorld> share_of(const std::vector<SweptWorld>& worlds, std::size_t i, std::size_t n);

}  // namespace terrawright::cli
