// SPDX-License-Identifier: Apache-2.0
// water.flats: how water crosses a flat to where it goes down.
#include <algorithm>
#include <vector>

#include "flat_costs.hpp"
#include "terrawright/stage.hpp"
#include "water/directions.hpp"
#include "water/scratch.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::water;

// Every tile has its own verdict; none is for all.
constexpr std::int64_t margin = 16;  // cells

struct Flats {
  In<Height> filled;
  In<Mask> ocean;
  Out<Count> distance;
  Out<Class> way;
  enum class Rule { winding, straight } rule = Rule::winding;
  std::int64_t spread = 8;

  Rect world{};
  StepCosts steps;

  static void describe(Spec<Flats>& s) {
    s.stage("water.flats", "Ways of water across flats to their descent: over random ground, by the cheapest way.");
    s.source(
        "Least costs: Dijkstra 1959, Dial 1969. straight: algorithms 15.2, a breadth-first search from all drops "
        "of a flat at once. No height is changed");
    s.revision(2).reads_random();
    s.port(&Flats::filled, "filled", "Heights without depressions, from water.fill.").unit("m").halo(2 + margin);
    s.port(&Flats::ocean, "ocean", "Mask of the ocean, where water ends; without it, cells at 0 m and below.")
        .halo(2 + margin)
        .optional();
    s.port(&Flats::distance, "distance",
           "What the way across the flat costs, to the nearest cell that has a lower neighbour; 0 at that cell. A step "
           "costs its length (5, along diagonals 7) times what both of its cells cost. straight: the number of steps.")
        .unit("1");
    s.port(&Flats::way, "way", "Direction of the neighbour across the flat; none where a neighbour is lower.")
        .by_name();
    s.parameter(&Flats::rule, "rule",
                "winding: each cell costs a random number of its own, so that rivers wind and join early. straight: "
                "each step costs the same, which makes straight and parallel rivers.")
        .choices({"winding", "straight"});
    s.parameter(&Flats::spread, "spread",
                "Cost of each cell beside a random number of 0 to 255: the smaller, the more winding.")
        .range(1, 1024);
  }

  void arrange(Arrangement& a) {
    refuse_wrapped(a.world(), "filled");
    world = {0, 0, a.width(), a.height()};
    if (rule == Rule::winding) steps = StepCosts(a.stream(), spread);
    a.set_legend(way, way_legend());
    a.needs_memory(static_cast<std::uint64_t>(world.width * world.height) / 8 + (1 << 20));
  }

  // Window of a tile in survey. Ways that wind across its edge and back are found at once, and the tile is not visited
  // again for each time that they cross.
  Rect window(const Rect& tile) const {
    const Rect wide = grown(tile, std::min(margin, std::max(tile.width, tile.height) / 32));
    const std::int64_t x = std::max(wide.x, world.x), y = std::max(wide.y, world.y);
    return {x, y, std::min(wide.x + wide.width, world.width) - x, std::min(wide.y + wide.height, world.height) - y};
  }

  FlatCosts known(const Tile& tile, bool all) const {
    const Outlets outlets(tile[filled], tile[ocean], world.width, world.height);
    FlatCosts known(tile[filled], outlets, tile.area(), all ? tile.area() : window(tile.area()), world, steps);
    const BlobView own = tile.own<Blob>();
    known.spread(own ? unpacked_flats(own.items<std::uint8_t>(0)) : std::vector<EdgeFlat>(), all, [&] { tile.poll(); });
    return known;
  }

  // The flats on the tile's edge.
  Blob survey(const Tile& tile) const {
    require_countable(tile.area());
    tile.poll();
    if (!tile.own<Blob>()) tile.require_finite(filled, "filled", "a height");
    const FlatCosts here = known(tile, false);
    std::vector<EdgeFlat> edge;
    Perimeter(tile.area()).each([&](std::int64_t x, std::int64_t y, std::size_t number) {
      if (!here.is_flat(x, y)) return;
      edge.push_back({static_cast<std::uint32_t>(number), tile[filled](x, y), here.cost(x, y)});
    });
    Blob note;
    note.add(packed_flats(edge));
    return note;
  }

  // Facts of all tiles' edges; tiles that learn from their neighbours are visited again.
  Next<Nothing> resolve(Resolving& resolving, const Notes<Blob>& notes) const {
    const BlobView so_far = resolving.carried<Blob>();
    const TileGrid tiles(resolving);
    std::vector<Items<std::uint8_t>> packed(tiles.size());
    for (std::size_t t = 0; t < tiles.size() && so_far; ++t) packed[t] = so_far.items<std::uint8_t>(t);
    for (std::size_t i = 0; i < notes.size(); ++i) packed[notes.tile(i)] = notes[i].items<std::uint8_t>(0);
    std::vector<std::vector<EdgeFlat>> edges;
    for (const auto& bytes : packed) edges.push_back(unpacked_flats(bytes));

    bool more = false;
    for (std::size_t t = 0; t < tiles.size(); ++t) {
      if (edges[t].empty()) continue;
      resolving.poll();
      bool learns = false;
      std::vector<EdgeFlat> ring;
      auto next = edges[t].begin();
      Perimeter(tiles[t]).each([&](std::int64_t x, std::int64_t y, std::size_t number) {
        if (next == edges[t].end() || next->number != number) return;
        const EdgeFlat& here = *next++;
        for (std::size_t k = 0; k < directions.size(); ++k) {
          const Direction& to = directions[k];
          const std::int64_t nx = x + to.dx, ny = y + to.dy;
          if (!tiles.has(nx, ny)) continue;
          const EdgeCell other = tiles.at(nx, ny);
          if (other.tile == t) continue;
          const EdgeFlat* const there = find_flat(edges[other.tile], other.number);
          if (there == nullptr || there->height != here.height || there->cost == unknown_cost) continue;
          const auto place = static_cast<std::uint32_t>(ring_of(tiles[t]).index(nx, ny));
          ring.push_back({place, there->height, there->cost});
          learns |= there->cost + steps.least() <= here.cost && there->cost + step(x, y, k) < here.cost;
        }
      });
      std::sort(ring.begin(), ring.end(), [](const EdgeFlat& a, const EdgeFlat& b) { return a.number < b.number; });
      ring.erase(
          std::unique(ring.begin(), ring.end(), [](const auto& a, const auto& b) { return a.number == b.number; }),
          ring.end());
      Blob own;
      own.add(packed_flats(ring));
      if (!ring.empty()) resolving.tell(t, own);
      if (learns) resolving.visit(t);
      more |= learns;
    }
    if (!more) return done(Nothing{});
    Blob all;
    for (const auto& bytes : packed) all.add(bytes.data(), bytes.size());
    resolving.carry(all);
    return again(Nothing{});
  }

  // Between two cells of a flat.
  Cost step(std::int64_t x, std::int64_t y, std::size_t k) const {
    std::uint8_t one = 0, other = 0;
    steps.draw(y, x, 1, &one);
    steps.draw(y + directions[k].dy, x + directions[k].dx, 1, &other);
    return steps(k, one, other);
  }

  void paint(Tile& tile) const {
    const FlatCosts here = known(tile, true);
    tile.each_row([&](std::int64_t y) {
      if (!here.knows(y))
        here.each_flat(y, [&](std::int64_t x) {
          if (here.cost(x, y) == unknown_cost)
            throw Failure("filled", "a depression is not filled: connect a node of water.fill", x, y);
        });
      if (tile[distance]) here.costs(y, tile[distance].row(y, tile.left()));
      if (tile[way]) here.ways(y, tile[way].row(y, tile.left()));
    });
  }
};

}  // namespace

TERRAWRIGHT_STAGE(water, flats, Flats)
