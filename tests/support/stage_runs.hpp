// SPDX-License-Identifier: Apache-2.0
// Runs of one stage alone, by terrawright/testing.hpp.
#pragma once
#include <string>

#include "terrawright/testing.hpp"

namespace terrawright::test {

// Its result in such tiles, which must not fail.
testing::Result painted(const testing::StageRun& run, testing::Tiling tiling = {});
// Why it fails, or "nothing".
std::string refusal(const testing::StageRun& run, testing::Tiling tiling = {});
// True if the part is in the text; prints the text if not.
bool says(const std::string& text, const std::string& part);
void same_under_all_tiles(const testing::StageRun& run);

}  // namespace terrawright::test
