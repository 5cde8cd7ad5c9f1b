// SPDX-License-Identifier: Apache-2.0
// Sentences about a stage that the verbs share.
#pragma once
#include <string>
#include <vector>

#include "cli/input_windows.hpp"
#include "graph/catalogue.hpp"

namespace terrawright::cli {

// A part of a composite; none for a stage.
struct Part {
  std::string node, id, stage;  // "filled", "water.fill", "water.fill@1"
  std::string times, repeated;  // of a repeated one: "$steps", ", `steps` times"
};
std::vector<Part> parts_of(const graph::Offer& offer);
// Does a revision of its own say when its pixels change?
bool has_revision(const graph::Offer& offer);

// "whole", "rounds", "one answer", "tiles" or "composite": how the engine runs a stage.
const char* shape_name(const terrawright_stage& stage);
// The same as a sentence.
std::string shape_text(const terrawright_stage& stage);
// Consequence for the size of the world.
std::string size_text(const terrawright_stage& stage, const InputWindows& windows);
// "height, in m, like a, optional"
std::string port_text(const terrawright_stage& stage, const terrawright_port& port);
// "the tile and 1 cell around it", and what else an input is asked for; empty for an output.
std::string windows_text(const terrawright_stage& stage, const InputWindows& windows, std::uint64_t port);
// The parameters as they are shown: advanced ones after the others.
std::vector<const terrawright_parameter*> parameters_of(const terrawright_stage& stage);
// "world seed and node name, metres of a cell": what of the world enters, empty if nothing does.
std::string reads_text(const terrawright_stage& stage);
// "terrawright 0.1.0", and the library's file of a plugin.
std::string origin_text(const graph::Offer& offer);

// The smallest world with the stage, YAML; empty where a plugin brings none.
std::string example_of(const graph::Offer& offer);

}  // namespace terrawright::cli
