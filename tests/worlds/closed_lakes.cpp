// SPDX-License-Identifier: Apache-2.0
// configs/continent.yaml: of each closed lake evaporates what it gets, and all water ends in the sea or in one of them.
#include <algorithm>
#include <cmath>
#include <map>

#include "support/catch.hpp"
#include "support/shipped.hpp"

using namespace terrawright;

TEST_CASE("closed lakes of a continent lose what flows in, and no river leaves them", "[configs]") {
  struct Balance {
    double inflow = 0, lost = 0, most = 0;  // mm/yr on a cell
  };
  const test::Shipped continent{"continent"};
  int lakes = 0, endorheic = 0;
  for (int seed = 1; seed <= 6; ++seed) {
    INFO("seed " << seed);
    const std::string layers =
        "outputs=[{layers: {a: drainage, r: drainage.receivers, l: closed.lake, w: closed.level, q: closed.runoff, "
        "e: closed.potential, p: rain.annual, s: closed.sinks, t: lakes.table, z: metres, d: lakes.depth}}]";
    const auto world = continent.build(seed, 257, {layers});
    const auto flow = world.cells<std::int64_t>("drainage/accumulation");
    const auto runoff = world.cells<std::int64_t>("closed/runoff");
    const auto receivers = world.cells<std::uint16_t>("drainage/receivers");
    const auto lake = world.cells<std::uint8_t>("closed/closed.lake");
    const auto sinks = world.cells<std::uint8_t>("closed/closed.sinks");
    const auto level = world.cells<float>("closed/closed.level"), metres = world.cells<float>("metres");
    const auto open_water = world.cells<float>("closed/runoff.potential"), rain = world.cells<float>("rain.annual");
    std::int64_t fallen = 0, arrived = 0;
    std::map<float, Balance> balances;  // a lake is of one level
    for (std::size_t c = 0; c < flow.size(); ++c) {
      fallen += sinks[c] != 0 ? 0 : runoff[c];  // what falls on an end does not run to it
      if (receivers[c] == 0) arrived += flow[c];
      if (lake[c] == 0) continue;
      CHECK(sinks[c] == 1);
      CHECK(metres[c] == level[c]);
      Balance& balance = balances[level[c]];
      const double own = static_cast<double>(runoff[c]) / 1024;
      const double lost = std::max(static_cast<double>(open_water[c]) - static_cast<double>(rain[c]) + own, 0.0);
      balance.inflow += static_cast<double>(flow[c]) / 1024 + own;
      balance.lost += lost;
      balance.most = std::max(balance.most, lost);
    }
    CHECK(arrived == fallen);
    for (const auto& [height, balance] : balances) {
      INFO("level " << height);
      CHECK(balance.lost <= balance.inflow + 1);
      CHECK(balance.lost > balance.inflow - 2 * balance.most);  // one cell more would lose too much
    }
    lakes += static_cast<int>(balances.size());
    for (const std::int64_t shut : world.table("lakes.table").integers("endorheic")) endorheic += shut != 0;
  }
  CHECK(lakes >= 12);
  CHECK(endorheic >= 3);
}
