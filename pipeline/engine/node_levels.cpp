// SPDX-License-Identifier: Apache-2.0
// The calls of a node whose notes are combined.
#include "engine/node_run.hpp"
#include "engine/tasks.hpp"

namespace terrawright::engine {
namespace {

void see(const Union& parts, terrawright_job& job) {
  job.tile = parts.area;
  job.tiles = parts.tiles.data();
  job.n_tiles = parts.tiles.size();
  job.notes = parts.notes.data();
  job.n_notes = parts.notes.size();
}

}  // namespace

void NodeRun::begin_levels() {
  if (node_.offer->description->combine() == nullptr) return;
  const auto columns = static_cast<std::size_t>(tiles_.columns()), rows = static_cast<std::size_t>(tiles_.rows());
  const int levels = around_.levels > 0 ? around_.levels : schedule::levels_of(columns, rows);
  if (schedule::levels_to_one(columns, rows, levels) == 1) return;
  if (around_.rank > 0) return;  // of several processes the first one combines
  levels_.emplace(schedule::list_of(tiles_), columns, levels, around_.spill);
  notes_.clear();
}

// Called inside survey, whose tile is reported if this fails.
Buffer NodeRun::combined(const Union& parts, Workspace& space) {
  StageCall call(stage_, TERRAWRIGHT_PHASE_COMBINE);
  prepare(call, space);
  terrawright_job job = job_for(call);
  see(parts, job);
  const std::int32_t answer = node_.instance.combine(job, call);
  if (call.failure()) throw StageFailed(*call.failure());
  if (answer != TERRAWRIGHT_ANSWER_DONE) throw Interrupted{};
  return std::move(call.note_given);
}

std::vector<Buffer> NodeRun::split(const Union& parts, const Buffer& own, Workspace& space) {
  Resolved told;
  told.verdict.own.resize(parts.tiles.size());
  StageCall call(stage_, TERRAWRIGHT_PHASE_SPLIT);
  call.resolved = &told;
  prepare(call, space);
  terrawright_job job = job_for(call);
  see(parts, job);
  job.own_verdict = {own.data(), own.size()};
  node_.instance.split(job, call);
  if (call.failure()) throw StageFailed(*call.failure());
  if (around_.stop->load()) throw Interrupted{};
  return std::move(told.verdict.own);
}

// After a round: from the verdicts of unions to those of tiles.
void NodeRun::split_verdict(Round& round) {
  std::vector<Workspace> spaces(slots());
  try {
    resolved_.verdict.own =
        levels_->split(std::move(resolved_.verdict.own),
                       [&](const Union& parts, const Buffer& own) { return split(parts, own, spaces[slot()]); });
  } catch (const store::SpillFailed& failed) {
    throw StageFailed{"", std::string(failed.what()) + "; " + failed.remedy};
  }
  round.levels = levels_->costs();
}

}  // namespace terrawright::engine
