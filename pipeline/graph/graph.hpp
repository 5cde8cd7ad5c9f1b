// SPDX-License-Identifier: Apache-2.0
// A world as a graph that can run: nodes in running order, every port linked, kinds and units checked, stages arranged.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "border/instance.hpp"
#include "config/expectation.hpp"
#include "config/parameters.hpp"
#include "config/world.hpp"
#include "graph/catalogue.hpp"
#include "graph/input_file.hpp"
#include "report/diagnostic.hpp"
#include "terrawright/arrangement.hpp"

namespace terrawright::graph {

// The units and numbers of an expression: each part in one unit, literals converted to that of what they are compared
// with, and the two sides once what is measured is known.

// The unit of what is measured; nothing where only the build will know it, as of a table's column.
struct MeasuredUnit {
  std::optional<std::string> unit;
  bool is_share = false;  // 0 to 1, for which 10 is a likely slip
};

class Claim {
 public:
  // A unit for each of the measures. Reports what does not fit; what is wrong says nothing of the world then.
  Claim(const config::Expectation& expectation, std::vector<MeasuredUnit> units, report::Diagnostics& diagnostics);

  // The measured values, in the units above. Nothing where a side is not a number.
  std::optional<bool> holds(const std::vector<double>& measured) const;
  // Distance from holding: the difference of one side from its bound, as a part of the larger one. 0 where it holds.
  double miss(const std::vector<double>& measured) const;
  // The left side, and the unit it is in: of what has no other.
  double number(const std::vector<double>& measured) const { return value(expectation_.left, measured); }
  const std::string& unit() const { return wanted_[expectation_.left]; }
  // A number that was measured, for a person: a share as a percentage where the expression speaks of those.
  std::string text(double number, std::size_t measure) const;

 private:
  struct Unit {
    std::optional<std::string> name;  // nothing: of bare numbers
    bool hard = false;                // of what is measured
    bool known = true;
    bool share = false;
  };
  Unit infer(std::size_t term);
  Unit joined(std::size_t left, std::size_t right);
  void push(std::size_t term, const Unit& unit);
  void push_literal(std::size_t term, const Unit& unit);
  double value(std::size_t term, const std::vector<double>& measured) const;

  const config::Expectation& expectation_;
  const std::vector<MeasuredUnit> given_;
  report::Diagnostics& diagnostics_;
  std::vector<Unit> inferred_;       // of terms
  std::vector<std::string> wanted_;  // of terms, that their values are given in
  std::vector<double> literals_;     // of terms
  bool speaks_of_shares_ = false;
};

// Measures of a config's expectations, linked to the graph.

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

// Properties of a port's data, known before any cell exists.
struct Flow {
  std::uint32_t kind = 0;  // 0: not connected, or nobody reads it
  std::string unit;
  std::vector<LegendEntry> legend;
  bool guessed = false;      // beside a problem that was said: unit and legend may be others
  std::uint32_t places = 0;  // of a table: TERRAWRIGHT_PORT_POINTS, TERRAWRIGHT_PORT_LINES or neither
};

// Node of the config that has the node `name` as a part: `risen` of `risen/eroded/step/3/incise`.
inline std::string name_in_config(const std::string& name) { return name.substr(0, name.find('/')); }

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

// Lists the facts that decide a node's bits beside its inputs and its code, one by one: for keys, and to report
// changes.

struct Fact {
  enum class Of { stage, world, parameter, file, plugin };
  Of of;
  std::string name, text;  // "percentile", "60 %"
};
std::vector<Fact> facts_of(const Node& node, const config::World& world);

// The expectations of any world: that it has land, and that the frame does not cut it.

struct Implied {
  std::shared_ptr<const config::Expectation> written;
  Expectation expectation;  // points to it
  std::string failure;      // the message where it does not hold
};
// None where the config has an expectation of the same.
std::vector<Implied> implied_expectations(const Graph& graph);

// The codes of a mask's cells on the frame that it covers: engine/layers/layer.cpp counts cells by them. None where the
// world has no frame, as it wraps on both axes.
std::vector<std::uint16_t> frame_codes(const Graph& graph);

}  // namespace terrawright::graph
