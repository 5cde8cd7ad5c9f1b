// SPDX-License-Identifier: Apache-2.0
// Note of a tile about its rivers' orders: its open cells, its certain outflows, and the rivers that end in it.
#pragma once
#include <cstdint>
#include <vector>

#include "open_cells.hpp"
#include "terrawright/blob.hpp"

namespace terrawright::water {

struct OrderNote {
  std::vector<OpenCell> open;
  std::vector<SureExit> sure;
  Ended ended;

  explicit OrderNote(RiverTile& rivers) : open(open_cells(rivers)) {
    for (const FlowTile::Leaving& leaving : rivers.flow().leaving()) {
      const auto place = static_cast<std::ptrdiff_t>(leaving.place);
      if (!rivers.is_open(place)) sure.push_back({leaving.edge, leaving.receiver, rivers.handed_on(place)});
    }
    ended = rivers.ended();
  }

  Blob blob() const {
    notes::Packed to;
    const auto steps = [&](const Steps& way) {
      to.add(way.straight);
      to.add(way.diagonal);
    };
    const auto arriving = [&](const Arriving& all) {
      to.add(all.order * std::uint64_t{4} + all.times);
      if (all.order != 0) steps(all.longest);
    };
    to.add(open.size());
    for (std::size_t i = 0; i < open.size(); ++i) {
      const OpenCell& cell = open[i];
      const bool is_joined = Steps{} < cell.joined;
      to.add(static_cast<std::uint64_t>(cell.water) | static_cast<std::uint64_t>(cell.below) << 2 |
             std::uint64_t{cell.is_entry} << 4 | std::uint64_t{is_joined} << 5 |
             std::uint64_t{cell.next != no_exit} << 6 | std::uint64_t{cell.receiver} << 7);
      arriving(cell.arriving);
      steps(cell.step);
      if (is_joined) steps(cell.joined);
      if (cell.is_entry || cell.receiver != no_receiver) to.add(cell.edge);
      if (cell.next != no_exit) to.add_signed(std::int64_t{cell.next} - static_cast<std::int64_t>(i));
    }
    to.add(sure.size());
    for (const SureExit& exit : sure) {
      to.add(exit.edge * std::uint64_t{16} + exit.receiver);
      arriving(exit.handed_on);
    }
    to.add(static_cast<std::uint64_t>(ended.rivers));
    steps(ended.longest);
    Blob note;
    note.add(to.bytes());
    return note;
  }

  explicit OrderNote(const BlobView& note) {
    notes::Unpacked from(note.items<std::uint8_t>(0));
    if (from.empty()) return;
    const auto next = [&] { return static_cast<std::uint32_t>(from.next()); };
    const auto steps = [&] {
      const std::uint32_t straight = next();
      return Steps{straight, next()};
    };
    const auto arriving = [&] {
      const std::uint32_t both = next();
      Arriving all{static_cast<std::uint8_t>(both / 4), static_cast<std::uint8_t>(both % 4), {}};
      if (all.order != 0) all.longest = steps();
      return all;
    };
    open.resize(next());
    for (std::size_t i = 0; i < open.size(); ++i) {
      OpenCell& cell = open[i];
      const std::uint32_t head = next();
      cell.water = static_cast<Water>(head & 3u);
      cell.below = static_cast<Water>(head >> 2 & 3u);
      cell.is_entry = (head >> 4 & 1u) != 0;
      cell.receiver = static_cast<Receiver>(head >> 7);
      cell.arriving = arriving();
      cell.step = steps();
      if ((head >> 5 & 1u) != 0) cell.joined = steps();
      if (cell.is_entry || cell.receiver != no_receiver) cell.edge = next();
      if ((head >> 6 & 1u) != 0)
        cell.next = static_cast<std::uint32_t>(static_cast<std::int64_t>(i) + from.next_signed());
    }
    sure.resize(next());
    for (SureExit& exit : sure) {
      const std::uint32_t both = next();
      exit = {both / 16, static_cast<Receiver>(both % 16), arriving()};
    }
    ended.rivers = static_cast<std::int64_t>(from.next());
    ended.longest = steps();
  }
};

}  // namespace terrawright::water
