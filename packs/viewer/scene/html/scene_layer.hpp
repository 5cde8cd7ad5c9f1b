// SPDX-License-Identifier: Apache-2.0
// A layer as a page of the world holds it: whole numbers in round steps, or a picture.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "encode/grid_code.hpp"
#include "packs/viewer/scene/html/scene.hpp"
#include "packs/viewer/scene/html/scene_scale.hpp"
#include "report/json.hpp"
#include "terrawright/writer.hpp"

namespace terrawright::scene {

using report::Json;

// A layer or a table while the page is written.
struct SceneItem {
  const Writing& writing;
  std::uint64_t item;
  const terrawright_item& facts() const { return writing.item(item); }
};

// What a page decodes, and how: `coding` has all but the block's number.
struct SceneBlock {
  Json coding;
  std::string bytes;
};

struct CodedLayer {  // NOLINT(bugprone-exception-escape): the move of JSON asserts, and throws nothing
  Json description;  // minimum, maximum, legend
  std::vector<SceneBlock> blocks;
  std::string sha256;  // of the samples as they were before they were coded, 16 bits each, or of colours
  std::size_t bytes() const {
    std::size_t sum = 0;
    for (const SceneBlock& block : blocks) sum += block.bytes.size();
    return sum;
  }
};

// Of strips of rows all over the grid, to see how long all of it would be.
struct Strips {
  std::int64_t rows = 0, of = 0;  // the first of so many; 0: all rows
};

// The unit that values are told in.
std::string unit_in_scene(const std::string& unit);

// Throws Stopped.
CodedLayer coded_layer(const SceneItem& layer, const SceneGrid& grid, const Fineness& fineness, const Strips& strips);
// Colours.
CodedLayer coded_picture(const SceneItem& layer, const SceneGrid& grid, bool png);

// Lowest and highest of the cells that the grid has; nothing where none is a number.
struct Extent {
  double lowest = 0, highest = 0;
};
std::optional<Extent> extent_of(const SceneItem& layer, const SceneGrid& grid);

}  // namespace terrawright::scene
