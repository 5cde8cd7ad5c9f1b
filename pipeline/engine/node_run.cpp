// SPDX-License-Identifier: Apache-2.0
#include "engine/node_run.hpp"

#include <algorithm>
#include <mutex>
#include <numeric>
#include <optional>
#include <stdexcept>

#include "border/kind.hpp"
#include "engine/checking.hpp"
#include "engine/first_failure.hpp"
#include "engine/guarded.hpp"
#include "engine/node_files.hpp"
#include "engine/stage_call.hpp"
#include "engine/tasks.hpp"
#include "engine/windows.hpp"
#include "schedule/bytes.hpp"
#include "schedule/tiling.hpp"
#include "terrawright/random.h"

namespace terrawright::engine {
namespace {

class NodeRun {
 public:
  NodeRun(const graph::Node& node, const std::vector<Product>& inputs, const Surroundings& around,
          const terrawright_world& world)
      : node_(node),
        stage_(node.stage()),
        inputs_(inputs),
        around_(around),
        world_(world),
        windows_(node, inputs, around, slots()),
        files_(node.files),
        products_(stage_.n_ports),
        targets_(slots()),
        scratch_(slots()) {
    const bool whole = (stage_.flags & TERRAWRIGHT_STAGE_WHOLE) != 0;
    tiles_ = schedule::tiles_of(around.width, around.height, whole ? schedule::whole_world : around.tile);
    for (std::uint64_t i = 0; i < stage_.n_ports; ++i) {
      const graph::Flow& flow = node.flows[i];
      numbers_.push_back(node.numbers[i].value_or(inputs[i].number.value_or(0.0)));
      grids_.push_back(inputs[i].grid ? blob(*inputs[i].grid) : terrawright_blob{nullptr, 0});
      if (stage_.ports[i]->direction == TERRAWRIGHT_PORT_OUTPUT && border::is_layer(flow.kind)) {
        products_[i].layer = std::make_shared<Layer>(
            LayerFacts{flow.kind, flow.unit, flow.legend, around.width, around.height}, around.memory);
      }
    }
    for (std::uint32_t phase = 0; phase <= TERRAWRIGHT_PHASE_MERGE; ++phase) {
      for (std::uint64_t i = 0; i < stage_.n_ports; ++i) {
        const bool asked = inputs[i].layer && (stage_.ports[i]->statistics & (1u << phase));
        statistics_[phase].push_back(asked ? inputs[i].layer->statistics() : Statistics{0.0, 0.0, 0});
      }
    }
  }

  std::vector<Product> run() {
    if (stage_.flags & TERRAWRIGHT_STAGE_RESOLVES) rounds();
    if (paints()) {
      each_tile(TERRAWRIGHT_PHASE_PAINT, all_tiles(), [&](StageCall& call) { paint(call); });
    }
    for (std::uint64_t i = 0; i < stage_.n_ports; ++i) {
      if (products_[i].layer) products_[i].layer->finish();
      if (stage_.ports[i]->direction != TERRAWRIGHT_PORT_OUTPUT) continue;
      const bool lacks = (node_.flows[i].kind == TERRAWRIGHT_KIND_NUMBER && !products_[i].number) ||
                         (node_.flows[i].kind == TERRAWRIGHT_KIND_GRID && !products_[i].grid) ||
                         (node_.flows[i].kind == TERRAWRIGHT_KIND_TEXT && !products_[i].text) ||
                         (node_.flows[i].kind == TERRAWRIGHT_KIND_TABLE && !products_[i].table);
      if (lacks) throw StageFailed{"", std::string("it did not give its output '") + stage_.ports[i]->name + "'"};
    }
    return std::move(products_);
  }

 private:
  static terrawright_blob blob(const Buffer& buffer) { return {buffer.data(), buffer.size()}; }

  bool paints() const {
    for (const Product& product : products_) {
      if (product.layer) return true;
    }
    return false;
  }

  // ---- tiles -------------------------------------------------------------------------------------

  std::vector<std::size_t> all_tiles() const {
    std::vector<std::size_t> all(tiles_.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    return all;
  }

  void prepare(StageCall& call) {
    call.stop = around_.stop;
    call.warning = around_.warning ? &around_.warning : nullptr;
    call.line = around_.line ? &around_.line : nullptr;
    call.share = around_.share ? &around_.share : nullptr;
    call.files = &files_;
    call.memory = &scratch_[slot()];
    call.memory->begin();
    call.most_memory = node_.scratch;
    if (call.phase() == TERRAWRIGHT_PHASE_SURVEY || call.phase() == TERRAWRIGHT_PHASE_PAINT) {
      const auto cells = static_cast<std::uint64_t>(tiles_[call.tile].width * tiles_[call.tile].height);
      call.most_memory = schedule::sum(node_.scratch, schedule::product(node_.scratch_per_cell, cells));
    }
    if (around_.checking != nullptr) call.fresh_memory = around_.checking->unwritten;
  }
  void found(const std::string& what) const { around_.checking->found(node_.name, what); }

  // body(call) for the listed tiles, on all threads. Throws the first failure, or Interrupted.
  template <class Body>
  void each_tile(std::uint32_t phase, std::vector<std::size_t> list, const Body& body) {
    if (around_.checking != nullptr) shuffle(list, around_.checking->tile_order);
    FirstFailure failures(tiles_);
    std::atomic<std::size_t> done{0};
    parallel(list.size(), [&](std::uint64_t i) {
      StageCall call(stage_, phase);
      call.tile = list[i];
      prepare(call);
      call.in_vain = &failures.in_vain();
      if (call.cancelled()) return;
      try {
        std::unique_lock<std::mutex> one_at_a_time(serial_, std::defer_lock);
        if (stage_.flags & TERRAWRIGHT_STAGE_SERIAL) one_at_a_time.lock();
        body(call);
      } catch (const std::runtime_error& error) {
        call.fail({"", error.what()});
      }
      if (call.failure()) failures.add(call.tile, *call.failure());
      if (around_.progress) around_.progress(++done, list.size());
    });
    if (failures.first()) throw StageFailed(*failures.first());
    if (around_.stop->load()) throw Interrupted{};
  }

  terrawright_job job_for(StageCall& call) const {
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
    job.numbers = numbers_.data();
    job.grids = grids_.data();
    if (rounds_ > 0) job.verdict = blob(resolved_.verdict.everybody);
    return job;
  }

  // ---- rounds ------------------------------------------------------------------------------------

  void rounds() {
    std::vector<std::size_t> visited = all_tiles();
    for (bool more = true; more;) {
      std::vector<Buffer> notes;
      if (stage_.flags & TERRAWRIGHT_STAGE_SURVEYS) notes = survey(visited);
      more = resolve(notes, visited);
    }
  }

  std::vector<Buffer> survey(const std::vector<std::size_t>& visited) {
    const bool merges = (stage_.flags & TERRAWRIGHT_STAGE_MERGES) != 0;
    std::vector<Buffer> notes(merges && !reorders() ? 0 : tiles_.size());
    std::vector<std::optional<Buffer>> folded(slots());  // of each thread
    each_tile(TERRAWRIGHT_PHASE_SURVEY, visited, [&](StageCall& call) {
      terrawright_job job = job_for(call);
      windows_.of(job, slot());
      const std::int32_t answer = node_.instance.survey(job, call);
      windows_.look_after(slot());
      if (answer != TERRAWRIGHT_ANSWER_DONE) return;
      if (!merges || reorders()) {
        notes[call.tile] = std::move(call.note_given);
      } else if (const auto failure = fold(folded[slot()], std::move(call.note_given))) {
        call.fail(*failure);
      }
    });
    if (!merges || reorders()) {
      std::vector<Buffer> listed;
      for (const std::size_t tile : visited) listed.push_back(std::move(notes[tile]));
      if (merges) fold_in_another_order(listed);
      return listed;
    }
    // One note of all threads'.
    std::optional<Buffer> one;
    for (std::optional<Buffer>& part : folded) {
      if (!part) continue;
      if (const auto failure = fold(one, std::move(*part))) throw StageFailed(*failure);
    }
    std::vector<Buffer> only;
    if (one) only.push_back(std::move(*one));
    return only;
  }

  // Of a run that is watched.
  bool reorders() const { return around_.checking != nullptr && around_.checking->merge_order != 0; }
  void fold_in_another_order(std::vector<Buffer>& notes) {
    std::uint64_t random = around_.checking->merge_order;
    while (notes.size() > 1) {
      random = terrawright_mix64(random + 1);
      std::swap(notes[random % notes.size()], notes.back());
      Buffer last = std::move(notes.back());
      notes.pop_back();
      std::optional<Buffer> both = std::move(notes[(random >> 32) % notes.size()]);
      if (random & 1u) std::swap(*both, last);
      if (const auto failure = fold(both, std::move(last))) throw StageFailed(*failure);
      notes[(random >> 32) % notes.size()] = std::move(*both);
    }
  }
  static void shuffle(std::vector<std::size_t>& list, std::uint64_t order) {
    if (order == 0) return;
    for (std::size_t left = list.size(); left > 1; --left) {
      order = terrawright_mix64(order + 1);
      std::swap(list[order % left], list[left - 1]);
    }
  }

  // into = merge(into, note); the note itself if it is the first.
  std::optional<StageFailed> fold(std::optional<Buffer>& into, Buffer note) {
    if (into) {
      StageCall call(stage_, TERRAWRIGHT_PHASE_MERGE);
      prepare(call);
      const terrawright_job job = job_for(call);
      const terrawright_blob a = blob(*into), b = blob(note);
      const std::int32_t answer = node_.instance.merge(job, a, b, call);
      if (call.failure()) return *call.failure();
      if (answer != TERRAWRIGHT_ANSWER_DONE) return std::nullopt;  // it stops
      note = std::move(call.note_given);
    }
    into = std::move(note);
    return std::nullopt;
  }

  // True if there is to be another round; `visited` then holds its tiles.
  bool resolve(const std::vector<Buffer>& notes, std::vector<std::size_t>& visited) {
    Resolved resolved;
    resolved.verdict.own.resize(tiles_.size());
    StageCall call(stage_, TERRAWRIGHT_PHASE_RESOLVE);
    prepare(call);
    call.resolved = &resolved;
    call.products = &products_;
    terrawright_job job = job_for(call);
    job.carry = blob(resolved_.carry);
    std::vector<terrawright_blob> plain_notes;
    for (const Buffer& note : notes) plain_notes.push_back(blob(note));
    const std::vector<std::uint64_t> note_tiles(visited.begin(), visited.end());
    job.notes = plain_notes.data();
    job.n_notes = plain_notes.size();
    job.note_tiles = (stage_.flags & TERRAWRIGHT_STAGE_MERGES) ? nullptr : note_tiles.data();
    job.tiles = tiles_.data();
    job.n_tiles = tiles_.size();
    const std::int32_t answer = node_.instance.resolve(job, call);
    if (call.failure()) throw StageFailed(*call.failure());
    if (answer == TERRAWRIGHT_ANSWER_STOPPED || around_.stop->load()) throw Interrupted{};
    ++rounds_;
    std::vector<std::size_t> visit = std::move(resolved.visit);
    resolved_ = std::move(resolved);
    if (around_.checking != nullptr && answer == TERRAWRIGHT_ANSWER_AGAIN && rounds_ > around_.checking->most_rounds) {
      found("it asks for another round again and again: " + std::to_string(rounds_) + " so far");
      throw Interrupted{};
    }
    if (answer != TERRAWRIGHT_ANSWER_AGAIN) {
      resolved_.carry = Buffer();
      return false;
    }
    // Bodies of `parallel` name tiles in any order, and perhaps twice.
    std::sort(visit.begin(), visit.end());
    visit.erase(std::unique(visit.begin(), visit.end()), visit.end());
    visited = visit.empty() ? all_tiles() : std::move(visit);
    return true;
  }

  // ---- paint -------------------------------------------------------------------------------------

  void paint(StageCall& call) {
    terrawright_job job = job_for(call);
    windows_.of(job, slot());
    std::vector<terrawright_target>& targets = targets_[slot()].plain;
    std::vector<Buffer>& beside = targets_[slot()].beside;
    targets.assign(stage_.n_ports, {});
    beside.resize(stage_.n_ports);
    if (around_.checking != nullptr) targets_[slot()].guarded.resize(stage_.n_ports);
    std::vector<bool> in_place(stage_.n_ports, false);
    for (std::uint32_t i = 0; i < stage_.n_ports; ++i) {
      if (!products_[i].layer) continue;
      if (around_.checking != nullptr) {
        Guarded& guarded = targets_[slot()].guarded[i];
        constexpr unsigned char margin = 0xa7;
        guarded.begin(job.tile, products_[i].layer->cell_bytes(), margin, around_.checking->unwritten);
        targets[i] = {guarded.cells(), guarded.stride(), job.tile};
      } else if (const auto target = products_[i].layer->writable(job.tile)) {
        targets[i] = *target;
        in_place[i] = true;
      } else {
        const std::int64_t stride = (job.tile.width + 15) / 16 * 16;
        const auto bytes = static_cast<std::size_t>(stride * job.tile.height) * products_[i].layer->cell_bytes();
        targets[i] = {beside[i].resize(bytes), stride, job.tile};
      }
    }
    job.outputs = targets.data();
    const std::int32_t answer = node_.instance.paint(job, call);
    windows_.look_after(slot());
    for (std::uint32_t i = 0; around_.checking != nullptr && i < stage_.n_ports; ++i) {
      if (products_[i].layer && !targets_[slot()].guarded[i].has_clean_margin()) found("it wrote outside its tile");
    }
    if (answer != TERRAWRIGHT_ANSWER_DONE || around_.stop->load()) return;

    std::vector<bool> shared(stage_.n_ports, false);
    for (const auto& [output, input] : call.same_given) {
      if (!can_share(output, input)) return call.blame("it calls an output the same as an input of other cells");
      if (products_[output].layer) products_[output].layer->copy(job.tile, *inputs_[input].layer);
      shared[output] = true;
    }
    for (std::uint32_t i = 0; i < stage_.n_ports; ++i) {
      if (!products_[i].layer || shared[i]) continue;
      Layer& layer = *products_[i].layer;
      if (!in_place[i]) layer.write(job.tile, targets[i].cells, targets[i].stride);
      // While the cells are still near.
      if (const auto chunk = layer.exact_chunk(job.tile)) layer.finish(*chunk);
    }
  }

  bool can_share(std::uint32_t output, std::uint32_t input) const {
    if (output >= products_.size() || input >= inputs_.size() || !inputs_[input].layer) return false;
    return !products_[output].layer || products_[output].layer->cell_bytes() == inputs_[input].layer->cell_bytes();
  }

  // Of one thread: where it paints.
  struct Targets {
    std::vector<terrawright_target> plain;
    std::vector<Buffer> beside;
    std::vector<Guarded> guarded;  // in their place where the run is watched
  };

  const graph::Node& node_;
  const terrawright_stage& stage_;
  const std::vector<Product>& inputs_;
  const Surroundings& around_;
  const terrawright_world world_;
  Windows windows_;
  NodeFiles files_;
  std::vector<Rect> tiles_;
  std::vector<double> numbers_;
  std::vector<terrawright_blob> grids_;
  std::vector<Statistics> statistics_[TERRAWRIGHT_PHASE_MERGE + 1];  // by phase
  std::uint64_t rounds_ = 0;                                         // that are finished
  Resolved resolved_;                                                // of the last of them
  std::vector<Product> products_;
  std::vector<Targets> targets_;  // of each thread
  std::vector<Scratch> scratch_;  // of each thread
  std::mutex serial_;
};

}  // namespace

std::vector<Product> run_node(const graph::Node& node, const std::vector<Product>& inputs, const Surroundings& around,
                              const terrawright_world& world) {
  return NodeRun(node, inputs, around, world).run();
}

}  // namespace terrawright::engine
