// SPDX-License-Identifier: Apache-2.0
// A library that takes its time while it is loaded, and a stage that takes its time and hears no one.
#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "terrawright/stage.hpp"

using namespace terrawright;

namespace {

void wait(const char* name) {
  const char* seconds = std::getenv(name);
  if (seconds == nullptr) return;
  std::ofstream(std::getenv("TERRAWRIGHT_TEST_MARK")) << name;
  const double time = std::atof(seconds);
  for (int i = 0; i < time * 100; ++i) usleep(10000);
}
const bool loaded = [] {
  wait("TERRAWRIGHT_TEST_LOADING");
  return true;
}();

struct Slow {
  In<Height> in;
  Out<Height> out;
  static void describe(Spec<Slow>& s) {
    s.stage("test.slow", "Slow.");
    s.port(&Slow::in, "in", "Any.");
    s.port(&Slow::out, "out", "The same.");
  }
  struct Nothing {};
  Next<Nothing> resolve(Resolving&) const {
    wait("TERRAWRIGHT_TEST_RUNNING");
    return done(Nothing{});
  }
  void paint(Tile&) const {}
};

}  // namespace

TERRAWRIGHT_PLUGIN("test.slow", "1", terrawright::stage<Slow>())
