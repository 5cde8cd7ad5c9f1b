// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "border/kind.hpp"
#include "config/quantity.hpp"
#include "packs/game/pack_sizes.hpp"
#include "packs/game/pack_writer.hpp"
#include "report/suggest.hpp"

namespace terrawright::images {
namespace {

Program program_of(const std::string& name) {
  for (const auto program : {Program::unreal, Program::unity, Program::godot}) {
    if (name_of(program) == name) return program;
  }
  return Program::generic;
}

// By name or code.
std::vector<std::uint16_t> classes_of(const config::Pack::Weight& weight, const graph::Flow& flow,
                                      report::Diagnostics& diagnostics) {
  std::vector<std::uint16_t> codes;
  if (flow.kind != TERRAWRIGHT_KIND_CLASS) {
    if (!weight.classes.empty()) {
      diagnostics.error(
          weight.of_position,
          report::quote(weight.name) + " is of a " + border::kind_name(flow.kind) + ", which has no classes",
          "remove `classes`");
    }
    return codes;
  }
  if (weight.classes.empty()) {
    diagnostics.error(weight.of_position, report::quote(weight.name) + " is of classes, and not said is of which",
                      "write " + weight.name + ": {layer: node, classes: [one, other]}");
  }
  std::vector<std::string> names;
  for (const LegendEntry& entry : flow.legend) names.push_back(entry.name);
  for (const config::Value& written : weight.classes) {
    const auto number = config::read_integer(written.text, "");
    const auto is_it = [&](const LegendEntry& entry) {
      return entry.name == written.text || (number.value && !written.quoted && *number.value == entry.code);
    };
    const auto found = std::find_if(flow.legend.begin(), flow.legend.end(), is_it);
    if (found != flow.legend.end()) {
      codes.push_back(found->code);
    } else {
      diagnostics.error(written.position, "there is no class " + report::quote(written.text),
                        report::did_you_mean(written.text, names, "classes are"));
    }
  }
  return codes;
}

}  // namespace

Pack pack_of(const graph::Graph& graph, const graph::Output& output, const PackSize& world,
             report::Diagnostics& diagnostics) {
  const config::Pack& written = *output.written->pack;
  Pack pack;
  pack.program = program_of(written.program);
  pack.tables = written.tables;
  pack.resamples = written.resamples;
  pack.width = world.width;
  pack.height = world.height;
  for (const config::Pack::Weight& weight : written.weights) {
    Pack::Weight of{weight.name};
    if (weight.layer) {
      of.part = *weight.layer;
      of.classes = classes_of(weight, graph.flow(output.layers[*weight.layer].from), diagnostics);
    }
    pack.weights.push_back(std::move(of));
  }
  std::optional<PackTiles> tiles;
  if (const auto& of = output.written->tiles)
    tiles = PackTiles{of->side, of->overlap >= 0 ? of->overlap : overlap_of(pack.program).value_or(0)};
  const auto nearest = nearest_sizes(pack.program, world, tiles);
  if (pack.resamples && !nearest.empty() && !takes(pack.program, world, tiles)) {
    pack.width = nearest.front().width;
    pack.height = nearest.front().height;
  }
  if (tiles) pack.tiles = Tiling{tiles->side, tiles->overlap, true, pack.width, pack.height};
  return pack;
}

}  // namespace terrawright::images
