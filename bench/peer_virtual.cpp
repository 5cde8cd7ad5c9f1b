// SPDX-License-Identifier: Apache-2.0
// In a library of its own, so that no compiler sees through the call.
#include "peers.hpp"

namespace terrawright::bench::peers {
namespace {

class Nothing final : public PlainVirtual {
  std::int32_t call(const void*) const override { return 0; }
};

}  // namespace

std::unique_ptr<PlainVirtual> plain_virtual() { return std::make_unique<Nothing>(); }

}  // namespace terrawright::bench::peers
