// SPDX-License-Identifier: Apache-2.0
// The mean of two heights, which counts how often it is called, by its number: in a file that all processes share.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>

#include "terrawright/stage.hpp"

namespace {

using namespace terrawright;

enum Call { arranged, window_asked, painted, calls };
constexpr std::int64_t most = 256;  // numbers

// The file has room for `most` numbers of each call.
std::uint64_t* counters() {
  static std::uint64_t* const all = [] {
    const char* const name = std::getenv("TERRAWRIGHT_VISITS");
    const int file = name != nullptr ? open(name, O_RDWR) : -1;
    if (file < 0) return static_cast<std::uint64_t*>(nullptr);
    void* const bytes =
        mmap(nullptr, calls * most * sizeof(std::uint64_t), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    return bytes == MAP_FAILED ? nullptr : static_cast<std::uint64_t*>(bytes);
  }();
  return all;
}
void count(Call call, std::int64_t number) {
  if (counters() != nullptr) __atomic_fetch_add(counters() + call * most + number, 1, __ATOMIC_RELAXED);
}

struct Visits {
  In<Height> a, b;
  Out<Height> mean;
  std::int64_t number = 0;

  static void describe(Spec<Visits>& s) {
    s.stage("test.visits", "The mean of two heights.");
    s.port(&Visits::a, "a", "Any heights.").halo([](const Visits& self) {
      count(window_asked, self.number);
      return std::int64_t{0};
    });
    s.port(&Visits::b, "b", "Any heights.");
    s.port(&Visits::mean, "height", "The mean.").like("a");
    s.parameter(&Visits::number, "number", "Where it is counted.").range(0, most - 1);
  }
  void arrange(Arrangement&) { count(arranged, number); }
  void paint(Tile& tile) const {
    count(painted, number);
    const auto first = tile[a], second = tile[b];
    const auto to = tile[mean];
    tile.each_cell([&](auto x, auto y) { to(x, y) = 0.5F * (first(x, y) + second(x, y)); });
  }
};

}  // namespace

TERRAWRIGHT_PLUGIN("test.visits", "1", stage<Visits>())
