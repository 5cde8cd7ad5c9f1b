// SPDX-License-Identifier: Apache-2.0
#include "drainage.hpp"

#include <cmath>

#include "island.hpp"

namespace terrawright::metrics {
namespace {

std::size_t below(std::size_t cell, std::uint16_t receiver, int side) {
  if (receiver == 0) return cell;
  const int by = to_y[receiver - 1] * side + to_x[receiver - 1];
  return static_cast<std::size_t>(static_cast<std::int64_t>(cell) + by);
}

// Lines of the stages `filled` to `receivers` of a height.
std::string drained(const std::string& height, const std::string& suffix) {
  return "  filled" + suffix + ": {use: water.fill@1, in: {height: " + height + ", ocean: land.ocean}}\n  flats" +
         suffix + ": {use: water.flats@1, in: {filled: filled" + suffix + ", ocean: land.ocean}}\n  receivers" +
         suffix + ": {use: water.receivers@1, in: {filled: filled" + suffix + ", way: flats" + suffix + ".way" +
         ", ocean: land.ocean}}\n";
}

std::string stages(Terrain terrain) {
  std::string lines = "  metres: {use: shape.metres@1, in: {height: land.height, level: sea.level}}\n";
  if (terrain == Terrain::raw) {
    lines += "  shaped: {use: shape.metres@1, in: {height: land.height, level: sea.level}}\n";
  } else if (terrain == Terrain::eroded) {
    lines += "  shaped: {use: erosion.stream_power@1, in: {height: metres, ocean: land.ocean}}\n";
  } else {
    lines += drained("metres", "_before") +
             "  shaped: {use: water.breach@1, in: {height: metres, receivers: receivers_before, ocean: land.ocean}}\n";
  }
  return lines + drained("shaped", "") +
         "  wind: {use: climate.wind@1}\n"
         "  rain: {use: climate.rain@1, in: {height: shaped, flow: wind.flow}}\n"
         "  temperature: {use: climate.temperature@1, in: {height: shaped}}\n"
         "  runoff: {use: water.runoff@1, in: {rain: rain.annual, biotemperature: temperature.biotemperature, "
         "ocean: land.ocean}}\n"
         "  area: {use: water.accumulation@1, in: {receivers: receivers, ocean: land.ocean}}\n"
         "  all: {use: water.accumulation@1, in: {receivers: receivers, runoff: runoff, ocean: land.ocean}}\n";
}

}  // namespace

double Drainage::step(std::size_t cell) const {
  const auto width = static_cast<std::size_t>(side);
  return cell % width == below[cell] % width || cell / width == below[cell] / width ? 1.0 : std::sqrt(2.0);
}

Drainage routed(const std::vector<std::uint16_t>& receivers, int side) {
  Drainage d;
  d.side = side;
  d.receivers = receivers;
  for (std::size_t c = 0; c < receivers.size(); ++c) d.below.push_back(below(c, receivers[c], d.side));
  std::vector<int> donors(receivers.size(), 0);
  for (std::size_t c = 0; c < donors.size(); ++c) donors[d.below[c]] += d.ends(c) ? 0 : 1;
  for (std::size_t c = 0; c < donors.size(); ++c) {
    if (donors[c] == 0) d.downstream.push_back(c);
  }
  for (std::size_t i = 0; i < d.downstream.size(); ++i) {
    const std::size_t c = d.downstream[i];
    if (!d.ends(c) && --donors[d.below[c]] == 0) d.downstream.push_back(d.below[c]);
  }
  return d;
}

Drainage drainage(Terrain terrain, std::uint64_t seed) {
  Island island;
  island.n = 8;
  island.further = stages(terrain);
  island.layers = ", z: shaped, w: filled, o: land.ocean, r: receivers, u: runoff, a: area, q: all";
  const auto built = island.build(seed);
  Drainage d = routed(built.cells<std::uint16_t>("receivers"), island.side());
  d.height = built.cells<float>(terrain == Terrain::eroded ? "shaped/seabed" : "shaped");
  d.filled = built.cells<float>("filled");
  d.ocean = built.cells<std::uint8_t>("land.ocean");
  d.area = built.cells<std::int64_t>("area");
  d.runoff = built.cells<std::int64_t>("runoff");
  d.all = built.cells<std::int64_t>("all");
  return d;
}

Drainage binary_tree() {
  constexpr std::size_t cells = (1 << 14) - 1;
  Drainage d;
  d.side = 128;
  for (std::size_t c = 0; c < cells; ++c) {
    d.below.push_back(c == 0 ? 0 : (c - 1) / 2);
    d.downstream.push_back(cells - 1 - c);
  }
  d.area.assign(cells, 1);
  for (std::size_t c = cells - 1; c > 0; --c) d.area[d.below[c]] += d.area[c];
  d.height.assign(cells, 1);
  d.filled = d.height;
  d.ocean.assign(cells, 0);  // nor does it end in the sea
  d.runoff.assign(cells, 1);
  d.all = d.area;
  return d;
}

Line ensemble(Terrain terrain, const std::string& what, int seeds, Range expected, double (*measure)(const Drainage&)) {
  const char* name = terrain == Terrain::raw ? "raw" : terrain == Terrain::eroded ? "eroded" : "breached";
  Line line{name + what, {}, expected};
  for (int seed = 1; seed <= seeds; ++seed) {
    line.values.push_back(measure(drainage(terrain, static_cast<std::uint64_t>(seed))));
  }
  return line;
}

}  // namespace terrawright::metrics
