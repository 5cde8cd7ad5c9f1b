// SPDX-License-Identifier: Apache-2.0
#include "packs/viewer/scene.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "border/kind.hpp"
#include "config/quantity.hpp"
#include "images/coarsened.hpp"
#include "packs/viewer/view_writer.hpp"
#include "report/amount.hpp"
#include "report/diagnostic.hpp"

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
void name_layers(const graph::Output& output, const std::vector<std::string>& titles, Scene& scene) {
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

Scene scene_of(const graph::Graph& graph, const graph::Output& output, std::int64_t width, std::int64_t height) {
  const config::Scene& written = *output.written->scene;
  Scene scene;
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
  scene.budget =
      written.budget ? static_cast<std::uint64_t>(*written.budget * 1e6) : usual_budget(scene_grid(width, height));
  scene.png = written.png;
  return scene;
}

namespace {

using Where = Refusal::Where;

SceneGrid grid_of_view(const Picture& picture) {
  const engine::LayerFacts& heights = picture.parts.front().facts;
  return scene_grid(heights.width, heights.height);
}

class SceneCheck {
 public:
  SceneCheck(const Picture& picture, const Scene& scene) : picture_(picture), scene_(scene) {}

  std::vector<Refusal> run() {
    if (!is_view(picture_.file))
      refuse(Where::file, 0, "a view is an .html file",
             "write a name that ends in .html, or layers: in the place of scene:");
    if (picture_.parts.empty()) return refusals_;
    field(scene_.height, "height", "", "name a layer of heights");
    if (scene_.temperature)
      field(*scene_.temperature, "temperature", "C", "name a layer as climate.temperature makes it");
    if (scene_.lake) field(*scene_.lake, "lake", "m", "name the depth of lakes, as water.lakes makes it");
    for (const std::size_t i : scene_.drape) draped(i);
    tables(scene_.lines, engine::Places::lines, "lines", "points");
    tables(scene_.points, engine::Places::points, "points", "lines");
    return std::move(refusals_);
  }

 private:
  std::string layer(std::size_t i) const { return "the layer " + report::quote(picture_.parts[i].name); }
  std::string kind(std::size_t i) const { return border::kind_name(picture_.parts[i].facts.kind); }
  void refuse(Where where, std::size_t part, std::string text, std::string remedy) {
    refusals_.push_back({where, part, std::move(text), std::move(remedy)});
  }

  // `unit`: empty: any.
  void field(std::size_t i, const std::string& key, const std::string& unit, const std::string& remedy) {
    const engine::LayerFacts& facts = picture_.parts[i].facts;
    const bool fits = is_field(facts.kind);
    if (fits && (unit.empty() || facts.unit == unit)) return;
    const std::string own = facts.unit == "1" || facts.unit.empty() ? " without unit" : " in " + facts.unit;
    const std::string wanted = unit.empty() ? "of heights, or of another field of one number" : "a field in " + unit;
    refuse(Where::part, i, layer(i) + " is a " + kind(i) + (fits ? own : "") + ", and `" + key + "` is " + wanted,
           remedy);
  }

  void draped(std::size_t i) {
    const engine::LayerFacts& facts = picture_.parts[i].facts;
    if (facts.kind == TERRAWRIGHT_KIND_TABLE) {
      refuse(Where::part, i, layer(i) + " is a table, which lies on no cells", "name it under `lines` or `points`");
    } else if (!border::is_layer(facts.kind)) {
      refuse(Where::part, i, layer(i) + " is a " + kind(i) + ", which has no cells", "take it out of `drape`");
    } else if (facts.kind == TERRAWRIGHT_KIND_CLASS && facts.legend.empty()) {
      refuse(Where::part, i, layer(i) + " has no legend, so its classes have no colours", "write it to an .exr file");
    }
  }

  void tables(const std::vector<std::size_t>& parts, engine::Places places, const std::string& key,
              const std::string& other) {
    for (const std::size_t i : parts) {
      const Part& part = picture_.parts[i];
      if (part.facts.kind != TERRAWRIGHT_KIND_TABLE) {
        refuse(Where::part, i, layer(i) + " is a " + kind(i) + ", and `" + key + "` are tables",
               border::is_layer(part.facts.kind) ? "name it under `drape`" : "remove it");
      } else if (part.places == engine::Places::none) {
        refuse(Where::part, i, layer(i) + " is a table whose rows have no place on the map", "write it to a .csv file");
      } else if (part.places != places) {
        refuse(Where::part, i, "the rows of " + report::quote(part.name) + " are " + other,
               "name it under `" + other + "`");
      }
    }
  }

  const Picture& picture_;
  const Scene& scene_;
  std::vector<Refusal> refusals_;
};

}  // namespace

std::vector<Refusal> ViewWriter::refusals(const Picture& picture) const { return SceneCheck(picture, scene_).run(); }

std::uint64_t ViewWriter::memory(const Picture& picture) const {
  if (picture.parts.empty()) return 0;
  return bytes_of_scene(scene_, picture.parts[0].facts.width, picture.parts[0].facts.height);
}

std::string ViewWriter::text(const Picture& picture) const {
  const SceneGrid grid = grid_of_view(picture);
  return "a view of " + std::to_string(grid.width) + " x " + std::to_string(grid.height) + " cells" +
         (grid.every > 1 ? ", one of " + std::to_string(grid.every) + " x " + std::to_string(grid.every) : "") +
         ", at most " + report::bytes_text(scene_.budget);
}

void ViewWriter::add_facts(const Picture& picture, report::Json& output) const {
  const SceneGrid grid = grid_of_view(picture);
  output["scene"] = {{"width", grid.width}, {"height", grid.height}, {"every", grid.every}, {"budget", scene_.budget}};
}

}  // namespace terrawright::images
