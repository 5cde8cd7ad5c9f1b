// SPDX-License-Identifier: Apache-2.0
// One of two builds that are held side by side: what is known of it, and its cells when they are asked for.
#pragma once
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "build/load.hpp"
#include "engine/engine.hpp"
#include "engine/layer.hpp"

namespace terrawright::cli {

struct SideLayer {
  std::string name;  // "node" or "node.port"
  engine::LayerFacts facts;
  std::string digest;  // of its cells
  // Null where nothing holds them. Throws std::runtime_error.
  std::function<std::shared_ptr<const engine::Layer>()> cells = {};
  double step = 0;   // what cells were rounded to in the file; 0: they are exact
  std::string from;  // the file; empty: they were made
};

struct SideNumber {
  std::string name, unit;
  double value = 0;
};

struct SideTable {
  std::string name, digest;
  std::uint64_t rows = 0;
  std::function<std::string()> csv = {};  // as csv.hpp says; null where nothing holds it. Throws std::runtime_error.
};

struct Side {
  std::string title;                                         // as it was asked for
  std::vector<SideLayer> layers;                             // that are written, in the order of the outputs
  std::vector<SideNumber> numbers;                           // of all nodes
  std::vector<SideTable> tables;                             // that are written
  std::vector<std::pair<std::string, std::string>> digests;  // of all layers, in running order, by name
};

// A build that lies in a folder, by its manifest. Errors in `diagnostics`; nothing then. Layers are read from the file
// that holds them best: .exr, .tif, then .png.
std::optional<Side> side_of_manifest(const std::filesystem::path& manifest, report::Diagnostics& diagnostics);

// A world that is made for this, with what the cache has; its layers stay in memory, or wait in `folder` where memory
// is short. The graph's catalogue must outlive it. Nothing where it failed or was stopped.
std::optional<Side> side_of_world(const build::Plan& plan, const std::filesystem::path& folder,
                                  const std::atomic<bool>& stop, engine::Observer& observer,
                                  report::Diagnostics& diagnostics);

}  // namespace terrawright::cli
