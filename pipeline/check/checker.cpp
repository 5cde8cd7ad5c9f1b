// SPDX-License-Identifier: Apache-2.0
#include "check/checker.hpp"

#include <algorithm>

#include "border/host.hpp"
#include "check/asked.hpp"
#include "schedule/tiling.hpp"

namespace terrawright::check {
namespace {

std::string cells(std::int64_t width, std::int64_t height) {
  return std::to_string(width) + " x " + std::to_string(height) + " cells";
}

std::string tiles(std::int64_t side) {
  return side == schedule::whole_world ? "the whole world as one tile" : "tiles of " + std::to_string(side);
}

Way tiled(std::int64_t tile, int threads, const std::string& differs) {
  Way way;
  way.tile = tile;
  way.threads = threads;
  way.differs = differs;
  return way;
}

// The same world again and again, on one thread: what is not decided by its inputs shows.
std::vector<Way> ways_of_one_tiling(std::int64_t tile) {
  std::vector<Way> ways(6, tiled(tile, 1, "two runs differ"));
  ways[2].tile_order = 5;
  ways[2].differs = "another order of the tiles gives another result";
  ways[3].merge_order = 9;
  ways[3].levels = 3;
  ways[3].differs = "notes merged in another order give another result";
  ways[4].around = 0x3f;
  ways[4].differs = "it reads outside its window";
  ways[5].unwritten = 0x2b;
  ways[5].differs = "it reads memory that nobody has written";
  ways[5].judges_values = true;
  return ways;
}

}  // namespace

Checker::Checker(const graph::Catalogue& catalogue, const Options& options)
    : options_(options), around_{catalogue, options.opener, options.limit, options.goes_on} {
  watch_imported_functions();  // here, as what is loaded is the same in each trial
}

Checker::Size Checker::as_size(std::int64_t width, std::int64_t height) {
  const std::int64_t side = std::max(width, height);
  if (side <= 80) return {width, height, 7, 13, true};
  if (side <= 300) return {width, height, 32, 100, true};
  return {width, height, 64, 300, false};
}

std::vector<Checker::Size> Checker::sizes_for(const Feed& feed) const {
  std::vector<Size> sizes = {as_size(33, 33)};
  if (options_.quick) {
    sizes.push_back(as_size(130, 70));
  } else {
    for (const auto& [width, height] : {std::pair{65, 40}, {257, 129}, {600, 530}, {1026, 514}})
      sizes.push_back(as_size(width, height));
  }
  const auto [width, height] = feed.size;
  constexpr std::int64_t most = std::int64_t{1} << 21;
  if (width > 0 && width * height <= most) sizes.push_back(as_size(width, height));
  return sizes;
}

bool Checker::is_own(const Feed& feed, const Size& size) { return feed.size == std::pair{size.width, size.height}; }

std::vector<std::string> Checker::set_for(const Size& size) {
  return {"world.size=[" + std::to_string(size.width) + ", " + std::to_string(size.height) + "]",
          "world.seed=" + std::to_string(size.width)};
}

Result Checker::tried(const Trial& trial, const Snapshot& snapshot, const std::string& world) {
  ++summary_.trials;
  Result result = run_trial(trial, snapshot, around_);
  summary_.stopped = summary_.stopped || result.stopped;
  summary_.unwatched = result.unwatched;
  for (Finding& finding : result.findings) {
    if (!told_.insert(finding.stage + '\n' + finding.symptom).second) continue;
    found_ = true;
    ++summary_.findings;
    finding.world = world;
    options_.found(finding);
  }
  return result;
}

bool Checker::check_at(const Feed& feed, const Size& size, const std::vector<std::string>& set,
                       const std::string& name) {
  const std::string world =
      feed.name + ", " + cells(size.width, size.height) + ", seed " + std::to_string(size.width) + name;
  const Snapshot snapshot;
  Trial trial;
  trial.feed = &feed;
  trial.set = set_for(size);
  trial.set.insert(trial.set.end(), set.begin(), set.end());
  trial.ways = ways_of_one_tiling(size.tile);
  const Result first = tried(trial, snapshot, world + ", " + tiles(size.tile));
  if (!first.ran && refused_.empty()) refused_ = first.refused;
  if (!first.ran || is_over()) return first.ran;

  struct Tiling {
    std::int64_t side;
    int threads;
    bool watched;
  };
  for (const Tiling& tiling : {Tiling{schedule::whole_world, 1, true}, Tiling{size.tile, 2, true},
                               Tiling{size.other_tile, 2, true}, Tiling{512, 2, false}}) {
    const std::string differs =
        tiling.side == size.tile
            ? "1 thread and 2 threads differ"
            : tiles(size.tile) + " and " +
                  (tiling.side == schedule::whole_world ? "the whole world as one tile" : std::to_string(tiling.side)) +
                  " differ";
    trial.ways.assign(2, tiled(tiling.side, tiling.threads, differs));
    for (Way& way : trial.ways) way.watched = tiling.watched;
    tried(trial, snapshot, world + ", " + tiles(tiling.side));
    if (is_over()) return true;
  }
  if (size.small) {
    trial.ways.assign(1, tiled(size.tile, 1, "a world that was run before changes what it makes"));
    trial.before = set_for(as_size(41, 29));
    tried(trial, snapshot, world);
  }
  return true;
}

void Checker::check_setting(const Feed& feed, const Setting& setting) {
  const Size size = as_size(33, 33);
  const Snapshot snapshot;
  Trial trial;
  trial.feed = &feed;
  trial.patience = options_.quick ? 1.0 : 3.0;
  trial.gives_up_after = options_.quick ? 2.0 : 10.0;
  trial.set = set_for(size);
  trial.set.insert(trial.set.end(), setting.set.begin(), setting.set.end());
  trial.ways = ways_of_one_tiling(size.tile);
  trial.ways.push_back(tiled(schedule::whole_world, 1, tiles(size.tile) + " and the whole world as one tile differ"));
  trial.ways.push_back(
      tiled(size.other_tile, 2, tiles(size.tile) + " and " + std::to_string(size.other_tile) + " differ"));
  tried(trial, snapshot, feed.name + ", " + cells(size.width, size.height) + ", seed 33, " + setting.name);
}

void Checker::check_stops(const terrawright_stage& stage, const Feed& feed) {
  for (const std::uint32_t phase : {TERRAWRIGHT_PHASE_SURVEY, TERRAWRIGHT_PHASE_RESOLVE, TERRAWRIGHT_PHASE_PAINT}) {
    if (phase == TERRAWRIGHT_PHASE_SURVEY && !(stage.flags & TERRAWRIGHT_STAGE_SURVEYS)) continue;
    if (phase == TERRAWRIGHT_PHASE_RESOLVE && !(stage.flags & TERRAWRIGHT_STAGE_RESOLVES)) continue;
    const Snapshot unused;
    const Size size = options_.quick ? as_size(130, 70) : as_size(600, 530);
    Trial trial;
    trial.feed = &feed;
    trial.set = set_for(size);
    trial.ways = {tiled(schedule::whole_world, 1, "")};
    trial.stops_in = phase;
    tried(trial, unused,
          feed.name + ", " + cells(size.width, size.height) + ", stopped in " + border::phase_name(phase));
    if (is_over()) return;
  }
}

void Checker::check_stage(const terrawright_stage& stage, const std::vector<Feed>& feeds) {
  found_ = false;
  refused_ = feeds.empty() ? "it has no example, and its inputs cannot be made up" : "";
  std::vector<const Feed*> good;
  for (const Feed& feed : feeds) {
    if (options_.quick && good.size() == 2) break;
    bool ran = false;
    for (const Size& size : sizes_for(feed)) {
      if (options_.quick && ran && is_own(feed, size)) continue;
      // Large worlds of the first two are enough.
      if (!size.small && good.size() > 1 && good.back() != &feed) continue;
      if (check_at(feed, size, {}, "") && !ran) {
        ran = true;
        good.push_back(&feed);
      }
      if (is_over()) return;
    }
    if (ran && !options_.quick) check_at(feed, as_size(65, 40), {"world.wrap=both"}, ", wrap both");
    if (is_over()) return;
  }
  if (good.empty()) {
    ++summary_.findings;
    options_.found({graph::Catalogue::name(stage), "", "it could not be run:", refused_, ""});
    return;
  }
  for (const Setting& setting : settings_of(stage, good.front()->node, options_.quick ? 1 : 6, !options_.quick)) {
    check_setting(*good.front(), setting);
    if (is_over()) return;
  }
  check_stops(stage, *good.front());
  if (is_over()) return;
  check_leaks(*good.back());  // made-up inputs, where they do
}

void Checker::check_leaks(const Feed& feed) {
  const Snapshot unused;
  Trial trial;
  trial.feed = &feed;
  trial.set = set_for(as_size(33, 33));
  trial.leaks = true;
  ++summary_.trials;
  const Result first = run_trial(trial, unused, around_);
  summary_.stopped = summary_.stopped || first.stopped;
  if (first.findings.empty() || is_over()) return;
  tried(trial, unused, feed.name + ", " + cells(33, 33) + ", tiles of 7");  // the machine may have had its own reasons
}

void Checker::check_world(const Feed& world) {
  bool ran = false;
  for (const Size& size : sizes_for(world)) {
    ran = check_at(world, size, {}, "") || ran;
    if (is_over()) return;
  }
  if (ran) return check_leaks(world);
  ++summary_.findings;
  options_.found({world.source->name, "", "it could not be run:", refused_, ""});
}

}  // namespace terrawright::check
