// SPDX-License-Identifier: Apache-2.0
// A layer as a page of the world holds it: whole numbers in round steps, or a picture.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "encode/grid_code.hpp"
#include "packs/viewer/writers/scene/html/scene.hpp"
#include "packs/viewer/writers/scene/html/scene_scale.hpp"
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

// Data that a page decodes, and its coding: `coding` has all but the block's number.
struct SceneBlock {
  Json coding;
  std::string bytes;
};

// A block that stands as a picture before all others, so that the page shows it while the rest is unpacked.
inline bool is_flat_picture(const SceneBlock& block) { return block.coding.contains("flat"); }

struct CodedLayer {  // NOLINT(bugprone-exception-escape): the move of JSON asserts, and throws nothing
  Json description;  // minimum, maximum, legend
  std::vector<SceneBlock> blocks;
  std::string sha256;  // of the samples as they were before they were coded, 16 bits each, or of colours
};

// Strips of rows all over the grid, which predict the length of all of it.
struct Strips {
  std::int64_t rows = 0, of = 0;  // the first of so many; 0: all rows
};

// Unit of the coded values.
std::string unit_in_scene(const std::string& unit);

// Survey of the grid's cells. If all cells are in it and the engine has their extremes, no cell is read. Whether they
// are skewed is known where they may be. Throws Stopped, as all that follows.
Survey survey_of(const SceneItem& layer, const SceneGrid& grid);

// Samples by part. Memory that was had for a layer serves for the next one.
using LayerSamples = std::vector<encode::Samples>;
// By a predictor, or by the one that is best.
CodedLayer coded_layer(const SceneItem& layer, const SceneGrid& grid, const Fineness& fineness, const Survey& survey,
                       std::optional<encode::Predictor> predictor, LayerSamples& samples);
// Predicted bytes of its blocks, from these strips, by a predictor, or by the best one there.
struct Estimate {
  std::size_t bytes = 0;
  encode::Predictor predictor = encode::Predictor::median;
};
Estimate estimated(const SceneItem& layer, const SceneGrid& grid, const Fineness& fineness, const Survey& survey,
                   const Strips& strips, std::optional<encode::Predictor> predictor);
// Colours; and the flat picture of them.
CodedLayer coded_picture(const SceneItem& layer, const SceneGrid& grid, bool png);
// For a world without colours: its heights as they were coded. With `sea` what is below 0 is water.
SceneBlock flat_picture(const SceneItem& layer, const CodedLayer& coded, const encode::Samples& heights, bool png,
                        bool sea);

}  // namespace terrawright::scene
