// SPDX-License-Identifier: Apache-2.0
#include "build/run.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>

#include "engine/nodes/checking.hpp"
#include "report/diagnostic.hpp"
#include "trial/trial.hpp"

namespace terrawright::trial {
namespace {

constexpr unsigned char poisons[] = {0xff, 0x71};  // as floats NaN and 1.2e30

// Hears one run, and ends it where the stage breaks its word.
class Watch final : public engine::Observer {
 public:
  Watch(Made& made, std::uint64_t stops_at) : made_(made), stops_at_(stops_at) {}

  engine::Checking checking(const Way& way) {
    engine::Checking checking;
    checking.margin = 64;
    checking.around = checking.unwritten = poisons[way.poison];
    checking.tile_order = checking.merge_order = way.order;
    checking.found = [this](const engine::Checking::Broken& broken) { breaks(broken); };
    checking.stops = [this] { return stops_at_ != 0 && ++asked_ >= stops_at_; };
    checking.stopped = [this] { stopped_ = stop_ = true; };
    return checking;
  }
  const std::atomic<bool>& stop() const { return stop_; }
  bool has_stopped() const { return stopped_; }
  void end(std::size_t tested, std::size_t node, const border::Message& said) {
    const std::lock_guard lock(mutex_);
    if (made_.answer != TERRAWRIGHT_DONE) return;
    made_.end(node == tested ? TERRAWRIGHT_FAILED : TERRAWRIGHT_MISUSED, said);
  }
  void of(std::size_t tested) { tested_ = tested; }

  void node_fails(std::size_t node, const border::Message& said) override { end(tested_, node, said); }
  void node_warns(std::size_t, const border::Message& said) override {
    const std::lock_guard lock(mutex_);
    made_.warn(said);
  }
  void says(std::size_t, const std::string& line) override {
    const std::lock_guard lock(mutex_);
    made_.line(line);
  }

 private:
  void breaks(const engine::Checking::Broken& broken) {
    end(tested_, tested_, {broken.port, "its code is wrong: " + broken.what, broken.x, broken.y});
    stop_ = true;
  }

  Made& made_;
  const std::uint64_t stops_at_;
  std::size_t tested_ = 0;
  std::mutex mutex_;
  std::atomic<std::uint64_t> asked_{0};
  std::atomic<bool> stop_{false}, stopped_{false};
};

// The side of a tile, and how many rows it has where these are not as many.
void set_tile(const Way& way, const terrawright_world_facts& world, std::int64_t& tile, std::int64_t& rows) {
  const std::int64_t across = way.width > 0 ? way.width : world.width,
                     down = way.height > 0 ? way.height : world.height;
  const bool whole = across >= world.width && down >= world.height;
  tile = whole ? schedule::whole_world : std::min(across, world.width);
  rows = whole ? 0 : std::min(down, world.height);
}

}  // namespace

std::unique_ptr<Made> Trial::run_once(const Way& way) const {
  auto made = std::make_unique<Made>();
  Watch watch(*made, given_.stops_at());
  bool refused = false;
  const graph::Graph graph = given_.arranged([&](report::Severity severity, const border::Message& said) {
    if (severity == report::Severity::warning) return made->warn(said);
    refused = true;
    made->fail(said);
  });
  if (refused) {
    made->answer = TERRAWRIGHT_FAILED;
    return made;
  }
  const std::size_t tested = graph.nodes.size() - 1;
  watch.of(tested);
  engine::Checking checking = watch.checking(way);
  build::Run run{graph};
  set_tile(way, given_.facts(), run.options.tile, checking.tile_rows);
  run.options.threads = way.threads;
  run.options.levels = static_cast<int>(std::min<std::int64_t>(way.levels, 64));
  run.options.stop = &watch.stop();
  run.options.memory = memory_;
  run.options.checking = &checking;
  std::vector<graph::Link> links = build::outputs_made(graph);
  links.erase(links.begin(),
              std::find_if(links.begin(), links.end(), [&](const graph::Link& link) { return link.node == tested; }));
  report::Diagnostics problems;
  build::Kept kept = build::keep(run, links, watch, problems);
  if (made->answer != TERRAWRIGHT_DONE) return made;
  if (watch.has_stopped()) {
    made->answer = TERRAWRIGHT_STOPPED;
  } else if (!kept.outcome.done) {
    made->end(TERRAWRIGHT_FAILED, {"", problems.has_errors() ? problems.sorted().front().message : "it did not end"});
  } else {
    made->take(graph.nodes[tested], links, std::move(kept.made));
  }
  return made;
}

// A cell that still holds the poison may be meant so: made over the other poison, it holds no poison.
void Trial::require_written(const Way& way, Made& made) const {
  Way other = way;
  other.poison = way.poison == TERRAWRIGHT_POISON_NAN ? TERRAWRIGHT_POISON_HUGE : TERRAWRIGHT_POISON_NAN;
  std::unique_ptr<Made> again;
  for (std::size_t i = 0; i < made.outputs().size(); ++i) {
    const std::vector<std::size_t> doubtful = made.cells_of(i, poisons[way.poison]);
    if (doubtful.empty()) continue;
    if (!again) again = run_once(other);
    if (again->answer != TERRAWRIGHT_DONE) return;
    const std::vector<std::size_t> still = again->cells_of(i, poisons[other.poison]);
    const auto cell = std::find_first_of(doubtful.begin(), doubtful.end(), still.begin(), still.end());
    if (cell == doubtful.end()) continue;
    const auto at = static_cast<std::int64_t>(*cell);
    return made.end(TERRAWRIGHT_FAILED,
                    {"", std::string("its code is wrong: a cell of '") + made.outputs()[i].port + "' is not written",
                     at % made.width(), at / made.width()});
  }
}

std::unique_ptr<Made> Trial::run(const Way& way) const {
  try {
    std::unique_ptr<Made> made = run_once(way);
    if (made->answer == TERRAWRIGHT_DONE) require_written(way, *made);
    return made;
  } catch (const Misuse& wrong) {
    auto made = std::make_unique<Made>();
    made->end(TERRAWRIGHT_MISUSED, {"", wrong.what()});
    return made;
  } catch (const std::exception& error) {
    auto made = std::make_unique<Made>();
    made->end(TERRAWRIGHT_FAILED, {"", report::reason_of(error)});
    return made;
  }
}

}  // namespace terrawright::trial
