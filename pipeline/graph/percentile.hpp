// SPDX-License-Identifier: Apache-2.0
// Percentiles: the share of what has no classes. Which share stands in Measured::codes, as two digits of 16 bits.
#pragma once
#include "graph/graph.hpp"

namespace terrawright::graph {

inline bool is_percentile(const Graph& graph, const Measured& measured) {
  const std::uint32_t kind = graph.flow(measured.from).kind;
  return measured.statistic == Statistic::share && kind != TERRAWRIGHT_KIND_CLASS && kind != TERRAWRIGHT_KIND_MASK;
}

// Parts per million.
inline std::vector<std::uint16_t> codes_of_percentile(std::int64_t parts) {
  return {static_cast<std::uint16_t>(parts >> 16), static_cast<std::uint16_t>(parts & 65535)};
}
inline std::int64_t parts_of(const Graph& graph, const Measured& measured) {
  return is_percentile(graph, measured) ? std::int64_t{measured.codes[0]} << 16 | measured.codes[1] : 0;
}

}  // namespace terrawright::graph
