// SPDX-License-Identifier: Apache-2.0
// Stages that break their word where one has to look for it: at edges of their inputs, in worlds of other shapes, at
// values of a parameter.
#include "hidden.hpp"

#include <unistd.h>

#include <atomic>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>

namespace {

// ---- edges of inputs ---------------------------------------------------------------------------------

struct Flat : Hidden<Flat> {  // divides by the range of all heights
  static void describe(Spec<Flat>& s) { ports(s, "hidden.flat"); }
  struct Range {
    float low, high;
  };
  Range survey(const Tile& tile) const {
    const auto [low, high] = ends(tile, *this);
    return {low, high};
  }
  Range merge(const Range& a, const Range& b) const { return {std::min(a.low, b.low), std::max(a.high, b.high)}; }
  Next<Range> resolve(Resolving&, const Notes<Range>& notes) const { return done(notes[0]); }
  void paint(Tile& tile, const Range& range) const {
    each(tile, [&](float here, auto, auto) { return (here - range.low) / (range.high - range.low); });
  }
};
struct Zero : Hidden<Zero> {  // divides by a sum that may be 0
  static void describe(Spec<Zero>& s) { ports(s, "hidden.zero"); }
  float survey(const Tile& tile) const {
    return std::max(std::fabs(ends(tile, *this).first), std::fabs(ends(tile, *this).second));
  }
  float merge(float a, float b) const { return std::max(a, b); }
  Next<float> resolve(Resolving&, const Notes<float>& notes) const { return done(notes[0]); }
  void paint(Tile& tile, const float& largest) const {
    each(tile, [&](float here, auto, auto) { return here / largest; });
  }
};
struct Sides {
  std::int64_t land, sea;
};
template <class Stage>
Sides sides(const Tile& tile, const Stage& stage) {
  Sides counted{};
  tile.each_cell(
      [&, from = tile[stage.height]](auto x, auto y) { ++(from(x, y) > 0.0f ? counted.land : counted.sea); });
  return counted;
}
#define OF_SIDES(Name, id, wrong)                                                                  \
  struct Name : Hidden<Name> {                                                                     \
    static void describe(Spec<Name>& s) { ports(s, "hidden." id); }                                \
    Sides survey(const Tile& tile) const { return sides(tile, *this); }                            \
    Sides merge(const Sides& a, const Sides& b) const { return {a.land + b.land, a.sea + b.sea}; } \
    Next<Sides> resolve(Resolving&, const Notes<Sides>& notes) const { return done(notes[0]); }    \
    void paint(Tile& tile, const Sides& all) const {                                               \
      const bool is_wrong = wrong;                                                                 \
      each(tile, [&](float here, auto, auto) { return is_wrong ? nan : here; });                   \
    }                                                                                              \
  };
OF_SIDES(AllSea, "all_sea", all.land == 0)
OF_SIDES(AllLand, "all_land", all.sea == 0)
OF_SIDES(OneCell, "one_cell", all.land == 1)

struct NoRows {  // takes the first row of a table for granted
  In<Table> rows;
  Out<Scalar> made;
  static void describe(Spec<NoRows>& s) {
    s.stage("hidden.no_rows", "Breaks its word.");
    s.port(&NoRows::rows, "rows", "Points.").points();
    s.port(&NoRows::made, "made", "The first row's height.").unit("1");
  }
  Next<double> resolve(Resolving& resolving) const {
    const TableView table = resolving[rows];
    if (table.rows() == 0) std::abort();
    return done(1.0);
  }
  void paint(Tile& tile, const double& first) const {
    tile.each_cell([&, to = tile[made]](auto x, auto y) { to(x, y) = static_cast<float>(first); });
  }
};

// Two optional inputs and two outputs.
template <class Stage>
struct Ports {
  In<Height> height;
  In<Mask> land;
  In<Weight> share;
  Out<Height> made;
  Out<Mask> high;
  template <class Spec>
  static void ports(Spec& s, const char* id) {
    s.stage(id, "Breaks its word.");
    s.port(static_cast<In<Height> Stage::*>(&Stage::height), "height", "Any heights.");
    s.port(static_cast<In<Mask> Stage::*>(&Stage::land), "land", "Any mask.").optional();
    s.port(static_cast<In<Weight> Stage::*>(&Stage::share), "share", "Any weights.").optional();
    s.port(static_cast<Out<Height> Stage::*>(&Stage::made), "made", "Heights.").like("height");
    s.port(static_cast<Out<Mask> Stage::*>(&Stage::high), "high", "A mask.");
  }
  void paint_both(Tile& tile, bool is_wrong) const {
    const auto from = tile[height];
    if (tile.wanted(made))
      tile.each_cell([&, to = tile[made]](auto x, auto y) { to(x, y) = is_wrong ? nan : from(x, y); });
    if (tile.wanted(high))
      tile.each_cell([&, to = tile[high]](auto x, auto y) { to(x, y) = from(x, y) > 1.0f ? 1 : 0; });
  }
};
struct OneOptional : Ports<OneOptional> {  // one of the optional inputs without the other
  static void describe(Spec<OneOptional>& s) { ports(s, "hidden.one_optional"); }
  void paint(Tile& tile) const { paint_both(tile, tile[land] && !tile[share]); }
};
struct Unread : Ports<Unread> {  // writes an output that nobody reads
  static void describe(Spec<Unread>& s) { ports(s, "hidden.unread"); }
  void paint(Tile& tile) const {
    const auto from = tile[height];
    tile.each_cell([&, to = tile[made]](auto x, auto y) { to(x, y) = from(x, y); });
    tile.each_cell([&, to = tile[high]](auto x, auto y) { to(x, y) = from(x, y) > 1.0f ? 1 : 0; });
  }
};
struct UnreadMatters : Ports<UnreadMatters> {  // NaN where the mask is not wanted
  static void describe(Spec<UnreadMatters>& s) { ports(s, "hidden.unread_matters"); }
  void paint(Tile& tile) const { paint_both(tile, !tile.wanted(high)); }
};
HIDDEN(OutOfRange, "hidden.out_of_range") {  // refuses in the words of the C++ library
  const auto [low, high] = ends(tile, *this);
  const std::vector<float> one(1, 1.0f);
  const float factor = one.at(low == high && tile.width() > 1 ? 7 : 0);
  each(tile, [&](float here, auto, auto) { return here * factor; });
}

// ---- worlds of other shapes --------------------------------------------------------------------------

HIDDEN(WrapX, "hidden.wrap_x") {
  const bool wraps = tile.world().wraps_x() && !tile.world().wraps_y();
  each(tile, [&](float here, auto, auto) { return wraps ? nan : here; });
}
HIDDEN(WrapY, "hidden.wrap_y") {
  const bool wraps = tile.world().wraps_y() && !tile.world().wraps_x();
  each(tile, [&](float here, auto, auto) { return wraps ? nan : here; });
}
HIDDEN(WrapBoth, "hidden.wrap_both") {
  const bool wraps = tile.world().wraps_y() && tile.world().wraps_x();
  each(tile, [&](float here, auto, auto) { return wraps ? nan : here; });
}
HIDDEN(Wide, "hidden.wide") {
  each(tile, [](float here, auto x, auto) { return x > 1100 ? nan : here; });
}
HIDDEN(Long, "hidden.long") {
  each(tile, [](float here, auto, auto y) { return y >= 4096 ? nan : here; });
}
HIDDEN(Tile900, "hidden.tile_900") {
  each(tile, [&](float here, auto, auto) { return tile.index() > 900 ? here + 1.0f : here; });
}
HIDDEN(OneRow, "hidden.one_row") {
  const auto below = static_cast<float>(tile.world().height() - 1);
  each(tile, [&](float here, auto, auto y) { return here + static_cast<float>(y) / below; });
}
HIDDEN(OneColumn, "hidden.one_column") {
  const auto right = static_cast<float>(tile.world().width() - 1);
  each(tile, [&](float here, auto x, auto) { return here + static_cast<float>(x) / right; });
}
struct Notes256 : Hidden<Notes256> {  // counts tiles in a byte
  static void describe(Spec<Notes256>& s) { ports(s, "hidden.notes_256"); }
  std::uint8_t survey(const Tile&) const { return 1; }
  std::uint8_t merge(const std::uint8_t& a, const std::uint8_t& b) const { return static_cast<std::uint8_t>(a + b); }
  Next<bool> resolve(Resolving&, const Notes<std::uint8_t>& notes) const { return done(notes[0] == 65); }
  void paint(Tile& tile, const bool& is_wrong) const {
    each(tile, [&](float here, auto, auto) { return is_wrong ? here + 1.0f : here; });
  }
};
HIDDEN(SmallTiles, "hidden.small_tiles") {
  if (tile.width() < 8 && tile.world().width() > 8) throw Failure{"height", "the tile is too small"};
  copied(tile);
}
struct SmallCells : Hidden<SmallCells> {
  static void describe(Spec<SmallCells>& s) {
    s.stage("hidden.small_cells", "Breaks its word.").reads_cell();
    s.port(static_cast<In<Height> SmallCells::*>(&SmallCells::height), "height", "Any heights.");
    s.port(static_cast<Out<Height> SmallCells::*>(&SmallCells::made), "made", "Heights.").like("height");
  }
  void paint(Tile& tile) const {
    const auto steps = static_cast<float>(static_cast<int>(tile.world().cell() / 10.0));
    each(tile, [&](float here, auto, auto) { return here / steps * steps; });
  }
};

// ---- windows -----------------------------------------------------------------------------------------

template <class Stage>
struct Windowed : Hidden<Stage> {
  template <class Spec>
  static void windowed(Spec& s, const char* id, std::int64_t (*halo)(const Stage&)) {
    s.stage(id, "Breaks its word.");
    s.port(static_cast<In<Height> Stage::*>(&Stage::height), "height", "Any heights.").halo(halo);
    s.port(static_cast<Out<Height> Stage::*>(&Stage::made), "made", "Heights.").like("height");
  }
};
struct WindowCounts : Windowed<WindowCounts> {  // each window is wider than the last
  static void describe(Spec<WindowCounts>& s) {
    windowed(
        s, "hidden.window_counts", +[](const WindowCounts&) -> std::int64_t {
          static std::atomic<std::int64_t> asked{0};
          return asked++ % 5;
        });
  }
  void paint(Tile& tile) const { copied(tile); }
};
struct WindowOfAddress : Windowed<WindowOfAddress> {  // wider where the thread's stack lies so
  static void describe(Spec<WindowOfAddress>& s) {
    windowed(
        s, "hidden.window_of_address", +[](const WindowOfAddress&) -> std::int64_t {
          void* const here = std::malloc(100);
          const auto reach = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(here) / 16 % 3);
          if (reach != 0) last = here;  // and leaks it
          if (reach == 0) std::free(here);
          return reach;
        });
  }
  static inline void* volatile last = nullptr;
  void paint(Tile& tile) const { copied(tile); }
};

// ---- parameters --------------------------------------------------------------------------------------

struct Threshold : Hidden<Threshold> {  // refuses what is larger than 5, and fails just below
  double number = 1.0;
  static void describe(Spec<Threshold>& s) {
    ports(s, "hidden.threshold");
    s.parameter(&Threshold::number, "number", "At most 5.").range(0, 1000);
  }
  void arrange(Arrangement&) {
    if (number > 5.0) throw Failure{"number", "at most 5"};
  }
  void paint(Tile& tile) const {
    each(tile, [&](float here, auto, auto) { return number > 4.999 ? nan : here; });
  }
};
struct PowerOfTwo : Hidden<PowerOfTwo> {
  std::int64_t count = 4;
  static void describe(Spec<PowerOfTwo>& s) {
    ports(s, "hidden.power_of_two");
    s.parameter(&PowerOfTwo::count, "count", "How many.").range(0, 1000);
  }
  void paint(Tile& tile) const {
    each(tile, [&](float here, auto, auto) { return count == 64 ? nan : here; });
  }
};
struct Reach : Windowed<Reach> {  // sees so far, and says no more than 12
  std::int64_t reach = 3;
  static void describe(Spec<Reach>& s) {
    windowed(
        s, "hidden.reach", +[](const Reach& stage) -> std::int64_t { return std::min<std::int64_t>(stage.reach, 12); });
    s.parameter(&Reach::reach, "reach", "Cells.").range(1, 24);
  }
  void paint(Tile& tile) const {
    tile.each_cell([&, from = tile[height], to = tile[made]](auto x, auto y) {
      to(x, y) = from(x, y) + from(std::max(x - reach, from.area().x), y);
    });
  }
};
struct LargeReach : Windowed<LargeReach> {  // which the usual world is too small to show
  std::int64_t reach = 3;
  static void describe(Spec<LargeReach>& s) {
    windowed(
        s, "hidden.large_reach",
        +[](const LargeReach& stage) -> std::int64_t { return std::min<std::int64_t>(stage.reach, 40); });
    s.parameter(&LargeReach::reach, "reach", "Cells.").range(1, 60);
  }
  void paint(Tile& tile) const {
    tile.each_cell([&, from = tile[height], to = tile[made]](auto x, auto y) {
      to(x, y) = from(x, y) + from(std::max(x - reach, from.area().x), y);
    });
  }
};
struct FarReach : Windowed<FarReach> {  // a length, right at both ends
  double reach = 300.0;
  std::int64_t cells = 3;
  static void describe(Spec<FarReach>& s) {
    windowed(
        s, "hidden.far_reach",
        +[](const FarReach& stage) -> std::int64_t { return stage.cells > 20 && stage.cells < 60 ? 20 : stage.cells; });
    s.reads_cell();
    s.parameter(&FarReach::reach, "reach", "How far.").range(100, 8000).unit("m");
  }
  void arrange(Arrangement& world) { cells = static_cast<std::int64_t>(reach / world.cell()); }
  void paint(Tile& tile) const {
    tile.each_cell([&, from = tile[height], to = tile[made]](auto x, auto y) {
      to(x, y) = from(x, y) + from(std::max(x - cells, from.area().x), y);
    });
  }
};
struct SlowEnd : Hidden<SlowEnd> {  // so long that its end is not seen in the usual world
  std::int64_t rounds = 1;
  static void describe(Spec<SlowEnd>& s) {
    ports(s, "hidden.slow_end");
    s.parameter(&SlowEnd::rounds, "rounds", "How many.").range(1, 20);
  }
  void paint(Tile& tile) const {
    if (rounds == 20) usleep(static_cast<unsigned>(600 * rounds * tile.height()));
    each(tile, [&](float here, auto, auto) { return rounds == 20 ? nan : here; });
  }
};
struct Inside : Hidden<Inside> {  // at a value in the middle of its range
  double number = 1.0;
  static void describe(Spec<Inside>& s) {
    ports(s, "hidden.inside");
    s.parameter(&Inside::number, "number", "Any.").range(-10, 10);
  }
  void paint(Tile& tile) const {
    each(tile, [&](float here, auto, auto) { return here + static_cast<float>(0.0 * (1.0 / number)); });
  }
};
struct NoText : Hidden<NoText> {  // takes the first letter for granted
  std::string word = "north";
  static void describe(Spec<NoText>& s) {
    ports(s, "hidden.no_text");
    s.parameter(&NoText::word, "word", "Any.");
  }
  void paint(Tile& tile) const {
    each(tile, [&](float here, auto, auto) { return word.empty() ? nan : here; });
  }
};
struct Format : Hidden<Format> {  // takes a text for a format
  std::string word = "north";
  static void describe(Spec<Format>& s) {
    ports(s, "hidden.format");
    s.parameter(&Format::word, "word", "Any.");
  }
  void paint(Tile& tile) const {
    each(tile, [&](float here, auto, auto) { return word.find('%') != std::string::npos ? nan : here; });
  }
};

// ---- high, many, nothing, beyond -----------------------------------------------------------------------

HIDDEN(HighMountain, "hidden.high_mountain") {  // a table of 4000 metres
  static const std::vector<float> table(4000, 0.5f);
  each(tile, [](float here, auto, auto) { return table.at(static_cast<std::size_t>(std::max(here, 0.0f))); });
}
struct ManyCells {  // counts by their lower 32 bits
  In<Count> count;
  Out<Weight> made;
  static void describe(Spec<ManyCells>& s) {
    s.stage("hidden.many_cells", "Breaks its word.");
    s.port(&ManyCells::count, "count", "Cells.");
    s.port(&ManyCells::made, "made", "Weights.");
  }
  void paint(Tile& tile) const {
    tile.each_cell([&, from = tile[count], to = tile[made]](auto x, auto y) {
      to(x, y) = from(x, y) > 1 << 20 && static_cast<std::int32_t>(from(x, y)) == 0 ? nan : 0.5f;
    });
  }
};
struct NoWind {  // divides by the length of a vector
  In<Vector> wind;
  Out<Scalar> made;
  static void describe(Spec<NoWind>& s) {
    s.stage("hidden.no_wind", "Breaks its word.");
    s.port(&NoWind::wind, "wind", "A wind.");
    s.port(&NoWind::made, "made", "Its direction.").unit("1");
  }
  void paint(Tile& tile) const {
    tile.each_cell([&, from = tile[wind], to = tile[made]](auto x, auto y) {
      const Vector2 here = from(x, y);
      to(x, y) = here.x / std::sqrt(here.x * here.x + here.y * here.y);
    });
  }
};
struct Pole : Hidden<Pole> {  // a root of how far the pole is
  double cell = 1, latitude = 0;
  static void describe(Spec<Pole>& s) {
    ports(s, "hidden.pole");
    s.reads_cell().reads_latitude();
  }
  void arrange(Arrangement& world) { cell = world.cell(), latitude = world.latitude(); }
  void paint(Tile& tile) const {
    each(tile, [&](float here, auto, auto y) {
      return here * static_cast<float>(std::sqrt(90.0 - latitude - static_cast<double>(y) * cell / 111'000.0));
    });
  }
};

// ---- notes of four ----------------------------------------------------------------------------------

struct FourthPart : Hidden<FourthPart> {  // the highest, but for the last of four
  static void describe(Spec<FourthPart>& s) { ports(s, "hidden.fourth_part"); }
  float survey(const Tile& tile) const { return ends(tile, *this).second; }
  float combine(const Combining&, const Notes<float>& notes) const {
    float highest = notes[0];
    for (std::size_t i = 1; i < notes.size() && i < 3; ++i) highest = std::max(highest, notes[i]);
    return highest;
  }
  Next<float> resolve(Resolving&, const Notes<float>& notes) const {
    float highest = notes[0];
    for (std::size_t i = 1; i < notes.size(); ++i) highest = std::max(highest, notes[i]);
    return done(highest);
  }
  void split(const Splitting&, const Notes<float>&) const {}
  void paint(Tile& tile, const float& highest) const {
    each(tile, [&](float here, auto, auto) { return here - highest; });
  }
};

}  // namespace

TERRAWRIGHT_PLUGIN("test.hidden", "1", stage<Flat>(), stage<Zero>(), stage<AllSea>(), stage<AllLand>(),
                   stage<OneCell>(), stage<NoRows>(), stage<OneOptional>(), stage<Unread>(), stage<UnreadMatters>(),
                   stage<OutOfRange>(), stage<WrapX>(), stage<WrapY>(), stage<WrapBoth>(), stage<Wide>(), stage<Long>(),
                   stage<Tile900>(), stage<OneRow>(), stage<OneColumn>(), stage<Notes256>(), stage<SmallTiles>(),
                   stage<SmallCells>(), stage<WindowCounts>(), stage<WindowOfAddress>(), stage<Threshold>(),
                   stage<PowerOfTwo>(), stage<Reach>(), stage<LargeReach>(), stage<FarReach>(), stage<SlowEnd>(),
                   stage<Inside>(), stage<NoText>(), stage<Format>(), stage<FourthPart>(), stage<HighMountain>(),
                   stage<ManyCells>(), stage<NoWind>(), stage<Pole>())
