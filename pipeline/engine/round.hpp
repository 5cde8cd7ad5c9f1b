// SPDX-License-Identifier: Apache-2.0
// What tiles told and were told in one round of a node.
#pragma once
#include <cstdint>

namespace terrawright::engine {

struct Round {
  std::uint64_t notes = 0;      // bytes that all tiles told; of merged notes those that are left
  std::uint64_t own = 0;        // bytes that tiles were told, each by itself
  std::uint64_t everybody = 0;  // bytes that every tile was told
  double seconds = 0;           // of resolve
};

}  // namespace terrawright::engine
