// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "measure.hpp"
#include "parts.hpp"
#include "peers.hpp"
#include "process.hpp"
#include "report/json.hpp"
#include "worlds.hpp"

namespace terrawright::bench {
namespace {

// The reference's terrain, with 35 % land, and an island's, of which the sea around is smooth.
struct Terrain {
  const char *name, *yaml;
};

constexpr Terrain terrains[] = {{"png, plain heights", R"(
terrawright: 1
name: bench
world: {size: [65, 65], cell: 250 m, seed: 42}
stages:
  terrain: {use: heights.diamond_square@1}
  sea: {use: sea.level@1, in: {height: terrain}, with: {percentile: 65 %}}
  metres: {use: shape.metres@1, in: {height: terrain, level: sea.level}}
)"},
                                {"png, island heights", R"(
terrawright: 1
name: bench
world: {size: [65, 65], cell: 250 m, seed: 42}
stages:
  terrain: {use: heights.diamond_square@1, with: {seeding: island}}
  sea: {use: sea.level@1, in: {height: terrain}}
  metres: {use: shape.metres@1, in: {height: terrain, level: sea.level}}
)"}};

// Seconds of a build for the file, by its own log.
double seconds_of_file(const std::string& config, const std::string& set, const std::string& folder) {
  const std::string log = folder + ".log";
  run_process({TERRAWRIGHT_PROGRAM, "build", config, "--set", set, "--threads", "1", "--cache", "off", "--out", folder,
               "--log", log},
              "/");
  std::istringstream lines(text_of_file(log));
  for (std::string line; std::getline(lines, line);) {
    const auto event = report::Json::parse(line);
    if (event["event"] == "file_ended") return event["processor"];
  }
  throw std::runtime_error(log + " has no file");
}

void measure(const Terrain& terrain, std::int64_t size, const Options& options) {
  const std::string side = std::to_string(size), set = "world.size=[" + side + "," + side + "]";
  const auto layer =
      run_world(terrain.yaml + std::string("outputs: [{layers: {height: metres}}]\n"), {set}, 1).layers.at("height");
  const double low = std::floor(layer->statistics().minimum), high = std::ceil(layer->statistics().maximum);
  const std::vector<float> cells = cells_of(*layer);
  std::vector<std::uint16_t> pixels(cells.size());
  std::transform(cells.begin(), cells.end(), pixels.begin(), [&](float metres) {
    return static_cast<std::uint16_t>(65535.0 * (static_cast<double>(metres) - low) / (high - low) + 0.5);
  });

  const std::string config = options.folder + "/png.yaml", folder = options.folder + "/png";
  std::ofstream(config) << terrain.yaml << "outputs: [{file: ours.png, layers: {height: metres}, range: [" << low
                        << " m, " << high << " m]}]\n";
  double ours = 1e9, theirs = 1e9;
  std::uint64_t our_bytes = 0, their_bytes = 0;
  for (int i = 0; i < std::min(options.repeat, 3); ++i) {
    ours = std::min(ours, seconds_of_file(config, set, folder));
    our_bytes = std::filesystem::file_size(folder + "/ours.png");
    theirs = std::min(theirs, seconds_of(1, [&] {
                        their_bytes = peers::openimageio_png(pixels, size, options.folder + "/peer.png");
                      }));
  }
  const double larger = static_cast<double>(our_bytes) / static_cast<double>(their_bytes) - 1;
  std::printf("%-24s %5ld %9.1f %9.1f %7.1f %9.2f %9.2f %+6.1f %%%s\n", terrain.name, static_cast<long>(size),
              ours * 1e3, theirs * 1e3, theirs / ours, static_cast<double>(our_bytes) / 1e6,
              static_cast<double>(their_bytes) / 1e6, 100 * larger,
              theirs < 10 * ours || larger > 0.05 ? "  (short of the target)" : "");
  std::fflush(stdout);
}

}  // namespace

void pictures(const Options& options) {
  if (!options.wants("png")) return;
  std::printf(
      "\nPNG of 16-bit heights, ms on one thread (processor time; ours with conversion and metadata, the peer "
      "OpenImageIO's defaults\nfrom pixels that are there), MB.\n%-24s %5s %9s %9s %7s %9s %9s %8s\n",
      "picture", "side", "ours", "peer", "times", "ours MB", "peer MB", "size");
  for (const std::int64_t size : options.sizes) {
    for (const Terrain& terrain : terrains) measure(terrain, size, options);
  }
}

}  // namespace terrawright::bench
