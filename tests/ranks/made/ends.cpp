// SPDX-License-Identifier: Apache-2.0
// Smooth heights, whose process ends as the environment asks for: TERRAWRIGHT_KILLED="survey 1" kills the process of
// rank 1 in its first survey, TERRAWRIGHT_HELD="survey 1" holds it there for five seconds, TERRAWRIGHT_FAILS="700 600"
// fails at that cell.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <thread>

#include "terrawright/stage.hpp"

namespace {

using namespace terrawright;

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value != nullptr ? value : "";
}
void may_be_killed(const std::string& phase) {
  const std::string here = phase + " " + variable("OMPI_COMM_WORLD_RANK");
  if (variable("TERRAWRIGHT_KILLED") == here) std::raise(SIGKILL);
  static std::once_flag held;
  if (variable("TERRAWRIGHT_HELD") == here)
    std::call_once(held, [] { std::this_thread::sleep_for(std::chrono::seconds(5)); });
}

struct Least {
  float of_all = 0;
};
struct Lowest {
  double height = 0;
};

struct Ends {
  In<Height> height;
  Out<Height> made;

  static void describe(Spec<Ends>& s) {
    s.stage("test.ends", "The mean of a cell and its neighbours, less the least of all.");
    s.port(&Ends::height, "height", "Any heights.").halo(1);
    s.port(&Ends::made, "made", "Heights.").like("height");
  }
  Lowest survey(const Tile& tile) const {
    may_be_killed("survey");
    Lowest lowest;
    const auto from = tile[height];
    tile.each_cell([&](auto x, auto y) { lowest.height = std::min(lowest.height, static_cast<double>(from(x, y))); });
    return lowest;
  }
  Next<Least> resolve(Resolving&, const Notes<Lowest>& notes) const {
    may_be_killed("resolve");
    double least = 0;
    for (std::size_t i = 0; i < notes.size(); ++i) least = std::min(least, notes[i].height);
    return done(Least{static_cast<float>(least)});
  }
  void paint(Tile& tile, const Least& least) const {
    may_be_killed("paint");
    long x_failing = -1, y_failing = -1;
    std::sscanf(variable("TERRAWRIGHT_FAILS").c_str(), "%ld %ld", &x_failing, &y_failing);
    const auto from = tile[height];
    const auto to = tile[made];
    tile.each_cell([&](auto x, auto y) {
      if (x == x_failing && y == y_failing) throw Failure("height", "this cell is one too many", x, y);
      const auto in = from.area();
      const float across = from(std::max(x - 1, in.x), y) + from(std::min(x + 1, in.x + in.width - 1), y);
      const float down = from(x, std::max(y - 1, in.y)) + from(x, std::min(y + 1, in.y + in.height - 1));
      to(x, y) = 0.25F * (across + down) - least.of_all;
    });
  }
};

}  // namespace

TERRAWRIGHT_PLUGIN("test.ends", "1", stage<Ends>())
