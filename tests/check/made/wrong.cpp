// SPDX-License-Identifier: Apache-2.0
// Stages that break their word, one way each.
#include <unistd.h>

#include <atomic>
#include <cfenv>
#include <clocale>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <limits>

#include "terrawright/stage.hpp"

namespace {

using namespace terrawright;

// Paints heights of heights; what else it does, the stage says.
template <class Stage>
struct Wrong {
  In<Height> height;
  Out<Height> made;

  template <class Spec>
  static void ports(Spec& s, const char* id, std::int64_t halo = 0) {
    s.stage(id, "Breaks its word.");
    s.port(static_cast<In<Height> Stage::*>(&Stage::height), "height", "Any heights.").halo(halo);
    s.port(static_cast<Out<Height> Stage::*>(&Stage::made), "made", "Heights.").like("height");
  }
  // body(x, y): the cell.
  template <class Body>
  void each(Tile& tile, Body body) const {
    const auto to = tile[made];
    tile.each_cell([&](auto x, auto y) { to(x, y) = body(x, y); });
  }
  void copied(Tile& tile) const {
    const auto from = tile[height];
    each(tile, [&](auto x, auto y) { return from(x, y); });
  }
};

// ---- cells ----------------------------------------------------------------------------------------

struct ShortHaloRaw : Wrong<ShortHaloRaw> {  // reads two cells to the left, and asks for one
  static void describe(Spec<ShortHaloRaw>& s) { ports(s, "wrong.short_halo_raw", 1); }
  void paint(Tile& tile) const {
    const auto from = tile[height];
    each(tile, [&](auto x, auto y) { return x < 2 ? from(x, y) : *from.row(y, x - 2) + from(x, y); });
  }
};
struct ShortHaloClipped : Wrong<ShortHaloClipped> {  // takes the window's end for the world's
  static void describe(Spec<ShortHaloClipped>& s) { ports(s, "wrong.short_halo_clipped", 1); }
  void paint(Tile& tile) const {
    const auto from = tile[height];
    each(tile, [&](auto x, auto y) { return from(x < from.area().x + 2 ? from.area().x : x - 2, y); });
  }
};
struct Unwritten : Wrong<Unwritten> {  // leaves out the last column
  static void describe(Spec<Unwritten>& s) { ports(s, "wrong.unwritten"); }
  void paint(Tile& tile) const {
    const auto from = tile[height];
    const auto to = tile[made];
    for (std::int64_t y = tile.top(); y < tile.bottom(); ++y)
      for (std::int64_t x = tile.left(); x < tile.right() - 1; ++x) to(x, y) = from(x, y);
  }
};
struct Outside : Wrong<Outside> {  // one cell too many
  static void describe(Spec<Outside>& s) { ports(s, "wrong.outside"); }
  void paint(Tile& tile) const {
    copied(tile);
    *tile[made].row(tile.bottom(), tile.left()) = 1.0f;
  }
};
struct IntoInput : Wrong<IntoInput> {
  static void describe(Spec<IntoInput>& s) { ports(s, "wrong.into_input"); }
  void paint(Tile& tile) const {
    const auto from = tile[height];
    copied(tile);
    const_cast<float&>(from(tile.left(), tile.top())) += 1.0f;
  }
};

// ---- memory of its own ------------------------------------------------------------------------------

struct Static : Wrong<Static> {
  static void describe(Spec<Static>& s) { ports(s, "wrong.static"); }
  void paint(Tile& tile) const {
    static float calls = 0;
    calls += 1.0f;
    const auto from = tile[height];
    each(tile, [&](auto x, auto y) { return from(x, y) + calls; });
  }
};
struct FirstWorld : Wrong<FirstWorld> {  // remembers the first world that it sees
  static void describe(Spec<FirstWorld>& s) { ports(s, "wrong.first_world"); }
  void paint(Tile& tile) const {
    static const auto first = static_cast<float>(tile.world().width());
    const auto from = tile[height];
    const float width = first;
    each(tile, [&](auto x, auto y) { return from(x, y) * width; });
  }
};
struct Mutable : Wrong<Mutable> {
  mutable float last = 0;
  static void describe(Spec<Mutable>& s) { ports(s, "wrong.mutable"); }
  void paint(Tile& tile) const {
    const auto from = tile[height];
    each(tile, [&](auto x, auto y) {
      const float before = last;
      last = from(x, y);
      return before;
    });
  }
};
struct Rand : Wrong<Rand> {
  static void describe(Spec<Rand>& s) { ports(s, "wrong.rand"); }
  void paint(Tile& tile) const {
    each(tile, [](auto, auto) { return static_cast<float>(std::rand() % 1000); });
  }
};
struct FloatSum : Wrong<FloatSum> {
  static void describe(Spec<FloatSum>& s) { ports(s, "wrong.float_sum"); }
  float survey(const Tile& tile) const {
    float sum = 0;
    const auto from = tile[height];
    tile.each_cell([&](auto x, auto y) { sum += from(x, y) * 0.37f; });
    return sum;
  }
  float merge(float a, float b) const { return a + b; }
  Next<float> resolve(Resolving&, const Notes<float>& notes) const { return done(notes[0]); }
  void paint(Tile& tile, const float& sum) const {
    each(tile, [&](auto, auto) { return sum; });
  }
};
struct Order : Wrong<Order> {  // keeps the first note in whatever order they come
  static void describe(Spec<Order>& s) { ports(s, "wrong.merge_order"); }
  std::int64_t survey(const Tile& tile) const { return static_cast<std::int64_t>(tile.index()); }
  std::int64_t merge(const std::int64_t& a, const std::int64_t& b) const { return a * 3 + b; }
  Next<std::int64_t> resolve(Resolving&, const Notes<std::int64_t>& notes) const { return done(notes[0] & 1023); }
  void paint(Tile& tile, const std::int64_t& note) const {
    each(tile, [&](auto, auto) { return static_cast<float>(note); });
  }
};
struct Combines : Wrong<Combines> {  // forgets the last part of each union
  static void describe(Spec<Combines>& s) { ports(s, "wrong.combine"); }
  std::int64_t survey(const Tile& tile) const { return tile.width() * tile.height(); }
  std::int64_t combine(const Combining&, const Notes<std::int64_t>& notes) const { return notes[0]; }
  Next<std::int64_t> resolve(Resolving&, const Notes<std::int64_t>& notes) const {
    std::int64_t cells = 0;
    for (std::size_t i = 0; i < notes.size(); ++i) cells += notes[i];
    return done(cells & 1023);
  }
  void split(const Splitting&, const Notes<std::int64_t>&) const {}
  void paint(Tile& tile, const std::int64_t& cells) const {
    each(tile, [&](auto, auto) { return static_cast<float>(cells); });
  }
};
float* volatile leaked = nullptr;
struct Leak : Wrong<Leak> {
  static void describe(Spec<Leak>& s) { ports(s, "wrong.leak"); }
  void paint(Tile& tile) const {
    leaked = new float[100]();
    copied(tile);
  }
};

// ---- values -----------------------------------------------------------------------------------------

struct Nan : Wrong<Nan> {
  static void describe(Spec<Nan>& s) { ports(s, "wrong.nan"); }
  void paint(Tile& tile) const {
    each(tile, [](auto x, auto y) { return x == 5 && y == 5 ? std::numeric_limits<float>::quiet_NaN() : 0.0f; });
  }
};
struct Infinite : Wrong<Infinite> {
  static void describe(Spec<Infinite>& s) { ports(s, "wrong.infinite"); }
  void paint(Tile& tile) const {
    each(tile, [](auto x, auto y) { return x == 5 && y == 5 ? std::numeric_limits<float>::infinity() : 0.0f; });
  }
};
struct Mask7 {
  Out<Mask> made;
  static void describe(Spec<Mask7>& s) {
    s.stage("wrong.mask", "Breaks its word.");
    s.port(&Mask7::made, "made", "Seven.");
  }
  void paint(Tile& tile) const {
    const auto to = tile[made];
    tile.each_cell([&](auto x, auto y) { to(x, y) = 7; });
  }
};
struct Weight9 {
  Out<Weight> made;
  static void describe(Spec<Weight9>& s) {
    s.stage("wrong.weight", "Breaks its word.");
    s.port(&Weight9::made, "made", "Below zero.");
  }
  void paint(Tile& tile) const {
    const auto to = tile[made];
    tile.each_cell([&](auto x, auto y) { to(x, y) = -9.0f; });
  }
};
struct Code {
  Out<Class> made;
  static void describe(Spec<Code>& s) {
    s.stage("wrong.class", "Breaks its word.");
    s.port(&Code::made, "made", "Nothing that is known.");
  }
  void arrange(Arrangement& world) { world.set_legend(made, {{1, "one", {1, 1, 1, 255}, "1"}}); }
  void paint(Tile& tile) const {
    const auto to = tile[made];
    tile.each_cell([&](auto x, auto y) { to(x, y) = 2; });
  }
};
struct OnlyAtTheEnd : Wrong<OnlyAtTheEnd> {  // NaN at its largest parameter alone
  double power = 1;
  static void describe(Spec<OnlyAtTheEnd>& s) {
    ports(s, "wrong.only_at_the_end");
    s.parameter(&OnlyAtTheEnd::power, "power", "How much.").range(0, 8);
  }
  void paint(Tile& tile) const {
    each(tile, [&](auto, auto) { return static_cast<float>((8.0 - power) / (8.0 - power)); });
  }
};

// ---- answers ----------------------------------------------------------------------------------------

struct NegativeHalo : Wrong<NegativeHalo> {
  static void describe(Spec<NegativeHalo>& s) { ports(s, "wrong.negative_halo", -40); }
  void paint(Tile& tile) const {
    each(tile, [](auto, auto) { return 0.0f; });
  }
};
struct EndlessHalo : Wrong<EndlessHalo> {
  static void describe(Spec<EndlessHalo>& s) { ports(s, "wrong.endless_halo", std::int64_t{1} << 61); }
  void paint(Tile& tile) const { copied(tile); }
};
struct Again : Wrong<Again> {
  static void describe(Spec<Again>& s) { ports(s, "wrong.again"); }
  int survey(const Tile&) const { return 1; }
  int merge(int a, int b) const { return a + b; }
  Next<int> resolve(Resolving&, const Notes<int>& notes) const { return again(notes[0]); }
  void paint(Tile& tile, const int&) const { copied(tile); }
};
struct Deaf : Wrong<Deaf> {  // takes its time when it is asked to stop
  static void describe(Spec<Deaf>& s) { ports(s, "wrong.deaf"); }
  void paint(Tile& tile) const {
    try {
      tile.poll();
    } catch (const Stopped&) {
      usleep(6000000);
      throw;
    }
    copied(tile);
  }
};

// ---- the program ------------------------------------------------------------------------------------

struct Exit : Wrong<Exit> {
  static void describe(Spec<Exit>& s) { ports(s, "wrong.exit"); }
  void paint(Tile&) const { std::exit(0); }
};
struct ExitAtOnce : Wrong<ExitAtOnce> {
  static void describe(Spec<ExitAtOnce>& s) { ports(s, "wrong.exit_at_once"); }
  void arrange(Arrangement&) { _exit(0); }
  void paint(Tile&) const {}
};
struct Endless : Wrong<Endless> {
  static void describe(Spec<Endless>& s) { ports(s, "wrong.endless"); }
  void paint(Tile&) const {
    volatile int turns = 0;
    for (;;) turns = turns + 1;
  }
};
struct Crash : Wrong<Crash> {
  static void describe(Spec<Crash>& s) { ports(s, "wrong.crash"); }
  void paint(Tile&) const { *static_cast<volatile int*>(nullptr) = 1; }
};
int deeper(volatile int* above) {
  volatile int here[256] = {*above};
  return deeper(here) + here[above[1] & 255];
}
struct Deep : Wrong<Deep> {
  static void describe(Spec<Deep>& s) { ports(s, "wrong.deep"); }
  void paint(Tile& tile) const {
    volatile int first[2] = {};
    const auto depth = static_cast<float>(deeper(first));
    each(tile, [&](auto, auto) { return depth; });
  }
};
struct Prints : Wrong<Prints> {
  static void describe(Spec<Prints>& s) { ports(s, "wrong.prints"); }
  void paint(Tile& tile) const {
    std::printf("tile %d\n", static_cast<int>(tile.index()));
    copied(tile);
  }
};
struct Locale : Wrong<Locale> {
  static void describe(Spec<Locale>& s) { ports(s, "wrong.locale"); }
  void arrange(Arrangement&) { std::setlocale(LC_ALL, "C.UTF-8"); }
  void paint(Tile& tile) const { copied(tile); }
};
struct Rounding : Wrong<Rounding> {
  static void describe(Spec<Rounding>& s) { ports(s, "wrong.rounding"); }
  void paint(Tile& tile) const {
    copied(tile);
    std::fesetround(FE_DOWNWARD);
  }
};
struct Handler : Wrong<Handler> {
  static void describe(Spec<Handler>& s) { ports(s, "wrong.signal_handler"); }
  void paint(Tile& tile) const {
    std::signal(SIGUSR1, SIG_IGN);
    copied(tile);
  }
};
struct LateHandler : Wrong<LateHandler> {  // after calls enough to be looked at rarely
  static void describe(Spec<LateHandler>& s) { ports(s, "wrong.late_handler"); }
  void paint(Tile& tile) const {
    static std::atomic<int> calls{0};
    if (++calls > 50) std::signal(SIGUSR1, SIG_IGN);
    copied(tile);
  }
};
struct Opens : Wrong<Opens> {
  static void describe(Spec<Opens>& s) { ports(s, "wrong.open_file"); }
  void paint(Tile& tile) const {
    [[maybe_unused]] const int left = dup(STDERR_FILENO);  // without a name, which would be a finding more
    copied(tile);
  }
};
struct Refuses : Wrong<Refuses> {
  static void describe(Spec<Refuses>& s) { ports(s, "wrong.refuses"); }
  void arrange(Arrangement&) { throw Failure{"height", "the moon is not full"}; }
  void paint(Tile&) const {}
};

// An answer that there is not: the plain struct of a stage with another paint.
struct Answers : Wrong<Answers> {
  static void describe(Spec<Answers>& s) { ports(s, "wrong.answer"); }
  void paint(Tile& tile) const { copied(tile); }
};
const terrawright_stage* unknown_answer() {
  static terrawright_stage plain = *stage<Answers>();
  plain.paint = [](const void*, const terrawright_job*) -> std::int32_t { return 77; };
  return &plain;
}

}  // namespace

TERRAWRIGHT_PLUGIN("test.wrong", "1", stage<ShortHaloRaw>(), stage<ShortHaloClipped>(), stage<Unwritten>(),
                   stage<Outside>(), stage<IntoInput>(), stage<Static>(), stage<FirstWorld>(), stage<Mutable>(),
                   stage<Rand>(), stage<FloatSum>(), stage<Order>(), stage<Combines>(), stage<Leak>(), stage<Nan>(),
                   stage<Infinite>(), stage<Mask7>(), stage<Weight9>(), stage<Code>(), stage<OnlyAtTheEnd>(),
                   stage<NegativeHalo>(), stage<EndlessHalo>(), stage<Again>(), stage<Deaf>(), stage<Exit>(),
                   stage<ExitAtOnce>(), stage<Endless>(), stage<Crash>(), stage<Deep>(), stage<Prints>(),
                   stage<Locale>(), stage<Rounding>(), stage<Handler>(), stage<LateHandler>(), stage<Opens>(),
                   stage<Refuses>(), unknown_answer())
