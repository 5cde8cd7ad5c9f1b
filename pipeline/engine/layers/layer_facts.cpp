// SPDX-License-Identifier: Apache-2.0
// Facts of a layer's cells, chunk by chunk and of all: statistics, classes, the first NaN, digest.
#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "border/description.hpp"
#include "engine/layers/hasher.hpp"
#include "engine/layers/layer.hpp"

namespace terrawright::engine {

// The same value in all cells of a chunk that is nowhere cut off.
bool Layer::is_plain(std::size_t i, const Cells& cells) const {
  const Rect area = chunk_area(i);
  if (area.width != schedule::chunk_side || area.height != schedule::chunk_side) return false;
  const auto* begin = static_cast<const unsigned char*>(cells.begin);
  const std::size_t row = static_cast<std::size_t>(schedule::chunk_side) * cell_bytes_;
  if (std::memcmp(begin, begin + cell_bytes_, row - cell_bytes_) != 0) return false;
  return std::memcmp(begin, begin + row, row * (schedule::chunk_side - 1)) == 0;
}

namespace {

// A mask's cells by code: the cell itself, 2 more at the ends of the world's rows, and 4 more at those of its columns.
void count_mask(const LayerFacts& facts, const Rect& area, std::int64_t y, const std::uint8_t* row,
                ClassCounts& counts) {
  const std::uint16_t of_row = y == 0 || y == facts.height - 1 ? 4 : 0;
  const auto add = [&](std::int64_t from, std::int64_t to, std::uint16_t more) {
    const std::int64_t covered = std::count(row + from, row + to, std::uint8_t{1});
    const auto code = static_cast<std::uint16_t>(of_row + more);
    if (covered > 0) counts[static_cast<std::uint16_t>(code + 1)] += static_cast<std::uint64_t>(covered);
    if (covered < to - from) counts[code] += static_cast<std::uint64_t>(to - from - covered);
  };
  const std::int64_t first = area.x == 0 ? 1 : 0,
                     last = area.x + area.width == facts.width ? area.width - 1 : area.width;
  add(0, first, 2);
  if (first < last) add(first, last, 0);
  if (first <= last) add(last, area.width, 2);
}

// Index of the cell with the first NaN in a row of floats; there is one.
std::int64_t first_nan_in(const unsigned char* row, std::int64_t width, std::size_t cell_bytes) {
  const auto floats = static_cast<std::int64_t>(cell_bytes / sizeof(float));
  const auto* const cells = reinterpret_cast<const float*>(row);
  return (std::find_if(cells, cells + width * floats, [](float cell) { return cell != cell; }) - cells) / floats;
}

}  // namespace

Layer::Known Layer::known_of(std::size_t i, const Cells& cells) const {
  const Rect area = chunk_area(i);
  Hasher hasher;
  StatisticsOf statistics(facts_.kind);
  CountsOf classes;
  ClassCounts of_mask;
  std::int64_t first_nan = no_cell;
  const unsigned char* row = cell(i, cells, area.x, area.y);
  const std::int64_t row_bytes = stride_of(i) * cell_bytes_;
  for (std::int64_t y = area.y; y < area.y + area.height; ++y, row += row_bytes) {
    hasher.add(row, static_cast<std::size_t>(area.width) * cell_bytes_);
    statistics.add(row, area.width);
    if (first_nan == no_cell && statistics.result().nans != 0)
      first_nan = y * facts_.width + area.x + first_nan_in(row, area.width, cell_bytes_);
    if (facts_.kind == TERRAWRIGHT_KIND_CLASS) classes.add(reinterpret_cast<const std::uint16_t*>(row), area.width);
    if (facts_.kind == TERRAWRIGHT_KIND_MASK) count_mask(facts_, area, y, row, of_mask);
  }
  const bool is_mask = facts_.kind == TERRAWRIGHT_KIND_MASK;
  return {hasher.digest(), statistics.result(), is_mask ? std::move(of_mask) : classes.result(), first_nan};
}

void Layer::keep(std::size_t i, Known known) {
  Chunk& chunk = chunks_[i];
  chunk.digest = known.digest;
  chunk.statistics = known.statistics;
  first_nan_ = std::min(first_nan_, known.first_nan);
  if (!counts_.empty()) counts_[i] = std::move(known.classes);
  chunk.finished = chunk.is_known = true;
}

Layer::Known Layer::known_at(std::size_t i) const {
  return {chunks_[i].digest, chunks_[i].statistics, counts_.empty() ? ClassCounts() : counts_[i]};
}

// Chunks of one value have the same cells, which are not worth to be put elsewhere.
std::optional<Layer::Plain> Layer::plain_with(const std::shared_ptr<Cells>& cells) const {
  const auto found =
      std::find_if(plain_.begin(), plain_.end(), [&](const Plain& plain) { return plain.cells.lock() == cells; });
  return found == plain_.end() ? std::nullopt : std::optional(*found);
}

void Layer::finish(std::size_t i, const std::shared_ptr<Cells>& cells) {
  if (chunk_finished_) chunk_finished_(i, cells->begin, stride_of(i));
  if (!is_plain(i, *cells)) {
    Known known = known_of(i, *cells);
    const std::lock_guard lock(mutex_);
    return keep(i, std::move(known));
  }
  std::string value(static_cast<const char*>(cells->begin), cell_bytes_);
  if (facts_.kind == TERRAWRIGHT_KIND_MASK) {  // its codes depend on the sides of the world that it touches
    const Rect area = chunk_area(i);
    for (const bool touches :
         {area.x == 0, area.x + area.width == facts_.width, area.y == 0, area.y + area.height == facts_.height})
      value += touches ? '1' : '0';
  }
  const auto of_value = [&] {
    return std::find_if(plain_.begin(), plain_.end(), [&](const Plain& plain) { return plain.value == value; });
  };
  std::unique_lock lock(mutex_);
  auto plain = of_value();
  Known known;
  if (plain == plain_.end()) {
    lock.unlock();
    known = known_of(i, *cells);
    lock.lock();
    plain = of_value();
    if (plain == plain_.end() && plain_.size() < most_plain)
      plain = plain_.insert(plain_.end(), Plain{value, cells, known});
  } else {
    known = plain->known;
  }
  if (plain != plain_.end()) {
    if (auto same = plain->cells.lock())
      chunks_[i].cells = std::move(same);
    else
      plain->cells = cells;
  }
  const Rect area = chunk_area(i);
  if (known.first_nan != no_cell) known.first_nan = area.y * facts_.width + area.x;
  keep(i, std::move(known));
}

void Layer::finish() {
  const std::lock_guard lock(mutex_);
  if (finished_) return;
  Hasher hasher;
  const std::string header = std::string(border::kind_name(facts_.kind)) + " " + std::to_string(facts_.width) + "x" +
                             std::to_string(facts_.height);
  hasher.add(header.data(), header.size());
  statistics_ = no_statistics();
  classes_.clear();
  for (const Chunk& chunk : chunks_) {
    if (!chunk.finished) throw std::logic_error("a layer is finished that lacks cells");
    hasher.add(chunk.digest.data(), chunk.digest.size());
    statistics_ = merged(statistics_, chunk.statistics);
  }
  for (const ClassCounts& counts : counts_) {
    for (const auto& [code, cells] : counts) classes_[code] += cells;
  }
  digest_ = hasher.digest();
  finished_ = true;
}

std::optional<std::pair<std::int64_t, std::int64_t>> Layer::first_nan() const {
  if (first_nan_ == no_cell) return std::nullopt;
  return std::pair(first_nan_ % facts_.width, first_nan_ / facts_.width);
}

void Layer::is_known(const Statistics& statistics, ClassCounts classes, const Digest& digest) {
  statistics_ = statistics;
  classes_ = std::move(classes);
  digest_ = digest;
  finished_ = true;
}

void Layer::stands_elsewhere(std::unique_ptr<ChunksElsewhere> cells) {
  elsewhere_ = std::move(cells);
  for (Chunk& chunk : chunks_) {
    chunk.unwritten = 0;
    chunk.finished = true;
  }
}

}  // namespace terrawright::engine
