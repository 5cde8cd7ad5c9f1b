// SPDX-License-Identifier: Apache-2.0
#include "border/kind.hpp"

namespace terrawright::border {
namespace {

struct Kind {
  const char* name;
  std::uint32_t bytes;
};
// In the order of abi.h.
constexpr Kind kinds_of_abi[] = {{"nothing", 0}, {"height", 4}, {"scalar", 4}, {"weight", 4}, {"mask", 1},
                                 {"class", 2},   {"count", 8},  {"vector", 8}, {"colour", 4}, {"number", 0},
                                 {"grid", 0},    {"text", 0},   {"table", 0}};
constexpr std::uint32_t n_kinds = sizeof kinds_of_abi / sizeof kinds_of_abi[0];

}  // namespace

const char* kind_name(std::uint32_t kind) { return kind < n_kinds ? kinds_of_abi[kind].name : "unknown"; }

std::uint32_t cell_bytes(std::uint32_t kind) { return kind < n_kinds ? kinds_of_abi[kind].bytes : 0; }

std::string kind_names(std::uint32_t kinds) {
  std::string names;
  for (std::uint32_t kind = 1; kind < n_kinds; ++kind) {
    if (!(kinds & (1u << kind))) continue;
    if (!names.empty()) names += " or ";
    names += kind_name(kind);
  }
  return names;
}

std::uint32_t all_kinds() { return (1u << n_kinds) - 2u; }

std::uint32_t single_kind(std::uint32_t kinds) {
  if (kinds == 0 || (kinds & (kinds - 1)) != 0) return 0;
  std::uint32_t kind = 0;
  while (!(kinds & (1u << kind))) ++kind;
  return kind;
}

}  // namespace terrawright::border
