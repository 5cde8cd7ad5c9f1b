// SPDX-License-Identifier: Apache-2.0
// Sheets of lands that never were, as crowded as the atlas's: for the tests of labels.
#pragma once
#include <cstdint>

#include "map/labels/labels.hpp"

namespace terrawright::test {

struct Crowd {
  int towns = 34, peaks = 30, rivers = 22, lakes = 12, capes = 22, bays = 16, ranges = 5, forests = 5, plains = 3,
      islands = 4, seas = 3;
};

// With a paper's size in 1/100 mm. Default: A3 in landscape.
map::LabelInput random_sheet(std::uint64_t seed, const Crowd& crowd = {}, std::int32_t width = 42000,
                             std::int32_t height = 29700);

// Letters without fonts: each is as wide as its byte says.
map::Letters plain_letters();

}  // namespace terrawright::test
