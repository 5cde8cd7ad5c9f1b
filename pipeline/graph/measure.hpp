// SPDX-License-Identifier: Apache-2.0
// Measures of a config's expectations, linked to the graph.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "config/expectation.hpp"
#include "graph/claim.hpp"

namespace terrawright::graph {

struct Graph;
// An output port of a node; the node by its place in Graph::nodes.
struct Link {
  std::size_t node = 0;
  std::uint32_t port = 0;
};

// Statistic of a port.
enum class Statistic { number, minimum, maximum, mean, sum, percentile, nans, cells, share, rows };

struct Measured {
  Statistic statistic = Statistic::number;
  Link from;
  std::string column;                // of a table; empty: of no column
  std::vector<std::uint16_t> codes;  // those that count: classes, or cells of a mask as Layer counts them
  std::int64_t parts = 0;            // of a percentile: parts per million
};

struct Expectation {
  const config::Expectation* written = nullptr;
  std::vector<std::optional<Link>> links;  // one per measure; nothing where it could not be linked, which was said
  std::vector<Measured> measured;          // one per measure, where nothing is wrong
  bool least = false;                      // of what ranks worlds: the least is best, as it says min(number)
};

// Whether the cells or rows are looked at: what is known of every layer and table is not enough.
bool reads_contents(const Measured& measured);
std::vector<Link> read_by_expectations(const Graph& graph);

// The unit of each; nothing for those of columns.
std::vector<MeasuredUnit> units_of(const Graph& graph, const Expectation& expectation);
// Checks each measured quantity. Reports what cannot be measured, and units that do not fit.
void check_expectations(Graph& graph, report::Diagnostics& diagnostics);

}  // namespace terrawright::graph
