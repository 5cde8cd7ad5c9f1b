// SPDX-License-Identifier: Apache-2.0
// Feeds stages and runs them in many ways, and reports their mistakes.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "check/finding.hpp"
#include "graph/catalogue.hpp"
#include "graph/input_file.hpp"

namespace terrawright::check {

// The arguments that run a trial of a stage again, or of the world, in a process of its own; may be empty.
using Command = std::function<std::vector<std::string>(const std::string& stage, const std::string& trial)>;

struct Options {
  bool quick = false;                              // fewer sizes, inputs and parameters
  double limit = 60.0;                             // seconds; a call that takes longer is an endless loop
  double budget = 0.0;                             // seconds for each stage, then the rest is left out; 0: any
  const graph::InputFileOpener* opener = nullptr;  // of files that a world reads
  std::function<bool()> goes_on;                   // asked now and then; false: the user stops
  std::function<void(const Finding&)> found;       // each symptom of a stage once
  std::function<void(const Finding&)> remarked;    // what is worth knowing, and not wrong
  Command command;
};

struct Summary {
  std::size_t findings = 0, trials = 0;
  bool stopped = false;
  std::string unwatched;  // why it was not seen whether stages open files by themselves; may be empty
};

// The stages that feed others, which the catalogue of a check has to have.
void add_sources(graph::Catalogue& catalogue);

// The library's stages, after a child has survived loading it; or what is wrong with it.
std::vector<const graph::Offer*> add_library(const std::string& file, graph::Catalogue& catalogue,
                                             const Options& options, Summary& summary);

// `example`: a small world with the stage; empty: none.
struct Checked {
  const graph::Offer* offer;
  std::string example;
};
// `begins(i)`: stage i is next.
Summary check_stages(const std::vector<Checked>& stages, const graph::Catalogue& catalogue, const Options& options,
                     const std::function<void(std::size_t)>& begins);

// A config, which was found good.
Summary check_world(const std::string& path, const std::string& text, std::pair<std::int64_t, std::int64_t> size,
                    const graph::Catalogue& catalogue, const Options& options);

// One trial in this process, so that a debugger stops where a stage breaks. Throws std::invalid_argument where `trial`
// is none of these feeds.
struct Again {
  std::vector<Finding> findings;
  std::string refused;  // why it did not come to its end
  std::string made;     // a digest, where the trial is to end by end_there()
};
Again try_again(const Checked& stage, const std::string& trial, const graph::Catalogue& catalogue,
                const Options& options);
Again try_world_again(const std::string& path, const std::string& text, const std::string& trial,
                      const graph::Catalogue& catalogue, const Options& options);

// The world of a trial up to the inputs of the stage: a text, what is set in it, and an output for each input.
struct Inputs {
  std::string text;
  std::vector<std::string> set;
};
Inputs inputs_of(const Checked& stage, const std::string& trial, const graph::Catalogue& catalogue);

}  // namespace terrawright::check
