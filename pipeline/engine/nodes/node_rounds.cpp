// SPDX-License-Identifier: Apache-2.0
// The rounds of a node: its notes, merged or combined, its resolve, and the verdict on its way back to the tiles.
#include <algorithm>
#include <stdexcept>

#include "border/description.hpp"
#include "engine/nodes/checking.hpp"
#include "engine/nodes/node_run.hpp"
#include "engine/tables/stored_table.hpp"
#include "engine/threads/tasks.hpp"
#include "store/spill.hpp"
#include "terrawright/random.h"

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

// The notes of the tiles that were visited; one note of all threads' where they merge.
std::vector<Buffer> NodeRun::collected(Workspace& space) {
  std::vector<Buffer> listed;
  if (!surveys()) return listed;
  if (levels_) return levels_->collected();
  if (!notes_.empty()) {
    for (std::size_t i = 0; i < visited(); ++i) listed.push_back(std::move(notes_[visited(i)]));
    if (stage_.flags & TERRAWRIGHT_STAGE_MERGES) fold_in_another_order(listed, space);
    return listed;
  }
  std::optional<Buffer> one;
  for (std::optional<Buffer>& part : folded_) {
    if (!part) continue;
    const auto failure = fold(one, std::move(*part), space);
    part.reset();
    if (failure) throw StageFailed(*failure);
  }
  if (one) listed.push_back(std::move(*one));
  return listed;
}

// In a run that is watched.
bool NodeRun::reorders() const { return around_.checking != nullptr && around_.checking->merge_order != 0; }

void NodeRun::fold_in_another_order(std::vector<Buffer>& notes, Workspace& space) {
  std::uint64_t random = around_.checking->merge_order;
  while (notes.size() > 1) {
    random = terrawright_mix64(random + 1);
    std::swap(notes[random % notes.size()], notes.back());
    Buffer last = std::move(notes.back());
    notes.pop_back();
    std::optional<Buffer> both = std::move(notes[(random >> 32) % notes.size()]);
    if (random & 1u) std::swap(*both, last);
    if (const auto failure = fold(both, std::move(last), space)) throw StageFailed(*failure);
    notes[(random >> 32) % notes.size()] = std::move(*both);
  }
}

// into = merge(into, note); the note itself if it is the first.
std::optional<StageFailed> NodeRun::fold(std::optional<Buffer>& into, Buffer note, Workspace& space) {
  if (into) {
    StageCall call(stage_, TERRAWRIGHT_PHASE_MERGE);
    prepare(call, space);
    const terrawright_job job = job_for(call);
    const terrawright_blob a = blob(*into), b = blob(note);
    const std::int32_t answer = node_.instance.merge(job, a, b, call);
    if (call.failure()) return *call.failure();
    if (answer != TERRAWRIGHT_ANSWER_DONE) throw Interrupted{};
    note = std::move(call.note_given);
  }
  into = std::move(note);
  return std::nullopt;
}

// For all ports, also those without a reader.
std::vector<RowGeometry> NodeRun::places_of_tables() const {
  std::vector<RowGeometry> places;
  for (std::uint64_t i = 0; i < stage_.n_ports; ++i) {
    const terrawright_port& port = *stage_.ports[i];
    graph::Flow flow = node_.flows[i];
    if (flow.kind == 0) flow.places = port.flags;
    for (std::uint64_t k = 0; flow.kind == 0 && port.like_port != nullptr && k < stage_.n_ports; ++k) {
      if (stage_.ports[k]->direction == TERRAWRIGHT_PORT_INPUT && std::string(stage_.ports[k]->name) == port.like_port)
        flow.places = node_.flows[k].places;
    }
    places.push_back(geometry_of(flow));
  }
  return places;
}

void NodeRun::read_tables() {
  if (input_tables_) return;
  try {
    input_tables_.emplace(inputs_);
  } catch (const std::runtime_error& error) {
    throw StageFailed{"", std::string("the rows of an input cannot be read: ") + error.what()};
  }
}

bool NodeRun::resolve(Workspace& space, Round& round) {
  const std::vector<Buffer> notes = collected(space);
  for (const Buffer& note : notes) round.notes += note.size();
  Resolved resolved;
  const std::vector<Rect> all = levels_ ? std::vector<Rect>() : schedule::list_of(tiles_);
  const std::vector<Rect>& tiles = levels_ ? levels_->last() : all;
  resolved.verdict.own.resize(tiles.size());
  StageCall call(stage_, TERRAWRIGHT_PHASE_RESOLVE);
  prepare(call, space);
  call.resolved = &resolved;
  call.products = &products_;
  const std::vector<RowGeometry> places = places_of_tables();
  call.places = &places;
  terrawright_job job = job_for(call);
  call.carried_before = blob(resolved_.carry);
  std::vector<terrawright_blob> plain_notes;
  for (const Buffer& note : notes) plain_notes.push_back(blob(note));
  std::vector<std::uint64_t> note_tiles;
  if (levels_) note_tiles.assign(levels_->visited().begin(), levels_->visited().end());
  for (std::size_t i = 0; !levels_ && i < visited(); ++i) note_tiles.push_back(visited(i));
  job.notes = plain_notes.data();
  job.n_notes = plain_notes.size();
  job.note_tiles = (stage_.flags & TERRAWRIGHT_STAGE_MERGES) ? nullptr : note_tiles.data();
  job.tiles = tiles.data();
  job.n_tiles = tiles.size();
  read_tables();
  call.tables = &*input_tables_;
  const std::int32_t answer = node_.instance.resolve(job, call);
  if (call.failure()) throw StageFailed(*call.failure());
  if (answer == TERRAWRIGHT_ANSWER_STOPPED || around_.stop->load()) throw Interrupted{};
  ++rounds_;
  round.everybody = resolved.verdict.everybody.size();
  for (const Buffer& own : resolved.verdict.own) round.own += own.size();
  std::vector<std::size_t> visit = std::move(resolved.visit);
  resolved_ = std::move(resolved);
  if (levels_) split_verdict(round);
  if (around_.checking != nullptr && answer == TERRAWRIGHT_ANSWER_AGAIN && rounds_ > around_.checking->most_rounds) {
    around_.checking->found(
        {node_.name, "it asks for another round again and again: " + std::to_string(rounds_) + " so far"});
    throw Interrupted{};
  }
  if (answer != TERRAWRIGHT_ANSWER_AGAIN) {
    resolved_.carry = Buffer();
    input_tables_.reset();
    notes_.clear();
    notes_.shrink_to_fit();
    levels_.reset();
    return false;
  }
  // Bodies of `parallel` name tiles in any order, and perhaps twice.
  std::sort(visit.begin(), visit.end());
  visit.erase(std::unique(visit.begin(), visit.end()), visit.end());
  visits_all_ = visit.empty();
  visited_ = levels_ ? levels_->visit(std::move(visit)) : std::move(visit);
  if (visits_all_) visited_ = {};
  return true;
}

// ---- levels --------------------------------------------------------------------------------------

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
