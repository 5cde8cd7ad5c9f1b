// SPDX-License-Identifier: Apache-2.0
// A value of each cell together with those of all cells upstream of it, across tiles: their sum, their least.
//
// A tile tells what leaves it and where what enters would leave; the rest is a walk over edge cells
// (upstream_across.hpp; Barnes 2017, Parallel non-divergent flow accumulation for trillion cell digital elevation
// models on desktops or clusters). Combine::apply(a, b) has to be exact, associative and commutative: integers, minima.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "upstream_across.hpp"

namespace terrawright::water {

// The verdict: what enters each tile is its own.
struct Entered {};

struct Sum {
  using Value = std::int64_t;
  static constexpr Value nothing = 0;
  static Value apply(Value a, Value b) { return a + b; }
};
struct Least {
  using Value = float;
  static constexpr Value nothing = std::numeric_limits<float>::infinity();
  static Value apply(Value a, Value b) { return a < b ? a : b; }
};

template <class Combine>
class Upstream {
  using Across = UpstreamAcross<Combine>;
  using Exit = typename Across::Exit;
  using Entry = typename Across::Entry;
  using Inflow = typename Across::Inflow;

 public:
  using Value = typename Combine::Value;

  // Note of a tile. `receivers` reaches one cell beyond it; own(y, x, n, to) writes the values of n cells of row y
  // themselves, from column x on.
  template <class Own>
  static Blob note(const View<const Receiver>& receivers, const Rect& area, Own own) {
    const FlowTile flow(receivers, area, area.width);
    Scratch<Value> value;
    value.resize(flow.size());
    if (!flow.still()) all(flow, {}, own, value.data());
    std::vector<Exit> exits;
    for (const FlowTile::Leaving& leaving : flow.leaving()) {
      exits.push_back({value[leaving.place], leaving.edge, leaving.receiver});
    }
    Scratch<std::uint32_t> known;
    if (!exits.empty()) known.assign(flow.size(), FlowTile::no_walk);
    for (std::uint32_t i = 0; i < exits.size(); ++i) known[flow.leaving()[i].place] = i;
    std::vector<Entry> entries;
    Perimeter(area).each([&](std::int64_t x, std::int64_t y, std::size_t number) {
      if (!enters(receivers, area, x, y)) return;
      const std::uint32_t exit = exits.empty() ? no_exit : flow.exit(flow.place(x, y), known);
      entries.push_back({static_cast<std::uint32_t>(number), exit});
    });
    Blob blob;
    blob.add(exits);
    blob.add(entries);
    return blob;
  }

  // Tells each tile what enters it.
  static void resolve(const Resolving& resolving, const Notes<Blob>& notes) {
    Across across(resolving, notes);
    across.require_inside();
    across.walk();
    across.tell(resolving);
  }
  // The note of a union as one tile would have it, but for entries that nobody beyond its edge may use.
  static Blob combine(const Combining& parts, const Notes<Blob>& notes) {
    Across across(parts, notes);
    return across.note(parts.area());
  }
  // Inflow of a union, and flows between its parts.
  static void split(const Splitting& parts, const Notes<Blob>& notes) {
    Across across(parts, notes);
    if (const auto inflows = parts.template own<Blob>()) across.enter(parts.area(), inflows.template items<Inflow>(0));
    across.walk();
    across.tell(parts);
  }

  // The value of each cell with all upstream of it, by FlowTile::place.
  template <class Own>
  static void all(const FlowTile& flow, const BlobView& inflows, Own own, Value* values) {
    const Rect& area = flow.tile();
    for (std::int64_t y = area.y; y < area.y + area.height; ++y) {
      own(y, area.x, area.width, values + flow.place(area.x, y));
    }
    if (inflows) {
      std::vector<std::size_t> places;
      Perimeter(area).each([&](std::int64_t x, std::int64_t y, std::size_t) { places.push_back(flow.place(x, y)); });
      for (const Inflow& inflow : inflows.items<Inflow>(0)) {
        Value& at = values[places[inflow.edge]];
        at = Combine::apply(at, inflow.value);
      }
    }
    if (flow.still()) return;
    flow.downstream([=](std::size_t from, std::size_t to) { values[to] = Combine::apply(values[to], values[from]); });
  }
};

}  // namespace terrawright::water
