// SPDX-License-Identifier: Apache-2.0
#include "border/kind.hpp"

namespace terrawright::border {

std::string kind_names(std::uint64_t kinds) {
  std::string names;
  for (std::uint32_t kind = 1; kind <= TERRAWRIGHT_KIND_TABLE; ++kind) {
    if (!(kinds & (1u << kind))) continue;
    if (!names.empty()) names += " or ";
    names += kind_name(kind);
  }
  return names;
}

std::uint64_t all_kinds() { return (2u << TERRAWRIGHT_KIND_TABLE) - 2u; }

std::uint32_t single_kind(std::uint64_t kinds) {
  return (kinds & (kinds - 1)) == 0 ? terrawright::first_kind(kinds) : 0;
}

}  // namespace terrawright::border
