// SPDX-License-Identifier: Apache-2.0
// Counts the calls of each node of a row of diamonds in a run: 3 nodes each, and twice as many paths with each. A walk
// that follows every path of 60 of them never ends. One that comes to a node once for each of its readers calls the
// nodes at the beginning of the row more often than those at its end.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "cli/program.hpp"
#include "support/catch.hpp"

namespace terrawright::test {

class CountedDiamonds {
 public:
  static constexpr std::size_t nodes = 180, tiles = 6;
  // By node, from the first one of the row to the last.
  struct Visits {
    std::vector<std::uint64_t> arranged, windows_asked, painted;
  };

  CountedDiamonds() {
    std::string yaml =
        "terrawright: 1\nname: d\nworld: {size: [1100, 600], cell: 1 km, seed: 1}\nstages:\n  n0: {use: "
        "heights.noise@1}\n";
    std::size_t number = 0;
    const auto add = [&](const std::string& name, const std::string& a, const std::string& b) {
      yaml += "  " + name + ": {use: test.visits@1, in: {a: " + a + ", b: " + b +
              "}, with: {number: " + std::to_string(number++) + "}}\n";
    };
    for (std::size_t i = 1; i <= nodes / 3; ++i) {
      const std::string n = std::to_string(i), before = "n" + std::to_string(i - 1);
      add("l" + n, before, before);
      add("r" + n, before, before);
      add("n" + n, "l" + n, "r" + n);
    }
    write(world(), yaml + "  low: {use: shape.normalise@1, in: {field: n" + std::to_string(nodes / 3) +
                       "}}\noutputs: [{file: a.exr, layers: {h: low}}]\nexpect: [{name: low, that: max(low) <= 1}]\n");
  }
  std::string operator/(const std::string& name) const { return folder_ / name; }
  // The config, with its plugin.
  std::string arguments() const { return world() + " --plugins " TERRAWRIGHT_VISITS_PLUGIN; }
  // Each node is called as often as every other: arranged `arranged` times, painted `painted` times a tile. Whether
  // a tile asks once more for an input's window depends on threads.
  void all_alike(const std::string& command, std::uint64_t arranged, std::uint64_t painted) const {
    const Visits visits = of(command);
    INFO(command);
    CHECK(visits.arranged == std::vector<std::uint64_t>(nodes, arranged));
    CHECK(visits.painted == std::vector<std::uint64_t>(nodes, painted * tiles));
    const auto [least, greatest] = std::minmax_element(visits.windows_asked.begin(), visits.windows_asked.end());
    CHECK(*least >= arranged);
    CHECK(*greatest <= *least + 2 * painted * tiles);
  }
  // Counts for a command that runs the program, within a minute.
  Visits of(const std::string& command) const {
    const std::string file = folder_ / "visits";
    write(file, std::string(3 * most * sizeof(std::uint64_t), '\0'));
    const Ran ran = shell("TERRAWRIGHT_VISITS=" + file + " timeout 60 " + command);
    INFO(command << "\n" << ran.err);
    CHECK(ran.exit == 0);
    const std::string bytes = read(file);
    std::vector<std::uint64_t> all(3 * most);
    REQUIRE(bytes.size() == all.size() * sizeof all[0]);
    std::memcpy(all.data(), bytes.data(), bytes.size());
    const auto of_call = [&](std::size_t call) {
      const auto first = all.begin() + static_cast<std::ptrdiff_t>(call * most);
      return std::vector<std::uint64_t>(first, first + nodes);
    };
    return {of_call(0), of_call(1), of_call(2)};
  }

 private:
  static constexpr std::size_t most = 256;
  std::string world() const { return folder_ / "d.yaml"; }
  TemporaryFolder folder_;
};

}  // namespace terrawright::test
