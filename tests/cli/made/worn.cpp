// SPDX-License-Identifier: Apache-2.0
// Each cell is computed TIMES times, and a tile takes BYTES bytes for each of its cells.
#include <vector>

#include "terrawright/stage.hpp"
using namespace terrawright;
struct Worn {
  In<Height> height;
  Out<Height> worn;
  static void describe(Spec<Worn>& s) {
    s.stage("test.worn", "Heights, worn down.");
    s.port(&Worn::height, "height", "Any.");
    s.port(&Worn::worn, "height", "Worn.").like("height");
  }
  void paint(Tile& tile) const {
    const auto from = tile[height];
    const auto to = tile[worn];
    std::vector<char> taken(static_cast<std::size_t>(tile.area().width * tile.area().height * BYTES), 1);
    tile.each_cell([&](auto x, auto y) {
      float cell = from(x, y) + static_cast<float>(taken.back() - 1);
      for (int i = 0; i < TIMES; ++i) cell = cell * 0.9375f + 0.0625f;
      to(x, y) = cell;
    });
  }
};
TERRAWRIGHT_PLUGIN("test.worn", "1", terrawright::stage<Worn>())
