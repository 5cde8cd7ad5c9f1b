// SPDX-License-Identifier: Apache-2.0
#include "peers.hpp"
#include "textbook.hpp"

namespace terrawright::bench::peers {

void textbook_for_this(float* heights, std::int64_t side) { textbook(heights, side); }

}  // namespace terrawright::bench::peers
