// SPDX-License-Identifier: Apache-2.0
// Stages that break their word where one has to look for it: at edges of their inputs, in worlds of other shapes, at
// values of a parameter, in another environment, or by what they take.
#include <pthread.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cmath>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include "terrawright/stage.hpp"

extern char** environ;

namespace {

using namespace terrawright;

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

// Heights of heights; what is wrong, the stage says.
template <class Stage>
struct Hidden {
  In<Height> height;
  Out<Height> made;
  template <class Spec>
  static void ports(Spec& s, const char* id) {
    s.stage(id, "Breaks its word.");
    s.port(static_cast<In<Height> Stage::*>(&Stage::height), "height", "Any heights.");
    s.port(static_cast<Out<Height> Stage::*>(&Stage::made), "made", "Heights.").like("height");
  }
  // body(height, x, y): the cell.
  template <class Body>
  void each(Tile& tile, Body body) const {
    tile.each_cell([&, from = tile[height], to = tile[made]](auto x, auto y) { to(x, y) = body(from(x, y), x, y); });
  }
  void copied(Tile& tile) const {
    each(tile, [](float here, auto, auto) { return here; });
  }
};
#define HIDDEN(Name, id)                                            \
  struct Name : Hidden<Name> {                                      \
    static void describe(Spec<Name>& s) { ports(s, "hidden." id); } \
    void paint(Tile& tile) const;                                   \
  };                                                                \
  void Name::paint(Tile& tile) const

// ---- edges of inputs ---------------------------------------------------------------------------------

// The least and the largest height of the tile.
template <class Stage>
std::pair<float, float> ends(const Tile& tile, const Stage& stage) {
  std::pair<float, float> found{std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity()};
  tile.each_cell([&, from = tile[stage.height]](auto x, auto y) {
    found.first = std::min(found.first, from(x, y));
    found.second = std::max(found.second, from(x, y));
  });
  return found;
}

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

// ---- worlds of other shapes --------------------------------------------------------------------------

HIDDEN(WrapX, "wrap_x") {
  const bool wraps = tile.world().wraps_x() && !tile.world().wraps_y();
  each(tile, [&](float here, auto, auto) { return wraps ? nan : here; });
}
HIDDEN(WrapY, "wrap_y") {
  const bool wraps = tile.world().wraps_y() && !tile.world().wraps_x();
  each(tile, [&](float here, auto, auto) { return wraps ? nan : here; });
}
HIDDEN(WrapBoth, "wrap_both") {
  const bool wraps = tile.world().wraps_y() && tile.world().wraps_x();
  each(tile, [&](float here, auto, auto) { return wraps ? nan : here; });
}
HIDDEN(Wide, "wide") {
  each(tile, [](float here, auto x, auto) { return x > 1100 ? nan : here; });
}
HIDDEN(Long, "long") {
  each(tile, [](float here, auto, auto y) { return y >= 4096 ? nan : here; });
}
HIDDEN(Tile900, "tile_900") {
  each(tile, [&](float here, auto, auto) { return tile.index() > 900 ? here + 1.0f : here; });
}
HIDDEN(OneRow, "one_row") {
  const auto below = static_cast<float>(tile.world().height() - 1);
  each(tile, [&](float here, auto, auto y) { return here + static_cast<float>(y) / below; });
}
HIDDEN(OneColumn, "one_column") {
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

// ---- another environment -----------------------------------------------------------------------------

HIDDEN(Address, "address") {  // an order of addresses
  static const int here = 0;
  const auto bits = static_cast<float>(reinterpret_cast<std::uintptr_t>(&here) >> 12 & 0xfff);
  each(tile, [&](float cell, auto, auto) { return cell + bits; });
}
HIDDEN(Environ, "environ") {  // a variable without getenv
  float home = 0.0f;
  for (char** variable = environ; *variable != nullptr; ++variable)
    if (std::strncmp(*variable, "HOME=", 5) == 0) home = static_cast<float>(std::strlen(*variable));
  each(tile, [&](float here, auto, auto) { return here + home; });
}
const float loaded_with = [] {
  const char* const zone = std::getenv("TZ");
  return zone == nullptr ? 0.0f : static_cast<float>(std::strlen(zone));
}();
HIDDEN(WhenLoaded, "when_loaded") {  // a variable as the library was loaded
  each(tile, [](float here, auto, auto) { return here + loaded_with; });
}
HIDDEN(Processors, "processors") {
  const auto count = static_cast<float>(std::thread::hardware_concurrency());
  each(tile, [&](float here, auto, auto) { return here + count; });
}
HIDDEN(ProcessId, "process_id") {
  const auto id = static_cast<float>(getpid() % 7);
  each(tile, [&](float here, auto, auto) { return here + 0.0f * id; });
}
HIDDEN(HostName, "host_name") {
  char name[256] = "";
  gethostname(name, sizeof name);
  copied(tile);
}
HIDDEN(SetsVariable, "sets_variable") {
  setenv("HIDDEN", "1", 1);
  copied(tile);
}
HIDDEN(Folder, "chdir") {
  if (chdir("/") == 0) copied(tile);
}
struct OwnThread : Hidden<OwnThread> {  // whose rounding is its own
  static void describe(Spec<OwnThread>& s) { ports(s, "hidden.own_thread"); }
  void paint(Tile& tile) const {
    std::thread([] {}).join();
    copied(tile);
  }
};

HIDDEN(HighMountain, "high_mountain") {  // a table of 4000 metres
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
HIDDEN(MakesFolder, "makes_folder") {
  if (mkdir("/nowhere/at/all", 0700) != 0) copied(tile);
}
HIDDEN(Network, "network") {
  const int left = socket(AF_INET, SOCK_DGRAM, 0);
  if (left >= 0) close(left);
  copied(tile);
}
HIDDEN(Blocks, "blocks_signals") {
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &one, nullptr);
  copied(tile);
}
struct LastInstance : Hidden<LastInstance> {  // takes the last one that was made for itself
  double number = 1.0;
  static inline double last = 0.0;
  static void describe(Spec<LastInstance>& s) {
    ports(s, "hidden.last_instance");
    s.parameter(&LastInstance::number, "number", "Any.").range(0, 8);
  }
  void arrange(Arrangement&) { last = number; }
  void paint(Tile& tile) const {
    each(tile, [](float here, auto, auto) { return here + static_cast<float>(last); });
  }
};
struct FirstValue : Hidden<FirstValue> {  // the first value that anybody gave
  double number = 1.0;
  static void describe(Spec<FirstValue>& s) {
    ports(s, "hidden.first_value");
    s.parameter(&FirstValue::number, "number", "Any.").range(0, 8);
  }
  void paint(Tile& tile) const {
    static const auto first = static_cast<float>(number);
    each(tile, [](float here, auto, auto) { return here * first; });
  }
};
HIDDEN(SmallTiles, "small_tiles") {
  if (tile.width() < 8 && tile.world().width() > 8) throw Failure{"height", "the tile is too small"};
  copied(tile);
}
HIDDEN(OutOfRange, "out_of_range") {  // refuses in the words of the C++ library
  const auto [low, high] = ends(tile, *this);
  const std::vector<float> one(1, 1.0f);
  const float factor = one.at(low == high && tile.width() > 1 ? 7 : 0);
  each(tile, [&](float here, auto, auto) { return here * factor; });
}
struct Units : Hidden<Units> {
  static inline int calls = 0;
  static void describe(Spec<Units>& s) {
    s.stage("hidden.units", "Breaks its word.");
    s.port(static_cast<In<Height> Units::*>(&Units::height), "height", "Any heights.");
    s.port(static_cast<Out<Height> Units::*>(&Units::made), "made", "Heights.");
  }
  void arrange(Arrangement& world) { world.set_unit(made, ++calls % 2 == 0 ? "m" : "km"); }
  void paint(Tile& tile) const { copied(tile); }
};
HIDDEN(Umask, "umask") {
  umask(0);
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

// ---- functions of the C library ----------------------------------------------------------------------

HIDDEN(Sine, "sin") {
  each(tile, [](float here, auto, auto) { return static_cast<float>(std::sin(static_cast<double>(here))); });
}
HIDDEN(Power, "powf") {
  each(tile, [](float here, auto, auto) { return std::pow(std::fabs(here), 1.7f); });
}
HIDDEN(Logarithm, "log1p") {
  each(tile,
       [](float here, auto, auto) { return static_cast<float>(std::log1p(std::fabs(static_cast<double>(here)))); });
}
HIDDEN(Angle, "atan2") {
  each(tile, [](float here, auto x, auto) {
    return static_cast<float>(std::atan2(static_cast<double>(here), 1.0 + static_cast<double>(x)));
  });
}

// ---- memory and time ---------------------------------------------------------------------------------

char* volatile kept = nullptr;
HIDDEN(LargeLeak, "large_leak") {
  kept = static_cast<char*>(std::malloc(std::size_t{64} << 20));
  copied(tile);
}
HIDDEN(TouchedLeak, "touched_leak") {
  kept = static_cast<char*>(std::malloc(std::size_t{16} << 20));
  std::memset(kept, 1, std::size_t{16} << 20);
  copied(tile);
}
HIDDEN(MappedLeak, "mapped_leak") {
  mmap(nullptr, 100000, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  copied(tile);
}
HIDDEN(Large, "large") {  // much more than the world is worth, at once
  std::vector<char> much(std::size_t{6} << 30);
  each(tile, [&](float here, auto x, auto) { return here + static_cast<float>(much[static_cast<std::size_t>(x)]); });
}
struct SaysTooMuch : Hidden<SaysTooMuch> {
  static void describe(Spec<SaysTooMuch>& s) { ports(s, "hidden.says_2_to_40"); }
  void arrange(Arrangement& world) { world.needs_memory(std::uint64_t{1} << 40); }
  void paint(Tile& tile) const { copied(tile); }
};
struct SaysAll : Hidden<SaysAll> {
  static void describe(Spec<SaysAll>& s) { ports(s, "hidden.says_all"); }
  void arrange(Arrangement& world) { world.needs_memory(UINT64_MAX); }
  void paint(Tile& tile) const { copied(tile); }
};
HIDDEN(Sleeps, "sleeps") {  // never too long in one call
  usleep(700000);
  copied(tile);
}
struct Quadratic : Hidden<Quadratic> {
  static void describe(Spec<Quadratic>& s) {
    s.stage("hidden.quadratic", "Takes its time.").whole();
    s.port(static_cast<In<Height> Quadratic::*>(&Quadratic::height), "height", "Any heights.");
    s.port(static_cast<Out<Height> Quadratic::*>(&Quadratic::made), "made", "Heights.").like("height");
  }
  void paint(Tile& tile) const {
    const std::int64_t cells = tile.width() * tile.height();
    volatile std::int64_t count = 0;
    for (std::int64_t i = 0; i < cells / 8; ++i)
      for (std::int64_t j = 0; j < cells / 8; ++j) count = count + 1;
    copied(tile);
  }
};
HIDDEN(Fresh, "fresh_memory") {  // what malloc gives holds what lay there
  float* const some = static_cast<float*>(std::malloc(40 * sizeof(float)));
  const float left = some[30];
  for (int i = 0; i < 40; ++i) some[i] = static_cast<float>(tile.index());
  std::free(some);
  each(tile, [&](float here, auto, auto) { return here + left; });
}

}  // namespace

TERRAWRIGHT_PLUGIN("test.hidden", "1", stage<Flat>(), stage<Zero>(), stage<AllSea>(), stage<AllLand>(),
                   stage<OneCell>(), stage<NoRows>(), stage<OneOptional>(), stage<Unread>(), stage<UnreadMatters>(),
                   stage<WrapX>(), stage<WrapY>(), stage<WrapBoth>(), stage<Wide>(), stage<Long>(), stage<Tile900>(),
                   stage<OneRow>(), stage<OneColumn>(), stage<Notes256>(), stage<WindowCounts>(),
                   stage<WindowOfAddress>(), stage<Threshold>(), stage<PowerOfTwo>(), stage<Inside>(), stage<Address>(),
                   stage<Environ>(), stage<WhenLoaded>(), stage<Processors>(), stage<ProcessId>(), stage<HostName>(),
                   stage<SetsVariable>(), stage<Folder>(), stage<OwnThread>(), stage<Sine>(), stage<Power>(),
                   stage<Logarithm>(), stage<Angle>(), stage<LargeLeak>(), stage<TouchedLeak>(), stage<Large>(),
                   stage<SaysTooMuch>(), stage<SaysAll>(), stage<Sleeps>(), stage<Quadratic>(), stage<Fresh>(),
                   stage<MakesFolder>(), stage<Network>(), stage<Blocks>(), stage<LastInstance>(), stage<SmallCells>(),
                   stage<NoText>(), stage<FirstValue>(), stage<SmallTiles>(), stage<OutOfRange>(), stage<Units>(),
                   stage<Umask>(), stage<MappedLeak>(), stage<HighMountain>(), stage<ManyCells>(), stage<NoWind>(),
                   stage<Pole>())
