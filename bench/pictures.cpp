// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "images/write.hpp"
#include "measure.hpp"
#include "parts.hpp"
#include "peers.hpp"
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
outputs: [{layers: {height: metres}}]
)"},
                                {"png, island heights", R"(
terrawright: 1
name: bench
world: {size: [65, 65], cell: 250 m, seed: 42}
stages:
  terrain: {use: heights.diamond_square@1, with: {seeding: island}}
  sea: {use: sea.level@1, in: {height: terrain}}
  metres: {use: shape.metres@1, in: {height: terrain, level: sea.level}}
outputs: [{layers: {height: metres}}]
)"}};

void measure(const Terrain& terrain, std::int64_t size, const Options& options) {
  const std::string side = std::to_string(size);
  const auto layer = run_world(terrain.yaml, {"world.size=[" + side + "," + side + "]"}, 1).layers.at("height");
  const images::Range range{std::floor(layer->statistics().minimum), std::ceil(layer->statistics().maximum)};
  const std::vector<float> cells = cells_of(*layer);
  std::vector<std::uint16_t> pixels(cells.size());
  std::transform(cells.begin(), cells.end(), pixels.begin(), [&](float metres) {
    const double t = (static_cast<double>(metres) - range.minimum) / (range.maximum - range.minimum);
    return static_cast<std::uint16_t>(65535.0 * t + 0.5);
  });

  const images::Picture picture{options.folder + "/ours.png", {{"height", layer->facts()}}, range};
  engine::Product made;
  made.layer = layer;
  const std::atomic<bool> never{false};
  double ours = 1e9, theirs = 1e9;
  std::uint64_t our_bytes = 0, their_bytes = 0;
  for (int i = 0; i < std::min(options.repeat, 3); ++i) {
    ours = std::min(ours, seconds_of(1, [&] { our_bytes = images::write(picture, {made}, {}, never).front().bytes; }));
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
