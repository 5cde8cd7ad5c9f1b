// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "peers.hpp"

namespace terrawright::bench::peers {

void select(float* heights, std::size_t count, std::size_t rank) {
  std::nth_element(heights, heights + rank, heights + count);
}

}  // namespace terrawright::bench::peers
