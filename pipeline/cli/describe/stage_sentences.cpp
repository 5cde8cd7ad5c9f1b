// SPDX-License-Identifier: Apache-2.0
#include "cli/describe/stage_sentences.hpp"

#include <algorithm>

#include "border/description.hpp"
#include "cli/scaffold/examples.hpp"
#include "graph/linking.hpp"
#include "report/amount.hpp"
#include "report/diagnostic.hpp"

namespace terrawright::cli {
namespace {

std::string in_cells(std::int64_t n) { return std::to_string(n) + (n == 1 ? " cell" : " cells"); }

std::string halo_text(const Halo& halo) {
  if (!halo.any()) return "the tile";
  if (halo.left == halo.up && halo.left == halo.right && halo.left == halo.down) {
    return "the tile and " + in_cells(halo.left) + " around it";
  }
  std::vector<std::string> sides;
  const auto side = [&](std::int64_t n, const char* where) {
    if (n != 0) sides.push_back(in_cells(n) + where);
  };
  side(halo.left, " to the left");
  side(halo.up, " above");
  side(halo.right, " to the right");
  side(halo.down, " below");
  return "the tile and " + report::join(sides);
}

// Bytes of all layers that the stage has at hand, a cell.
std::uint64_t bytes_per_cell(const terrawright_stage& stage) {
  std::uint64_t bytes = 0;
  for (std::uint64_t i = 0; i < stage.n_ports; ++i) bytes += border::cell_bytes(first_kind(stage.ports[i]->kinds));
  return bytes;
}

}  // namespace

std::vector<CompositePart> parts_of(const graph::Offer& offer) {
  std::vector<CompositePart> parts;
  if (!offer.composed) return parts;
  for (const config::Node& stage : offer.composed->written.nodes) {
    parts.push_back({stage.name, stage.id, stage.id + "@" + std::to_string(stage.version), "", ""});
    if (!stage.repeat) continue;
    CompositePart& part = parts.back();
    part.times = stage.repeat->parameter.empty() ? std::to_string(stage.repeat->times) : "$" + stage.repeat->parameter;
    part.repeated =
        ", " + (stage.repeat->parameter.empty() ? part.times : "`" + stage.repeat->parameter + "`") + " times";
  }
  return parts;
}

bool has_revision(const graph::Offer& offer) { return !offer.composed || offer.composed->written.revision != 0; }

const char* shape_name(const terrawright_stage& stage) {
  if (graph::is_composite(stage)) return "composite";
  if (stage.flags & TERRAWRIGHT_STAGE_WHOLE) return "whole";
  if (stage.flags & TERRAWRIGHT_STAGE_SURVEYS) return "rounds";
  if (stage.flags & TERRAWRIGHT_STAGE_RESOLVES) return "one answer";
  return "tiles";
}

std::string shape_text(const terrawright_stage& stage) {
  if (graph::is_composite(stage)) return "as its parts, each a node with a key and a lifetime of its own";
  if (stage.flags & TERRAWRIGHT_STAGE_WHOLE) return "whole: it gets each layer as one raster";
  if (stage.flags & TERRAWRIGHT_STAGE_SURVEYS) {
    return std::string("tile by tile, after one or more rounds that survey all tiles") +
           (stage.flags & TERRAWRIGHT_STAGE_MERGES ? "; their notes are merged as they come"
                                                   : "; one note is kept for each tile");
  }
  if (stage.flags & TERRAWRIGHT_STAGE_RESOLVES) return "tile by tile, after one computation for all tiles together";
  return "tile by tile, each by itself";
}

std::string size_text(const terrawright_stage& stage, const InputWindows& windows) {
  if (graph::is_composite(stage)) return "the limits of its parts";
  if (stage.flags & TERRAWRIGHT_STAGE_WHOLE) {
    const std::uint64_t bytes = bytes_per_cell(stage);
    constexpr std::uint64_t cells = 8193 * 8193;
    const std::uint64_t own = (windows.memory_of_large + cells - 1) / cells;
    return "bounded by memory: " + std::to_string(bytes) + " bytes for each cell of its layers" +
           (own > 0 ? " and " + std::to_string(own) + " for its own work" : "") + ", " +
           report::bytes_text(bytes * cells + windows.memory_of_large) + " at 8193 x 8193";
  }
  std::string text = "the stage sets no limit: it sees one tile at a time";
  if (windows.memory_of_large == 0) return text;
  text += "; what it keeps about all tiles takes " + report::bytes_text(windows.memory) + " at 1025 x 1025 cells";
  if (windows.memory_of_large != windows.memory)
    text += ", " + report::bytes_text(windows.memory_of_large) + " at 8193 x 8193";
  return text;
}

std::string port_text(const terrawright_stage& stage, const terrawright_port& port) {
  std::string text = border::kind_names(port.kinds);
  if (border::twin_of(stage, port) != nullptr) text += " or a number as it stands";
  const bool points = (port.flags & TERRAWRIGHT_PORT_POINTS) != 0, lines = (port.flags & TERRAWRIGHT_PORT_LINES) != 0;
  if (points || lines) text += points && lines ? " of points or lines" : points ? " of points" : " of lines";
  if (port.unit != nullptr && std::string(port.unit) != "1") text += std::string(", in ") + port.unit;
  if (port.unit != nullptr && std::string(port.unit) == "1") text += ", without unit";
  if (port.like_port != nullptr) text += std::string(", like ") + port.like_port;
  if (port.flags & TERRAWRIGHT_PORT_OPTIONAL) text += ", optional";
  if (port.flags & TERRAWRIGHT_PORT_BY_NAME) text += std::string(", read as NODE.") + port.name;
  return text;
}

std::string windows_text(const terrawright_stage& stage, const InputWindows& windows, std::uint64_t index) {
  const terrawright_port& port = *stage.ports[index];
  if (port.direction != TERRAWRIGHT_PORT_INPUT || graph::is_composite(stage)) return "";
  std::string text;
  if (!(port.kinds & ~(1u << TERRAWRIGHT_KIND_NUMBER | 1u << TERRAWRIGHT_KIND_GRID))) {
    text = "the value";
  } else if (port.kinds == 1u << TERRAWRIGHT_KIND_TABLE) {
    text = "all rows, in the rounds only";
  } else if (stage.flags & TERRAWRIGHT_STAGE_WHOLE) {
    text = "the whole raster";
  } else if (!windows.known) {
    text = "cells that depend on its parameters";
  } else {
    const auto& [survey, paint] = windows.ports[index];
    if (paint) text = halo_text(*paint);
    if (survey) {
      const std::string in_rounds = halo_text(*survey);
      text = !paint              ? in_rounds + ", in the rounds only"
             : in_rounds == text ? text + ", in the rounds too"
                                 : text + "; in the rounds " + in_rounds;
    }
  }
  if (port.kinds & 1u << TERRAWRIGHT_KIND_NUMBER) text += ", from a node or as a number written in its place";
  if (port.statistics != 0) {
    text += std::string(text.empty() ? "" : ", ") + "and the exact minimum and maximum of all cells";
  }
  return text;
}

std::string reads_text(const terrawright_stage& stage) {
  std::vector<std::string> facts;
  if (stage.reads & TERRAWRIGHT_READS_RANDOM) facts.emplace_back("its seed and the node's name");
  if (stage.reads & TERRAWRIGHT_READS_CELL) facts.emplace_back("the size of a cell");
  if (stage.reads & TERRAWRIGHT_READS_LATITUDE) facts.emplace_back("the latitude");
  if (stage.reads & TERRAWRIGHT_READS_LONGITUDE) facts.emplace_back("the longitude");
  return facts.empty() ? "" : report::join(facts);
}

std::string origin_text(const graph::Offer& offer) {
  return offer.plugin + " " + offer.version + (offer.file.empty() ? "" : ", " + offer.file);
}

std::vector<const terrawright_parameter*> parameters_of(const terrawright_stage& stage) {
  std::vector<const terrawright_parameter*> shown(stage.parameters, stage.parameters + stage.n_parameters);
  std::stable_partition(shown.begin(), shown.end(), [](const terrawright_parameter* parameter) {
    return (parameter->flags & TERRAWRIGHT_PARAMETER_ADVANCED) == 0;
  });
  return shown;
}

std::string example_of(const graph::Offer& offer) {
  if (offer.stage->example != nullptr && *offer.stage->example != 0) return offer.stage->example;
  if (!offer.file.empty()) return "";
  for (const Example& example : examples) {
    if (std::string(offer.stage->id) == example.id) return example.yaml;
  }
  return "";
}

}  // namespace terrawright::cli
