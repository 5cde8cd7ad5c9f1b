// SPDX-License-Identifier: Apache-2.0
#include "engine/nodes/levels.hpp"

#include <algorithm>
#include <exception>
#include <limits>
#include <mutex>
#include <numeric>

#include "engine/threads/tasks.hpp"
#include "schedule/tiling.hpp"
#include "store/layers/compression.hpp"

namespace terrawright::engine {
namespace {

// If several fail, the one of the first union is kept, independent of threads.
class FirstError {
 public:
  void add(std::size_t i) {
    const std::lock_guard lock(mutex_);
    if (!error_ || i < i_) error_ = std::current_exception();
    i_ = std::min(i_, i);
  }
  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  std::mutex mutex_;
  std::exception_ptr error_;
  std::size_t i_ = std::numeric_limits<std::size_t>::max();
};

}  // namespace

Levels::Levels(const std::vector<terrawright_rect>& tiles, std::size_t columns, int count,
               std::shared_ptr<store::Spill> spill)
    : spill_(std::move(spill)),
      levels_(static_cast<std::size_t>(schedule::levels_to_one(columns, tiles.size() / columns, count))) {
  levels_[0].areas = tiles;
  levels_[0].columns = columns;
  levels_[0].rows = tiles.size() / columns;
  for (std::size_t k = 1; k < levels_.size(); ++k) {
    levels_[k].columns = (levels_[k - 1].columns + 1) / 2;
    levels_[k].rows = (levels_[k - 1].rows + 1) / 2;
    for (std::size_t i = 0; i < levels_[k].columns * levels_[k].rows; ++i) {
      const std::vector<std::size_t> all = parts(k, i);
      levels_[k].areas.push_back(schedule::around(levels_[k - 1].areas[all.front()], levels_[k - 1].areas[all.back()]));
    }
  }
  visit({});
}

Levels::~Levels() {
  for (Level& level : levels_) {
    for (Note& note : level.notes) drop(note);
  }
}

void Levels::put_away(Note& note) {
  constexpr std::size_t number_bytes = 8;  // of most of what notes hold
  if (!spill_ || note.size == 0 || note.size > store::most_bytes_of_a_chunk) return;
  note.block = spill_->put(note.bytes.data(), note.size, number_bytes);
  note.bytes = Buffer();
}

const Buffer& Levels::fetched(Note& note) {
  if (!note.block) return note.bytes;
  spill_->get(*note.block, note.bytes.resize(note.size), note.size);
  spill_->drop(*note.block);
  note.block.reset();
  return note.bytes;
}

void Levels::drop(Note& note) {
  if (note.block) spill_->drop(*note.block);
  note = Note();
}

std::vector<std::size_t> Levels::parts(std::size_t level, std::size_t i) const {
  const Level& below = levels_[level - 1];
  const std::size_t x = i % levels_[level].columns * 2, y = i / levels_[level].columns * 2;
  std::vector<std::size_t> all;
  for (std::size_t row = y; row < std::min(y + 2, below.rows); ++row) {
    for (std::size_t column = x; column < std::min(x + 2, below.columns); ++column)
      all.push_back(row * below.columns + column);
  }
  return all;
}

std::size_t Levels::above(std::size_t level, std::size_t i) const {
  const std::size_t columns = levels_[level].columns;
  return i / columns / 2 * levels_[level + 1].columns + i % columns / 2;
}

std::vector<std::size_t> Levels::visit(std::vector<std::size_t> of_last) {
  if (of_last.empty()) {
    of_last.resize(last().size());
    std::iota(of_last.begin(), of_last.end(), std::size_t{0});
  }
  visited_ = of_last;
  std::vector<std::size_t> visited = std::move(of_last);
  for (std::size_t k = levels_.size(); k-- > 0;) {
    Level& level = levels_[k];
    for (Note& note : level.notes) drop(note);
    level.notes.clear();
    level.notes.resize(level.areas.size());
    level.note_bytes = level.own_bytes = level.combine_nanoseconds = level.split_nanoseconds = 0;
    if (k == 0) break;
    level.lacks = std::make_unique<std::atomic<std::uint8_t>[]>(level.areas.size());
    for (std::size_t i = 0; i < level.areas.size(); ++i) level.lacks[i] = none_visited;
    std::vector<std::size_t> below;
    for (const std::size_t i : visited) {
      const std::vector<std::size_t> all = parts(k, i);
      level.lacks[i] = static_cast<std::uint8_t>(all.size());
      below.insert(below.end(), all.begin(), all.end());
    }
    visited = std::move(below);
  }
  std::sort(visited.begin(), visited.end());
  return visited;
}

Union Levels::union_of(std::size_t level, std::size_t i, bool with_notes) {
  Union all;
  all.area = levels_[level].areas[i];
  for (const std::size_t part : parts(level, i)) {
    all.tiles.push_back(levels_[level - 1].areas[part]);
    if (with_notes) all.notes.push_back(blob(fetched(levels_[level - 1].notes[part])));
  }
  return all;
}

void Levels::add(std::size_t tile, Buffer note, const Combine& combine) {
  std::size_t i = tile;
  for (std::size_t k = 0;; ++k) {
    levels_[k].note_bytes += note.size();
    levels_[k].notes[i].size = note.size();
    levels_[k].notes[i].bytes = std::move(note);
    if (k + 1 == levels_.size()) return;
    const std::size_t part = i;
    i = above(k, i);
    Level& level = levels_[k + 1];
    if (--level.lacks[i] != 0) return;
    const Union all = union_of(k + 1, i, true);
    if (all.tiles.size() == 1) {
      note = std::move(levels_[k].notes[part].bytes);
      continue;
    }
    const std::uint64_t begin = processor_nanoseconds();
    note = combine(all);
    level.combine_nanoseconds += processor_nanoseconds() - begin;
    for (const std::size_t one : parts(k + 1, i)) put_away(levels_[k].notes[one]);
  }
}

std::vector<Buffer> Levels::collected() {
  std::vector<Buffer> notes;
  for (const std::size_t i : visited_) notes.push_back(std::move(levels_.back().notes[i].bytes));
  return notes;
}

std::vector<Buffer> Levels::split(std::vector<Buffer> own, const Split& split) {
  for (std::size_t k = levels_.size(); --k > 0;) {
    Level& level = levels_[k];
    for (const Buffer& one : own) level.own_bytes += one.size();
    std::vector<Buffer> below(levels_[k - 1].areas.size());
    FirstError first;
    parallel(level.areas.size(), [&](std::uint64_t number) {
      const auto i = static_cast<std::size_t>(number);
      const std::vector<std::size_t> all = parts(k, i);
      if (all.size() == 1) {
        below[all.front()] = std::move(own[i]);
        return;
      }
      try {
        const Union whole = union_of(k, i, level.lacks[i] != none_visited);
        const std::uint64_t begin = processor_nanoseconds();
        std::vector<Buffer> told = split(whole, own[i]);
        level.split_nanoseconds += processor_nanoseconds() - begin;
        for (std::size_t p = 0; p < all.size(); ++p) below[all[p]] = std::move(told[p]);
      } catch (...) {
        return first.add(i);
      }
      own[i] = Buffer();
      for (const std::size_t part : all) drop(levels_[k - 1].notes[part]);
    });
    first.rethrow();
    own = std::move(below);
  }
  for (const Buffer& one : own) levels_[0].own_bytes += one.size();
  return own;
}

std::vector<LevelCost> Levels::costs() const {
  std::vector<LevelCost> all;
  for (const Level& level : levels_) {
    all.push_back({level.areas.size(), level.note_bytes, level.own_bytes,
                   static_cast<double>(level.combine_nanoseconds) * 1e-9,
                   static_cast<double>(level.split_nanoseconds) * 1e-9});
  }
  return all;
}

}  // namespace terrawright::engine
