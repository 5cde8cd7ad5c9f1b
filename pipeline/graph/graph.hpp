// SPDX-License-Identifier: Apache-2.0
// A world as a graph that can run: nodes in running order, every port linked, kinds and units checked, stages arranged.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "border/instance.hpp"
#include "config/parameters.hpp"
#include "config/world.hpp"
#include "graph/catalogue.hpp"
#include "graph/input_file.hpp"
#include "graph/measure.hpp"
#include "terrawright/arrangement.hpp"

namespace terrawright::graph {

// Properties of a port's data, known before any cell exists.
struct Flow {
  std::uint32_t kind = 0;  // 0: not connected, or nobody reads it
  std::string unit;
  std::vector<LegendEntry> legend;
  bool guessed = false;      // beside a problem that was said: unit and legend may be others
  std::uint32_t places = 0;  // of a table: TERRAWRIGHT_PORT_POINTS, TERRAWRIGHT_PORT_LINES or neither
};

struct Node {
  std::string name;
  const config::Node* written = nullptr;  // in Graph::world
  const Offer* offer = nullptr;
  config::Parameters parameters;
  bool parameters_good = true;                          // false: defaults stand in for what was refused
  bool links_good = true;                               // false: an input was refused or is missing
  std::vector<std::optional<Link>> inputs;              // one per port
  std::vector<const config::Value*> literals;           // one per port: a literal number, in the place of a link
  std::vector<std::optional<double>> numbers;           // one per port: those, in the unit of the flow
  std::vector<Flow> flows;                              // one per port
  std::vector<std::shared_ptr<const InputFile>> files;  // files, in the order the stage asked for them
  std::string depends;                                  // SHA-256 of what else the stage says it depends on, each
  border::Instance instance;
  std::uint64_t memory = 0;                         // bytes that resolve and its notes say they need
  std::uint64_t scratch = 0, scratch_per_cell = 0;  // bytes that one call says it needs, and for each cell of its tile
  // One per port, SHA-256 in hex; outputs only. The recipe says what is made: stage, revision, parameters, files, what
  // it reads of the world and its inputs' recipes, the same on every machine. The key adds whose code makes it.
  std::vector<std::string> recipes, keys;

  const terrawright_stage& stage() const { return *offer->stage; }
  bool is_arranged() const { return static_cast<bool>(instance); }
  // For a part of a composite: `drainage/filled`.
  bool is_part() const { return name.find('/') != std::string::npos; }
  // Position of a parameter or port, or of a table's cell ("rules[2].code"), in the config; that of the stage if the
  // config does not set it.
  report::Position position(const std::string& parameter_or_port) const;
};

struct OutputLayer {
  std::string name;
  Link from;
  const config::Layer* written = nullptr;
};
struct Output {
  const config::Output* written = nullptr;
  std::vector<OutputLayer> layers;
};

struct Graph {
  std::shared_ptr<const config::World> world;  // its composites in the place of the nodes that use them
  std::shared_ptr<const Catalogue> catalogue;  // with the world's own composites; the offers of the nodes stand in it
  std::vector<Node> nodes;                     // in running order; only those that an output or expectation needs
  std::vector<std::string> unneeded;           // names of nodes that none needs
  std::vector<Output> outputs;
  std::vector<Expectation> expectations;

  const Flow& flow(const Link& link) const { return nodes[link.node].flows[link.port]; }
  // "node" of the stage's only main output, else "node.port".
  std::string name(const Link& link) const;
};

// Keys beside an output's `file`: parameters of writers, and their optional ports.
config::Options::KeysOfWriters keys_of_writers(const Catalogue& catalogue);

// The world as a stage may know it: facts that it does not declare to read are 0.
terrawright_world_facts world_for(const terrawright_stage& stage, const config::World& world);

// Links, orders, checks and arranges. Reports every problem; nothing after an error. Without an opener no stage can
// read a file. The catalogue must outlive the graph.
std::optional<Graph> assemble(config::World world, const Catalogue& catalogue, report::Diagnostics& diagnostics,
                              const InputFileOpener* opener = nullptr);
// The same, and as much of the graph as is known beside errors, for others to find more of them: what is not arranged
// cannot run, and a flow of kind 0 is not known.
Graph assemble_what_is_good(config::World world, const Catalogue& catalogue, report::Diagnostics& diagnostics,
                            const InputFileOpener* opener = nullptr);

}  // namespace terrawright::graph
