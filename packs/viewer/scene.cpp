// SPDX-License-Identifier: Apache-2.0
#include "packs/viewer/scene.hpp"

#include <algorithm>

#include "images/coarsened.hpp"

namespace terrawright::images {

Scene with_parts_once(Scene scene) {
  scene.height = scene.same_as[scene.height];
  for (std::vector<std::size_t>* parts : {&scene.drape, &scene.lines, &scene.points}) {
    std::vector<std::size_t> once;
    for (const std::size_t part : *parts)
      if (const std::size_t of = scene.same_as[part]; std::find(once.begin(), once.end(), of) == once.end())
        once.push_back(of);
    *parts = std::move(once);
  }
  for (std::optional<std::size_t>* part : {&scene.temperature, &scene.lake})
    if (*part) *part = scene.same_as[**part];
  return scene;
}

SceneGrid scene_grid(std::int64_t width, std::int64_t height, std::int64_t every) {
  while (coarse_side(std::max(width, height), every) > longest_scene_side) every *= 2;
  return {coarse_side(width, every), coarse_side(height, every), every};
}

std::uint64_t usual_budget(const SceneGrid& grid) {
  return grid.width * grid.height <= std::int64_t{1025} * 1025 ? 10'000'000 : 40'000'000;
}

std::uint64_t bytes_of_scene(const Scene& scene, std::int64_t width, std::int64_t height) {
  const SceneGrid grid = scene_grid(width, height);
  const auto cells = static_cast<std::uint64_t>(grid.width * grid.height);
  constexpr std::uint64_t of_a_cell =
      12;  // colours and what libwebp makes of them; else at most 4, and 2 of two codings
  return scene.budget + of_a_cell * cells + static_cast<std::uint64_t>(width) * 64;
}

}  // namespace terrawright::images
