// SPDX-License-Identifier: Apache-2.0
// The kinds of abi.h by name and size.
#pragma once
#include <cstdint>
#include <string>

#include "terrawright/cells.hpp"
#include "terrawright/draft/rows.h"

namespace terrawright::border {

using terrawright::cell_bytes;
using terrawright::kind_name;

// The names of a set of kinds, "height or weight".
std::string kind_names(std::uint64_t kinds);
// Those whose cells are one float, or two.
constexpr std::uint64_t float_kinds = 1u << TERRAWRIGHT_KIND_HEIGHT | 1u << TERRAWRIGHT_KIND_SCALAR |
                                      1u << TERRAWRIGHT_KIND_WEIGHT | 1u << TERRAWRIGHT_KIND_VECTOR;
inline bool has_floats(std::uint32_t kind) { return (float_kinds >> kind & 1) != 0; }
inline bool is_layer(std::uint32_t kind) { return cell_bytes(kind) != 0; }
// Whether paint makes what flows out of the port: cells, or rows of a table by tile.
inline bool is_painted(const terrawright_port& port, std::uint32_t kind) {
  return is_layer(kind) || (kind == TERRAWRIGHT_KIND_TABLE && (port.flags & TERRAWRIGHT_PORT_BY_TILE) != 0);
}
// The set of all that there are.
std::uint64_t all_kinds();
// The only kind of a set, or 0 if there are several.
std::uint32_t single_kind(std::uint64_t kinds);

}  // namespace terrawright::border
