// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>

#include "match.hpp"
#include "measure.hpp"
#include "parts.hpp"
#include "peers.hpp"
#include "terrawright/magnify.hpp"
#include "worlds.hpp"

namespace terrawright::bench {
namespace {

// 35 % land.
constexpr const char* world = R"(
terrawright: 1
name: bench
world: {size: [65, 65], seed: 42}
stages:
  terrain: {use: heights.diamond_square@1}
  sea: {use: sea.level@1, in: {height: terrain}, with: {percentile: 65 %}}
  land: {use: sea.islets@1, in: {height: terrain, level: sea.level}}
outputs: [{layers: {terrain: terrain, cleaned: land.height}}]
)";

constexpr const char* heights_alone = R"(
terrawright: 1
name: bench
world: {size: [65, 65], seed: 42}
stages: {terrain: {use: heights.diamond_square@1}}
outputs: [{layers: {terrain: terrain}}]
)";

constexpr std::int64_t samples = 257;

// Memory as layers have it: on huge pages, and touched before anything is measured.
class Cells {
 public:
  explicit Cells(std::size_t n) : n_(n), cells_(static_cast<float*>(memory_.take(n * sizeof(float)))) {
    std::fill(begin(), end(), 0.0f);
  }
  float* begin() const { return cells_; }
  float* end() const { return cells_ + n_; }

 private:
  engine::Memory memory_;
  std::size_t n_;
  float* cells_;
};

// Tile by tile into chunks that lie one after the other, as a stage does.
void magnify_all(const std::vector<float>& grid, float* to, std::int64_t side) {
  const MagnifyAxis axis{samples - 1, side - 1, samples};
  float* chunk = to;
  for (std::int64_t y = 0; y < side; y += 512) {
    for (std::int64_t x = 0; x < side; x += 512) {
      const Rect tile{x, y, std::min<std::int64_t>(512, side - x), std::min<std::int64_t>(512, side - y)};
      magnify(
          Kernel::catmull, grid.data(), axis, axis, tile,
          [&](std::int64_t row) { return chunk + (row - y) * tile.width; }, [](std::int64_t, const float*) {});
      chunk += tile.width * tile.height;
    }
  }
}

void against(std::int64_t size, const Options& options) {
  Match square{"heights.diamond_square", "textbook loop in place, mt19937, compiled as we are", 4};
  Match native{"heights.diamond_square", "the same, compiled with -march=native", 4};
  Match level{"sea.level", "std::nth_element of a copy, the copy not counted", 2};
  Match islets{"sea.islets", "OpenCV connectedComponentsWithStats, erasing", 5};
  Match magnification{"magnify", "OpenCV resize, bicubic, from 257", 2};
  const auto wants = [&](const Match& match) { return options.wants(std::string("against.") + match.stage); };

  const std::string side = std::to_string(size);
  const auto n = static_cast<std::size_t>(size * size);
  Cells scratch(n), cleaned(n), heights(n);
  std::vector<float> grid(static_cast<std::size_t>(samples * samples));
  const bool worlds = wants(level) || wants(islets);
  const auto paint = painting(heights_alone, size, cleaned.begin());
  // Peers write into memory that is there; so do the nodes, after a first run that does not count.
  const auto memory = std::make_shared<engine::Memory>();
  const auto run = [&] {
    return run_world(world, {"world.size=[" + side + "," + side + "]"}, 1, "bench.yaml", memory);
  };
  if (worlds) run();
  for (int i = 0; i < options.repeat_at(size); ++i) {
    if (wants(square)) {
      double ours = seconds_of(1, paint);
      square.add(ours, seconds_of(1, [&] { peers::textbook_for_any(scratch.begin(), size); }));
      ours = seconds_of(1, paint);
      native.add(ours, seconds_of(1, [&] { peers::textbook_for_this(scratch.begin(), size); }));
    }
    if (worlds) {
      double seconds[2];
      {
        const Ran ran = run();
        const engine::Layer& terrain = *ran.layers.at("terrain");
        terrain.read(terrain.area(), heights.begin(), size);
        const char* names[] = {"sea", "land"};
        for (int k = 0; k < 2; ++k) seconds[k] = ran.node(names[k]).seconds;
      }
      std::copy(heights.begin(), heights.end(), scratch.begin());
      const std::size_t rank = (n * 65 + 99) / 100 - 1;
      const double selecting = seconds_of(1, [&] { peers::select(scratch.begin(), n, rank); });
      const float sea_level = scratch.begin()[rank];
      if (wants(level)) level.add(seconds[0], selecting);
      if (wants(islets)) {
        islets.add(seconds[1],
                   seconds_of(1, [&] { peers::opencv_islets(heights.begin(), size, sea_level, cleaned.begin()); }));
      }
    }
    if (wants(magnification)) {
      for (std::size_t k = 0; k < grid.size(); ++k) grid[k] = static_cast<float>(k * 7919 % 1000) * 0.001f;
      const double ours = seconds_of(1, [&] { magnify_all(grid, scratch.begin(), size); });
      const double theirs = seconds_of(1, [&] { peers::opencv_magnify(grid.data(), samples, cleaned.begin(), size); });
      magnification.add(ours, theirs);
    }
  }
  for (const Match* match : {&square, &native, &level, &islets, &magnification}) {
    if (wants(*match)) print(*match, size);
  }
}

}  // namespace

void against_peers(const Options& options) {
  if (!options.wants("against.heights.diamond_square") && !options.wants("against.sea.level") &&
      !options.wants("against.sea.islets") && !options.wants("against.magnify")) {
    return;
  }
  std::printf(
      "\nAgainst peers, one thread, ns per cell. All into huge pages that are there.\nsea.level and sea.islets: "
      "the node in the engine, with digest and statistics.\n%-24s %5s "
      "%9s %9s "
      "%7s\n",
      "stage", "side", "ours", "peer", "times");
  for (const std::int64_t size : options.sizes) against(size, options);
}

}  // namespace terrawright::bench
