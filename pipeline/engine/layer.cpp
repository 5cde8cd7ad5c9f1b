// SPDX-License-Identifier: Apache-2.0
#include "engine/layer.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "border/description.hpp"
#include "engine/hasher.hpp"
#include "report/amount.hpp"

namespace terrawright::engine {
Digest digest_of(std::string_view bytes) { return canonical(XXH3_128bits(bytes.data(), bytes.size())); }

std::string hex(const Digest& digest) { return report::hex(digest.data(), digest.size()); }

namespace {
constexpr std::size_t most_plain = 16;  // values
}

Layer::Cells::Cells(std::shared_ptr<Memory> from, std::size_t size)
    : memory(std::move(from)), bytes(size), begin(memory->take(size)) {}
Layer::Cells::~Cells() { memory->give_back(begin, bytes); }

Layer::Layer(LayerFacts facts, std::shared_ptr<Memory> memory)
    : facts_(std::move(facts)), memory_(std::move(memory)), cell_bytes_(border::cell_bytes(facts_.kind)) {
  const schedule::Tiles chunks(facts_.width, facts_.height, schedule::chunk_side);
  columns_ = chunks.columns();
  chunks_.resize(chunks.size());
  if (facts_.kind == TERRAWRIGHT_KIND_CLASS || facts_.kind == TERRAWRIGHT_KIND_MASK) counts_.resize(chunks.size());
  for (std::size_t i = 0; i < chunks_.size(); ++i)
    chunks_[i].unwritten = static_cast<std::int32_t>(chunks[i].width * chunks[i].height);
}

Rect Layer::chunk_area(std::size_t i) const {
  return schedule::Tiles(facts_.width, facts_.height, schedule::chunk_side)[i];
}

std::size_t Layer::bytes_of(std::size_t i) const {
  return static_cast<std::size_t>(stride_of(i) * chunk_area(i).height) * cell_bytes_;
}

std::size_t Layer::chunk_at(std::int64_t x, std::int64_t y) const {
  return static_cast<std::size_t>((y / schedule::chunk_side) * columns_ + x / schedule::chunk_side);
}

unsigned char* Layer::cell(std::size_t i, const Cells& cells, std::int64_t x, std::int64_t y) const {
  const Rect area = chunk_area(i);
  const std::int64_t index = (y - area.y) * stride_of(i) + (x - area.x);
  return static_cast<unsigned char*>(cells.begin) + index * cell_bytes_;
}

std::optional<std::size_t> Layer::chunk_holding(const Rect& area) const {
  const std::size_t i = chunk_at(area.x, area.y);
  const Rect whole = chunk_area(i);
  const bool holds = area.x + area.width <= whole.x + whole.width && area.y + area.height <= whole.y + whole.height;
  return holds ? std::optional(i) : std::nullopt;
}

// each(chunk index, the part of `area` inside it).
template <class Each>
void Layer::each_part(const Rect& area, Each each) const {
  const std::int64_t right = area.x + area.width, bottom = area.y + area.height;
  for (std::int64_t y = area.y; y < bottom; y = (y / schedule::chunk_side + 1) * schedule::chunk_side) {
    for (std::int64_t x = area.x; x < right; x = (x / schedule::chunk_side + 1) * schedule::chunk_side) {
      const Rect whole = chunk_area(chunk_at(x, y));
      each(chunk_at(x, y),
           Rect{x, y, std::min(right, whole.x + whole.width) - x, std::min(bottom, whole.y + whole.height) - y});
    }
  }
}

// ---- reading and writing -------------------------------------------------------------------------

// Memory is taken without the lock: whoever makes room for it may need that of any layer.
std::shared_ptr<Layer::Cells> Layer::to_write(std::size_t i) {
  Chunk& chunk = chunks_[i];
  {
    const std::lock_guard lock(mutex_);
    if (chunk.cells) return chunk.cells;
  }
  auto cells = std::make_shared<Cells>(memory_, bytes_of(i));
  const std::lock_guard lock(mutex_);
  if (!chunk.cells) chunk.cells = std::move(cells);
  return chunk.cells;
}

std::shared_ptr<Layer::Cells> Layer::to_read(std::size_t i) const {
  const Chunk& chunk = chunks_[i];
  {
    const std::lock_guard lock(mutex_);
    if (chunk.cells) return chunk.cells;
    if (const auto lent = lent_.find(i); lent != lent_.end()) {
      if (auto there = lent->second.lock()) return there;
    }
    if (!elsewhere_ || !elsewhere_->has(i)) throw std::logic_error("cells are read that are not there");
  }
  auto cells = std::make_shared<Cells>(memory_, bytes_of(i));
  elsewhere_->get(i, cells->begin, cells->bytes, stride_of(i));
  const std::lock_guard lock(mutex_);
  if (chunk.cells) return chunk.cells;
  if (holds_ == 0 && chunk.readers == 0) {
    lent_[i] = cells;
    return cells;
  }
  chunk.cells = std::move(cells);
  return chunk.cells;
}

void Layer::read(const Rect& area, void* to, std::int64_t stride) const {
  each_part(area, [&](std::size_t i, const Rect& part) {
    const auto cells = to_read(i);
    const unsigned char* from = cell(i, *cells, part.x, part.y);
    const std::int64_t row_bytes = stride_of(i) * cell_bytes_;
    for (std::int64_t y = part.y; y < part.y + part.height; ++y, from += row_bytes) {
      const std::int64_t index = (y - area.y) * stride + (part.x - area.x);
      std::memcpy(static_cast<unsigned char*>(to) + index * cell_bytes_, from,
                  static_cast<std::size_t>(part.width) * cell_bytes_);
    }
  });
}

std::optional<Layer::Held> Layer::in_place(const Rect& area) const {
  const auto i = chunk_holding(area);
  if (!i) return std::nullopt;
  auto cells = to_read(*i);
  const terrawright_view view{cell(*i, *cells, area.x, area.y), stride_of(*i), area};
  return Held{view, std::move(cells)};
}

std::vector<std::shared_ptr<const Layer::Cells>> Layer::held_row(std::int64_t y) const {
  std::vector<std::shared_ptr<const Cells>> held;
  const std::size_t first = chunk_at(0, y);
  for (std::size_t i = first; i < first + static_cast<std::size_t>(columns_); ++i) held.push_back(to_read(i));
  return held;
}

void Layer::write(const Rect& area, const void* from, std::int64_t stride) {
  each_part(area, [&](std::size_t i, const Rect& part) {
    const auto cells = to_write(i);
    unsigned char* to = cell(i, *cells, part.x, part.y);
    const std::int64_t row_bytes = stride_of(i) * cell_bytes_;
    for (std::int64_t y = part.y; y < part.y + part.height; ++y, to += row_bytes) {
      const std::int64_t index = (y - area.y) * stride + (part.x - area.x);
      std::memcpy(to, static_cast<const unsigned char*>(from) + index * cell_bytes_,
                  static_cast<std::size_t>(part.width) * cell_bytes_);
    }
    count_written(i, part.width * part.height);
  });
}

std::optional<terrawright_target> Layer::writable(const Rect& area) {
  const auto i = chunk_holding(area);
  if (!i) return std::nullopt;
  return terrawright_target{cell(*i, *to_write(*i), area.x, area.y), stride_of(*i), area};
}

void Layer::written(const Rect& area) { count_written(chunk_at(area.x, area.y), area.width * area.height); }

bool Layer::fill(std::size_t i, const std::function<bool(void*, std::int64_t)>& read) {
  if (!read(to_write(i)->begin, stride_of(i))) return false;
  {
    const std::lock_guard lock(mutex_);
    chunks_[i].unwritten = 0;
    chunks_[i].finished = true;
  }
  drop_if_done(i);
  return true;
}

void Layer::copy(const Rect& area, const Layer& from) {
  const std::size_t i = chunk_at(area.x, area.y);
  const Rect whole = chunk_area(i);
  const bool exact = area.x == whole.x && area.y == whole.y && area.width == whole.width && area.height == whole.height;
  if (exact && facts_.kind == from.facts_.kind) {
    auto cells = from.to_read(i);
    const auto same = from.known(i);  // finished, as nobody writes into it any more
    if (!same) {
      {
        const std::lock_guard lock(mutex_);
        chunks_[i].cells = cells;
        chunks_[i].unwritten = 0;
      }
      finish(i, cells);
      cells.reset();
      return drop_if_done(i);
    }
    if (chunk_finished_) chunk_finished_(i, cells->begin, stride_of(i));
    std::optional<Plain> plain;
    {
      const std::lock_guard lock(from.mutex_);
      plain = from.plain_with(cells);
    }
    {
      const std::lock_guard lock(mutex_);
      Chunk& chunk = chunks_[i];
      if (plain && plain_.size() < most_plain && !plain_with(cells)) plain_.push_back(*std::move(plain));
      chunk.cells = std::move(cells);
      chunk.unwritten = 0;
      keep(i, *same);
    }
    return drop_if_done(i);
  }
  std::vector<unsigned char> cells(static_cast<std::size_t>(area.width * area.height) * cell_bytes_);
  from.read(area, cells.data(), area.width);
  write(area, cells.data(), area.width);
}

void Layer::count_written(std::size_t i, std::int64_t cells) {
  std::shared_ptr<Cells> all;
  {
    const std::lock_guard lock(mutex_);
    chunks_[i].unwritten -= static_cast<std::int32_t>(cells);
    if (chunks_[i].unwritten > 0) return;
    all = chunks_[i].cells;
  }
  finish(i, all);
  all.reset();
  drop_if_done(i);
}

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

// ---- several processes ---------------------------------------------------------------------------

std::optional<Layer::Known> Layer::known(std::size_t i) const {
  const std::lock_guard lock(mutex_);
  return chunks_[i].is_known ? std::optional(known_at(i)) : std::nullopt;
}

void Layer::is_made(std::size_t i, Known known) {
  std::shared_ptr<Cells> part;  // given back without the lock
  const std::lock_guard lock(mutex_);
  Chunk& chunk = chunks_[i];
  if (chunk.finished) return;
  part = std::move(chunk.cells);
  chunk.unwritten = 0;
  keep(i, std::move(known));
}

void Layer::let_go(bool anew) {
  for (std::size_t i = 0; i < chunks_.size(); ++i) {
    Chunk& chunk = chunks_[i];
    std::shared_ptr<Cells> gone;  // given back without the lock
    const std::lock_guard lock(mutex_);
    gone = std::move(chunk.cells);
    if (!anew) {
      chunk.readers = 0;
      continue;
    }
    chunk.unwritten = static_cast<std::int32_t>(chunk_area(i).width * chunk_area(i).height);
    chunk.finished = false;
  }
}

// ---- lifetimes -----------------------------------------------------------------------------------

void Layer::lifetimes() { release(); }

void Layer::hold() {
  const std::lock_guard lock(mutex_);
  ++holds_;
}

void Layer::release() {
  {
    const std::lock_guard lock(mutex_);
    if (--holds_ > 0) return;
  }
  for (std::size_t i = 0; i < chunks_.size(); ++i) drop_if_done(i);
}

void Layer::expect(const Rect& area) {
  const std::lock_guard lock(mutex_);
  each_part(area, [&](std::size_t i, const Rect&) { ++chunks_[i].readers; });
}

void Layer::was_read(const Rect& area) {
  each_part(area, [&](std::size_t i, const Rect&) {
    {
      const std::lock_guard lock(mutex_);
      if (--chunks_[i].readers > 0) return;
    }
    drop_if_done(i);
  });
}

void Layer::drop_if_done(std::size_t i) {
  std::shared_ptr<Cells> gone;  // given back without the lock
  const std::lock_guard lock(mutex_);
  Chunk& chunk = chunks_[i];
  if (holds_ > 0 || chunk.readers > 0 || !chunk.finished) return;
  gone = std::move(chunk.cells);
  if (elsewhere_ && elsewhere_->has(i)) elsewhere_->drop(i);
}

void Layer::set_elsewhere(std::unique_ptr<ChunksElsewhere> elsewhere) { elsewhere_ = std::move(elsewhere); }

bool Layer::has_cells() const {
  const std::lock_guard lock(mutex_);
  return std::any_of(chunks_.begin(), chunks_.end(), [](const Chunk& chunk) { return chunk.cells != nullptr; });
}

Layer::Evicted Layer::evict(std::size_t i, bool shared) {
  std::shared_ptr<Cells> cells;
  const auto gone = [&] { return cells.use_count() > 1 ? Evicted::let_go : Evicted::freed; };
  {
    const std::lock_guard lock(mutex_);
    Chunk& chunk = chunks_[i];
    if (!elsewhere_ || !chunk.finished || !chunk.cells || chunk.leaves) return Evicted::not_at_all;
    if (chunk.cells.use_count() > 1 && (!shared || plain_with(chunk.cells))) return Evicted::not_at_all;
    if (elsewhere_->has(i)) {
      cells = std::move(chunk.cells);
      return gone();
    }
    if (!elsewhere_->takes(i)) return Evicted::not_at_all;
    cells = chunk.cells;
    chunk.leaves = true;
  }
  elsewhere_->put(i, cells->begin, cells->bytes, stride_of(i));
  const std::lock_guard lock(mutex_);
  Chunk& chunk = chunks_[i];
  chunk.leaves = false;
  if (!chunk.cells) {  // nobody reads it any more, meanwhile
    if (elsewhere_->has(i) && holds_ == 0 && chunk.readers == 0) elsewhere_->drop(i);
    return gone();
  }
  chunk.cells.reset();
  return gone();
}

}  // namespace terrawright::engine
