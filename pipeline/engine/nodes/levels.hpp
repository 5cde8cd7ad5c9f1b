// SPDX-License-Identifier: Apache-2.0
// Notes of tiles on their way up to one resolve, and its verdict on the way back: each union of 2 x 2 combines the
// notes of its parts as soon as all of them are there, so that few are left for a giant world. abi.h says what a level
// is. Notes that were combined wait for their verdict in a file.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "engine/layers/memory.hpp"
#include "store/spill.hpp"
#include "terrawright/abi.h"

namespace terrawright::engine {

// Notes and verdicts of the tiles in one round of a node.

// Cost of one level, if notes are combined.
struct LevelCost {
  std::size_t tiles = 0;          // or unions
  std::uint64_t notes = 0;        // bytes of all of theirs
  std::uint64_t own = 0;          // bytes of their own verdicts
  double combine = 0, split = 0;  // processor seconds of the calls for these unions
};

struct Round {
  std::uint64_t notes = 0;        // bytes that all tiles told; of notes that merge or combine those that are left
  std::uint64_t own = 0;          // bytes of the tiles' own verdicts
  std::uint64_t everybody = 0;    // bytes of the verdict for all tiles
  double seconds = 0;             // of resolve, and of split
  std::vector<LevelCost> levels;  // from the tiles up; none where nothing is combined
};

// As stages see it.
inline terrawright_blob blob(const Buffer& buffer) { return {buffer.data(), buffer.size()}; }

// Two to four tiles, or unions of the level below, row by row, their union, and its parts' notes: none where the round
// did not visit it.
struct Union {
  terrawright_rect area{};
  std::vector<terrawright_rect> tiles;
  std::vector<terrawright_blob> notes;
};

class Levels {
 public:
  // The stage's note for a union. Any thread, at once; they may throw, and nothing was done then.
  using Combine = std::function<Buffer(const Union&)>;
  using Split = std::function<std::vector<Buffer>(const Union&, const Buffer& own)>;

  // `tiles` row by row, `columns` of them; `count` levels, those included, or so many that one union is left. `spill`:
  // none: all notes stay in memory.
  Levels(const std::vector<terrawright_rect>& tiles, std::size_t columns, int count,
         std::shared_ptr<store::Spill> spill);
  ~Levels();
  Levels(const Levels&) = delete;
  Levels& operator=(const Levels&) = delete;

  std::size_t count() const { return levels_.size(); }
  // The tiles of resolve, and those of them that the round visits, rising.
  const std::vector<terrawright_rect>& last() const { return levels_.back().areas; }
  const std::vector<std::size_t>& visited() const { return visited_; }
  // The next round visits these; the tiles in them.
  std::vector<std::size_t> visit(std::vector<std::size_t> of_last);

  // Any thread, each visited tile once in a round.
  void add(std::size_t tile, Buffer note, const Combine& combine);
  // The notes of visited(), once all tiles have theirs.
  std::vector<Buffer> collected();
  // Splits the verdicts of the last level down to each tile. Gives the notes back. Throws SpillFailed, as add() does.
  std::vector<Buffer> split(std::vector<Buffer> own, const Split& split);
  // Bytes and seconds of the round, from the tiles up.
  std::vector<LevelCost> costs() const;

 private:
  struct Note {
    Buffer bytes;
    std::optional<store::Spill::Block> block;  // in their stead
    std::size_t size = 0;
  };
  struct Level {
    std::vector<terrawright_rect> areas;
    std::size_t columns = 1, rows = 1;
    std::vector<Note> notes;                             // of this round
    std::unique_ptr<std::atomic<std::uint8_t>[]> lacks;  // parts without a note; none_visited: not of this round
    std::atomic<std::uint64_t> note_bytes{0}, own_bytes{0};
    std::atomic<std::uint64_t> combine_nanoseconds{0}, split_nanoseconds{0};
  };
  static constexpr std::uint8_t none_visited = 255;

  std::vector<std::size_t> parts(std::size_t level, std::size_t i) const;
  std::size_t above(std::size_t level, std::size_t i) const;
  Union union_of(std::size_t level, std::size_t i, bool with_notes);
  void put_away(Note& note);
  const Buffer& fetched(Note& note);
  void drop(Note& note);

  const std::shared_ptr<store::Spill> spill_;
  std::vector<Level> levels_;
  std::vector<std::size_t> visited_;
};

}  // namespace terrawright::engine
