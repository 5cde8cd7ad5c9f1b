// SPDX-License-Identifier: Apache-2.0
// The checked config of one world, and how it is loaded.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "config/yaml/document.hpp"
#include "expectation.hpp"

namespace terrawright::config {

// Cells of a world, or of a tile of it: 2^20 + 1, so that the points of 2^20 squares fit.
constexpr std::int64_t longest_side = (std::int64_t{1} << 20) + 1;

struct Input {
  std::string port;
  report::Position key_position;
  Reference from;
  std::optional<Value> number = {};  // `level: 120 m`, `level: $knob`: in the place of a node
};

// Number of times that a node of a composite repeats.
struct Repeat {
  std::int64_t times = 1;      // as it is written
  std::string parameter = {};  // `$steps`: a parameter of the composite, in the place of `times`
  report::Position position = {};
};
constexpr std::int64_t most_times = 1000;

// One node: a named use of a stage.
struct Node {
  std::string name;
  report::Position position;  // of the name
  std::string id;             // family.word
  std::uint32_t version = 0;  // of `use: id@1`
  report::Position use_position;
  std::vector<Input> inputs;
  std::vector<Entry> parameters;      // knobs already replaced by their values
  std::string random_name;            // what the random stream is keyed by: the `random:` key, else the node's name
  bool readable = true;               // false: id and version were refused, and this is only a name
  bool complete = true;               // false: something had to be left out
  std::optional<Repeat> repeat = {};  // inside a composite
  std::vector<Input> then = {};       // of a repeated one: inputs from the second time on; itself is the time before
  bool one_is_list = false;           // of a writer: one value may stand for a list of one
  std::string revisions = {};         // of the composites that it is a part of, where those have one, a line each
};

struct Layer {
  std::string name;
  report::Position position;  // of the name
  Reference from;
  bool is_key = false;           // of a key of the output that is a port of its writer, as `texture: node`
  std::vector<Entry> keys = {};  // parameters of the writer that stand with it, as legend: {layer: node, beside: true}
  std::string port = {};         // of the writer, where the config names it; empty: the name may be one
  std::string title = {};        // what people call it; empty: the config does not say
  Value classes = {};            // of a layer of classes, those that count, by name or code: a list; null: all
};

// Squares with a file each. Their starts are `side` cells apart, and each has `overlap` more cells, which are the first
// of its neighbours to the right and below.
struct Tiles {
  std::int64_t side = 0, overlap = 0;
  bool repeats = true;  // the last ones are as large as the others, with the world's last cells again and again
};

// Keys that replace layers, writer and parameters.
enum class Form {
  layers,   // nothing
  sheet,    // sheet: node, of a drawing on paper
  pyramid,  // pyramid: {...}, of tiles for the web
  view,     // scene: {...}, of a page with the world in 3-D
  pack      // pack: program, of a folder for a game engine
};

struct Output {
  std::string file;            // pattern as written; empty: printed, or where Options allow it
  std::string final_file;      // {name} and {seed} filled in, {x} and {y} of tiles not; relative to
                               // the output folder, with '/'
  report::Position position;   // of `file`, else of the output
  std::optional<Tiles> tiles;  // nothing: one file
  Form form = Form::layers;
  std::vector<Layer> layers;     // at least one, in the order of the file; then those of keys
  std::int64_t coarsen = 1;      // cells a side of which the file has one
  bool by_layer = false;         // {layer} is in the name: each layer has a file of its own
  Node writer = {};              // `write` and `with`; its id is empty where the ending chooses
  bool print = false;            // to the terminal
  bool complete = true;          // false: something had to be left out
  std::vector<Entry> keys = {};  // parameters of the writer that stand beside `file`
};

// A named subgraph with ports of its own, used like a stage.
//
//   water.drainage@1:
//     doc: Where the water of each cell goes.
//     in: {height: Heights above the sea., ocean: }           # name: what it is; empty: what the parts say of it
//     stages:
//       filled: {use: water.fill@1, in: {height: $height, ocean: $ocean}}
//       flats: {use: water.flats@1, in: {filled: filled, ocean: $ocean}}
//     with: {depth: filled.depth}                             # its parameters are parameters of its nodes
//     #     {steps: {value: 10, range: [1, 1000], doc: ...}}    # ... or say how often a node is repeated
//     out: {filled: filled, distance: flats.distance}
//     main: filled                                            # what a node that uses it means by its name alone
struct Composite {
  struct Input {
    std::string name, doc;  // doc empty: that of the ports it feeds
    report::Position position;
  };
  struct Parameter {
    std::string name;
    report::Position position;
    Reference of;  // node.parameter
    // In the place of a node's parameter: a whole number for `repeat: $name`.
    struct Count {
      std::int64_t value = 1, least = 1, most = most_times;
      std::string doc = {};
    };
    std::optional<Count> count = {};
  };

  std::string id;              // family.word
  std::uint32_t version = 0;   // of `id@1`
  report::Position position;   // of its name
  std::uint32_t revision = 0;  // up when its pixels change, though no part's do; 0: it has none
  std::string doc, source;
  std::vector<Input> inputs;
  std::vector<Node> nodes;
  std::vector<Layer> outputs;
  std::vector<Parameter> parameters;
  std::string main;      // name of the main output; empty: none
  bool complete = true;  // false: something had to be left out

  std::string name() const { return id + "@" + std::to_string(version); }
};

struct Knob {
  std::string name;
  report::Position position;  // of the name
  Value value;                // after --set
  std::string doc;
  std::optional<std::pair<Value, Value>> range;
};

struct World {
  std::string name;
  report::Position name_position;
  std::int64_t width = 0, height = 0;  // cells, 1 .. longest_side
  report::Position size_position;
  double cell = 1000.0;  // metres a side
  report::Position cell_position;
  std::uint64_t seed = 0;
  std::string seed_text;  // as written
  report::Position seed_position;
  double latitude = 40.0;  // degrees, centre row, north up
  report::Position latitude_position;
  double longitude = 0.0;  // degrees, centre column: where things lie on the globe
  // `widths: {from: 64 km, to: 1024 km, narrower: valley, wider: continent}`: those that it is made for.
  struct Widths {
    double least, most;           // metres from west to east
    std::string narrower, wider;  // worlds to take instead; empty: none is known
    std::string least_text, most_text;
    report::Position position;
  };
  std::optional<Widths> widths;
  std::uint32_t wrap = 0;  // axes of which the end joins the begin: TERRAWRIGHT_WRAP_X, TERRAWRIGHT_WRAP_Y
  std::vector<Knob> knobs;
  std::vector<Node> nodes;  // in the order of the file, then of the included files
  std::vector<Composite> composites;
  std::vector<Output> outputs;
  std::vector<Expectation> expectations;
  Value document;          // with includes and overrides in it, knobs not yet replaced
  bool complete = true;    // false: something had to be left out
  bool facts_good = true;  // false: of size, cell and latitude something was refused, and others stand in
  const Node* find_node(std::string_view name) const;
};

// A world keeps what its knobs promise at the widths that it is made for. An oblong one is as wide as its shorter side.
void warn_of_width(const World& world, report::Diagnostics& diagnostics);

// Whether a world can be called so, and its files after it.
bool is_world_name(std::string_view name);

// The text for {seed} in file names: as written if a file name can take it, else its 64 bits.
std::string seed_in_files(const World& world);

// The composites of a text that holds nothing else, as the program brings them.
std::vector<Composite> load_composites(const std::shared_ptr<const report::Source>& source,
                                       report::Diagnostics& diagnostics);

struct Options {
  bool files_required = true;       // false: outputs may leave `file` out (tests)
  std::optional<std::string> seed;  // --seed: any text, in the place of the config's
  bool outputs = true;              // false: they are not read, and the world has none
  std::string best;                 // --best: a number, as the last of the expectations; empty: none
  // Keys that may stand beside an output's `file` because a writer has them. Nothing: the writers are not known, and
  // any key may be a parameter of one.
  struct KeysOfWriters {
    std::vector<std::string> parameters, ports;
    std::vector<std::string> titled = {};  // of the ports, those that take lists, or maps with titles
  };
  std::optional<KeysOfWriters> writers = {};
};

// Reads, includes, overrides ("path=value") and checks; collects every problem. With errors in `diagnostics` there may
// still be a world, so that the errors of the graph are shown at the same time; it must not be built.
std::optional<World> load(const std::string& path, const std::vector<std::string>& overrides,
                          report::Diagnostics& diagnostics, const Options& options = {});
// The same of a text that is there already. Includes are looked for beside its name.
std::optional<World> load(const std::shared_ptr<const report::Source>& source,
                          const std::vector<std::string>& overrides, report::Diagnostics& diagnostics,
                          const Options& options = {});

}  // namespace terrawright::config
