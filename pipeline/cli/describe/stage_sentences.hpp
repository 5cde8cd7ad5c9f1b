// SPDX-License-Identifier: Apache-2.0
// Sentences about a stage that the verbs share.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "border/instance.hpp"
#include "cli/terminal/standard_output.hpp"
#include "graph/catalogue.hpp"
#include "report/json.hpp"
#include "terrawright/abi.h"

namespace terrawright::cli {

// Asks a stage, arranged with its defaults, which cells of its inputs it needs around a tile.

// Cells beyond the tile on each side.
struct Halo {
  std::int64_t left = 0, up = 0, right = 0, down = 0;
  bool any() const { return left != 0 || up != 0 || right != 0 || down != 0; }
};
// Halo of an input in one phase; nothing if the phase does not read it.
std::optional<Halo> halo_of(const border::Instance& instance, std::uint32_t phase, std::uint32_t port);

struct PortWindows {
  std::optional<Halo> survey, paint;
};
struct InputWindows {
  bool known = false;                 // false: the stage refused to be arranged with its defaults
  std::vector<PortWindows> ports;     // one per port; of outputs nothing
  std::uint64_t memory = 0;           // bytes for resolve and its notes, 1025 x 1025 cells
  std::uint64_t memory_of_large = 0;  // of 8193 x 8193 cells
};
// With all inputs connected; where the stage refuses that, with each optional one by itself.
InputWindows probe(const graph::Offer& offer);

// A part of a composite; none for a stage.
struct CompositePart {
  std::string node, id, stage;  // "filled", "water.fill", "water.fill@1"
  std::string times, repeated;  // of a repeated one: "$steps", ", `steps` times"
};
std::vector<CompositePart> parts_of(const graph::Offer& offer);
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

// Common names for the work of stages: the words of the field, of other programs and of papers.

struct Synonyms {
  const char* stage;  // id
  const char* words;  // "pit filling, sink": names, parted by commas
};
const std::vector<Synonyms>& synonyms();

// Words for work that no stage does, with the nearest stages.
struct Missing {
  const char* words;    // as above
  const char* thing;    // "volcanoes": what there is none of
  const char* instead;  // what to do, one sentence
  std::vector<const char*> stages;
};
const std::vector<Missing>& missing_things();

// The stage of that name, in the newest version that the name leaves open. Ended, and said, where there is none.
const graph::Offer& stage_named(const std::string& name, const graph::Catalogue& catalogue);

// One stage for a terminal, for machines, and as a page of docs/stages/.
std::string stage_text(const graph::Offer& offer, const InputWindows& windows);
report::Json stage_json(const graph::Offer& offer, const InputWindows& windows);
std::string stage_markdown(const graph::Offer& offer, const InputWindows& windows);

// A writer for a terminal, and for machines.
std::string writer_text(const graph::WriterOffer& offer);
report::Json writer_json(const graph::WriterOffer& offer);

// Parameters and their values as a person writes them.

bool has_unit(const terrawright_parameter& parameter);
// True if the bounds are whole numbers.
bool is_whole(const terrawright_parameter& parameter);
// "number in m, 0 to 50000, or auto"
std::string type_text(const terrawright_parameter& parameter);
// "60 %", "[0, 0, rand]"; a form that a config takes.
std::string value_text(const terrawright_parameter& parameter, const terrawright_value& value);

// Parameters and their values for machines.

// As a config writes it: 0.7, "60 %", "auto", [0, 0], [["dry", -10, 0]].
Json value_json(const terrawright_parameter& parameter, const terrawright_value& value);
// Name, type, unit, range, word, choices, columns, default, documentation.
Json parameter_json(const terrawright_parameter& parameter);

}  // namespace terrawright::cli
