// SPDX-License-Identifier: Apache-2.0
#include "build/pack_of.hpp"

#include <algorithm>

#include "border/kind.hpp"
#include "config/quantity.hpp"
#include "report/suggest.hpp"

namespace terrawright::build {
namespace {

images::Program program_of(const std::string& name) {
  for (const auto program : {images::Program::unreal, images::Program::unity, images::Program::godot}) {
    if (images::name_of(program) == name) return program;
  }
  return images::Program::generic;
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

images::Pack pack_of(const graph::Graph& graph, const graph::Output& output, const images::PackSize& world,
                     report::Diagnostics& diagnostics) {
  const config::Pack& written = *output.written->pack;
  images::Pack pack;
  pack.program = program_of(written.program);
  pack.tables = written.tables;
  pack.resamples = written.resamples;
  pack.width = world.width;
  pack.height = world.height;
  for (const config::Pack::Weight& weight : written.weights) {
    images::Pack::Weight of{weight.name};
    if (weight.layer) {
      of.part = *weight.layer;
      of.classes = classes_of(weight, graph.flow(output.layers[*weight.layer].from), diagnostics);
    }
    pack.weights.push_back(std::move(of));
  }
  std::optional<images::PackTiles> tiles;
  if (const auto& of = output.written->tiles)
    tiles = images::PackTiles{of->side, of->overlap >= 0 ? of->overlap : images::overlap_of(pack.program).value_or(0)};
  const auto nearest = images::nearest_sizes(pack.program, world, tiles);
  if (pack.resamples && !nearest.empty() && !images::takes(pack.program, world, tiles)) {
    pack.width = nearest.front().width;
    pack.height = nearest.front().height;
  }
  if (tiles) pack.tiles = images::Tiling{tiles->side, tiles->overlap, true, pack.width, pack.height};
  return pack;
}

}  // namespace terrawright::build
