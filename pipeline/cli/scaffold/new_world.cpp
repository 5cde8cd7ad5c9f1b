// SPDX-License-Identifier: Apache-2.0
// Begins a world: NAME.yaml, and what it reads, in the working directory. A file that is there is never touched.
#include <algorithm>
#include <filesystem>
#include <sstream>

#include "cli/scaffold/new_files.hpp"
#include "cli/session.hpp"
#include "cli/terminal/show.hpp"
#include "cli/terminal/standard_output.hpp"
#include "cli/verbs.hpp"
#include "config/world.hpp"
#include "config/yaml/written.hpp"
#include "files/open_file.hpp"
#include "report/program_file.hpp"
#include "report/suggest.hpp"
#include "report/utf8.hpp"

namespace terrawright::cli {
namespace {

namespace fs = std::filesystem;
using report::quote;

// The world to begin with, called NAME; what stands before it says whose shape it has.
const char* const starter_world = R"yaml(# A small world to grow: an island, its sea, and a picture.
#   terrawright build NAME.yaml                                   the files are in out/NAME/
#   terrawright build NAME.yaml --seed 7 --set knobs.sea=45%      another seed, a knob turned
#   terrawright stages erosion                                    stages about a word
#   terrawright describe sea.level                                what a stage takes and gives
terrawright: 1
name: NAME

# The grid that all layers share: cells, how wide one is, and what all randomness begins with.
world: {size: [513, 513], cell: 250 m, seed: 42}

# Values to turn. $sea stands for the value wherever it is used.
knobs:
  sea: {value: 65 %, range: [10 %, 90 %], doc: Share of the map under the sea.}
  peak: {value: 1800 m, range: [100 m, 8000 m], doc: Height of the summit.}

# Nodes, in any order: a name of yours, the stage that it uses, the nodes that it takes (in) and its parameters (with).
# What is left out has a default. Only what an output needs runs.
stages:
  # Hills over a mountain range, and less of both towards the border of the map.
  noise: {use: heights.noise@1, with: {kind: gradient, lowest: -1, wavelength: 40 km, octaves: 8}}
  bend: {use: shape.formula@1, in: {a: noise}, with: {formula: "0.1 * a"}}
  crest: {use: island.spine@1, in: {warp_x: bend, warp_y: bend}, with: {reach: 1.6}}
  frame: {use: shape.frame@1}
  form: {use: shape.formula@1, in: {a: noise, b: crest, c: frame}, with: {formula: "(0.35 + a + 0.7 * b) * c"}}

  # The sea level, so that the sea has its share; the largest island; metres. `sea.level` is the port `level` of `sea`.
  sea: {use: sea.level@1, in: {height: form}, with: {percentile: $sea}}
  land: {use: sea.islets@1, in: {height: form, level: sea.level}}
  metres: {use: shape.metres@1, in: {height: land, level: sea.level}, with: {peak: $peak}}

  # A picture of it. What next? erosion.stream_power cuts valleys, climate.rain and water.drainage make rivers.
  picture: {use: view.relief@1, in: {height: metres}}

# Files: the ending is the format. {name} and {seed} are filled in.
outputs:
  - {file: "{name}-{seed}.png", layers: {picture: picture}}
  - {file: "{name}-{seed}.exr", layers: {height: metres, land: land.land}}
)yaml";

std::string bytes_at(const fs::path& path) {
  try {
    return files::text_of(path);
  } catch (const files::ReadFailed& error) {
    show_error(error.what(), "is the installation whole?");
    throw Ended{failed};
  }
}

// The schema as editors take it from anywhere, file:///...; empty: there is none.
std::string schema_address() {
  const fs::path folder = report::shared_folder();
  if (folder.empty()) return {};
  std::error_code error;
  const fs::path file = fs::canonical(folder / report::schema_file, error);
  if (error) return {};
  return "file://" + report::percent_encoded(file.string());
}

// The comments at the start of a world of configs/, for one called `name`.
std::string introduction(const report::Source& config, const std::string& name) {
  std::istringstream lines(config.text);
  std::string text;
  for (std::string line; std::getline(lines, line) && line.compare(0, 1, "#") == 0;) {
    if (line.compare(0, 23, "# yaml-language-server:") == 0) continue;
    text += report::replaced(line, "configs/" + fs::path(config.name).filename().string(), name + ".yaml") + "\n";
  }
  return text;
}

// The files in `folder` that nodes read, and the lines that name them, so that they can be changed.
std::string read_by_nodes(const config::Value& document, const fs::path& folder, std::vector<NewFile>& files) {
  std::string text;
  const config::Entry* const stages = document.find("stages");
  for (const config::Entry& stage : stages ? stages->value.entries : std::vector<config::Entry>()) {
    const config::Entry* const with = stage.value.find("with");
    const config::Entry* const file = with ? with->value.find("file") : nullptr;
    std::error_code error;
    if (!file || !file->value.is_scalar() || !fs::is_regular_file(folder / file->value.text, error)) continue;
    files.push_back({file->value.text, bytes_at(folder / file->value.text)});
    text += "  " + stage.key + ": {with: {file: " + config::written_on_one_line(file->value) + "}}\n";
  }
  return text.empty() ? text : "\nstages:\n" + text;
}

// The value of a knob as its world has it, which may be calculated.
const config::Value& knob_as_written(const config::World& world, const config::Knob& knob) {
  const config::Value& entry = world.document.find("knobs")->value.find(knob.name)->value;
  const config::Entry* const value = entry.is_map() ? entry.find("value") : nullptr;
  return value ? value->value : entry;
}

// A world that extends one of configs/: its grid, its knobs, and the files that it reads beside it.
std::vector<NewFile> extending(const std::string& like, const std::string& name) {
  const fs::path folder = report::shared_folder() / "configs", config = folder / (like + ".yaml");
  report::Diagnostics problems;
  const auto world = config::load(config.string(), {}, problems);
  if (!world || problems.has_errors()) {
    show(problems);
    throw Ended{failed};
  }
  std::string text = introduction(*world->document.position.source, name) + "terrawright: 1\nname: " + name +
                     "\nextends: " + like +
                     "\nworld: " + config::written_on_one_line(world->document.find("world")->value) + "\n";
  std::vector<NewFile> files;
  if (!world->knobs.empty()) text += "\n# Values to turn. One that is left out is that of " + like + ".\nknobs:\n";
  std::vector<std::string> lines;
  std::size_t longest = 0;
  for (const config::Knob& knob : world->knobs) {
    lines.push_back("  " + knob.name + ": " + config::written_on_one_line(knob_as_written(*world, knob)));
    longest = std::max(longest, lines.back().size());
  }
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string& doc = world->knobs[i].doc;
    text += lines[i] + (doc.empty() ? "" : std::string(longest - lines[i].size(), ' ') + "  # " + doc) + "\n";
  }
  text += read_by_nodes(world->document, folder, files);
  text +=
      "\n# What else is written here changes that world: maps are merged, lists and values take the place of its own.\n"
      "#   terrawright graph " +
      name +
      ".yaml                its nodes\n"
      "#   terrawright validate " +
      name + ".yaml --resolve   all of it as one file\n";
  files.push_back({name + ".yaml", text});
  return files;
}

}  // namespace

Exit new_world(const Arguments& arguments) {
  if (arguments.target == "stage") return new_stage(arguments);
  report::Diagnostics problems;
  const std::string& name = arguments.name;
  if (!config::is_world_name(name)) {
    const bool is_file = name.size() > 5 && name.compare(name.size() - 5, 5, ".yaml") == 0 &&
                         config::is_world_name(name.substr(0, name.size() - 5));
    problems.error({}, quote(name) + " cannot be the name of a world",
                   is_file
                       ? "the file gets its ending by itself: terrawright new world " + name.substr(0, name.size() - 5)
                       : "write a name for its file: letters, digits, '-' and '_', at most 100; it begins with a "
                         "letter or digit, and its file is written where you are");
  }
  const std::vector<std::string> models = report::shipped_worlds();
  const bool known = std::find(models.begin(), models.end(), arguments.like) != models.end();
  if (!arguments.like.empty() && !known) {
    problems.error({}, "there is no world " + quote(arguments.like) + " to begin with",
                   models.empty() ? "the configs that come with the program are not where it lies; leave --like out"
                                  : report::did_you_mean(arguments.like, models, "there are"));
  }
  for (const std::string& of_stages : {arguments.language, arguments.kind, arguments.out}) {
    if (of_stages.empty()) continue;
    problems.error({}, "a world has no language, no kind and no folder of its own",
                   "they are of: terrawright new stage");
    break;
  }
  show_or_end(problems);

  std::vector<NewFile> files =
      known ? extending(arguments.like, name)
            : std::vector<NewFile>{{name + ".yaml", report::replaced(starter_world, "NAME", name)}};
  const std::string address = schema_address();
  const std::string schema = address.empty() ? "terrawright.schema.json" : address;
  files.back().bytes = "# yaml-language-server: $schema=" + schema + "\n" + files.back().bytes;
  if (const Exit exit = write_all(files); exit != done) return exit;
  if (address.empty())
    show_warning("the schema for editors is not where the program lies",
                 "write one beside the world: terrawright schema > terrawright.schema.json");
  if (json_lines()) {
    Json names = Json::array();
    for (const NewFile& file : files) names.push_back(file.name);
    print_event("new", {{"config", files.back().name}, {"files", names}});
    return done;
  }
  for (const NewFile& file : files) print(file.name + "\n");
  print("Try:  terrawright build " + name + ".yaml\n");
  return done;
}

}  // namespace terrawright::cli
