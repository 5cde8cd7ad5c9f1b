// SPDX-License-Identifier: Apache-2.0
#include "packs/viewer/writers/scene/html/scene.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace terrawright::scene {

namespace {

// Cells of which every n-th one is shown.
std::int64_t shown(std::int64_t cells, std::int64_t every) { return (cells + every - 1) / every; }

}  // namespace

SceneGrid scene_grid(std::int64_t width, std::int64_t height, std::int64_t every) {
  while (shown(std::max(width, height), every) > longest_scene_side) every *= 2;
  return {shown(width, every), shown(height, every), every};
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

namespace {

// A page calls a layer by what it is to the scene, else by its title, else as the config does: a node's name is in a
// page only where the page shows it, or where two layers would be called the same.
void name_items(const terrawright_delivery& delivery, Scene& scene) {
  const std::size_t count = delivery.n_items;
  const auto first = [&](std::size_t i) { return std::size_t{delivery.items[i]->same_as}; };
  scene.words.resize(count);
  std::vector<std::string> names(count);
  const auto name = [&](std::size_t i, const std::string& as) {
    if (std::string& known = names[first(i)]; known.empty()) known = as;
  };
  name(scene.height, "height");
  if (scene.temperature) name(*scene.temperature, "temperature");
  if (scene.lake) name(*scene.lake, "lake");
  for (std::size_t i = 0; i < count; ++i) {
    const std::string title = delivery.items[i]->title;
    scene.words[i].title = title;
    // The title that one of them has is that of all.
    if (!title.empty()) scene.words[first(i)].title = title;
    name(i, title);
  }
  std::map<std::string, std::set<std::size_t>> called;  // layers that a name, or a reference, would mean
  for (std::size_t i = 0; i < count; ++i) {
    called[names[first(i)]].insert(first(i));
    called[delivery.items[i]->name].insert(first(i));
  }
  for (std::size_t i = 0; i < count; ++i) {
    const std::string& known = names[first(i)];
    scene.words[i].name = !known.empty() && called[known].size() == 1 ? known : delivery.items[i]->name;
    if (scene.words[i].title.empty()) scene.words[i].title = scene.words[i].name;
  }
}

}  // namespace

Scene scene_of(const terrawright_delivery& delivery, const std::optional<double>& budget, bool png) {
  Scene scene;
  const auto add_once = [](std::vector<std::size_t>& to, std::size_t one) {
    if (std::find(to.begin(), to.end(), one) == to.end()) to.push_back(one);
  };
  for (std::size_t i = 0; i < delivery.n_items; ++i) {
    const std::size_t item = delivery.items[i]->same_as;
    switch (static_cast<ScenePort>(delivery.items[i]->port)) {
      case ScenePort::height:
        scene.height = item;
        break;
      case ScenePort::drape:
        add_once(scene.drape, item);
        scene.pictured |= delivery.items[item]->kind == TERRAWRIGHT_KIND_COLOUR;
        break;
      case ScenePort::lines:
        add_once(scene.lines, item);
        break;
      case ScenePort::points:
        add_once(scene.points, item);
        break;
      case ScenePort::temperature:
        scene.temperature = item;
        break;
      case ScenePort::lake:
        scene.lake = item;
    }
  }
  name_items(delivery, scene);
  const terrawright_item& height = *delivery.items[scene.height];
  const double metres = *height.unit == 0 ? 1 : height.metres;  // heights of no unit are metres
  scene.metres = metres == 0 ? std::nullopt : std::optional(metres);
  const std::uint32_t wrap = delivery.world->wrap;
  scene.wrap = wrap == 3 ? "both" : wrap == 1 ? "x" : wrap == 2 ? "y" : "none";
  scene.budget =
      budget ? static_cast<std::uint64_t>(*budget * 1e6) : usual_budget(scene_grid(height.width, height.height));
  scene.png = png;
  return scene;
}

}  // namespace terrawright::scene
