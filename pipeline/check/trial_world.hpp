// SPDX-License-Identifier: Apache-2.0
// A world to feed a stage with: its example, or made-up inputs of every kind.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "config/world.hpp"
#include "engine/layers/layer.hpp"
#include "graph/catalogue.hpp"
#include "graph/input_file.hpp"
#include "terrawright/abi.h"

namespace terrawright::check {

// Whatever file a stage names, it gets made-up samples: examples need no files beside them.
class MadeUpFiles final : public graph::InputFileOpener {
 public:
  std::shared_ptr<const graph::InputFile> open(const std::string& path,
                                               const terrawright_file_request& request) const override;
};

// Valid values of cells by their kind.

// The first cell that holds what its kind does not allow. `finite`: NaN and infinity are among that.
struct BadCell {
  const char* symptom;  // "its mask is neither 0 nor 1"
  std::string value;
  std::int64_t x, y;
};
std::optional<BadCell> bad_cell(const engine::Layer& layer, bool finite);

// Whether all of its cells are finite.
bool is_finite(const engine::Layer& layer);

struct TrialWorld {
  std::string name;  // "its example", "made-up inputs in metres"
  std::shared_ptr<const report::Source> source;
  std::vector<std::string> set;                      // as --set
  std::string node;                                  // the stage's; empty: all nodes are looked at
  std::pair<std::int64_t, std::int64_t> size{0, 0};  // of the world as it is written; 0: as one likes
  bool reads_files = false;                          // from the disk; else they are made up
  bool is_only_needed = false;                       // made up, without optional inputs that there are
  bool is_edge = false;                              // inputs that hardly ever come, or an output that nobody reads
};

// A config without changes.
TrialWorld feed_of_world(const std::string& path, const std::string& text, std::pair<std::int64_t, std::int64_t> size);

// The example first, then made-up inputs, then edges; always in the same order. `example`: the YAML of the stage's own;
// empty: none. `folder` gets an empty file, in the place of any that a stage reads.
std::vector<TrialWorld> trial_worlds(const terrawright_stage& stage, const std::string& example,
                                     const std::string& folder);

// Overrides of parameters.
using Setting = std::vector<std::string>;
// At their ends, at values where code often turns, and at random. `each`: also each parameter by itself; else all at
// once.
std::vector<Setting> settings_of(const terrawright_stage& stage, const std::string& node, int random_ones, bool each);
// Overrides that move a parameter from one value to another; `share` 0 is the first, 1 the other.
struct Path {
  std::string parameter;
  Setting end;  // at share 1
  std::function<Setting(double share)> at;
};
// From its default to each end of each parameter of numbers.
std::vector<Path> paths_of(const terrawright_stage& stage, const std::string& node);

// Stages that feed others while they are checked: made-up cells of every kind, and readers of what no file takes. Users
// never see them.

const terrawright_plugin* source_plugin();

// "check/source.height@1" for a kind that there is a source of, whose output is `made`; empty: there is none. For
// tables the port's flags tell whether rows are lines; else they are points.
std::string source_of(std::uint32_t kind, std::uint32_t flags = 0);
// Reader of a number or a grid.
std::string reader_of(std::uint32_t kind);

}  // namespace terrawright::check
