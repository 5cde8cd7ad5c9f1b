// SPDX-License-Identifier: Apache-2.0
// A page with the world in 3-D: one file that opens in a browser from the disk, with the values of its layers in it.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "terrawright/writer.h"

namespace terrawright::scene {

// Ports of the writer, in the order of its description.
enum class ScenePort : std::uint32_t { height, drape, lines, points, temperature, lake };

struct Scene {
  // Items of the delivery. For a layer with several entries the first.
  std::size_t height = 0;
  std::vector<std::size_t> drape, lines, points;
  std::optional<std::size_t> temperature, lake;

  struct Words {
    std::string name, title;  // name: what the page calls it
  };
  std::vector<Words> words;  // one per item

  // Metres that one of the height's unit is; nothing: it is no length, and shown as high as looks well.
  std::optional<double> metres = 1.0;
  std::string wrap = "none";  // axes of which the end joins the begin: none, x, y or both
  std::uint64_t budget = 0;   // bytes of the file
  bool png = false;           // of colours; else WebP
  bool pictured = false;      // whether a layer is of colours
};

// For items that fit their ports. `budget`: in MB; nothing: as the size says.
Scene scene_of(const terrawright_delivery& delivery, const std::optional<double>& budget, bool png);

// Cells of a layer that a view shows: every n-th one, from the first.
struct SceneGrid {
  std::int64_t width = 0, height = 0, every = 1;
};
constexpr std::int64_t longest_scene_side = 4097;
// The first one of a layer of so many cells; the budget may make it coarser.
SceneGrid scene_grid(std::int64_t width, std::int64_t height, std::int64_t every = 1);

// Bytes of memory that writing a view of layers of this size takes: what was coded, the numbers of one layer with what
// becomes of them, the colours of a picture.
std::uint64_t bytes_of_scene(const Scene& scene, std::int64_t width, std::int64_t height);

// Default size of a file of a view.
std::uint64_t usual_budget(const SceneGrid& grid);

}  // namespace terrawright::scene
