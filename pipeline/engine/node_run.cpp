// SPDX-License-Identifier: Apache-2.0
#include "engine/node_run.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "engine/call.hpp"
#include "engine/first_failure.hpp"
#include "engine/float_control.hpp"
#include "engine/tasks.hpp"
#include "engine/tiling.hpp"
#include "graph/kind.hpp"

namespace terrawright::engine {
namespace {

class NodeRun {
 public:
  NodeRun(const graph::Node& node, const std::vector<Made>& inputs, const Surroundings& around)
      : node_(node), stage_(node.stage()), inputs_(inputs), around_(around), made_(stage_.n_ports), buffers_(slots()) {
    const bool whole = (stage_.flags & TERRAWRIGHT_WHOLE) != 0;
    tiles_ = tiles_of(around.width, around.height, whole ? whole_world : around.tile);
    for (std::uint64_t i = 0; i < stage_.n_ports; ++i) {
      const graph::Flow& flow = node.flows[i];
      numbers_.push_back(node.numbers[i].value_or(inputs[i].number.value_or(0.0)));
      grids_.push_back(inputs[i].grid ? blob(*inputs[i].grid) : terrawright_blob{nullptr, 0});
      statistics_.push_back(inputs[i].layer ? inputs[i].layer->statistics() : no_cells());
      if (stage_.ports[i].direction == TERRAWRIGHT_OUTPUT && graph::is_layer(flow.kind)) {
        made_[i].layer = std::make_shared<Layer>(
            LayerFacts{flow.kind, flow.unit, flow.legend, around.width, around.height}, around.memory);
      }
    }
  }

  std::vector<Made> run() {
    read_files();
    if (stage_.flags & TERRAWRIGHT_RESOLVES) rounds();
    if (paints()) {
      each_tile(all_tiles(), [&](std::size_t, Call& call) { paint(call); });
    }
    for (std::uint64_t i = 0; i < stage_.n_ports; ++i) {
      if (made_[i].layer) made_[i].layer->finish();
      if (stage_.ports[i].direction != TERRAWRIGHT_OUTPUT) continue;
      const bool lacks = (node_.flows[i].kind == TERRAWRIGHT_NUMBER && !made_[i].number) ||
                         (node_.flows[i].kind == TERRAWRIGHT_GRID && !made_[i].grid) ||
                         (node_.flows[i].kind == TERRAWRIGHT_PLAIN_TEXT && !made_[i].text) ||
                         (node_.flows[i].kind == TERRAWRIGHT_RECORDS && !made_[i].table);
      if (lacks) throw StageFailed{"", std::string("it did not give its output '") + stage_.ports[i].name + "'"};
    }
    return std::move(made_);
  }

 private:
  static terrawright_blob blob(const Buffer& buffer) { return {buffer.data(), buffer.size()}; }
  static Statistics no_cells() { return {0.0, 0.0, 0}; }

  // The cells of the files that the stage has opened, for as long as it runs.
  void read_files() {
    for (const auto& file : node_.rasters) {
      terrawright_raster raster = file->facts();
      auto& cells = files_.emplace_back(static_cast<std::size_t>(raster.width * raster.height));
      try {
        file->read(cells.data());
      } catch (const std::runtime_error& error) {
        throw StageFailed{"", error.what()};
      }
      raster.cells = cells.data();
      rasters_.push_back(raster);
    }
  }

  bool paints() const {
    for (const Made& made : made_) {
      if (made.layer) return true;
    }
    return false;
  }

  // ---- tiles -------------------------------------------------------------------------------------

  std::vector<std::size_t> all_tiles() const {
    std::vector<std::size_t> all(tiles_.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    return all;
  }

  // body(tile, call) for the listed tiles, on all threads. Throws the first failure, or Interrupted.
  template <class Body>
  void each_tile(const std::vector<std::size_t>& list, const Body& body) {
    FirstFailure failures(tiles_);
    std::atomic<std::size_t> done{0};
    parallel(list.size(), [&](std::uint64_t i) {
      Call call;
      call.stop = around_.stop;
      call.in_vain = &failures.in_vain();
      call.tile = list[i];
      if (cancelled(call)) return;
      body(call.tile, call);
      if (call.failure) failures.add(call.tile, *call.failure);
      if (around_.progress) around_.progress(++done, list.size());
    });
    if (failures.first()) throw StageFailed(*failures.first());
    if (around_.stop->load()) throw Interrupted{};
  }

  terrawright_job job_for(std::uint32_t phase, Call& call, std::vector<terrawright_blob>& verdicts,
                          std::vector<terrawright_blob>& own) {
    for (const auto& verdict : verdicts_) {
      verdicts.push_back(blob(verdict->everybody));
      own.push_back(call.tile < verdict->own.size() ? blob(verdict->own[call.tile]) : terrawright_blob{nullptr, 0});
    }
    terrawright_job job{};
    job.size = sizeof job;
    job.phase = phase;
    job.round = static_cast<std::uint32_t>(verdicts_.size());
    job.host = &host();
    job.handle = &call;
    if (phase != TERRAWRIGHT_RESOLVE) {
      job.tile = tiles_[call.tile];
      job.tile_index = call.tile;
    }
    job.statistics = statistics_.data();
    job.numbers = numbers_.data();
    job.grids = grids_.data();
    job.rasters = rasters_.data();
    job.verdicts = verdicts.data();
    job.own_verdicts = own.data();
    job.n_rounds = verdicts_.size();
    return job;
  }

  // The cells of an input that a phase needs around a tile: in place, or gathered from several chunks.
  terrawright_view window(std::uint32_t phase, std::uint32_t port, const Rect& tile, Buffer& gathered) {
    const Layer& layer = *inputs_[port].layer;
    const Rect area = clipped(stage_.window(node_.instance.get(), phase, port, &tile), around_.width, around_.height);
    if (area.width == 0 || area.height == 0) return {};
    if (const auto view = layer.in_place(area)) return *view;
    const std::int64_t stride = (area.width + 15) / 16 * 16;
    void* cells = gathered.resize(static_cast<std::size_t>(stride * area.height) * layer.cell_bytes());
    layer.read(area, cells, stride);
    return {cells, stride, area};
  }

  std::vector<terrawright_view> windows(std::uint32_t phase, const Rect& tile) {
    std::vector<Buffer>& buffers = buffers_[slot()];
    buffers.resize(stage_.n_ports);
    std::vector<terrawright_view> views(stage_.n_ports);
    for (std::uint32_t i = 0; i < stage_.n_ports; ++i) {
      if (inputs_[i].layer) views[i] = window(phase, i, tile, buffers[i]);
    }
    return views;
  }

  // True if the stage did what it was called for.
  static bool settle(int answer, Call& call) {
    if (call.failure) return false;
    if (answer == TERRAWRIGHT_FAILED) {
      call.failure = StageFailed{"", "it failed without saying why"};
    } else if (answer == TERRAWRIGHT_STOPPED && !cancelled(call)) {
      call.failure = StageFailed{"", "it stopped although nobody asked it to"};
    }
    return answer == TERRAWRIGHT_DONE || answer == TERRAWRIGHT_AGAIN;
  }

  // ---- rounds ------------------------------------------------------------------------------------

  void rounds() {
    std::vector<std::size_t> visited = all_tiles();
    for (bool more = true; more;) {
      std::vector<Buffer> notes;
      if (stage_.flags & TERRAWRIGHT_SURVEYS) notes = survey(visited);
      more = resolve(notes, visited);
    }
  }

  std::vector<Buffer> survey(const std::vector<std::size_t>& visited) {
    const bool merges = (stage_.flags & TERRAWRIGHT_MERGES) != 0;
    std::vector<Buffer> notes(merges ? 0 : tiles_.size());
    std::vector<std::optional<Buffer>> folded(slots());  // of each thread
    each_tile(visited, [&](std::size_t tile, Call& call) {
      std::vector<terrawright_blob> verdicts, own;
      terrawright_job job = job_for(TERRAWRIGHT_SURVEY, call, verdicts, own);
      const auto views = windows(TERRAWRIGHT_SURVEY, job.tile);
      job.views = views.data();
      const FloatControl control;
      if (!settle(stage_.survey(node_.instance.get(), &job), call)) return;
      if (merges) {
        fold(folded[slot()], call, job);
      } else {
        notes[tile] = std::move(call.note);
      }
    });
    if (!merges) {
      std::vector<Buffer> listed;
      for (const std::size_t tile : visited) listed.push_back(std::move(notes[tile]));
      return listed;
    }
    // One note of all threads'.
    Call call;
    std::vector<terrawright_blob> verdicts, own;
    const terrawright_job job = job_for(TERRAWRIGHT_SURVEY, call, verdicts, own);
    std::optional<Buffer> one;
    for (std::optional<Buffer>& part : folded) {
      if (!part) continue;
      call.note = std::move(*part);
      fold(one, call, job);
      if (call.failure) throw StageFailed(*call.failure);
    }
    std::vector<Buffer> only;
    if (one) only.push_back(std::move(*one));
    return only;
  }

  // into = merge(into, the call's note); the note itself if it is the first.
  void fold(std::optional<Buffer>& into, Call& call, const terrawright_job& job) {
    Buffer note = std::move(call.note);
    call.note = Buffer();
    if (into) {
      const terrawright_blob a = blob(*into), b = blob(note);
      const FloatControl control;
      if (!settle(stage_.merge(node_.instance.get(), &job, &a, &b), call)) return;
      note = std::move(call.note);
    }
    into = std::move(note);
  }

  // True if there is to be another round; `visited` then holds its tiles.
  bool resolve(const std::vector<Buffer>& notes, std::vector<std::size_t>& visited) {
    auto verdict = std::make_unique<Verdict>();
    verdict->own.resize(tiles_.size());
    std::vector<std::size_t> visit;
    Call call;
    call.stop = around_.stop;
    call.stage = &stage_;
    call.verdict = verdict.get();
    call.visit = &visit;
    call.made = &made_;
    std::vector<terrawright_blob> verdicts, own, plain_notes;
    terrawright_job job = job_for(TERRAWRIGHT_RESOLVE, call, verdicts, own);
    for (const Buffer& note : notes) plain_notes.push_back(blob(note));
    const std::vector<std::uint64_t> note_tiles(visited.begin(), visited.end());
    job.notes = plain_notes.data();
    job.n_notes = plain_notes.size();
    job.note_tiles = (stage_.flags & TERRAWRIGHT_MERGES) ? nullptr : note_tiles.data();
    job.tiles = tiles_.data();
    job.n_tiles = tiles_.size();
    int answer = TERRAWRIGHT_DONE;
    {
      const FloatControl control;
      answer = stage_.resolve(node_.instance.get(), &job);
    }
    settle(answer, call);
    if (call.failure) throw StageFailed(*call.failure);
    if (answer == TERRAWRIGHT_STOPPED || around_.stop->load()) throw Interrupted{};
    verdicts_.push_back(std::move(verdict));
    if (answer != TERRAWRIGHT_AGAIN) return false;
    // Bodies of `parallel` name tiles in any order, and perhaps twice.
    std::sort(visit.begin(), visit.end());
    visit.erase(std::unique(visit.begin(), visit.end()), visit.end());
    visited = visit.empty() ? all_tiles() : std::move(visit);
    return true;
  }

  // ---- paint -------------------------------------------------------------------------------------

  void paint(Call& call) {
    std::vector<terrawright_blob> verdicts, own;
    terrawright_job job = job_for(TERRAWRIGHT_PAINT, call, verdicts, own);
    auto views = windows(TERRAWRIGHT_PAINT, job.tile);
    std::vector<Buffer>& buffers = buffers_[slot()];
    std::vector<bool> in_place(stage_.n_ports, false);
    for (std::uint32_t i = 0; i < stage_.n_ports; ++i) {
      if (!made_[i].layer) continue;
      if (const auto view = made_[i].layer->writable(job.tile)) {
        views[i] = *view;
        in_place[i] = true;
      } else {
        const std::int64_t stride = (job.tile.width + 15) / 16 * 16;
        const auto bytes = static_cast<std::size_t>(stride * job.tile.height) * made_[i].layer->cell_bytes();
        views[i] = {buffers[i].resize(bytes), stride, job.tile};
      }
    }
    job.views = views.data();
    {
      const FloatControl control;
      if (!settle(stage_.paint(node_.instance.get(), &job), call)) return;
    }
    if (around_.stop->load()) return;

    std::vector<bool> shared(stage_.n_ports, false);
    for (const auto& [output, input] : call.same) {
      if (!can_share(output, input)) {
        call.failure = StageFailed{"", "its code is wrong: it calls an output the same as an input of other cells"};
        return;
      }
      if (made_[output].layer) made_[output].layer->copy(job.tile, *inputs_[input].layer);
      shared[output] = true;
    }
    for (std::uint32_t i = 0; i < stage_.n_ports; ++i) {
      if (!made_[i].layer || shared[i]) continue;
      Layer& layer = *made_[i].layer;
      if (!in_place[i]) layer.write(job.tile, views[i].cells, views[i].stride);
      // While the cells are still near.
      if (const auto chunk = layer.exact_chunk(job.tile)) layer.finish(*chunk);
    }
  }

  bool can_share(std::uint32_t output, std::uint32_t input) const {
    if (output >= made_.size() || input >= inputs_.size() || !inputs_[input].layer) return false;
    return !made_[output].layer || made_[output].layer->cell_bytes() == inputs_[input].layer->cell_bytes();
  }

  const graph::Node& node_;
  const terrawright_stage& stage_;
  const std::vector<Made>& inputs_;
  const Surroundings& around_;
  std::vector<Rect> tiles_;
  std::vector<double> numbers_;
  std::vector<terrawright_blob> grids_;
  std::vector<std::vector<float>> files_;
  std::vector<terrawright_raster> rasters_;
  std::vector<Statistics> statistics_;
  std::vector<std::unique_ptr<Verdict>> verdicts_;
  std::vector<Made> made_;
  std::vector<std::vector<Buffer>> buffers_;  // of each thread
};

}  // namespace

std::vector<Made> run_node(const graph::Node& node, const std::vector<Made>& inputs, const Surroundings& around) {
  return NodeRun(node, inputs, around).run();
}

}  // namespace terrawright::engine
