// SPDX-License-Identifier: Apache-2.0
// Stages that ask the system for something, one way each; what they make does not depend on it.
#include <chrono>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>

#include "terrawright/stage.hpp"

namespace {

using namespace terrawright;

constexpr char file[] = "/etc/hostname";

void open_and_close() {
  if (std::FILE* const opened = std::fopen(file, "r")) std::fclose(opened);
}

template <class Stage>
struct Asks {
  In<Height> height;
  Out<Height> made;
  template <class Spec>
  static void ports(Spec& s, const char* id) {
    s.stage(id, "Asks the system.");
    s.port(static_cast<In<Height> Stage::*>(&Stage::height), "height", "Any heights.");
    s.port(static_cast<Out<Height> Stage::*>(&Stage::made), "made", "The same.").like("height");
  }
  void copied(Tile& tile) const {
    tile.each_cell([from = tile[height], to = tile[made]](auto x, auto y) { to(x, y) = from(x, y); });
  }
};

// Asks in paint alone.
#define ASKS_IN_PAINT(Name, id, what)                             \
  struct Name : Asks<Name> {                                      \
    static void describe(Spec<Name>& s) { ports(s, "asks." id); } \
    void paint(Tile& tile) const {                                \
      what;                                                       \
      copied(tile);                                               \
    }                                                             \
  };
ASKS_IN_PAINT(Fopen, "fopen", open_and_close())
ASKS_IN_PAINT(Ifstream, "ifstream", std::ifstream(file).get())
ASKS_IN_PAINT(Exists, "exists", (void)std::filesystem::exists(file))
ASKS_IN_PAINT(Folder, "folder", (void)std::distance(std::filesystem::directory_iterator("/etc"), {}))
ASKS_IN_PAINT(Urandom, "urandom", std::ifstream("/dev/urandom").get())
ASKS_IN_PAINT(Variable, "variable", (void)std::getenv("HOME"))
ASKS_IN_PAINT(Time, "time", (void)std::time(nullptr))
ASKS_IN_PAINT(Steady, "steady_clock", (void)std::chrono::steady_clock::now())
ASKS_IN_PAINT(Wall, "system_clock", (void)std::chrono::system_clock::now())
ASKS_IN_PAINT(Processor, "clock", (void)std::clock())
ASKS_IN_PAINT(Device, "random_device", std::random_device()())
ASKS_IN_PAINT(Locale, "setlocale", (void)std::setlocale(LC_NUMERIC, nullptr))
ASKS_IN_PAINT(Point, "localeconv", (void)std::localeconv())

constexpr std::time_t moment = 1;
ASKS_IN_PAINT(Zone, "time_zone", (void)std::localtime(&moment))
ASKS_IN_PAINT(Date, "date", (void)std::gmtime(&moment))

struct Program : Asks<Program> {
  static void describe(Spec<Program>& s) { ports(s, "asks.program"); }
  void arrange(Arrangement&) {
    if (std::FILE* const said = popen("true", "r")) pclose(said);
  }
  void paint(Tile& tile) const { copied(tile); }
};
struct OpensInCreate : Asks<OpensInCreate> {
  static void describe(Spec<OpensInCreate>& s) { ports(s, "asks.opens_in_create"); }
  void arrange(Arrangement&) { open_and_close(); }
  void paint(Tile& tile) const { copied(tile); }
};
struct VariableInCreate : Asks<VariableInCreate> {
  static void describe(Spec<VariableInCreate>& s) { ports(s, "asks.variable_in_create"); }
  void arrange(Arrangement&) { (void)std::getenv("LANG"); }
  void paint(Tile& tile) const { copied(tile); }
};
struct Depends : Asks<Depends> {  // as it may
  static void describe(Spec<Depends>& s) { ports(s, "asks.depends"); }
  void arrange(Arrangement& world) {
    std::ifstream in(file, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(in), {}};
    world.depends(bytes.data(), bytes.size());
  }
  void paint(Tile& tile) const { copied(tile); }
};
struct DependsInVain : Asks<DependsInVain> {  // on what it read in create, and reads again
  static void describe(Spec<DependsInVain>& s) { ports(s, "asks.depends_in_vain"); }
  void arrange(Arrangement& world) { world.depends(file, sizeof file); }
  void paint(Tile& tile) const {
    open_and_close();
    copied(tile);
  }
};
struct Window {
  In<Height> height;
  Out<Height> made;
  static void describe(Spec<Window>& s) {
    s.stage("asks.in_window", "Asks the system.");
    s.port(&Window::height, "height", "Any heights.").halo([](const Window&) {
      open_and_close();
      return std::int64_t{1};
    });
    s.port(&Window::made, "made", "The same.").like("height");
  }
  void paint(Tile& tile) const {
    tile.each_cell([from = tile[height], to = tile[made]](auto x, auto y) { to(x, y) = from(x, y); });
  }
};
struct Destroy : Asks<Destroy> {
  bool is_arranged = false;
  static void describe(Spec<Destroy>& s) { ports(s, "asks.in_destroy"); }
  void arrange(Arrangement&) { is_arranged = true; }
  void paint(Tile& tile) const { copied(tile); }
  Destroy() = default;
  Destroy(const Destroy&) = default;
  ~Destroy() {
    if (is_arranged) open_and_close();
  }
};
struct Parallel : Asks<Parallel> {
  static void describe(Spec<Parallel>& s) { ports(s, "asks.in_parallel"); }
  int survey(const Tile&) const { return 1; }
  int merge(int a, int b) const { return a + b; }
  Next<int> resolve(Resolving& world, const Notes<int>& notes) const {
    world.parallel(64, [](std::uint64_t) { open_and_close(); });
    return done(notes[0]);
  }
  void paint(Tile& tile, const int&) const { copied(tile); }
};

}  // namespace

TERRAWRIGHT_PLUGIN("test.asks", "1", stage<Fopen>(), stage<Ifstream>(), stage<Exists>(), stage<Folder>(),
                   stage<Urandom>(), stage<Variable>(), stage<Time>(), stage<Steady>(), stage<Wall>(),
                   stage<Processor>(), stage<Device>(), stage<Locale>(), stage<Point>(), stage<OpensInCreate>(),
                   stage<Zone>(), stage<Date>(), stage<Program>(), stage<VariableInCreate>(), stage<Depends>(),
                   stage<DependsInVain>(), stage<Window>(), stage<Destroy>(), stage<Parallel>())
