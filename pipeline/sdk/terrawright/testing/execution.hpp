// SPDX-License-Identifier: Apache-2.0
// terrawright/testing/execution.hpp: one stage, run as the engine runs a node: arranged, its rounds of survey and
// resolve, then painted tile by tile. Every view is a copy in which poison stands around what the stage may see.
#pragma once
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "host.hpp"
#include "windows.hpp"

namespace terrawright {
inline namespace v1 {
namespace testing {

// The sides of tiles, in cells. 0: as far as the world goes.
struct Tiling {
  Tiling() = default;
  Tiling(std::int64_t side) : width(side), height(side) {}  // a square
  Tiling(std::int64_t across, std::int64_t down) : width(across), height(down) {}
  std::int64_t width = 0, height = 0;
};

namespace detail {

struct Conditions {
  Tiling tiling;
  Order order = Order::forward;
  Poison poison = Poison::first;
  std::int64_t levels = 1;  // at most so many, of a stage that combines
};

// Tiles, or unions of 2 x 2 of those of the level below.
struct Level {
  std::vector<Rect> tiles;
  std::size_t across = 1;

  std::vector<std::size_t> parts(std::size_t i, const Level& below) const {
    std::vector<std::size_t> all;
    const std::size_t x = i % across * 2, y = i / across * 2, down = below.tiles.size() / below.across;
    for (std::size_t row = y; row < std::min(y + 2, down); ++row) {
      for (std::size_t column = x; column < std::min(x + 2, below.across); ++column)
        all.push_back(row * below.across + column);
    }
    return all;
  }
  Level above() const {
    Level unions;
    unions.across = (across + 1) / 2;
    const std::size_t down = (tiles.size() / across + 1) / 2;
    for (std::size_t i = 0; i < unions.across * down; ++i) {
      const std::vector<std::size_t> all = unions.parts(i, *this);
      const Rect &first = tiles[all.front()], &last = tiles[all.back()];
      unions.tiles.push_back({first.x, first.y, last.x + last.width - first.x, last.y + last.height - first.y});
    }
    return unions;
  }
};

struct Destroy {
  const terrawright_stage* stage = nullptr;
  void operator()(void* self) const noexcept { stage->destroy(self); }
};

class Execution {
 public:
  Execution(const Setup& setup, const Conditions& conditions)
      : setup_(setup),
        stage_(*setup.stage),
        conditions_(conditions),
        world_(setup.world),
        session_{setup, conditions.order, conditions.poison},
        inputs_(setup, conditions.poison) {
    if (!(stage_.reads & TERRAWRIGHT_READS_CELL)) world_.cell = 0.0;
    if (!(stage_.reads & TERRAWRIGHT_READS_LATITUDE)) world_.latitude = 0.0;
    if (!(stage_.reads & TERRAWRIGHT_READS_LONGITUDE)) world_.longitude = 0.0;
    const bool whole = (stage_.flags & TERRAWRIGHT_STAGE_WHOLE) != 0;
    const auto side = [&](std::int64_t wanted, std::int64_t all) { return whole || wanted <= 0 ? all : wanted; };
    const std::int64_t across = side(conditions.tiling.width, world_.width);
    const std::int64_t down = side(conditions.tiling.height, world_.height);
    for (std::int64_t y = 0; y < world_.height; y += down) {
      for (std::int64_t x = 0; x < world_.width; x += across)
        tiles_.push_back({x, y, std::min(across, world_.width - x), std::min(down, world_.height - y)});
    }
    const bool combines = (stage_.flags & TERRAWRIGHT_STAGE_COMBINES) != 0;
    levels_ = {{tiles_, static_cast<std::size_t>((world_.width + across - 1) / across)}};
    while (combines && static_cast<std::int64_t>(levels_.size()) < conditions.levels && top().size() > 1)
      levels_.push_back(levels_.back().above());
    declare_outputs();
    prepare_inputs();
  }

  Result run() {
    Result result;
    try {
      create();
      if (stage_.flags & TERRAWRIGHT_STAGE_RESOLVES) rounds();
      paint();
      require_outputs();
      result.products_ = std::move(session_.products);
    } catch (Ended& ended) {
      result.failures_ = std::move(ended.failures);
      result.stopped_ = result.failures_.empty();
    }
    result.width_ = world_.width;
    result.height_ = world_.height;
    result.warnings_ = std::move(session_.warnings);
    result.lines_ = std::move(session_.lines);
    return result;
  }

 private:
  bool is_wanted_output(std::size_t i) const {
    return stage_.ports[i]->direction == TERRAWRIGHT_PORT_OUTPUT && !setup_.unwanted[i];
  }

  // ---- before any cell -------------------------------------------------------------------------------------

  void declare_outputs() {
    session_.products.resize(stage_.n_ports);
    for (std::size_t i = 0; i < stage_.n_ports; ++i) {
      const terrawright_port& port = *stage_.ports[i];
      if (port.direction != TERRAWRIGHT_PORT_OUTPUT) continue;
      Product& made = session_.products[i];
      made.name = port.name;
      if (!is_wanted_output(i)) continue;
      made.kind = is_one_kind(port.kinds) ? first_kind(port.kinds) : 0;
      made.unit = Setup::text_or(port.unit, "");
      if (port.like_port == nullptr) continue;
      const Connection& like = setup_.connections[setup_.port(port.like_port, TERRAWRIGHT_PORT_INPUT)];
      if (made.kind == 0) made.kind = like.kind;
      if (port.unit == nullptr) made.unit = like.kind == 0 ? "" : like.unit;
      if (made.kind == TERRAWRIGHT_KIND_CLASS) made.legend = like.legend;
    }
  }

  void prepare_inputs() {
    const auto row = static_cast<std::size_t>(world_.width);
    for (std::size_t i = 0; i < stage_.n_ports; ++i) {
      const Connection& from = setup_.connections[i];
      numbers_.push_back(from.number);
      grids_.push_back(from.grid.blob());
      const bool asked = stage_.ports[i]->statistics != 0 && cell_bytes(from.kind) != 0;
      whole_statistics_.push_back(
          asked ? statistics_of(from.kind, from.cells.data(), world_.width, world_.height, row * cell_bytes(from.kind))
                : Statistics{});
    }
  }

  void create() {
    std::vector<std::vector<terrawright_class>> legends(stage_.n_ports);
    std::vector<Product> told = session_.products;  // texts that stay while the stage sets units
    std::vector<terrawright_flow> flows;
    for (std::size_t i = 0; i < stage_.n_ports; ++i) {
      const Connection& from = setup_.connections[i];
      const bool input = stage_.ports[i]->direction == TERRAWRIGHT_PORT_INPUT;
      if (input && from.kind != 0) {
        told[i].unit = from.unit;
        told[i].legend = from.legend;
      }
      for (const LegendEntry& e : told[i].legend) {
        legends[i].push_back({e.code,
                              0,
                              {e.colour.red, e.colour.green, e.colour.blue, e.colour.alpha},
                              e.name.c_str(),
                              e.glyph.c_str()});
      }
      flows.push_back({sizeof(terrawright_flow), input ? from.kind : told[i].kind, told[i].unit.c_str(),
                       legends[i].data(), legends[i].size()});
    }
    std::vector<const terrawright_flow*> list;
    for (const terrawright_flow& flow : flows) list.push_back(&flow);
    const terrawright_arrangement arrangement = {sizeof arrangement, 0, &world_, setup_.values.data(), list.data()};
    Call call{session_, TERRAWRIGHT_PHASE_CREATE};
    try {
      self_ = {stage_.create(&stage_, &Host::table(), &call, &arrangement), Destroy{&stage_}};
    } catch (...) {
      call.blame("it threw an exception across the border");
    }
    if (self_ == nullptr && call.failures.empty()) call.fail({"", "it refused without a reason"});
    if (!call.failures.empty()) throw Ended{std::move(call.failures)};
  }

  // ---- one call --------------------------------------------------------------------------------------------

  terrawright_job job_for(Call& call, std::size_t tile) const {
    const bool tiled = call.phase == TERRAWRIGHT_PHASE_SURVEY || call.phase == TERRAWRIGHT_PHASE_PAINT;
    terrawright_job job{};
    job.size = sizeof job;
    job.phase = call.phase;
    job.round = rounds_;
    job.host = &Host::table();
    job.handle = &call;
    job.world = &world_;
    job.numbers = numbers_.data();
    job.grids = grids_.data();
    job.statistics = statistics_[call.phase].data();
    if (rounds_ > 0) job.verdict = resolved_.everybody.blob();
    if (!tiled) return job;
    job.tile = tiles_[tile];
    job.tile_index = tile;
    if (rounds_ > 0) job.own_verdict = resolved_.own[tile].blob();
    return job;
  }

  Call begin(std::uint32_t phase, std::size_t tile) {
    std::vector<Statistics>& of_phase = statistics_[phase];
    of_phase.assign(stage_.n_ports, Statistics{});
    for (std::size_t i = 0; i < stage_.n_ports; ++i) {
      if (stage_.ports[i]->statistics & (1u << phase)) of_phase[i] = whole_statistics_[i];
    }
    Call call{session_, phase};
    call.most_scratch = session_.scratch;
    if (phase != TERRAWRIGHT_PHASE_SURVEY && phase != TERRAWRIGHT_PHASE_PAINT) return call;
    call.tile = tiles_[tile];
    const auto cells = static_cast<std::uint64_t>(tiles_[tile].width * tiles_[tile].height);
    call.most_scratch = session_.scratch_per_cell > (UINT64_MAX - session_.scratch) / cells
                            ? UINT64_MAX
                            : session_.scratch + session_.scratch_per_cell * cells;
    return call;
  }

  // Calls, and ends the run where the answer is not that it is done. True: another round.
  template <class Body>
  bool answer_of(Call& call, Body body) {
    std::int32_t answer = TERRAWRIGHT_ANSWER_FAILED;
    try {
      answer = body();
    } catch (...) {
      call.blame("it threw an exception across the border");
    }
    const std::string phase = phase_name(call.phase);
    if (!call.failures.empty()) throw Ended{{call.failures.front()}};
    switch (answer) {
      case TERRAWRIGHT_ANSWER_DONE:
        return false;
      case TERRAWRIGHT_ANSWER_AGAIN:
        if (call.phase == TERRAWRIGHT_PHASE_RESOLVE) return true;
        blame(phase + " asks for another round, which only resolve may");
      case TERRAWRIGHT_ANSWER_STOPPED:
        if (session_.stops()) throw Ended{};
        end({"", "it stopped although nobody asked it to"});
      case TERRAWRIGHT_ANSWER_FAILED:
        end({"", "it failed without saying why"});
      default:
        blame(phase + " answers " + std::to_string(answer) + ", which is not an answer of the interface");
    }
  }

  // ---- rounds ----------------------------------------------------------------------------------------------

  void rounds() {
    std::vector<std::size_t> visited = in_order(top().size(), Order::forward);
    for (bool more = true; more;) {
      std::vector<Bytes> notes;
      std::vector<std::vector<Bytes>> of_levels(levels_.size());
      if (levels_.size() > 1) {
        notes = climb(visited, of_levels);
      } else if (stage_.flags & TERRAWRIGHT_STAGE_SURVEYS) {
        notes = survey(visited);
      }
      more = resolve(notes, visited);
      for (std::size_t k = levels_.size(); --k > 0;) split(k, of_levels[k - 1]);
    }
  }

  // ---- levels ----------------------------------------------------------------------------------------------

  const std::vector<Rect>& top() const { return levels_.back().tiles; }

  // Surveys the tiles of these unions of the last level; their notes. Notes of lower levels are kept, by level and
  // place.
  std::vector<Bytes> climb(const std::vector<std::size_t>& visited, std::vector<std::vector<Bytes>>& of_levels) {
    std::vector<std::vector<std::size_t>> of_level(levels_.size());  // the visited ones
    of_level.back() = visited;
    for (std::size_t k = levels_.size(); --k > 0;) {
      for (const std::size_t i : of_level[k]) {
        for (const std::size_t part : levels_[k].parts(i, levels_[k - 1])) of_level[k - 1].push_back(part);
      }
      std::sort(of_level[k - 1].begin(), of_level[k - 1].end());
    }
    for (std::size_t k = 0; k < levels_.size(); ++k) of_levels[k].resize(levels_[k].tiles.size());
    std::vector<Bytes> surveyed = survey(of_level[0]);
    for (std::size_t i = 0; i < surveyed.size(); ++i) of_levels[0][of_level[0][i]] = std::move(surveyed[i]);
    for (std::size_t k = 1; k < levels_.size(); ++k) {
      for (const std::size_t at : in_order(of_level[k].size(), conditions_.order))
        of_levels[k][of_level[k][at]] = combine(k, of_level[k][at], of_levels[k - 1]);
    }
    std::vector<Bytes> notes;
    for (const std::size_t i : visited) notes.push_back(of_levels.back()[i]);
    return notes;
  }

  // The union i of level k as a call sees it.
  struct Parts {
    std::vector<Rect> tiles;
    std::vector<terrawright_blob> notes;
    void see(terrawright_job& job) const {
      job.tiles = tiles.data();
      job.n_tiles = tiles.size();
      job.notes = notes.data();
      job.n_notes = notes.size();
    }
  };
  // `notes`: of the level below; nullptr: the round did not visit it.
  Parts parts_of(std::size_t k, std::size_t i, const std::vector<Bytes>* notes) const {
    Parts all;
    for (const std::size_t part : levels_[k].parts(i, levels_[k - 1])) {
      all.tiles.push_back(levels_[k - 1].tiles[part]);
      if (notes != nullptr) all.notes.push_back((*notes)[part].blob());
    }
    return all;
  }

  Bytes combine(std::size_t k, std::size_t i, const std::vector<Bytes>& notes) {
    const Parts parts = parts_of(k, i, &notes);
    if (parts.tiles.size() == 1) return notes[levels_[k].parts(i, levels_[k - 1]).front()];
    Call call = begin(TERRAWRIGHT_PHASE_COMBINE, 0);
    terrawright_job job = job_for(call, 0);
    job.tile = levels_[k].tiles[i];
    parts.see(job);
    answer_of(call, [&] { return stage_.combine(self_.get(), &job); });
    return std::move(call.note);
  }

  // What those of level k were told becomes what their parts are told.
  void split(std::size_t k, const std::vector<Bytes>& notes) {
    std::vector<Bytes> told(levels_[k - 1].tiles.size());
    for (const std::size_t i : in_order(levels_[k].tiles.size(), conditions_.order)) {
      const std::vector<std::size_t> numbers = levels_[k].parts(i, levels_[k - 1]);
      Bytes& own = resolved_.own[i];
      if (numbers.size() == 1) {
        told[numbers.front()] = std::move(own);
        continue;
      }
      const Parts parts = parts_of(k, i, is_visited(k, i) ? &notes : nullptr);
      Resolved of_parts;
      of_parts.own.resize(numbers.size());
      Call call = begin(TERRAWRIGHT_PHASE_SPLIT, 0);
      call.resolved = &of_parts;
      terrawright_job job = job_for(call, 0);
      job.tile = levels_[k].tiles[i];
      job.own_verdict = own.blob();
      parts.see(job);
      answer_of(call, [&] { return stage_.split(self_.get(), &job); });
      for (std::size_t p = 0; p < numbers.size(); ++p) told[numbers[p]] = std::move(of_parts.own[p]);
    }
    resolved_.own = std::move(told);
  }
  // Was it, in the round that ends? `visited_` are of the last level.
  bool is_visited(std::size_t k, std::size_t i) const {
    for (; k + 1 < levels_.size(); ++k)
      i = i / levels_[k].across / 2 * levels_[k + 1].across + i % levels_[k].across / 2;
    return std::binary_search(visited_.begin(), visited_.end(), i);
  }

  std::vector<Bytes> survey(const std::vector<std::size_t>& visited) {
    std::vector<Bytes> notes(visited.size());
    for (const std::size_t i : in_order(visited.size(), conditions_.order)) {
      Call call = begin(TERRAWRIGHT_PHASE_SURVEY, visited[i]);
      terrawright_job job = job_for(call, visited[i]);
      const Windows windows = inputs_.look(self_.get(), job);
      answer_of(call, [&] { return stage_.survey(self_.get(), &job); });
      inputs_.check_untouched(windows);
      notes[i] = std::move(call.note);
    }
    if (!(stage_.flags & TERRAWRIGHT_STAGE_MERGES) || notes.size() < 2) return notes;
    std::vector<Bytes> folded;
    if (conditions_.order == Order::pairs) {
      while (notes.size() > 1) {
        std::vector<Bytes> half;
        for (std::size_t i = 0; i + 1 < notes.size(); i += 2) half.push_back(merge(notes[i], notes[i + 1]));
        if (notes.size() % 2 == 1) half.push_back(std::move(notes.back()));
        notes = std::move(half);
      }
      return notes;
    }
    for (const std::size_t i : in_order(notes.size(), conditions_.order)) {
      if (folded.empty()) {
        folded.push_back(std::move(notes[i]));
      } else {
        folded[0] = merge(folded[0], notes[i]);
      }
    }
    return folded;
  }

  Bytes merge(const Bytes& a, const Bytes& b) {
    Call call = begin(TERRAWRIGHT_PHASE_MERGE, 0);
    const terrawright_job job = job_for(call, 0);
    const terrawright_blob first = a.blob(), second = b.blob();
    answer_of(call, [&] { return stage_.merge(self_.get(), &job, &first, &second); });
    return std::move(call.note);
  }

  // body() while `tables` holds the input tables from port i on.
  template <class Body>
  void with_tables(std::size_t i, std::vector<const terrawright_table*>& tables, const Body& body) const {
    while (i < tables.size() && !setup_.connections[i].table) ++i;
    if (i == tables.size()) return body();
    setup_.connections[i].table->give_to([&](const terrawright_table& plain) {
      tables[i] = &plain;
      with_tables(i + 1, tables, body);
    });
  }

  bool resolve(const std::vector<Bytes>& notes, std::vector<std::size_t>& visited) {
    Resolved resolved;
    resolved.own.resize(top().size());
    visited_ = visited;
    Call call = begin(TERRAWRIGHT_PHASE_RESOLVE, 0);
    call.resolved = &resolved;
    terrawright_job job = job_for(call, 0);
    job.carry = resolved_.carry.blob();
    std::vector<terrawright_blob> blobs;
    for (const Bytes& note : notes) blobs.push_back(note.blob());
    const std::vector<std::uint64_t> note_tiles(visited.begin(), visited.end());
    job.notes = blobs.data();
    job.n_notes = blobs.size();
    job.note_tiles = (stage_.flags & TERRAWRIGHT_STAGE_MERGES) ? nullptr : note_tiles.data();
    job.tiles = top().data();
    job.n_tiles = top().size();
    std::vector<const terrawright_table*> tables(stage_.n_ports, nullptr);
    bool again = false;
    with_tables(0, tables, [&] {
      job.tables = tables.data();
      again = answer_of(call, [&] { return stage_.resolve(self_.get(), &job); });
    });
    ++rounds_;
    std::vector<std::size_t> visit = std::move(resolved.visit);
    resolved_ = std::move(resolved);
    std::sort(visit.begin(), visit.end());
    visit.erase(std::unique(visit.begin(), visit.end()), visit.end());
    visited = visit.empty() ? in_order(top().size(), Order::forward) : std::move(visit);
    return again;
  }

  // ---- paint -----------------------------------------------------------------------------------------------

  void paint() {
    bool any = false;
    for (Product& made : session_.products) {
      made.cells.resize(static_cast<std::size_t>(world_.width * world_.height) * cell_bytes(made.kind));
      any = any || cell_bytes(made.kind) != 0;
    }
    for (std::size_t i = 0; i < stage_.n_ports; ++i) any = any || comes_by_tile(i);
    if (!any) return;
    for (const std::size_t tile : in_order(tiles_.size(), conditions_.order)) {
      const std::vector<Guarded> painted = paint_tile(tile, conditions_.poison);
      rows_.insert(rows_.end(), std::make_move_iterator(painted_rows_.begin()),
                   std::make_move_iterator(painted_rows_.end()));
      require_written(tile, painted);
      keep(tile, painted);
    }
    for (std::uint32_t i = 0; i < stage_.n_ports; ++i) {
      if (comes_by_tile(i)) put_rows_together(i);
    }
  }

  bool comes_by_tile(std::size_t i) const {
    return (stage_.ports[i]->flags & TERRAWRIGHT_PORT_BY_TILE) && session_.products[i].kind == TERRAWRIGHT_KIND_TABLE;
  }
  void put_rows_together(std::uint32_t port) {
    std::vector<const GivenRows*> given;
    for (const GivenRows& rows : rows_) {
      if (rows.port == port) given.push_back(&rows);
    }
    if (given.empty()) return;
    try {
      session_.products[port].table = RowsPutTogether(std::move(given)).made(stage_.ports[port]->name);
    } catch (const Message& wrong) {
      end(wrong);
    }
  }

  // Cells of each wanted layer; those that are the same as an input are copied from there.
  std::vector<Guarded> paint_tile(std::size_t tile, Poison poison) {
    Call call = begin(TERRAWRIGHT_PHASE_PAINT, tile);
    terrawright_job job = job_for(call, tile);
    const Windows windows = inputs_.look(self_.get(), job);
    std::vector<Guarded> painted(stage_.n_ports);
    std::vector<terrawright_target> targets(stage_.n_ports);
    for (std::size_t i = 0; i < stage_.n_ports; ++i) {
      const std::uint32_t kind = session_.products[i].kind;
      if (cell_bytes(kind) == 0) continue;
      painted[i] = Guarded(job.tile, kind, poison);
      targets[i] = {painted[i].cell(job.tile.x, job.tile.y), painted[i].stride(), job.tile};
    }
    job.outputs = targets.data();
    answer_of(call, [&] { return stage_.paint(self_.get(), &job); });
    painted_rows_ = std::move(call.rows);
    inputs_.check_untouched(windows);
    Rect at{};
    for (std::size_t i = 0; i < stage_.n_ports; ++i) {
      if (targets[i].cells != nullptr && painted[i].is_broken(at))
        blame(std::string("it writes '") + stage_.ports[i]->name + "' outside its tile", at.x, at.y);
    }
    for (const auto& [output, input] : call.same) copy_same(job.tile, output, input, painted);
    return painted;
  }

  void copy_same(const Rect& tile, std::size_t output, std::size_t input, std::vector<Guarded>& painted) const {
    const bool ports = output < stage_.n_ports && input < stage_.n_ports;
    const std::size_t bytes = ports ? cell_bytes(setup_.connections[input].kind) : 0;
    const bool wanted = ports && session_.products[output].kind != 0;
    if (bytes == 0 || (wanted && cell_bytes(session_.products[output].kind) != bytes))
      blame("it calls an output the same as an input of other cells");
    if (!wanted) return;
    for (std::int64_t y = tile.y; y < tile.y + tile.height; ++y) {
      const auto from = static_cast<std::size_t>(y * world_.width + tile.x) * bytes;
      std::memcpy(painted[output].cell(tile.x, y), setup_.connections[input].cells.data() + from,
                  static_cast<std::size_t>(tile.width) * bytes);
    }
  }

  // A cell that is poison still may be meant so: painted again over the other poison, it is not then.
  void require_written(std::size_t tile, const std::vector<Guarded>& painted) {
    bool doubtful = false;
    for (std::size_t i = 0; i < stage_.n_ports; ++i) {
      if (painted[i].stride() != 0) painted[i].each_untouched([&](std::int64_t, std::int64_t) { doubtful = true; });
    }
    if (!doubtful) return;
    const Poison other = conditions_.poison == Poison::first ? Poison::second : Poison::first;
    const std::vector<Guarded> again = paint_tile(tile, other);
    for (std::size_t i = 0; i < stage_.n_ports; ++i) {
      if (painted[i].stride() == 0) continue;
      painted[i].each_untouched([&](std::int64_t x, std::int64_t y) {
        if (again[i].is_poison(x, y))
          blame(std::string("a cell of '") + stage_.ports[i]->name + "' is not written", x, y);
      });
    }
  }

  void keep(std::size_t tile, const std::vector<Guarded>& painted) {
    const Rect& area = tiles_[tile];
    for (std::size_t i = 0; i < stage_.n_ports; ++i) {
      if (painted[i].stride() == 0) continue;
      const std::size_t bytes = cell_bytes(session_.products[i].kind);
      for (std::int64_t y = area.y; y < area.y + area.height; ++y) {
        const auto to = static_cast<std::size_t>(y * world_.width + area.x) * bytes;
        std::memcpy(session_.products[i].cells.data() + to, painted[i].cell(area.x, y),
                    static_cast<std::size_t>(area.width) * bytes);
      }
    }
  }

  void require_outputs() const {
    for (const Product& made : session_.products) {
      if ((made.kind == TERRAWRIGHT_KIND_NUMBER && !made.number) ||
          (made.kind == TERRAWRIGHT_KIND_GRID && !made.grid) || (made.kind == TERRAWRIGHT_KIND_TEXT && !made.text) ||
          (made.kind == TERRAWRIGHT_KIND_TABLE && !made.table))
        end({"", "it did not give its output '" + made.name + "'"});
    }
  }

  const Setup& setup_;
  const terrawright_stage& stage_;
  const Conditions conditions_;
  terrawright_world_facts world_;
  Session session_;
  Inputs inputs_;
  std::vector<Rect> tiles_;
  std::vector<Level> levels_;         // from the tiles on; of one that combines nothing the first alone
  std::vector<std::size_t> visited_;  // of the last one, in the last round, rising
  std::vector<double> numbers_;
  std::vector<terrawright_blob> grids_;
  std::vector<Statistics> whole_statistics_, statistics_[TERRAWRIGHT_PHASE_SPLIT + 1];  // by phase
  std::unique_ptr<void, Destroy> self_;
  std::uint64_t rounds_ = 0;
  Resolved resolved_;
  std::vector<GivenRows> rows_, painted_rows_;  // of all tiles, of the last one
};

}  // namespace detail
}  // namespace testing
}  // namespace v1
}  // namespace terrawright
