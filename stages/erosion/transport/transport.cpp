// SPDX-License-Identifier: Apache-2.0
// erosion.transport: the land rises or sinks, rivers cut into it, and lay down what they carry, for one step of time.
#include <cmath>
#include <limits>
#include <vector>

#include "exchange.hpp"
#include "terrawright/stage.hpp"
#include "water/walks.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::erosion;
using namespace terrawright::water;

// A cell of the trunk, and what its donors off the trunk hand on to it.
struct CarryingCell {
  Before before;
  Donors donors;
};
// Inflow of a tile at an edge cell.
struct Inflow {
  Donors donors;
  std::uint64_t edge;
};

// The trunk of a world, solved once.
class CarryingTrunk {
 public:
  // Notes are those of TileWalks, and section 3: what cells off the trunk hand on at each exit.
  CarryingTrunk(const Resolving& resolving, const Notes<Blob>& notes)
      : resolving_(&resolving), walks_(resolving, notes) {
    for (std::size_t t = 0; t < walks_.tiles(); ++t) {
      cells_.emplace_back(walks_.cells(t).size());
      inflows_.emplace_back(walks_.of(t).size(), Donors{0, 0});
      for (std::size_t c = 0; c < cells_[t].size(); ++c) cells_[t][c].donors = walks_.cells(t)[c].donors;
    }
    for (std::size_t t = 0; t < walks_.tiles(); ++t) {
      const Items<Donors> leaving = notes[t].template items<Donors>(3);
      for (std::size_t e = 0; e < leaving.size(); ++e) enter(walks_.beyond(t, e), leaving[e]);
    }
    for (const At& at : walks_.order()) go_down(at);
    for (std::size_t i = walks_.order().size(); i-- > 0;) go_up(walks_.order()[i]);
  }

  // Tells each tile the heights beyond its exits, in their order, and what comes in.
  void tell() const {
    for (std::size_t t = 0; t < walks_.tiles(); ++t) {
      resolving_->poll();
      if (walks_.exits(t).empty() && walks_.of(t).empty()) continue;
      std::vector<float> beyond;
      for (std::size_t e = 0; e < walks_.exits(t).size(); ++e) {
        const Next entry = walks_.beyond(t, e);
        beyond.push_back(cells_[entry.tile][entry.cell].height);
      }
      std::vector<Inflow> inflows;
      for (std::size_t w = 0; w < walks_.of(t).size(); ++w) inflows.push_back({inflows_[t][w], walks_.of(t)[w].edge});
      Blob own;
      own.add(beyond);
      own.add(inflows);
      resolving_->tell(t, own);
    }
  }

 private:
  using At = Walks<CarryingCell>::At;
  using Next = Walks<CarryingCell>::Next;
  struct Cell {
    Donors donors;
    Line line;
    float height;
  };

  void enter(const Next& to, const Donors& donors) {
    cells_[to.tile][to.cell].donors.add(donors);
    if (to.crosses) inflows_[to.tile][to.entry].add(donors);
  }
  void go_down(const At& at) {
    const Next next = walks_.next(at);
    std::vector<Cell>& cells = cells_[at.tile];
    const std::size_t last = walks_.end(at) - 1;
    for (std::size_t c = walks_.begin(at); c <= last; ++c) {
      if (next.ends && c == last) return;  // an outlet keeps its height
      const Before& before = walks_.cells(at.tile)[c].before;
      cells[c].line = line_of(before, cells[c].donors);
      const Donors donors = handed_on(before, cells[c].donors, cells[c].line);
      if (c < last)
        cells[c + 1].donors.add(donors);
      else
        enter(next, donors);
    }
  }
  void go_up(const At& at) {
    const Next next = walks_.next(at);
    std::vector<Cell>& cells = cells_[at.tile];
    const std::size_t last = walks_.end(at) - 1;
    float down = next.ends ? 0 : cells_[next.tile][next.cell].height;
    for (std::size_t c = last + 1; c-- > walks_.begin(at);) {
      const Before& before = walks_.cells(at.tile)[c].before;
      down = cells[c].height =
          next.ends && c == last ? before.risen : settled(cells[c].line, before.grade, before.steepest, down);
    }
  }

  const Resolving* resolving_;
  Walks<CarryingCell> walks_;
  std::vector<std::vector<Cell>> cells_;
  std::vector<std::vector<Donors>> inflows_;
};

// State of a row of cells before a step, by place of a FlowTile.
struct BeforeRows {
  Scratch<float> pace, deposition, grade, steepest;

  explicit BeforeRows(std::size_t size) {
    pace.resize(size);
    deposition.resize(size);
    grade.resize(size);
    steepest.resize(size);
  }
  Before at(std::size_t place, float risen) const {
    return {risen, pace[place], deposition[place], grade[place], steepest[place]};
  }
};

struct Transport {
  In<Height> height, bed;
  In<Class> receivers;
  In<Scalar> celerity, area;
  In<Field> uplifts, grades;
  Out<Height> transported, bed_after;
  Out<Scalar> worn;
  double uplift = 0.5, step = 200000, deposition = 0.3, grade = 0.002, talus = 0;

  Metres pace{}, length{};
  float g = 0, steepest = 0;

  static void describe(Spec<Transport>& s) {
    s.stage("erosion.transport",
            "Lets the land rise or sink, while rivers cut their valleys and lay down what they carry, for one step of "
            "time.");
    s.source(
        "Davy & Lague 2009, dh/dt = uplift - K sqrt(A) S + G Qs / A; implicit, the tree solved directly after "
        "Hergarten "
        "2020. Sums over donors are whole 2^-10 m and 2^-30; heights are rounded to 2^-10 m, half to even");
    s.reads_cell();
    s.port(&Transport::height, "height", "Heights above the sea; outlets at least as high as its surface.").unit("m");
    s.port(&Transport::bed, "bed",
           "Heights of the rock under what rivers have laid down; without it, all of the land is rock.")
        .unit("m")
        .optional();
    s.port(&Transport::receivers, "receivers", "Receivers of the cells, from erosion.route of these heights.")
        .halo(&Transport::seen_around);
    s.port(&Transport::celerity, "celerity",
           "Speed at which rivers cut upstream, from erosion.spread or erosion.celerity.")
        .unit("m/yr");
    s.port(&Transport::area, "area", "Area that drains to each cell by these receivers, from erosion.celerity.")
        .unit("m2");
    s.port(&Transport::uplifts, "uplift",
           "Uplift rate at each cell, in the place of one rate for all; below 0 it sinks, and rivers fill it up to "
           "their graded slope.")
        .unit("mm/yr")
        .optional();
    s.port(&Transport::grades, "grade",
           "Slope that a river fills its bed up to, at each cell in the place of one for all; 0 where water stands.")
        .unit("1")
        .optional();
    s.port(
         &Transport::transported, "height",
         "The heights after the step, in whole 1/1024 m; outlets keep theirs. No cell is below the one that it drains "
         "to.")
        .unit("m");
    s.port(&Transport::bed_after, "bed", "Heights of the rock after the step: what lies above is alluvium.")
        .unit("m")
        .by_name();
    s.port(&Transport::worn, "worn",
           "What each cell lost beside its uplift in this step, for erosion.flux; below 0 it was filled up.")
        .unit("m")
        .by_name();
    s.parameter(&Transport::uplift, "uplift", "Uplift rate of all cells; below 0 they sink.")
        .unit("mm/yr")
        .range(-10, 1000);
    s.parameter(&Transport::step, "step", "Length of one time step; each finds the courses of the rivers again.")
        .unit("yr")
        .range(0, 1e9);
    s.parameter(&Transport::deposition, "deposition",
                "Deposition coefficient G: how readily rivers drop what they carry. All of them become steeper by "
                "1 + G. 0: nothing is dropped on the way.")
        .range(0, 5);
    s.parameter(&Transport::grade, "grade",
                "Slope at a drainage area of 1 km2 that a river fills its bed up to; less by the root of larger areas, "
                "down to a tenth. 0: level.")
        .range(0, 0.05);
    s.parameter(
         &Transport::talus, "talus",
         "Slope beyond which ground slides into the valley that it drains to, as its tangent: 0.7 is 35 degrees. "
         "0: none does.")
        .range(0, 10);
  }

  void arrange(Arrangement& a) {
    check_receivers(a, receivers);
    const double side = a.cell(), diagonal = side * 1.4142135623730951;
    pace = {static_cast<float>(step / side), static_cast<float>(step / diagonal)};
    length = {static_cast<float>(side), static_cast<float>(diagonal)};
    g = static_cast<float>(deposition * side * side);
    steepest = talus > 0 ? static_cast<float>(talus) : std::numeric_limits<float>::infinity();
    a.needs_memory(static_cast<std::uint64_t>(a.width() * a.height()) * 2 + (1 << 20));
    a.needs_scratch(1 << 20, 52);
  }

  // Surveys look over the tile's edge for what comes in.
  static std::int64_t seen_around(const Transport&, std::uint32_t phase) {
    return phase == TERRAWRIGHT_PHASE_SURVEY ? 1 : 0;
  }

  // Rows before the step, risen heights to `risen`; all by places of `flow`. False where an uplift or a
  // grade is none.
  bool begin(const Tile& tile, const FlowTile& flow, BeforeRows& before, float* risen) const {
    const auto z = tile[height], fast = tile[celerity], areas = tile[area], up = tile[uplifts], slopes = tile[grades];
    const auto drains = tile[receivers];
    const auto rise = static_cast<float>((up ? 1.0 : uplift) / 1000.0 * step);
    bool good = true;
    tile.each_row([&](std::int64_t y) {
      const std::int64_t x = tile.left(), n = tile.width();
      const std::size_t at = flow.place(x, y);
      const Receiver* const to = drains.row(y, x);
      if (!flow.flows(y)) {
        std::copy_n(z.row(y, x), n, risen + at);
        return;
      }
      good &= raised_row(z.row(y, x), to, up ? up.row(y, x) : nullptr, rise, risen + at, n);
      paces_of_row(fast.row(y, x), to, pace, &before.pace[at], n);
      good &= deposits_of_row(areas.row(y, x), to, g, slopes ? slopes.row(y, x) : nullptr, static_cast<float>(grade),
                              steepest, length, &before.deposition[at], &before.grade[at], &before.steepest[at], n);
    });
    return good;
  }

  Blob survey(const Tile& tile) const {
    tile.poll();
    const auto drains = tile[receivers];
    const FlowTile flow(drains, tile.area(), tile.width());
    const TileWalks walks(drains, flow);
    std::vector<CarryingCell> cells;
    std::vector<Donors> leaving(flow.leaving().size(), Donors{0, 0});
    if (!walks.places().empty() || !leaving.empty()) {
      BeforeRows before(flow.size());
      Scratch<float> risen;
      Scratch<Donors> donors;
      risen.resize(flow.size());
      donors.assign(flow.size(), Donors{0, 0});
      begin(tile, flow, before, risen.data());
      const auto hands_on = [&](std::size_t from) {
        const Before own = before.at(from, risen[from]);
        return handed_on(own, donors[from], line_of(own, donors[from]));
      };
      flow.downstream([&](std::size_t from, std::size_t to) {
        if (!walks.on_the_trunk(from)) donors[to].add(hands_on(from));
      });
      for (std::size_t e = 0; e < leaving.size(); ++e) {
        const std::size_t from = flow.leaving()[e].place;
        if (!walks.on_the_trunk(from)) leaving[e] = hands_on(from);
      }
      cells.reserve(walks.places().size());
      for (const std::size_t place : walks.places()) {
        const bool drains_on = flow.below(place) != place || flow.leaves_from(place);
        cells.push_back({drains_on ? before.at(place, risen[place]) : Before{risen[place], 0, 0, 0, 0}, donors[place]});
      }
    }
    Blob note = walks.note(cells);
    note.add(leaving);
    return note;
  }

  Next<Nothing> resolve(Resolving& resolving, const Notes<Blob>& notes) const {
    CarryingTrunk(resolving, notes).tell();
    return done(Nothing{});
  }

  void paint(Tile& tile) const {
    const auto to = tile[transported];
    const std::int64_t stride = to ? to.stride() : tile.width();
    const FlowTile flow(tile[receivers], tile.area(), stride);
    Scratch<float> own, risen;
    if (!to) own.resize(flow.size());
    float* const heights = to ? to.row(tile.top(), tile.left()) : own.data();
    BeforeRows before(flow.size());
    if (!begin(tile, flow, before, heights)) refuse(tile);
    const bool compared = tile.wanted(worn) || tile.wanted(bed_after);
    if (compared) {
      risen.resize(flow.size());
      std::copy_n(heights, flow.size() - static_cast<std::size_t>(stride - tile.width()), risen.data());
    }
    if (!flow.still()) settle(tile, flow, before, heights);
    if (!compared) return;
    tile.each_row([&](std::int64_t y) {
      const std::size_t at = flow.place(tile.left(), y);
      write_bed(tile, y, &risen[at], heights + at);
      if (!tile.wanted(worn)) return;
      float* const row = tile[worn].row(y, tile.left());
      for (std::int64_t x = 0; x < tile.width(); ++x)
        row[x] = risen[at + static_cast<std::size_t>(x)] - heights[at + static_cast<std::size_t>(x)];
    });
  }

  // Both sweeps: `heights` holds those after uplift, then those after the step.
  static void settle(const Tile& tile, const FlowTile& flow, BeforeRows& before, float* heights) {
    Scratch<Donors> donors;
    donors.assign(flow.size(), Donors{0, 0});
    const BlobView own = tile.own<Blob>();
    if (own) {
      std::vector<std::size_t> places;
      Perimeter(tile.area()).each([&](std::int64_t x, std::int64_t y, std::size_t) {
        places.push_back(flow.place(x, y));
      });
      for (const Inflow& inflow : own.items<Inflow>(1)) donors[places[inflow.edge]].add(inflow.donors);
    }
    // Lines take the places of what they were made of.
    float *const slope = before.pace.data(), *const at_zero = before.deposition.data();
    const float *const grades = before.grade.data(), *const slides = before.steepest.data();
    const auto solve = [&](std::size_t from) {
      const Before cell = before.at(from, heights[from]);
      const Line line = line_of(cell, donors[from]);
      at_zero[from] = line.at_zero, slope[from] = line.slope;
      return handed_on(cell, donors[from], line);
    };
    const auto settle_cell = [=](std::size_t from, float down) {
      heights[from] = settled({at_zero[from], slope[from]}, grades[from], slides[from], down);
    };
    flow.down_and_up([&](std::size_t from, std::size_t below) { donors[below].add(solve(from)); },
                     [&] {
                       for (std::size_t e = 0; e < flow.leaving().size(); ++e) {
                         solve(flow.leaving()[e].place);
                         settle_cell(flow.leaving()[e].place, own.items<float>(0)[e]);
                       }
                     },
                     [=](std::size_t from, std::size_t below) { settle_cell(from, heights[below]); });
  }

  void write_bed(const Tile& tile, std::int64_t y, const float* raised, const float* after) const {
    if (!tile.wanted(bed_after)) return;
    const std::int64_t left = tile.left();
    const float* const before = tile[height].row(y, left);
    const float* const rock = tile[bed] ? tile[bed].row(y, left) : before;
    float* const row = tile[bed_after].row(y, left);
    for (std::int64_t x = 0; x < tile.width(); ++x) {
      const float risen = rock[x] + (raised[x] - before[x]);
      row[x] = risen < after[x] ? risen : after[x];
    }
  }

  [[noreturn]] void refuse(const Tile& tile) const {
    const auto up = tile[uplifts], slopes = tile[grades];
    for (std::int64_t y = tile.top(); y < tile.bottom(); ++y) {
      for (std::int64_t x = tile.left(); x < tile.right(); ++x) {
        if (tile[receivers](x, y) == no_receiver) continue;
        if (up && !std::isfinite(up(x, y))) throw Failure("uplift", "the uplift is not a finite number", x, y);
        if (slopes && !(slopes(x, y) >= 0.0f && slopes(x, y) <= 0.05f))
          throw Failure("grade", "the grade is not 0 to 0.05", x, y);
      }
    }
    throw Failure("uplift", "the uplift is not a finite number");
  }
};

}  // namespace

TERRAWRIGHT_STAGE(erosion, transport, Transport)
