// SPDX-License-Identifier: Apache-2.0
// Many seeds, sizes and ways: a run of the tests tries some, scripts/proofs.sh length all. Tests that ask have the tag
// [length]; that of the worlds' widths, which takes longest, is tests/cli/widths.t.
#pragma once
#include <cstdlib>

namespace terrawright::test {

inline bool at_length() { return std::getenv("TERRAWRIGHT_AT_LENGTH") != nullptr; }

}  // namespace terrawright::test
