// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>

#include "border/description.hpp"
#include "build/outputs/outputs.hpp"
#include "config/quantity.hpp"
#include "images/picture.hpp"

namespace terrawright::build {
namespace {

// Whether all that decides what a file can hold is known, beside problems that were said.
bool is_known(const graph::Graph& graph, const graph::Output& output) {
  if (!output.written->complete || output.layers.size() != output.written->layers.size()) return false;
  for (const graph::OutputLayer& layer : output.layers) {
    if (graph.flow(layer.from).kind == 0 || graph.flow(layer.from).guessed) return false;
  }
  return graph.world->facts_good;
}

// Why a window has no part of what comes out of a node, as its cells or letters are not cells of the world; empty: it
// has one.
std::string without_part(const graph::Node& node, const graph::Flow& flow) {
  if (flow.kind == TERRAWRIGHT_KIND_TEXT) return "a text, whose letters are not cells of the world";
  if (flow.kind == TERRAWRIGHT_KIND_GRID) return "a drawing on paper of the whole world";
  if (std::string(node.stage().id) == "view.skyline") return "a profile, whose rows are not rows of the world";
  return {};
}

// A window's coarse cells are those of the world.
void check_blocks(const Rect& window, const graph::Output& output, std::int64_t width, std::int64_t height,
                  report::Diagnostics& diagnostics) {
  const std::int64_t n = output.written->coarsen;
  const auto up = [n](std::int64_t cell, std::int64_t most) { return std::min((cell + n - 1) / n * n, most); };
  const std::int64_t x = window.x / n * n, y = window.y / n * n;
  const Rect whole{x, y, up(window.x + window.width, width) - x, up(window.y + window.height, height) - y};
  if (images::window_text(whole) == images::window_text(window)) return;
  diagnostics.error(output.written->position,
                    "--window cuts through the blocks of " + std::to_string(n) + " x " + std::to_string(n) +
                        " cells that `coarsen` makes one of",
                    "write --window " + images::window_text(whole));
}

// That no writer has.
void refuse_ending(const graph::Graph& graph, const graph::Output& output, const images::Picture& picture,
                   report::Diagnostics& diagnostics) {
  const std::string ending = picture.file.extension().string();
  diagnostics.error(
      output.written->position,
      ending.empty() ? "the file name has no extension" : "no format has the extension " + report::quote(ending),
      known_endings(graph));
}

// Texts and tables that have no file.
void check_printed(const graph::Output& output, const images::Picture& picture, report::Diagnostics& diagnostics) {
  bool good = true;
  for (std::size_t i = 0; i < picture.parts.size(); ++i) {
    const std::uint32_t kind = picture.parts[i].facts.kind;
    if (kind == TERRAWRIGHT_KIND_TABLE || kind == TERRAWRIGHT_KIND_TEXT) continue;
    good = false;
    diagnostics.error(
        output.layers[i].written->from.position,
        "the layer " + report::quote(picture.parts[i].name) + " is a " + border::kind_name(kind) + ", not a text",
        border::is_layer(kind) ? "view.ascii makes a text of it; other layers go to .exr, .zarr, .png or .tif files"
                               : "delete it: the manifest holds such values");
  }
  if (good && picture.coarsen > 1)
    diagnostics.error(output.written->position, "`coarsen` makes coarser layers, and this is none", "remove it");
}

}  // namespace

images::Picture picture_of(const graph::Graph& graph, const graph::Output& output, const std::string& folder,
                           const std::optional<Rect>& window, report::Diagnostics& diagnostics) {
  images::Picture picture;
  picture.metres_per_cell = graph.world->cell;
  const std::int64_t width = graph.world->width, height = graph.world->height;
  picture.coarsen = output.written->coarsen;
  if (window) check_blocks(*window, output, width, height, diagnostics);
  const std::int64_t columns = images::coarse_side(window ? window->width : width, picture.coarsen);
  const std::int64_t rows = images::coarse_side(window ? window->height : height, picture.coarsen);
  if (window || picture.coarsen > 1)
    picture.window = images::Picture::Window{window.value_or(Rect{0, 0, width, height}), width, height};
  if (!output.written->final_file.empty()) picture.file = std::filesystem::path(folder) / output.written->final_file;
  picture.by_layer = output.written->by_layer;
  if (const auto& tiles = output.written->tiles) {
    picture.tiles = images::Tiling{tiles->side, tiles->overlap, tiles->repeats, columns, rows};
    if (folder.find("{x}") != std::string::npos || folder.find("{y}") != std::string::npos) {
      diagnostics.error(output.written->position,
                        "the output folder " + report::quote(folder) + " has {x} or {y} in it",
                        "tiles have their numbers in the place of these: name another one with --out");
    }
  }
  const bool for_writer = is_for_writer(graph, output);
  // An output that could not be read has no consequences.
  if (!for_writer && (output.written->complete || !picture.file.empty()))
    refuse_keys_of_writers(graph, output, nullptr, diagnostics);
  if (!is_known(graph, output)) {
    if (for_writer) check_parameters(graph, output, diagnostics);
    // The ending alone can be judged; where it names no format the room says only that.
    if (picture.file.empty() || for_writer) return picture;
    refuse_ending(graph, output, picture, diagnostics);
    return picture;
  }
  for (const graph::OutputLayer& layer : output.layers) {
    const graph::Flow& flow = graph.flow(layer.from);
    if (const std::string why = window ? without_part(graph.nodes[layer.from.node], flow) : ""; !why.empty()) {
      diagnostics.error(layer.written->from.position,
                        "--window has no part of the " +
                            std::string(output.written->form == config::Form::sheet ? "sheet " : "layer ") +
                            report::quote(layer.name) + ": it is " + why,
                        "build the whole world for it, or take it out of the outputs");
    }
    engine::LayerFacts facts{flow.kind, flow.unit, flow.legend, columns, rows};
    if (for_writer || !layer.written->is_key) {
      images::Part& part = picture.parts.emplace_back();
      part.name = layer.name;
      if (!flow.unit.empty()) part.metres = config::read_real("1 " + flow.unit, "m").value.value_or(0.0);
      part.facts = std::move(facts);
      part.places = engine::geometry_of(flow);
      part.title = layer.written->title;
      const graph::Node& node = graph.nodes[layer.from.node];
      const char* doc = node.stage().ports[layer.from.port]->doc;
      part.doc = doc == nullptr ? "" : doc;
      if (!node.recipes.empty()) part.recipe = node.recipes[layer.from.port];
      const auto is_it = [&](const graph::OutputLayer& other) {
        return other.from.node == layer.from.node && other.from.port == layer.from.port;
      };
      part.same_as = static_cast<std::size_t>(std::find_if(output.layers.begin(), output.layers.end(), is_it) -
                                              output.layers.begin());
    }
  }
  if (for_writer) {
    picture.writer = delivery_of(graph, output, picture, provenance_of(graph, output, window), diagnostics);
    return picture;
  }
  if (picture.file.empty()) {
    check_printed(output, picture, diagnostics);
  } else {
    refuse_ending(graph, output, picture, diagnostics);
  }
  return picture;
}

images::Provenance provenance_of(const graph::Graph& graph, const graph::Output& output,
                                 const std::optional<Rect>& window) {
  const config::World& world = *graph.world;
  images::Provenance provenance;
  provenance.world = world.name;
  provenance.generator = "terrawright " TERRAWRIGHT_VERSION;
  provenance.seed = world.seed_text;
  provenance.metres_per_cell = world.cell;
  provenance.latitude = world.latitude;
  provenance.longitude = world.longitude;
  provenance.width = world.width;
  provenance.height = world.height;
  provenance.window = window;
  provenance.coarsen = output.written->coarsen;
  return provenance;
}

}  // namespace terrawright::build
