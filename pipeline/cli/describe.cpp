// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdio>

#include "cli/session.hpp"
#include "cli/value_text.hpp"
#include "cli/verbs.hpp"
#include "graph/kind.hpp"
#include "report/log.hpp"
#include "report/suggest.hpp"

namespace terrawright::cli {
namespace {

void print(const std::string& line) { std::printf("%s\n", line.c_str()); }

void print_ports(const terrawright_stage& stage, std::uint32_t direction, const char* heading) {
  bool any = false;
  for (std::uint64_t i = 0; i < stage.n_ports; ++i) {
    const terrawright_port& port = stage.ports[i];
    if (port.direction != direction) continue;
    if (!any) print(std::string("\n") + heading);
    any = true;
    std::string line = std::string("  ") + port.name + ": " + graph::kind_names(port.kinds);
    if (port.unit != nullptr) line += std::string(", in ") + port.unit;
    if (port.like_port != nullptr) line += std::string(", like ") + port.like_port;
    if (port.flags & TERRAWRIGHT_OPTIONAL) line += ", optional";
    print(line);
    print(std::string("      ") + port.doc);
  }
}

// Access and rounds, and what they mean for the size of the world.
std::string shape(const terrawright_stage& stage) {
  if (stage.flags & TERRAWRIGHT_WHOLE) {
    return "whole: gets each layer as one raster, so the world is bounded by memory";
  }
  if (stage.flags & TERRAWRIGHT_SURVEYS) return "tile by tile, after rounds that survey all tiles";
  if (stage.flags & TERRAWRIGHT_RESOLVES) return "tile by tile, after one small answer for all of them";
  return "tile by tile, each by itself";
}

}  // namespace

Exit describe(const Arguments& arguments) {
  const graph::Catalogue catalogue = load_catalogue(arguments);
  // `heights.diamond_square@1` is how configs name it.
  const std::string id = arguments.stage.substr(0, arguments.stage.find('@'));
  const graph::Offer* offer = catalogue.find(id);
  if (offer == nullptr) {
    report::complain("error: there is no stage " + report::quote(arguments.stage) +
                     "\n  = " + report::did_you_mean(id, catalogue.ids(), "stages are"));
    return refused;
  }
  const terrawright_stage& stage = *offer->stage;
  print(graph::Catalogue::name(stage) + " (revision " + std::to_string(stage.revision) + ", from " + offer->plugin +
        " " + offer->version + (offer->file.empty() ? "" : ", " + offer->file) + ")");
  print(std::string("  ") + stage.doc);
  if (*stage.source != 0) print(std::string("  Source: ") + stage.source);
  print("  Runs " + shape(stage) + ".");
  print_ports(stage, TERRAWRIGHT_INPUT, "Inputs");
  print_ports(stage, TERRAWRIGHT_OUTPUT, "Outputs");
  if (stage.n_parameters != 0) print("\nParameters");
  for (std::uint64_t i = 0; i < stage.n_parameters; ++i) {
    const terrawright_parameter& parameter = stage.parameters[i];
    print(std::string("  ") + parameter.name + ": " + type_text(parameter));
    print(std::string("      ") + parameter.doc);
    print("      default: " + value_text(parameter, parameter.fallback));
  }
  return done;
}

}  // namespace terrawright::cli
