// SPDX-License-Identifier: Apache-2.0
// Note of a tile about its heights: in the first round the border and the sample, later the counts.
#pragma once
#include <cstdint>
#include <vector>

#include "border_summit.hpp"
#include "selection.hpp"
#include "terrawright/blob.hpp"

namespace terrawright::sea {

struct LevelNote {
  Summit border;
  std::vector<std::uint32_t> sample;
  Counted counted;

  Blob blob() const {
    Blob blob;
    blob.add_one(border);
    blob.add(sample);
    const std::uint64_t begin[2] = {counted.below, counted.first_bin};
    blob.add(begin, 2);
    blob.add(counted.bins);
    return blob;
  }
  // Exact in any order: a maximum, a set (guess sorts it) and sums of integers.
  void add(const BlobView& other) {
    if (other.one<Summit>(0).exceeds(border)) border = other.one<Summit>(0);
    const auto keys = other.items<std::uint32_t>(1);
    sample.insert(sample.end(), keys.begin(), keys.end());
    const auto begin = other.items<std::uint64_t>(2), bins = other.items<std::uint64_t>(3);
    counted.add({begin[0], begin[1], {bins.begin(), bins.end()}});
  }
};

}  // namespace terrawright::sea
