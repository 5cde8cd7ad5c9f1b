// SPDX-License-Identifier: Apache-2.0
// What is written: layers, texts and tables, the file they go to, and where they come from.
#pragma once
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/layer.hpp"
#include "engine/stored_table.hpp"

namespace terrawright::images {

// Of the world, the same in every file. No times and no host names: two builds give the same bytes.
struct Provenance {
  std::string world;      // name
  std::string generator;  // "terrawright 0.1.0"
  std::string seed;       // as written in the world's file
  double metres_per_cell = 0;
  double latitude = 0;  // degrees, centre row, north up
  std::string config_hash;
  std::int64_t width = 0, height = 0;  // cells
};

// The values that become black and white, in the unit of the layer.
struct Range {
  double minimum = 0, maximum = 1;
};

// One of the three.
struct Part {
  std::string name;
  std::shared_ptr<const engine::Layer> layer;  // finished
  std::shared_ptr<const std::string> text = nullptr;
  std::shared_ptr<const engine::StoredTable> table = nullptr;
};

struct Picture {
  std::filesystem::path file;  // its extension names the format
  std::vector<Part> parts;     // an EXR holds them in this order, heights first
  std::optional<Range> range;
  std::shared_ptr<const engine::Layer> legend =
      nullptr;  // classes explained beside the picture of a PNG; none: no legend
};

}  // namespace terrawright::images
