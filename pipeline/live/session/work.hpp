// SPDX-License-Identifier: Apache-2.0
// Jobs of the worker, and the layers that they show.
#pragma once
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "build/load.hpp"
#include "engine/layers/layer.hpp"
#include "graph/catalogue.hpp"
#include "graph/graph.hpp"
#include "live/session/message.hpp"
#include "store/store.hpp"

namespace terrawright::live {

// A job: {job, knobs: {name: text}, seed, preview, look: [titles], folder}, and `text` in the place of the config's.
// {job, check: file}: whether that config can be built.
// Reports, each with its `job`:
//   loaded    files, problems, knobs, and of a world without errors its facts and ports
//   progress  node, share, seconds_left
//   layer     index, name, title, facts, and the cells
//   view      the page of the 3-D view
//   line      what a stage says
//   checked   refusal: why it cannot; empty: it can
//   ended     ending: done, refused, failed, stopped; problems, seconds, and how many nodes did what
class Work {
 public:
  // `base`: the world as the command line asks for it. It and the catalogue must outlive this.
  Work(const build::Request& base, const graph::Catalogue& catalogue, Sink report)
      : base_(base), catalogue_(catalogue), report_(std::move(report)) {}
  void run(const Json& job, const std::atomic<bool>& stop);

 private:
  std::string refusal_of(const std::string& config) const;
  void build(const Json& job, const std::atomic<bool>& stop, Json& end);
  std::shared_ptr<const config::World> written(const build::Request& request);
  void report_loaded(const Json& job, const config::World* written, const build::Plan& plan,
                     const report::Diagnostics& problems);
  void make(const Json& job, const build::Plan& plan, const std::atomic<bool>& stop, Json& end);
  void open_store(const build::Plan& plan);

  const build::Request& base_;
  const graph::Catalogue& catalogue_;
  const Sink report_;
  std::shared_ptr<store::Store> store_;
  struct {
    std::string config;
    std::optional<std::string> text;
    std::shared_ptr<const config::World> world;  // null: it cannot be read
  } written_;                                    // the last config, before anything is turned
};

// Knobs as sliders and choices: between which values, in which steps, in which unit.

// Knobs of the config as it is written; `graph` is its result at any setting of the knobs: its stages give the ranges
// of their parameters. Null: nothing is known of them.
Json knobs_of(const config::World& written, const graph::Graph* graph);

// Lists the layers to look at: those of the outputs, and of any other node.

struct ListedLayer {
  std::string name;   // of the layer in its output
  std::string title;  // "node" or "node.port", as a config names it
  graph::Link from;
};
// Each once, in the order of the outputs.
std::vector<ListedLayer> listed_layers(const graph::Graph& graph);

// Every layer that a node of the config can give, whether something needs it or not: {title, doc}.
Json ports_of(const graph::Graph& graph);

// A layer as the page takes it: little-endian float32 (of a vector two a cell), of colours four bytes.

// So that no side has more cells than a page can show: every first, second, third ... cell of the world.
std::int64_t every_cell_of(std::int64_t width, std::int64_t height);

std::string cells_of(const engine::Layer& layer, std::int64_t every);
// Kind, unit, size, extremes, digest as in the manifest, and legend, with how many cells each class has.
Json facts_of(const engine::Layer& layer, std::int64_t every);

}  // namespace terrawright::live
