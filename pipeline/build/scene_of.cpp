// SPDX-License-Identifier: Apache-2.0
#include "build/scene_of.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "config/quantity.hpp"

namespace terrawright::build {
namespace {

// The first layer of the output that is the same.
std::size_t first_of(const graph::Output& output, std::size_t layer) {
  const graph::Link& of = output.layers[layer].from;
  const auto same = [&](const graph::OutputLayer& other) {
    return other.from.node == of.node && other.from.port == of.port;
  };
  return static_cast<std::size_t>(std::find_if(output.layers.begin(), output.layers.end(), same) -
                                  output.layers.begin());
}

// A page calls a layer by what it is to the scene, else by its title, else as the config does: a node's name is in a
// page only where the page shows it, or where two layers would be called the same.
void name_layers(const graph::Output& output, const std::vector<std::string>& titles, images::Scene& scene) {
  std::vector<std::string> names(output.layers.size());
  const auto name = [&](std::size_t i, const std::string& as) {
    if (std::string& known = names[scene.same_as[i]]; known.empty()) known = as;
  };
  name(scene.height, "height");
  if (scene.temperature) name(*scene.temperature, "temperature");
  if (scene.lake) name(*scene.lake, "lake");
  for (std::size_t i = 0; i < names.size(); ++i) name(i, titles[i]);
  std::map<std::string, std::set<std::size_t>> called;  // layers that a name, or a reference, would mean
  for (std::size_t i = 0; i < names.size(); ++i) {
    called[names[scene.same_as[i]]].insert(scene.same_as[i]);
    called[output.layers[i].name].insert(scene.same_as[i]);
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string& known = names[scene.same_as[i]];
    scene.words[i].name = !known.empty() && called[known].size() == 1 ? known : output.layers[i].name;
    if (scene.words[i].title.empty()) scene.words[i].title = scene.words[i].name;
  }
}

}  // namespace

images::Scene scene_of(const graph::Graph& graph, const graph::Output& output, std::int64_t width,
                       std::int64_t height) {
  const config::Scene& written = *output.written->scene;
  images::Scene scene;
  scene.drape = written.drape;
  scene.lines = written.lines;
  scene.points = written.points;
  scene.temperature = written.temperature;
  scene.lake = written.lake;
  for (std::size_t i = 0; i < output.layers.size(); ++i) {
    const graph::Link& from = output.layers[i].from;
    const char* documentation = graph.nodes[from.node].stage().ports[from.port]->doc;
    const std::string& title = written.titles[i];
    scene.words.push_back({"", title, documentation ? documentation : ""});
    // The title that one of them has is that of all.
    scene.same_as.push_back(first_of(output, i));
    if (scene.same_as[i] != i && !title.empty()) scene.words[scene.same_as[i]].title = title;
  }
  name_layers(output, written.titles, scene);
  scene.metres = config::read_real("1 " + graph.flow(output.layers[0].from).unit, "m").value;
  scene.wrap = graph.world->wrap == 3 ? "both" : graph.world->wrap == 1 ? "x" : graph.world->wrap == 2 ? "y" : "none";
  scene.budget = written.budget ? static_cast<std::uint64_t>(*written.budget * 1e6)
                                : images::usual_budget(images::scene_grid(width, height));
  scene.png = written.png;
  return scene;
}

}  // namespace terrawright::build
