// SPDX-License-Identifier: Apache-2.0
#include "engine/nodes/node_run.hpp"

#include <algorithm>
#include <stdexcept>

#include "border/description.hpp"
#include "engine/nodes/checking.hpp"
#include "engine/tables/stored_table.hpp"
#include "engine/threads/tasks.hpp"
#include "report/diagnostic.hpp"
#include "schedule/bytes.hpp"
#include "store/spill.hpp"
#include "terrawright/random.h"

namespace terrawright::engine {

schedule::Tiles Surroundings::tiles(bool whole) const {
  if (whole) return {width, height, schedule::whole_world};
  return {width, height, tile, checking != nullptr && checking->tile_rows > 0 ? checking->tile_rows : tile};
}

NodeRun::NodeRun(const graph::Node& node, const Surroundings& around, const terrawright_world_facts& world,
                 Listener listener)
    : node_(node),
      stage_(node.stage()),
      around_(around),
      world_(world),
      listener_(std::move(listener)),
      inputs_(stage_.n_ports),
      products_(stage_.n_ports),
      collected_(stage_.n_ports),
      windows_(node, inputs_, around),
      files_(node.files),
      tiles_(around.tiles((stage_.flags & TERRAWRIGHT_STAGE_WHOLE) != 0)) {
  for (std::uint64_t i = 0; i < stage_.n_ports; ++i) {
    const graph::Flow& flow = node.flows[i];
    if (stage_.ports[i]->direction != TERRAWRIGHT_PORT_OUTPUT || !border::is_painted(*stage_.ports[i], flow.kind))
      continue;
    paints_ = true;
    if (!border::is_layer(flow.kind)) {
      collected_[i] = std::make_unique<CollectedRows>(geometry_of(flow), around.rows_in_memory, around.folder);
      continue;
    }
    products_[i].layer = std::make_shared<Layer>(
        LayerFacts{flow.kind, flow.unit, flow.legend, around.width, around.height}, around.memory);
  }
}

void NodeRun::begin(std::vector<Product> inputs) {
  inputs_ = std::move(inputs);
  no_inputs_.resize(stage_.n_ports);
  no_outputs_.resize(stage_.n_ports);
  for (std::uint64_t i = 0; i < stage_.n_ports; ++i) {
    numbers_.push_back(node_.numbers[i].value_or(inputs_[i].number.value_or(0.0)));
    grids_.push_back(inputs_[i].grid ? blob(*inputs_[i].grid) : terrawright_blob{nullptr, 0});
  }
  for (std::uint32_t phase = 0; phase <= TERRAWRIGHT_PHASE_SPLIT; ++phase) {
    for (std::uint64_t i = 0; i < stage_.n_ports; ++i) {
      const bool asked = inputs_[i].layer && (stage_.ports[i]->statistics & (1u << phase));
      statistics_[phase].push_back(asked ? inputs_[i].layer->statistics() : no_statistics());
    }
  }
  const bool merges = (stage_.flags & TERRAWRIGHT_STAGE_MERGES) != 0;
  if (surveys()) notes_.resize(merges && !reorders() ? 0 : tiles_.size());
  is_surveyed_.resize(notes_.size());
  folded_.resize(slots());
  begin_levels();
}

void NodeRun::recall(std::vector<Product> products) {
  for (std::size_t i = 0; i < products_.size() && i < products.size(); ++i) {
    products[i].layer = std::move(products_[i].layer);
    products_[i] = std::move(products[i]);
    collected_[i].reset();
  }
  is_recalled_ = true;
}

bool NodeRun::has_rows() const {
  return std::any_of(collected_.begin(), collected_.end(), [](const auto& rows) { return rows != nullptr; });
}

// If several processes paint a tile, as a neighbour needs it, one gives its rows; and once, however often it paints.
bool NodeRun::gives_rows(const Rect& tile) const {
  if (rows_are_together_) return false;
  return around_.shares == nullptr || around_.shares->of_cell(tile.x, tile.y) == around_.rank;
}

void NodeRun::put_rows_together() {
  rows_are_together_ = true;
  if (around_.rank > 0) return;  // the first process has those of all
  for (std::uint64_t i = 0; i < stage_.n_ports; ++i) {
    if (!collected_[i]) continue;
    try {
      collected_[i]->finish(products_[i]);
    } catch (const WrongRows& wrong) {
      throw StageFailed{"",
                        std::string("its code is wrong: of the table '") + stage_.ports[i]->name + "', " + wrong.what(),
                        wrong.x, wrong.y};
    } catch (const store::SpillFailed& failed) {
      throw StageFailed{"", std::string(failed.what()) + "; " + failed.remedy};
    }
  }
}

void NodeRun::recall_verdict(std::uint64_t rounds, Verdict verdict) {
  rounds_ = rounds;
  resolved_.verdict = std::move(verdict);
}

void NodeRun::end() {
  resolved_ = Resolved();
  put_rows_together();
  for (std::uint64_t i = 0; i < stage_.n_ports; ++i) {
    if (products_[i].layer) products_[i].layer->finish();
    if (stage_.ports[i]->direction != TERRAWRIGHT_PORT_OUTPUT) continue;
    const bool lacks = (node_.flows[i].kind == TERRAWRIGHT_KIND_NUMBER && !products_[i].number) ||
                       (node_.flows[i].kind == TERRAWRIGHT_KIND_GRID && !products_[i].grid) ||
                       (node_.flows[i].kind == TERRAWRIGHT_KIND_TEXT && !products_[i].text) ||
                       (node_.flows[i].kind == TERRAWRIGHT_KIND_TABLE && !is_table(products_[i]) && around_.rank == 0);
    if (lacks && !is_recalled_)
      throw StageFailed{"", std::string("it did not give its output '") + stage_.ports[i]->name + "'"};
  }
}

// ---- calls ---------------------------------------------------------------------------------------

void NodeRun::prepare(StageCall& call, Workspace& space) {
  call.stop = around_.stop;
  call.warning = listener_.warning ? &listener_.warning : nullptr;
  call.line = listener_.line ? &listener_.line : nullptr;
  const bool is_long = call.phase() == TERRAWRIGHT_PHASE_RESOLVE || tiles_.size() == 1;
  call.share = is_long && listener_.share ? &listener_.share : nullptr;
  call.is_in_turn = node_.offer->description->is_serial();
  call.files = &files_;
  call.memory = &space.scratch;
  call.memory->begin();
  call.most_memory = node_.scratch;
  if (call.phase() == TERRAWRIGHT_PHASE_SURVEY || call.phase() == TERRAWRIGHT_PHASE_PAINT) {
    const auto cells = static_cast<std::uint64_t>(tiles_[call.tile].width * tiles_[call.tile].height);
    call.most_memory = schedule::sum(node_.scratch, schedule::product(node_.scratch_per_cell, cells));
  }
  call.checking = around_.checking;
}

terrawright_job NodeRun::job_for(StageCall& call) const {
  terrawright_job job{};
  job.size = sizeof job;
  job.phase = call.phase();
  job.round = rounds_;
  job.host = &border::host();
  job.handle = static_cast<border::HostSide*>(&call);
  job.world = &world_;
  if (call.phase() == TERRAWRIGHT_PHASE_SURVEY || call.phase() == TERRAWRIGHT_PHASE_PAINT) {
    job.tile = tiles_[call.tile];
    job.tile_index = call.tile;
    if (rounds_ > 0) job.own_verdict = blob(resolved_.verdict.own[call.tile]);
  }
  job.statistics = statistics_[call.phase()].data();
  job.window_statistics = statistics_[TERRAWRIGHT_PHASE_CREATE].data();
  job.inputs = no_inputs_.data();
  job.outputs = no_outputs_.data();
  job.numbers = numbers_.data();
  job.grids = grids_.data();
  if (rounds_ > 0) job.verdict = blob(resolved_.verdict.everybody);
  return job;
}

// body() of a call of survey or paint. Throws what became of it.
template <class Body>
void NodeRun::guarded_call(StageCall& call, const Body& body) {
  try {
    body();
  } catch (const std::bad_alloc&) {
    throw StageFailed{"", report::no_memory()};
  } catch (const store::SpillFailed& failed) {
    throw StageFailed{"", std::string(failed.what()) + "; " + failed.remedy};
  } catch (const std::runtime_error& error) {
    call.fail({"", error.what()});
  }
  if (call.failure()) throw StageFailed(*call.failure());
  if (around_.stop->load()) throw Interrupted{};
}

void NodeRun::survey(std::size_t tile, Workspace& space) {
  StageCall call(stage_, TERRAWRIGHT_PHASE_SURVEY);
  call.tile = tile;
  prepare(call, space);
  guarded_call(call, [&] {
    terrawright_job job = job_for(call);
    windows_.of(job, space);
    const std::int32_t answer = node_.instance.survey(job, call);
    windows_.done(space);
    if (answer != TERRAWRIGHT_ANSWER_DONE) return;
    if (levels_) {
      levels_->add(tile, std::move(call.note_given), [&](const Union& parts) { return combined(parts, space); });
    } else if (!notes_.empty()) {
      notes_[tile] = std::move(call.note_given);
      is_surveyed_[tile] = 1;
    } else if (const auto failure = fold(folded_[slot()], std::move(call.note_given), space)) {
      call.fail(*failure);
    }
  });
}

// ---- paint ---------------------------------------------------------------------------------------

void NodeRun::paint(std::size_t tile, Workspace& space) {
  StageCall call(stage_, TERRAWRIGHT_PHASE_PAINT);
  call.tile = tile;
  call.tile_area = tiles_[tile];
  call.collected = gives_rows(tiles_[tile]) ? &collected_ : nullptr;
  prepare(call, space);
  guarded_call(call, [&] {
    terrawright_job job = job_for(call);
    windows_.of(job, space);
    std::vector<bool> in_place(stage_.n_ports, false);
    set_targets(job, space, in_place);
    const std::int32_t answer = node_.instance.paint(job, call);
    windows_.done(space);
    for (std::uint32_t i = 0; around_.checking != nullptr && i < stage_.n_ports; ++i) {
      if (!products_[i].layer || space.guarded_outputs[i].has_clean_margin()) continue;
      const auto cell = space.guarded_outputs[i].first_changed(nullptr, 0).value_or(Guarded::Cell{-1, -1});
      around_.checking->found({node_.name, "it wrote outside its tile", stage_.ports[i]->name, cell.x, cell.y});
    }
    if (answer == TERRAWRIGHT_ANSWER_DONE && !around_.stop->load()) keep_painted(job, call, space, in_place);
  });
}

void NodeRun::set_targets(terrawright_job& job, Workspace& space, std::vector<bool>& in_place) {
  space.targets.assign(stage_.n_ports, {});
  if (space.beside.size() < stage_.n_ports) space.beside.resize(stage_.n_ports);
  if (around_.checking != nullptr && space.guarded_outputs.size() < stage_.n_ports)
    space.guarded_outputs.resize(stage_.n_ports);
  for (std::uint32_t i = 0; i < stage_.n_ports; ++i) {
    if (!products_[i].layer) continue;
    if (around_.checking != nullptr) {
      Guarded& guarded = space.guarded_outputs[i];
      guarded.begin(job.tile, products_[i].layer->cell_bytes(), around_.checking->margin,
                    around_.checking->beside(products_[i].layer->facts().kind), around_.checking->unwritten);
      space.targets[i] = {guarded.cells(), guarded.stride(), job.tile};
    } else if (const auto target = products_[i].layer->writable(job.tile)) {
      space.targets[i] = *target;
      in_place[i] = true;
    } else {
      const std::int64_t stride = (job.tile.width + 15) / 16 * 16;
      const auto bytes = static_cast<std::size_t>(stride * job.tile.height) * products_[i].layer->cell_bytes();
      space.targets[i] = {space.beside[i].resize(bytes), stride, job.tile};
    }
  }
  job.outputs = space.targets.data();
}

void NodeRun::keep_painted(const terrawright_job& job, StageCall& call, const Workspace& space,
                           const std::vector<bool>& in_place) {
  std::vector<bool> shared(stage_.n_ports, false);
  for (const auto& [output, input] : call.same_given) {
    if (!can_share(output, input)) return call.blame("it calls an output the same as an input of other cells");
    if (products_[output].layer && !shared[output]) products_[output].layer->copy(job.tile, *inputs_[input].layer);
    shared[output] = true;
  }
  for (std::uint32_t i = 0; i < stage_.n_ports; ++i) {
    if (!products_[i].layer || shared[i]) continue;
    if (in_place[i]) {
      products_[i].layer->written(job.tile);
    } else {
      products_[i].layer->write(job.tile, space.targets[i].cells, space.targets[i].stride);
    }
  }
}

bool NodeRun::can_share(std::uint32_t output, std::uint32_t input) const {
  if (output >= products_.size() || input >= inputs_.size() || !inputs_[input].layer) return false;
  return !products_[output].layer || products_[output].layer->cell_bytes() == inputs_[input].layer->cell_bytes();
}

}  // namespace terrawright::engine
