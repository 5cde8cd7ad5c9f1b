// SPDX-License-Identifier: Apache-2.0
// water.flats: how many steps it is across a flat to where its water goes down.
#include <vector>

#include "flat_distance.hpp"
#include "terrawright/stage.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::water;

// A cell on the edge of a tile, as far as is known.
struct EdgeFlat {
  float height;
  Distance distance;
};

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

  FlatDistance known(const Tile& tile) const {
    const Outlets outlets(tile[filled], tile[ocean], world.width, world.height);
    FlatDistance known(tile[filled], outlets, tile.area(), world);
    const BlobView own = tile.own<Blob>();
    known.spread(own ? own.items<Distance>(0) : Items<Distance>());
    return known;
  }

  // Nothing where no flat comes to the tile's edge; its drops the neighbours see themselves.
  Blob survey(const Tile& tile) const {
    tile.poll();
    tile.require_finite(filled, "filled", "a height");
    const FlatDistance here = known(tile);
    std::vector<EdgeFlat> edge;
    bool flat = false;
    Perimeter(tile.area()).each([&](std::int64_t x, std::int64_t y, std::size_t) {
      edge.push_back({here.height(x, y), here.distance(x, y)});
      flat |= edge.back().distance != 0;
    });
    if (!flat) edge.clear();
    Blob note;
    note.add(edge);
    return note;
  }

  // What is known of all tiles' edges; tiles that learn something from their neighbours are visited again.
  Next<Nothing> resolve(Resolving& resolving, const Notes<Blob>& notes) const {
    const BlobView so_far = resolving.carried<Blob>();
    const TileGrid tiles(resolving);
    std::vector<Items<EdgeFlat>> edges(tiles.size());
    for (std::size_t t = 0; t < tiles.size() && so_far; ++t) edges[t] = so_far.items<EdgeFlat>(t);
    for (std::size_t i = 0; i < notes.size(); ++i) edges[notes.tile(i)] = notes[i].items<EdgeFlat>(0);

    bool more = false;
    for (std::size_t t = 0; t < tiles.size(); ++t) {
      if (edges[t].empty()) continue;
      resolving.poll();
      bool learns = false;
      std::vector<Distance> ring(ring_of(tiles[t]).size(), unknown_distance);
      Perimeter(tiles[t]).each([&](std::int64_t x, std::int64_t y, std::size_t number) {
        const EdgeFlat& here = edges[t][number];
        if (here.distance == 0) return;
        for (const Direction& to : directions) {
          const std::int64_t nx = x + to.dx, ny = y + to.dy;
          if (!tiles.has(nx, ny)) continue;
          const EdgeCell other = tiles.at(nx, ny);
          if (other.tile == t || edges[other.tile].empty()) continue;
          const EdgeFlat& there = edges[other.tile][other.number];
          if (there.height != here.height || there.distance == unknown_distance) continue;
          ring[ring_of(tiles[t]).index(nx, ny)] = there.distance;
          learns |= there.distance != 0 && there.distance + 1 < here.distance;
        }
      });
      Blob own;
      own.add(ring);
      resolving.tell(t, own);
      if (learns) resolving.visit(t);
      more |= learns;
    }
    Blob all;
    for (const auto& edge : edges) all.add(edge.data(), edge.size());
    if (!more) return done(Nothing{});
    resolving.carry(all);
    return again(Nothing{});
  }

  void paint(Tile& tile) const {
    const FlatDistance here = known(tile);
    tile.each_row([&](std::int64_t y) {
      std::int64_t* to = tile[distance].row(y, tile.left());
      for (std::int64_t x = 0; x < tile.width(); ++x) {
        const Distance steps = here.distance(tile.left() + x, y);
        if (steps == unknown_distance) {
          throw Failure("filled", "a depression is not filled: connect a node of water.fill", tile.left() + x, y);
        }
        to[x] = steps;
      }
    });
  }
};

}  // namespace

TERRAWRIGHT_STAGE(water, flats, Flats)
