// SPDX-License-Identifier: Apache-2.0
// The tables of names/tables/, which the build puts into the program.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "reading_tongues.hpp"
#include "refused.hpp"
#include "tables/built_in.hpp"

namespace terrawright::feature {

// The text of a file; nullptr where there is none of this name.
inline const char* built_in_table(std::string_view file) {
  return tables::built_in("feature/names/tables/" + std::string(file));
}

constexpr std::string_view built_in_tongues[] = {"norric", "velan", "brethic", "turanic"};

inline Tongue built_in_tongue(std::string_view name) {
  return ReadingTongues().read(built_in_table(std::string(name) + ".json")).at(0);
}

}  // namespace terrawright::feature
