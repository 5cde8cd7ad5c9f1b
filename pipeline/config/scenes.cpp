// SPDX-License-Identifier: Apache-2.0
// Outputs that are a page with the world in 3-D.
#include <algorithm>

#include "report/suggest.hpp"
#include "sections.hpp"

namespace terrawright::config {
namespace {

using report::quote;

constexpr char scene_example[] = "scene: {height: metres, drape: [picture, biomes]}";
constexpr std::size_t longest_title = 100;

class SceneReader {
 public:
  SceneReader(const Check& check, Output& output) : check_(check), output_(output) { output_.scene.emplace(); }

  bool read(const Value& value, const report::Position& at) {
    if (!check_.is_map(value, "'scene'", scene_example)) return false;
    bool good = check_.known_keys(
        value, {"height", "drape", "lines", "points", "temperature", "lake", "budget", "picture"}, "a scene");
    Scene& scene = *output_.scene;
    const Value* height = check_.required(value, at, "height", "a scene", "height: metres");
    good = height && add(*height) && good;
    good = read_several(value, "drape", "[picture, biomes]", scene.drape) && good;
    good = read_several(value, "lines", "rivers.table", scene.lines) && good;
    good = read_several(value, "points", "lakes.table", scene.points) && good;
    good = read_one(value, "temperature", scene.temperature) && good;
    good = read_one(value, "lake", scene.lake) && good;
    if (const Entry* budget = value.find("budget")) {
      scene.budget = check_.number(budget->value, "'budget'", "MB", 1, 1000);
      good = scene.budget && good;
    }
    if (const Entry* picture = value.find("picture")) good = read_picture(picture->value) && good;
    return good;
  }

 private:
  bool add(const Value& value, const std::string& title = "") {
    const auto from = read_reference(value, check_);
    if (!from) return false;
    output_.layers.push_back({value.text, value.position, *from});
    output_.scene->titles.push_back(title);
    return true;
  }

  bool read_one(const Value& scene, const char* key, std::optional<std::size_t>& layer) {
    const Entry* entry = scene.find(key);
    if (!entry) return true;
    if (!add(entry->value)) return false;
    layer = output_.layers.size() - 1;
    return true;
  }

  // `node`, `[node, node.port]`, or with titles `{Annual rain: rain.annual}`.
  bool read_several(const Value& scene, const char* key, const std::string& as, std::vector<std::size_t>& layers) {
    const Entry* entry = scene.find(key);
    if (!entry) return true;
    const Value& value = entry->value;
    bool good = true;
    const auto add_next = [&](const Value& of, const std::string& title) {
      good = is_new(of, key, layers) && good;
      if (add(of, title)) {
        layers.push_back(output_.layers.size() - 1);
      } else {
        good = false;
      }
    };
    if (value.is_scalar()) {
      add_next(value, "");
    } else if (value.is_list()) {
      for (const Value& item : value.items) add_next(item, "");
    } else if (value.is_map()) {
      for (const Entry& item : value.entries) {
        good = is_title(item) && good;
        add_next(item.value, item.key);
      }
    } else {
      check_.error(value, quote(key) + " has no value", std::string("write ") + key + ": " + as);
      good = false;
    }
    return good;
  }

  bool is_new(const Value& value, const std::string& key, const std::vector<std::size_t>& layers) {
    const auto is_it = [&](std::size_t i) { return value.is_scalar() && output_.layers[i].name == value.text; };
    if (std::none_of(layers.begin(), layers.end(), is_it)) return true;
    check_.error(value, quote(value.text) + " stands twice in " + quote(key), "name it once");
    return false;
  }

  bool is_title(const Entry& entry) {
    if (!entry.key.empty() && entry.key.size() <= longest_title) return true;
    check_.error(entry.key_position, entry.key.empty() ? "a title is empty" : "a title has more than 100 bytes",
                 "write a few words, as {Annual rain: rain.annual}");
    return false;
  }

  bool read_picture(const Value& value) {
    if (!check_.is_text(value, "'picture'", "picture: png")) return false;
    output_.scene->png = value.text == "png";
    if (output_.scene->png || value.text == "webp") return true;
    check_.error(value, "'picture' cannot be " + quote(value.text),
                 report::did_you_mean(value.text, {"webp", "png"}, "its choices are"));
    return false;
  }

  const Check& check_;
  Output& output_;
};

// What other files have and a view has not.
bool only_of_scenes(const Value& value, const Check& check) {
  bool good = true;
  for (const Entry& entry : value.entries) {
    if (entry.key == "file" || entry.key == "scene") continue;
    const std::vector<std::string> others{"tiles",   "pyramid", "layers",    "range", "legend",  "texture", "error",
                                          "coarsen", "tiled",   "overviews", "cog",   "sidecar", "for",     "print"};
    if (std::find(others.begin(), others.end(), entry.key) == others.end()) {
      check.known_keys(Value{value.type, value.position, {}, "", false, {}, {entry}}, {"file", "scene"}, "a view");
    } else {
      check.error(entry.key_position, quote(entry.key) + " is not of a view",
                  entry.key == "layers"    ? "name its layers in the scene, as " + std::string(scene_example)
                  : entry.key == "coarsen" ? "remove it; a large world is shown at every second, fourth ... cell"
                                           : "remove it, or write another output");
    }
    good = false;
  }
  return good;
}

}  // namespace

bool read_scene(const Value& value, const Check& check, const World& world, Output& output) {
  bool good = only_of_scenes(value, check);
  const Value* file = check.required(value, value.position, "file", "a view", "file: \"{name}-{seed}.html\"");
  good = file && read_file(*file, "file", check, world, output) && good;
  if (output.final_file.find("{layer}") != std::string::npos) {
    check.error(*file, "a view holds all layers, and its name cannot contain '{layer}'",
                "its name can contain {name} and {seed}");
    good = false;
  }
  const Entry* scene = value.find("scene");
  return SceneReader(check, output).read(scene->value, scene->key_position) && good;
}

}  // namespace terrawright::config
