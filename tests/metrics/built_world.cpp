// SPDX-License-Identifier: Apache-2.0
#include "built_world.hpp"

#include <algorithm>

namespace terrawright::metrics {
namespace {

// Rest of a line of the config, up to its end: "" without such a line.
std::string named(const std::string& yaml, const std::string& line_with, const std::string& key) {
  const std::size_t line = yaml.find(line_with);
  if (line == std::string::npos) return "";
  const std::size_t at = yaml.find(key, line) + key.size();
  return yaml.substr(at, yaml.find('}', at) - at);
}

bool has(const test::Shipped& world, const std::string& text) { return world.yaml.find(text) != std::string::npos; }

// Where water ends: of worlds with endorheic lakes in these, too.
std::string ends_of(const test::Shipped& world) {
  return has(world, "use: basins.closed@1") ? "closed.sinks" : "land.ocean";
}

// Water measured alike in all worlds, on the heights that go out. Ground has the floors of lakes.
std::string measured_stages(const test::Shipped& world, const std::string& rain, const std::string& ground) {
  const std::string heights = heights_of(world), ends = ends_of(world);
  const std::string threshold = has(world, "\n  rivers: {value:") ? "$rivers" : "2 m3/s";
  std::string stages = "  measured_temperature: {use: climate.temperature@1, in: {height: " + heights +
                       "}}\n"
                       "  measured_runoff: {use: water.runoff@1, in: {rain: " +
                       rain +
                       ", biotemperature: measured_temperature.biotemperature, ocean: land.ocean}}\n"
                       "  measured: {use: water.drainage@1, in: {height: " +
                       heights + ", ocean: " + ends +
                       ", runoff: measured_runoff}}\n"
                       "  measured_area: {use: water.accumulation@1, in: {receivers: measured.receivers, ocean: "
                       "land.ocean}}\n";
  if (!ground.empty()) {
    stages += "  measured_lakes: {use: water.lakes@1, in: {height: " + ground +
              ", filled: " + (ends == "land.ocean" ? "measured.filled" : heights) +
              ", receivers: measured.receivers, accumulation: measured, ocean: land.ocean}}\n";
  }
  return stages +
         "  measured_rivers: {use: water.rivers@1, in: {receivers: measured.receivers, accumulation: measured, " +
         (ground.empty() ? "" : "lake: measured_lakes, ") + "ocean: " + ends + "}, with: {threshold: " + threshold +
         "}}\n";
}

BuiltWorld with_water(test::Shipped world, std::uint64_t seed, int side, const std::string& ground,
                      const std::map<std::string, test::Given>& given = {}) {
  const bool is_massif = has(world, "massif.nature@1");
  const std::string rain = is_massif ? "nature.rain" : has(world, "rain.annual") ? "rain.annual" : "rain";
  const std::string lines = named(world.yaml, "-rivers.geojson", "rivers: ");
  std::string wanted = "land: land.land, ocean: " + ends_of(world) + ", height: " + heights_of(world) +
                       ", rain: " + rain +
                       ", receivers: measured.receivers, filled: measured.filled, area: measured_area, river: "
                       "measured_rivers, biome: " +
                       std::string(is_massif ? "nature." : "") + "biomes";
  if (!ground.empty()) wanted += ", lake: measured_lakes, lakes: measured_lakes.table";
  if (!lines.empty() && given.empty()) wanted += ", lines: " + lines;
  const std::string stages = "\nstages:\n";
  world.yaml.insert(world.yaml.find(stages) + stages.size(), measured_stages(world, rain, ground));
  const auto built =
      world.build(static_cast<int>(seed), side, {"outputs=[{layers: {" + wanted + "}}]"}, nullptr, given);

  BuiltWorld made;
  made.name = world.name;
  made.cell = world.cell(side);
  made.height = built.cells<float>(world.heights());
  made.rain = built.cells<float>(is_massif ? "nature/rain.annual" : "rain.annual");
  made.land = built.cells<std::uint8_t>("land.land");
  made.river = built.cells<std::uint8_t>("measured_rivers.river");
  made.biome = built.cells<std::uint16_t>(is_massif ? "nature/biomes" : "biomes");
  made.drainage = routed(built.cells<std::uint16_t>("measured/receivers"), side);
  made.drainage.filled = built.cells<float>("measured/filled");
  made.drainage.height = made.height;
  made.drainage.ocean =
      built.cells<std::uint8_t>(ends_of(world) == "land.ocean" ? "land.ocean" : "closed/closed.sinks");
  made.drainage.area = built.cells<std::int64_t>("measured_area");
  made.lake.assign(made.land.size(), 0);
  made.has_lakes = !ground.empty();
  if (made.has_lakes) {
    made.lake = built.cells<std::uint8_t>("measured_lakes.lake");
    const auto& table = built.table("measured_lakes.table");
    for (std::size_t i = 0; i < table.rows; ++i) {
      made.lakes.push_back({table.reals("area")[i], table.reals("outflow")[i], table.integers("endorheic")[i] != 0});
    }
  }
  if (!lines.empty() && given.empty()) {
    const auto& table = built.table(is_massif ? "nature/lines" : lines);
    for (std::size_t i = 0; i < table.rows; ++i) made.lines.push_back(table.line(i));
  }
  const float lowest = world.lowest(), highest = world.highest();
  made.clipped = static_cast<double>(
      std::count_if(made.height.begin(), made.height.end(), [&](float h) { return h < lowest || h > highest; }));
  return made;
}

}  // namespace

BuiltWorld built_world(const test::Shipped& world, std::uint64_t seed, int side) {
  const bool has_lakes = has(world, "water.lakes@1") || has(world, "massif.nature@1");
  const bool has_ground = has(world, "\n  ground: {use: lakes.dams@1");
  const char* ground = has_ground                       ? "ground"
                       : ends_of(world) != "land.ocean" ? "graded"
                       : has(world, "\n  floor:")       ? "floor"
                                                        : "eroded";
  return with_water(world, seed, side, has_lakes ? ground : "");
}

BuiltWorld with_heights(const BuiltWorld& realistic, std::uint64_t seed, std::vector<float> height) {
  test::Shipped world{"realistic"};
  // The node that dams the lakes stays under another name, or nothing would use its knob.
  world.yaml.insert(world.yaml.find("\n  ground: {") + 1, "  ground: {use: test.given@1, with: {name: z}}\n  dammed");
  world.yaml.erase(world.yaml.find("\n  dammed") + 9, std::string("  ground").size());
  const std::int64_t side = realistic.side();
  BuiltWorld made = with_water(world, seed, realistic.side(), "", {{"z", {"m", side, side, height}}});
  made.lake = realistic.lake;
  made.lakes = realistic.lakes;
  made.has_lakes = true;
  for (std::size_t c = 0; c < made.river.size(); ++c) made.river[c] = made.river[c] && !made.lake[c];
  made.height = std::move(height);
  made.drainage.height = made.height;
  return made;
}

}  // namespace terrawright::metrics
