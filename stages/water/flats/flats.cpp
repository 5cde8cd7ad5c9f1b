// SPDX-License-Identifier: Apache-2.0
// water.flats: how many steps it is across a flat to where its water goes down.
#include <vector>

#include "flat_distance.hpp"
#include "terrawright/stage.hpp"
#include "water/tile_limit.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::water;

// Every tile has its own verdict; none is for all.
struct Nothing {};

struct Flats {
  In<Height> filled;
  In<Mask> ocean;
  Out<Count> distance;

  Rect world{};

  static void describe(Spec<Flats>& s) {
    s.stage("water.flats", "Distance across flats, in cells, to the nearest cell from which water flows down.");
    s.source("Algorithms 15.2: a breadth-first search from all drops of a flat at once; no height is changed");
    s.port(&Flats::filled, "filled", "Heights without depressions, from water.fill.").unit("m").halo(2);
    s.port(&Flats::ocean, "ocean", "Mask of the ocean, where water ends; without it, cells at 0 m and below.")
        .halo(2)
        .optional();
    s.port(&Flats::distance, "distance",
           "Number of steps across the flat to the nearest cell that has a lower neighbour; 0 at that cell.")
        .unit("1");
  }

  void arrange(Arrangement& a) {
    world = {0, 0, a.width(), a.height()};
    a.needs_memory(static_cast<std::uint64_t>(world.width * world.height) / 8 + (1 << 20));
  }

  FlatDistance known(const Tile& tile, bool all) const {
    const Outlets outlets(tile[filled], tile[ocean], world.width, world.height);
    FlatDistance known(tile[filled], outlets, tile.area(), world);
    const BlobView own = tile.own<Blob>();
    known.spread(own ? unpacked_flats(own.items<std::uint8_t>(0)) : std::vector<EdgeFlat>(), all);
    return known;
  }

  // The flats on the tile's edge.
  Blob survey(const Tile& tile) const {
    require_countable(tile.area());
    tile.poll();
    tile.require_finite(filled, "filled", "a height");
    const FlatDistance here = known(tile, false);
    std::vector<EdgeFlat> edge;
    Perimeter(tile.area()).each([&](std::int64_t x, std::int64_t y, std::size_t number) {
      const Distance steps = here.distance(x, y);
      if (steps != 0) edge.push_back({static_cast<std::uint32_t>(number), tile[filled](x, y), steps});
    });
    Blob note;
    note.add(packed_flats(edge));
    return note;
  }

  // What is known of all tiles' edges; tiles that learn something from their neighbours are visited again.
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
        for (const Direction& to : directions) {
          const std::int64_t nx = x + to.dx, ny = y + to.dy;
          if (!tiles.has(nx, ny)) continue;
          const EdgeCell other = tiles.at(nx, ny);
          if (other.tile == t) continue;
          const EdgeFlat* const there = find_flat(edges[other.tile], other.number);
          if (there == nullptr || there->height != here.height || there->distance == unknown_distance) continue;
          const auto place = static_cast<std::uint32_t>(ring_of(tiles[t]).index(nx, ny));
          ring.push_back({place, there->height, there->distance});
          learns |= there->distance + 1 < here.distance;
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

  void paint(Tile& tile) const {
    const FlatDistance here = known(tile, true);
    tile.each_row([&](std::int64_t y) {
      if (here.row(y, tile[distance].row(y, tile.left()))) return;
      std::int64_t x = tile.left();
      while (here.distance(x, y) != unknown_distance) ++x;
      throw Failure("filled", "a depression is not filled: connect a node of water.fill", x, y);
    });
  }
};

}  // namespace

TERRAWRIGHT_STAGE(water, flats, Flats)
