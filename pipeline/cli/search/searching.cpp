// SPDX-License-Identifier: Apache-2.0
#include "cli/search/searching.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>

#include "build/expectations/expectations.hpp"
#include "build/load.hpp"
#include "build/run.hpp"
#include "cli/sweep/workers.hpp"
#include "cli/terminal/log.hpp"
#include "cli/terminal/signals.hpp"
#include "cli/terminal/standard_output.hpp"
#include "config/quantity.hpp"
#include "files/private_folder.hpp"

namespace terrawright::cli {
namespace {

// A world that is made for its expectations alone: no file is written.
struct MeasuredWorld {
  bool done = false;                        // else `diagnostics` say why, or it was stopped
  std::vector<build::Judged> expectations;  // in the order of the config; they point into the plan
};

// Layers wait in `folder` where memory is short. `cells`: as build::Expectations says.
MeasuredWorld measured(const build::Plan& plan, const std::filesystem::path& folder, double cells,
                       const std::atomic<bool>& stop, report::Diagnostics& diagnostics) {
  MeasuredWorld world;
  build::Run run = build::run_of(plan, build::store_of(plan, diagnostics), stop);
  if (diagnostics.has_errors()) return world;
  run.options.folder = folder;
  engine::Observer observer;
  std::optional<build::Expectations> expectations;
  const auto sinks = [&] { return expectations.emplace(plan, run.options.store, cells).sinks(); };
  const engine::Outcome outcome = build::run(run, sinks, observer, diagnostics);
  if (!outcome.done || diagnostics.has_errors()) return world;
  if (run.options.store) run.options.store->age();
  world.done = true;
  world.expectations = expectations->judge(outcome);
  return world;
}

// The same world with fewer and larger cells.
struct CoarseWorld {
  std::vector<std::string> set;        // PATH=VALUE, behind those of the world itself
  std::int64_t width = 0, height = 0;  // cells
  double cells = 1.0;                  // of the world itself that one of these stands for
};

// Possible sides: points at both ends if it has those, else as many cells as fit.
std::vector<std::int64_t> sides_of(std::int64_t side, std::int64_t times) {
  std::vector<std::int64_t> sides;
  const auto add = [&](std::int64_t one) {
    if (one >= 1 && one < side && std::find(sides.begin(), sides.end(), one) == sides.end()) sides.push_back(one);
  };
  if ((side - 1) % times == 0) add((side - 1) / times + 1);
  add((side + times / 2) / times);
  add(side / times + 1);
  return sides;
}

// A cell for `times` x `times` of them. If the stages take no such size (some take 2^n + 1 alone), the nearest finer
// one that they take; nothing if there is none.
std::optional<CoarseWorld> coarse_world(const build::Request& request, const build::Plan& plan, std::int64_t times,
                                        const graph::Catalogue& catalogue) {
  const config::World& world = *plan.graph.world;
  for (; times > 1; --times) {
    const auto widths = sides_of(world.width, times), heights = sides_of(world.height, times);
    for (std::size_t i = 0; i < std::min(widths.size(), heights.size()); ++i) {
      CoarseWorld coarse;
      coarse.width = widths[i];
      coarse.height = heights[i];
      coarse.cells = static_cast<double>(world.width) * static_cast<double>(world.height) /
                     (static_cast<double>(coarse.width) * static_cast<double>(coarse.height));
      coarse.set = request.set;
      coarse.set.push_back("world.size=[" + std::to_string(coarse.width) + "," + std::to_string(coarse.height) + "]");
      coarse.set.push_back("world.cell=" + config::canonical(world.cell * static_cast<double>(times)) + " m");
      build::Request asked = request;
      asked.set = coarse.set;
      report::Diagnostics problems;
      build::load(asked, catalogue, problems);
      if (!problems.has_errors()) return coarse;
    }
  }
  return std::nullopt;
}

using Worlds = std::vector<std::size_t>;

constexpr double least_miss = 1e-300;  // of what does not hold
constexpr std::size_t first_block = 16, largest_block = 256;

// As the worker tells it; infinite is null. An expectation that only warns is measured, and rejects nothing.
Json answer_of(const std::vector<build::Judged>& judged, bool strict) {
  Json answer = {{"failed", false}, {"misses", Json::array()}, {"expectations", Json::array()}};
  for (const build::Judged& one : judged) {
    Json entry = {{"numbers", Json::array()}};
    for (const build::Judged::Number& number : one.numbers) {
      entry["numbers"].push_back({{"of", number.of},
                                  {"value", number.value ? Json(*number.value) : Json()},
                                  {"unit", number.unit},
                                  {"text", number.text}});
    }
    if (one.written->relation == config::Relation::none) {
      if (one.rank) {
        answer["best"] = {{"value", one.rank->value}, {"unit", one.rank->unit}, {"text", one.rank->text}};
        answer["better"] = one.rank->better;
      }
      continue;
    }
    entry["name"] = one.written->name;
    entry["holds"] = one.holds.value_or(true);
    entry["refuses"] = !one.holds.value_or(true) && (strict || !one.written->warn);
    const bool refuses = entry["refuses"];
    answer["misses"].push_back(refuses ? std::max(one.miss, least_miss) : 0.0);
    answer["expectations"].push_back(std::move(entry));
  }
  return answer;
}

Attempt attempt_of(const WorkerAnswer& worker) {
  Attempt attempt;
  attempt.answer = worker.died ? Json{{"failed", true}, {"text", "error: the process " + worker.text + "\n"}}
                               : Json::parse(worker.text);
  attempt.failed = attempt.answer["failed"];
  attempt.look.failed = attempt.failed;
  if (attempt.failed) return attempt;
  for (const Json& miss : attempt.answer["misses"])
    attempt.look.misses.push_back(miss.is_null() ? std::numeric_limits<double>::infinity() : miss.get<double>());
  if (attempt.answer.contains("better")) attempt.look.better = attempt.answer["better"].get<double>();
  return attempt;
}

class Searching {
 public:
  Searching(const Arguments& arguments, const graph::Catalogue& catalogue, SweepPlan sweep_plan)
      : arguments_(arguments),
        catalogue_(catalogue),
        plan_(static_cast<std::size_t>(arguments.want), !arguments.best.empty()) {
    searched_.sweep_plan = std::move(sweep_plan);
    searched_.want = static_cast<std::size_t>(arguments.want);
    searched_.best = arguments.best;
    searched_.tried.resize(searched_.sweep_plan.worlds.size());
    look_for_coarse_worlds();
    workers_ = share_the_machine(arguments_, searched_.tried.size());
  }

  Searched run() {
    const bool ranks = !arguments_.best.empty();
    Worlds all(searched_.tried.size());
    for (std::size_t world = 0; world < all.size(); ++world) all[world] = world;
    // The best are of all; the first are found a few at a time.
    std::size_t block = ranks ? all.size() : first_block;
    for (std::size_t begin = 0; begin < all.size() && goes_on();) {
      const std::size_t end = std::min(all.size(), begin + block);
      const Worlds some(all.begin() + static_cast<std::ptrdiff_t>(begin),
                        all.begin() + static_cast<std::ptrdiff_t>(end));
      try_coarsely(some);
      learn(plan_.doubtful(some));
      if (!goes_on()) break;
      if (ranks) plan_.look_again();
      confirm(plan_.promising(some));
      begin = end;
      block = std::min(largest_block, block * 2);
    }
    if (!goes_on()) return ended();
    plan_.look_again();
    confirm(plan_.left(all));
    return ended();
  }

 private:
  Searched ended() {
    forget_what_does_not_count();
    searched_.stopped = stop_asked();
    searched_.found = plan_.found();
    return std::move(searched_);
  }

  bool goes_on() const { return !stop_asked() && !plan_.enough(); }

  build::Request request_of(const SweepWorld& world) const {
    report::Diagnostics said;  // before
    build::Request request = cli::request_of(arguments_of(arguments_, world), said);
    request.outputs = false;
    return request;
  }

  // For the worlds of one seed: others differ by that alone.
  void look_for_coarse_worlds() {
    const auto& worlds = searched_.sweep_plan.worlds;
    for (const SweepWorld& world : worlds) {
      if (world.seed != worlds.front().seed) break;
      const build::Request request = request_of(world);
      report::Diagnostics said;
      const build::Plan plan = build::load(request, catalogue_, said);
      const config::World& facts = *plan.graph.world;
      const auto coarse = coarse_world(request, plan, arguments_.coarse, catalogue_);
      if (&world == &worlds.front()) {
        searched_.size = std::to_string(facts.width) + " x " + std::to_string(facts.height);
        if (coarse) searched_.coarse_size = std::to_string(coarse->width) + " x " + std::to_string(coarse->height);
      }
      if (coarse) coarse_.emplace(world.set, *coarse);
    }
    if (coarse_.empty() && arguments_.coarse > 1 && !json_lines() && !arguments_.quiet)
      say("the stages of this world take no coarser one: all is tried at full size");
  }

  const CoarseWorld* coarse_of(std::size_t world) const {
    const auto found = coarse_.find(searched_.sweep_plan.worlds[world].set);
    return found == coarse_.end() ? nullptr : &found->second;
  }

  // In a worker.
  std::string made(std::size_t world, const CoarseWorld* coarse) const {
    Json answer = {{"failed", true}};
    try {
      build::Request request = request_of(searched_.sweep_plan.worlds[world]);
      if (coarse != nullptr) request.set = coarse->set;
      report::Diagnostics problems;
      const build::Plan plan = build::load(request, catalogue_, problems);
      if (!problems.has_errors()) {
        problems = report::Diagnostics();
        const auto made =
            measured(plan, scratch_.path(), coarse == nullptr ? 1.0 : coarse->cells, stop_asked(), problems);
        if (made.done) answer = answer_of(made.expectations, arguments_.strict);
      }
      answer["text"] = problems.text();
    } catch (const std::exception& error) {
      answer["text"] = std::string("error: ") + error.what() + "\n";
    }
    return answer.dump();
  }

  void try_coarsely(const Worlds& all) {
    Worlds worlds;
    for (const std::size_t world : all) {
      if (coarse_of(world) != nullptr) worlds.push_back(world);
    }
    if (worlds.empty()) return;
    std::size_t promise = 0;
    in_workers(
        workers_, worlds.size(), [&](std::size_t i) { return made(worlds[i], coarse_of(worlds[i])); },
        [&](std::size_t i, const WorkerAnswer& worker) {
          Tried& tried = searched_.tried[worlds[i]];
          tried.coarse = attempt_of(worker);
          if (!tried.coarse->failed) tell_text(worlds[i], *tried.coarse);  // else it is tried as it is
          plan_.coarse(worlds[i], tried.coarse->look);
          promise += plan_.promises(tried.coarse->look) ? 1 : 0;
        },
        [] { return !stop_asked(); });
    if (stop_asked()) return;
    coarse_done_ += worlds.size();
    tell("tried " + std::to_string(coarse_done_) + " at " + searched_.coarse_size + " cells: " +
         std::to_string(promise) + " of the last " + std::to_string(worlds.size()) + " promise to be as expected");
  }

  // A few that are refused coarsely are made all the same.
  void learn(const Worlds& worlds) {
    make(worlds, [&](std::size_t world, const Look& look) { plan_.learn(world, look); });
  }

  void confirm(const Worlds& worlds) {
    if (!goes_on()) return;
    plan_.confirm(worlds);
    Worlds unknown;
    for (const std::size_t world : worlds) {
      if (!plan_.is_known(world)) unknown.push_back(world);
    }
    make(unknown, [&](std::size_t world, const Look& look) { plan_.full(world, look); });
  }

  // At full size; calls `seen` for each of them.
  void make(const Worlds& worlds, const std::function<void(std::size_t, const Look&)>& seen) {
    if (!goes_on() || worlds.empty()) return;
    in_workers(
        workers_, worlds.size(), [&](std::size_t i) { return made(worlds[i], nullptr); },
        [&](std::size_t i, const WorkerAnswer& worker) {
          Tried& tried = searched_.tried[worlds[i]];
          tried.full = attempt_of(worker);
          seen(worlds[i], tried.full->look);
          tell_full(worlds[i], *tried.full);
        },
        [&] { return goes_on(); });
  }

  void tell(const std::string& line) const {
    if (!json_lines() && !arguments_.quiet && !arguments_.json) say(line);
  }

  // Its problems.
  void tell_text(std::size_t world, const Attempt& attempt) const {
    std::string text = attempt.answer.value("text", "");
    while (!text.empty() && text.back() == '\n') text.pop_back();
    if (text.empty() || stop_asked()) return;
    (attempt.failed ? complain : warn)(searched_.sweep_plan.worlds[world].label + ":\n" + text);
  }

  void tell_full(std::size_t world, const Attempt& full) const {
    const std::string& label = searched_.sweep_plan.worlds[world].label;
    tell_text(world, full);
    if (full.failed) return;
    std::string line = label + ": ";
    std::vector<std::string> refusals;
    for (const Json& expectation : full.answer["expectations"]) {
      if (expectation["refuses"]) refusals.push_back(report::quote(expectation["name"].get<std::string>()));
    }
    line += full.look.miss() > 0 ? "refused by " + report::join(refusals) : "as expected";
    if (full.answer.contains("best")) line += ", " + full.answer["best"]["text"].get<std::string>();
    tell(line);
  }

  // Some worlds that were begun when enough was known are finished by chance.
  void forget_what_does_not_count() {
    std::vector<bool> counts(searched_.tried.size());
    for (const std::size_t world : plan_.counted()) counts[world] = true;
    for (std::size_t world = 0; world < counts.size(); ++world) {
      if (!counts[world]) searched_.tried[world].full.reset();
    }
  }

  Arguments arguments_;
  const graph::Catalogue& catalogue_;
  SearchPlan plan_;
  Searched searched_;
  const files::ScratchFolder scratch_;
  std::map<std::vector<std::string>, CoarseWorld> coarse_;  // by what is set
  std::size_t workers_ = 1, coarse_done_ = 0;
};

}  // namespace

Searched searched(const Arguments& arguments, const graph::Catalogue& catalogue, SweepPlan sweep_plan) {
  return Searching(arguments, catalogue, std::move(sweep_plan)).run();
}

}  // namespace terrawright::cli
