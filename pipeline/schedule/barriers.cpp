// SPDX-License-Identifier: Apache-2.0
#include "schedule/barriers.hpp"

#include <optional>
#include <stdexcept>

namespace terrawright::schedule {
namespace {

// Whether survey reads cells of the input: asked for a tile amid nowhere, as windows are the same everywhere but for
// the edges.
bool is_surveyed(const graph::Node& node, std::uint32_t port) {
  if (!(node.stage().flags & TERRAWRIGHT_STAGE_SURVEYS)) return false;
  try {
    const terrawright_rect area = node.instance.window(TERRAWRIGHT_PHASE_SURVEY, port, {1 << 19, 1 << 19, 512, 512});
    return area.width > 0 && area.height > 0;
  } catch (const std::runtime_error&) {  // told with its place once the node runs
    return true;
  }
}

std::optional<Barrier::Why> why_all(const graph::Node& node, std::uint32_t port) {
  const std::uint32_t kind = node.flows[port].kind;
  if (kind == TERRAWRIGHT_KIND_NUMBER) return Barrier::Why::number;
  if (kind == TERRAWRIGHT_KIND_GRID) return Barrier::Why::grid;
  if (kind == TERRAWRIGHT_KIND_TABLE) return Barrier::Why::table;
  if (node.stage().flags & TERRAWRIGHT_STAGE_WHOLE) return Barrier::Why::whole;
  if (is_surveyed(node, port)) return Barrier::Why::survey;
  if (node.stage().ports[port]->statistics != 0) return Barrier::Why::statistics;
  return std::nullopt;
}

}  // namespace

std::vector<Barrier> barriers_of(const graph::Node& node) {
  std::vector<Barrier> barriers;
  for (std::uint32_t i = 0; i < node.inputs.size(); ++i) {
    if (!node.inputs[i]) continue;
    if (const auto why = why_all(node, i)) barriers.push_back({i, *node.inputs[i], *why});
  }
  return barriers;
}

const char* reason(Barrier::Why why) {
  switch (why) {
    case Barrier::Why::number:
      return "its number";
    case Barrier::Why::grid:
      return "its grid";
    case Barrier::Why::table:
      return "its rows";
    case Barrier::Why::whole:
      return "the stage takes it whole";
    case Barrier::Why::survey:
      return "the rounds survey all of it";
    default:
      return "its exact minimum and maximum";
  }
}

}  // namespace terrawright::schedule
