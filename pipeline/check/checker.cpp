// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include "check/check.hpp"
#include "check/trial/elsewhere.hpp"
#include "config/quantity.hpp"
#include "report/amount.hpp"

namespace terrawright::check {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point then) { return std::chrono::duration<double>(Clock::now() - then).count(); }

std::string cells(std::int64_t width, std::int64_t height) {
  return std::to_string(width) + " x " + std::to_string(height) + " cells";
}

}  // namespace

Checker::Checker(const graph::Catalogue& catalogue, const Options& options)
    : options_(options), around_{catalogue, options.opener, {options.limit}, options.goes_on} {}

// ---- one trial ---------------------------------------------------------------------------------------

void Checker::begin(const std::string& stage, const std::vector<TrialWorld>& worlds) {
  name_ = stage;
  worlds_ = &worlds;
  good_.clear();
  began_ = Clock::now();
  found_ = is_late_ = false;
  refused_.clear();
  of_settings_.clear();
  small_.reset();
  large_.reset();
}

bool Checker::is_over() {
  if (!is_late_ && options_.budget > 0.0 && seconds_since(began_) > options_.budget) {
    is_late_ = true;
    remark("its trials took longer than " + config::canonical(options_.budget) + " s, and the rest was left out;",
           "the last was of " + last_);
  }
  return found_ || is_late_ || summary_.stopped;
}

Result Checker::tried(const TrialId& id, const Snapshot& snapshot, double most_seconds) {
  ++summary_.trials;
  const TrialWorld& trial_world = (*worlds_)[id.trial_world];
  last_ = id.world(trial_world);
  Trial trial = trial_of(id, trial_world);
  if (!id.set.empty()) {  // honest work may take days at the end of a parameter
    trial.patience = options_.quick ? 1.0 : 3.0;
    trial.gives_up_after = options_.quick ? 2.0 : 10.0;
  }
  Surroundings around = around_;
  around.limits.all = most_seconds;
  Result result = trial.is_elsewhere ? run_elsewhere(id, trial, name_, options_.command, around)
                                     : run_trial(trial, snapshot, around);
  summary_.stopped = summary_.stopped || result.stopped;
  summary_.unwatched = result.unwatched;
  const auto is_new = [&](Finding& finding) {
    finding.world = id.world(trial_world);
    finding.trial = id.text();
    return told_.insert(finding.stage + '\n' + finding.symptom).second;
  };
  for (Finding& finding : result.findings) {
    if (!is_new(finding)) continue;
    found_ = true;
    ++summary_.findings;
    options_.found(finding);
  }
  for (Finding& finding : result.remarks) {
    if (is_new(finding)) options_.remarked(finding);
  }
  return result;
}

void Checker::found(const std::string& symptom, const std::string& details, const std::optional<TrialId>& id) {
  found_ = true;
  ++summary_.findings;
  Finding finding = {name_, "", symptom, details};
  if (id) finding.world = id->world((*worlds_)[id->trial_world]), finding.trial = id->text();
  options_.found(finding);
}

const Result& Checker::tried_setting(TrialId id) {
  const auto [known, is_new] = of_settings_.try_emplace({id.trial_world, id.width, id.set});
  Result& result = known->second;
  if (!is_new) return result;
  result = tried(id);
  if (!result.is_slow || is_over()) return result;
  id.width = id.height = 9;
  result = tried(id);
  if (result.is_slow) remark("it takes too long to be judged in a world of 9 x 9 cells, where", last_);
  return result;
}

void Checker::remark(const std::string& symptom, const std::string& details) {
  options_.remarked({name_, "", symptom, details});
}

// ---- what a world goes through -----------------------------------------------------------------------

std::vector<Checker::Size> Checker::sizes_for(const TrialWorld& trial_world) const {
  std::vector<Size> sizes = {{33, 33}};
  if (options_.quick) {
    sizes.push_back({130, 70});
  } else {
    for (const auto& [width, height] : {std::pair{65, 40}, {257, 129}, {600, 530}, {1026, 514}})
      sizes.push_back({width, height});
  }
  const auto [width, height] = trial_world.size;
  constexpr std::int64_t most = std::int64_t{1} << 21;
  if (width > 0 && width * height <= most) sizes.push_back({width, height});
  return sizes;
}

bool Checker::check_at(std::size_t trial_world, const Size& size, const std::vector<std::string>& set) {
  const Snapshot snapshot;
  TrialId id = {trial_world, size.width, size.height, "runs", set};
  const bool is_tiny = size.width * size.height <= 33 * 33 && set.empty();
  const double most_seconds = is_tiny ? std::min(2.0 * options_.limit, options_.budget) : 0.0;
  const Result first = tried(id, snapshot, most_seconds);
  if (!first.ran && refused_.empty()) refused_ = first.refused;
  if (!first.ran && !is_over() && set.empty() && size.width == 33) {
    id.kind = "alone";
    const bool ran = tried(id).ran;
    id.kind = "runs";
    if (ran && !is_over()) found("it refuses small tiles, and not the whole world as one tile:", first.refused, id);
  }
  if (first.gave_up && !found_)
    found("a world of " + cells(size.width, size.height) + " is not done after", config::canonical(most_seconds) + " s",
          id);
  if (!first.ran || is_over()) return first.ran;
  if (good_.empty() && set.empty()) {  // first, as all others are in environments of their own
    id.kind = "elsewhere";
    tried(id);
    if (is_over()) return true;
  }
  for (const char* kind : {"whole", "threads", "other", "usual"}) {
    id.kind = kind;
    tried(id, snapshot);
    if (is_over()) return true;
  }
  if (size.is_small()) {
    id.kind = "after";
    tried(id, snapshot);
  }
  return true;
}

void Checker::check_world(const TrialWorld& world) {
  const std::vector<TrialWorld> worlds = {world};
  begin(world.source->name, worlds);
  for (const Size& size : sizes_for(world)) {
    if (check_at(0, size, {})) good_ = {0};
    if (is_over()) return;
  }
  if (!good_.empty()) return check_leaks(0);
  found("it could not be run:", refused_);
}

// ---- what a stage goes through -----------------------------------------------------------------------

void Checker::check_stage(const terrawright_stage& stage, const std::vector<TrialWorld>& worlds) {
  begin(graph::Catalogue::name(stage), worlds);
  if (worlds.empty()) refused_ = "it has no example, and its inputs cannot be made up";
  if (!check_feeds(stage) || is_over()) return;
  check_edges();
  if (!is_over()) check_shapes(stage);
  if (!is_over()) check_settings(stage);
  if (!is_over()) check_thresholds(stage);
  if (!is_over()) check_stops(stage);
  if (!is_over()) check_leaks(good_.back());  // made-up inputs, where they do
}

// False where none ran.
bool Checker::check_feeds(const terrawright_stage& stage) {
  bool has_example = false;
  for (std::size_t f = 0; f < worlds_->size(); ++f) {
    const TrialWorld& trial_world = (*worlds_)[f];
    if (trial_world.is_edge || (options_.quick && good_.size() == 2)) break;
    has_example = has_example || trial_world.size.first != 0;
    bool ran = false;
    for (const Size& size : sizes_for(trial_world)) {
      if (options_.quick && ran && trial_world.size == std::pair{size.width, size.height}) continue;
      // Large worlds of the first two are enough.
      if (!size.is_small() && ((good_.size() > 1 && good_.back() != f) || is_too_slow(size))) continue;
      if (check_at(f, size, {}) && !ran) {
        ran = true;
        good_.push_back(f);
        if (good_.size() == 1 && !is_over()) measure();
      }
      if (is_over()) return true;
    }
  }
  if (!good_.empty()) return true;
  if (has_example || stage.n_ports == 0 || found_)
    found("it could not be run:", refused_);
  else
    remark("it could not be run:", refused_ + "; give it an example that can");
  return false;
}

// Inputs that hardly ever come, and outputs that nobody reads. A stage that rejects them in its own words is correct.
void Checker::check_edges() {
  for (std::size_t f = 0; f < worlds_->size() && !is_over(); ++f) {
    if ((*worlds_)[f].is_edge) tried({f, 33, 33, options_.quick ? "few" : "all"});
  }
}

// Worlds that wrap, that are long, or of one row, column or cell; other cells and places on the globe; a thousand
// tiles.
void Checker::check_shapes(const terrawright_stage& stage) {
  const std::size_t trial_world = good_.front();
  for (const char* wrap : {"x", "y", "both"}) {
    if (options_.quick) tried({trial_world, 65, 40, "few", {std::string("world.wrap=") + wrap}});
    if (!options_.quick) check_at(trial_world, {65, 40}, {std::string("world.wrap=") + wrap});
    if (is_over()) return;
  }
  tried({trial_world, 5, 30, "few", {"world.wrap=x"}});  // narrower than a window
  if (!is_over()) tried({trial_world, 30, 5, "few", {"world.wrap=y"}});
  if (is_over()) return;
  tried({trial_world, 33, 33, "cells"});
  for (const Size& size : {Size{1, 1}, {1, 40}, {40, 1}, {4200, 5}, {5, 4200}}) {
    if (is_over()) return;
    if (!is_too_slow(size)) tried({trial_world, size.width, size.height, options_.quick ? "few" : "all"});
  }
  // Squares of columns, and cells of one tile, that do not fit into fewer bits.
  for (const auto& [size, kind] : {std::pair{Size{70000, 2}, "few"}, {{1100, 1000}, "alone"}}) {
    if (is_over()) return;
    if (!options_.quick && !is_too_slow(size)) tried({trial_world, size.width, size.height, kind});
  }
  std::vector<std::string> facts;
  const auto reads = [&](std::uint32_t what, std::vector<std::string> values) {
    if ((stage.reads & what) != 0) facts.insert(facts.end(), values.begin(), values.end());
  };
  reads(TERRAWRIGHT_READS_CELL, {"world.cell=1 m", "world.cell=8 m", "world.cell=20 km"});
  reads(TERRAWRIGHT_READS_LATITUDE, {"world.latitude=0 deg", "world.latitude=-85 deg", "world.latitude=85 deg"});
  reads(TERRAWRIGHT_READS_LONGITUDE, {"world.longitude=180 deg", "world.longitude=-180 deg"});
  for (const std::string& fact : facts) {
    if (is_over()) return;
    tried({trial_world, 33, 33, "few", {fact}});
  }
  constexpr std::uint32_t both = TERRAWRIGHT_READS_CELL | TERRAWRIGHT_READS_LATITUDE;  // a world beyond the pole
  if ((stage.reads & both) == both && !is_over())
    tried({trial_world, 33, 65, "few", {"world.cell=20 km", "world.latitude=85 deg"}});
}

void Checker::check_settings(const terrawright_stage& stage) {
  const std::size_t trial_world = good_.front();
  const std::vector<Setting> random = settings_of(stage, (*worlds_)[trial_world].node, 1, false);
  const Snapshot snapshot;
  for (const char* kind : {"alone", "beside", "before"}) {
    tried({trial_world, 33, 33, kind, random.empty() || kind == std::string("alone") ? Setting() : random.back()},
          snapshot);
    if (is_over()) return;
  }
  const std::size_t most = options_.quick ? 2 : std::numeric_limits<std::size_t>::max();
  std::size_t ends = most;  // come first, and show most
  for (const Setting& setting :
       settings_of(stage, (*worlds_)[trial_world].node, options_.quick ? 4 : 6, !options_.quick)) {
    tried_setting({trial_world, 33, 33, ends > 0 ? "all" : "few", setting});
    if (is_over()) return;
    if (ends > 0) --ends;
  }
  for (const std::size_t one : {std::size_t{1}, random.size() - 1}) {  // upper ends, whose windows may be wide
    if (one < random.size() && !tried_setting({trial_world, 33, 33, "few", random[one]}).is_slow)
      tried_setting({trial_world, 130, 70, "few", random[one]});
    if (is_over()) return;
  }
  for (std::size_t f = 0; f < worlds_->size(); ++f) {  // and without what is optional
    if (!(*worlds_)[f].is_only_needed || f == trial_world) continue;
    std::size_t left = most;
    for (const Setting& setting : settings_of(stage, (*worlds_)[f].node, 0, !options_.quick)) {
      if (left-- == 0) return;
      tried_setting({f, 33, 33, "few", setting});
      if (is_over()) return;
    }
    return;
  }
}

// If a parameter's end is rejected: tests the last accepted value.
void Checker::check_thresholds(const terrawright_stage& stage) {
  const std::size_t trial_world = good_.front();
  for (const Path& path : paths_of(stage, (*worlds_)[trial_world].node)) {
    TrialId id = {trial_world, 33, 33, "few", path.end};
    if (is_over()) return;
    const Result& end = tried_setting(id);
    if (end.ran || end.is_slow) continue;
    id.kind = "alone";
    double good = 0.0, bad = 1.0;
    const int most_steps = options_.quick ? 24 : 40;
    for (int step = 0; step < most_steps && !is_over(); ++step) {
      const double middle = (good + bad) / 2.0;
      Setting setting = path.at(middle);
      if (setting == id.set) break;
      id.set = std::move(setting);
      const Result result = tried(id);
      if (result.is_slow) break;
      (result.ran ? good : bad) = middle;
    }
    if (!is_over()) tried({trial_world, 33, 33, "all", path.at(good)});
  }
}

void Checker::check_stops(const terrawright_stage& stage) {
  for (const std::uint32_t phase : {TERRAWRIGHT_PHASE_SURVEY, TERRAWRIGHT_PHASE_RESOLVE, TERRAWRIGHT_PHASE_PAINT}) {
    if (phase == TERRAWRIGHT_PHASE_SURVEY && !(stage.flags & TERRAWRIGHT_STAGE_SURVEYS)) continue;
    if (phase == TERRAWRIGHT_PHASE_RESOLVE && !(stage.flags & TERRAWRIGHT_STAGE_RESOLVES)) continue;
    const Size size = options_.quick || is_too_slow({600, 530}) ? Size{130, 70} : Size{600, 530};
    tried({good_.front(), size.width, size.height, stop_in(phase)});
    if (is_over()) return;
  }
}

void Checker::check_leaks(std::size_t trial_world) {
  const TrialId id = {trial_world, 33, 33, "leaks"};
  ++summary_.trials;
  const Snapshot unused;
  const Result first = run_trial(trial_of(id, (*worlds_)[trial_world]), unused, around_);
  summary_.stopped = summary_.stopped || first.stopped;
  if (!first.findings.empty() && !is_over()) tried(id);  // the machine may have had its own reasons
}

// ---- what it costs -----------------------------------------------------------------------------------

void Checker::measure() {
  const std::int64_t small = options_.quick ? 65 : 129, large = options_.quick ? 257 : 513;
  TrialId id = {good_.front(), small, small, "cost"};
  small_ = tried(id, Snapshot(), options_.limit).cost;
  if (!small_ || is_over()) return;
  id.width = id.height = large;
  // A stage with time of the square of the cells needs 256 times as long.
  if (small_->seconds * 256.0 < options_.limit) large_ = tried(id, Snapshot(), options_.limit).cost;
  if (!large_) return;
  const auto cells_of = static_cast<double>(large_->cells);
  const double grows =
      std::log(large_->seconds / small_->seconds) / std::log(cells_of / static_cast<double>(small_->cells));
  remark("it takes", report::formatted("%.3g ns", 1e9 * large_->seconds / cells_of) + " and " +
                         report::formatted("%.3g bytes", static_cast<double>(large_->memory) / cells_of) +
                         " a cell in a world of " + cells(large, large));
  if (grows > 1.5 && large_->seconds > 0.01)
    remark("its time grows with the power " + report::formatted("%.1f", grows) + " of the cells (2 is quadratic):",
           report::formatted("%.3g s", small_->seconds) + " for " + cells(small, small) + ", " +
               report::formatted("%.3g s", large_->seconds) + " for " + cells(large, large));
}

// Extrapolates from the larger of two measured worlds.
bool Checker::is_too_slow(const Size& size) const {
  if (!small_) return false;
  if (!large_) return size.width * size.height > 4 * small_->cells;
  const double ratio = static_cast<double>(size.width * size.height) / static_cast<double>(large_->cells);
  const double grows = large_->seconds > 4.0 * 16.0 * small_->seconds ? ratio * ratio : ratio;
  return large_->seconds * std::max(grows, 1.0) * 10.0 > options_.limit;
}

}  // namespace terrawright::check
