// SPDX-License-Identifier: Apache-2.0
#include "engine/layer.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "border/kind.hpp"
#include "engine/hasher.hpp"

namespace terrawright::engine {
Digest digest_of(std::string_view bytes) { return canonical(XXH3_128bits(bytes.data(), bytes.size())); }

std::string hex(const Digest& digest) {
  std::string text;
  for (const unsigned char byte : digest) {
    text += "0123456789abcdef"[byte >> 4];
    text += "0123456789abcdef"[byte & 15];
  }
  return text;
}

namespace {
constexpr std::size_t most_plain = 16;  // values
}

Layer::Cells::Cells(std::shared_ptr<Memory> from, std::size_t size)
    : memory(std::move(from)), bytes(size), begin(memory->take(size)) {}
Layer::Cells::~Cells() { memory->give_back(begin, bytes); }

Layer::Layer(LayerFacts facts, std::shared_ptr<Memory> memory)
    : facts_(std::move(facts)), memory_(std::move(memory)), cell_bytes_(border::cell_bytes(facts_.kind)) {
  columns_ = (facts_.width + schedule::chunk_side - 1) / schedule::chunk_side;
  for (const Rect& area : schedule::tiles_of(facts_.width, facts_.height, schedule::chunk_side)) {
    Chunk chunk;
    chunk.area = area;
    chunk.stride = (area.width + 15) / 16 * 16;
    chunk.unwritten = area.width * area.height;
    chunks_.push_back(std::move(chunk));
  }
}

std::size_t Layer::bytes_of(const Chunk& chunk) const {
  return static_cast<std::size_t>(chunk.stride * chunk.area.height) * cell_bytes_;
}

std::size_t Layer::chunk_at(std::int64_t x, std::int64_t y) const {
  return static_cast<std::size_t>((y / schedule::chunk_side) * columns_ + x / schedule::chunk_side);
}

unsigned char* Layer::cell(const Chunk& chunk, const Cells& cells, std::int64_t x, std::int64_t y) const {
  const std::int64_t index = (y - chunk.area.y) * chunk.stride + (x - chunk.area.x);
  return static_cast<unsigned char*>(cells.begin) + index * cell_bytes_;
}

std::optional<std::size_t> Layer::chunk_holding(const Rect& area) const {
  const std::size_t i = chunk_at(area.x, area.y);
  const Rect& whole = chunks_[i].area;
  const bool holds = area.x + area.width <= whole.x + whole.width && area.y + area.height <= whole.y + whole.height;
  return holds ? std::optional(i) : std::nullopt;
}

// each(chunk index, the part of `area` inside it).
template <class Each>
void Layer::each_part(const Rect& area, Each each) const {
  const std::int64_t right = area.x + area.width, bottom = area.y + area.height;
  for (std::int64_t y = area.y; y < bottom; y = (y / schedule::chunk_side + 1) * schedule::chunk_side) {
    for (std::int64_t x = area.x; x < right; x = (x / schedule::chunk_side + 1) * schedule::chunk_side) {
      const Rect& whole = chunks_[chunk_at(x, y)].area;
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
  auto cells = std::make_shared<Cells>(memory_, bytes_of(chunk));
  const std::lock_guard lock(mutex_);
  if (!chunk.cells) chunk.cells = std::move(cells);
  return chunk.cells;
}

std::shared_ptr<Layer::Cells> Layer::to_read(std::size_t i) const {
  const Chunk& chunk = chunks_[i];
  {
    const std::lock_guard lock(mutex_);
    if (chunk.cells) return chunk.cells;
    if (auto lent = chunk.lent.lock()) return lent;
    if (!elsewhere_ || !elsewhere_->has(i)) throw std::logic_error("cells are read that are not there");
  }
  auto cells = std::make_shared<Cells>(memory_, bytes_of(chunk));
  elsewhere_->get(i, cells->begin, cells->bytes, chunk.stride);
  const std::lock_guard lock(mutex_);
  if (chunk.cells) return chunk.cells;
  if (holds_ == 0 && chunk.readers == 0) {
    chunk.lent = cells;
    return cells;
  }
  chunk.cells = std::move(cells);
  return chunk.cells;
}

void Layer::read(const Rect& area, void* to, std::int64_t stride) const {
  each_part(area, [&](std::size_t i, const Rect& part) {
    const auto cells = to_read(i);
    for (std::int64_t y = part.y; y < part.y + part.height; ++y) {
      const std::int64_t index = (y - area.y) * stride + (part.x - area.x);
      std::memcpy(static_cast<unsigned char*>(to) + index * cell_bytes_, cell(chunks_[i], *cells, part.x, y),
                  static_cast<std::size_t>(part.width) * cell_bytes_);
    }
  });
}

std::optional<Layer::Held> Layer::in_place(const Rect& area) const {
  const auto i = chunk_holding(area);
  if (!i) return std::nullopt;
  auto cells = to_read(*i);
  const terrawright_view view{cell(chunks_[*i], *cells, area.x, area.y), chunks_[*i].stride, area};
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
    for (std::int64_t y = part.y; y < part.y + part.height; ++y) {
      const std::int64_t index = (y - area.y) * stride + (part.x - area.x);
      std::memcpy(cell(chunks_[i], *cells, part.x, y), static_cast<const unsigned char*>(from) + index * cell_bytes_,
                  static_cast<std::size_t>(part.width) * cell_bytes_);
    }
    count_written(i, part.width * part.height);
  });
}

std::optional<terrawright_target> Layer::writable(const Rect& area) {
  const auto i = chunk_holding(area);
  if (!i) return std::nullopt;
  return terrawright_target{cell(chunks_[*i], *to_write(*i), area.x, area.y), chunks_[*i].stride, area};
}

void Layer::written(const Rect& area) { count_written(chunk_at(area.x, area.y), area.width * area.height); }

void Layer::copy(const Rect& area, const Layer& from) {
  const std::size_t i = chunk_at(area.x, area.y);
  const Rect& whole = chunks_[i].area;
  const bool exact = area.x == whole.x && area.y == whole.y && area.width == whole.width && area.height == whole.height;
  if (exact && facts_.kind == from.facts_.kind) {
    auto cells = from.to_read(i);
    const Chunk& same = from.chunks_[i];  // finished, as nobody writes into it any more
    if (!same.is_known) {
      {
        const std::lock_guard lock(mutex_);
        chunks_[i].cells = cells;
        chunks_[i].unwritten = 0;
      }
      finish(i, cells);
      cells.reset();
      return drop_if_done(i);
    }
    if (chunk_finished_) chunk_finished_(i, cells->begin, chunks_[i].stride);
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
      chunk.known = same.known;
      chunk.finished = chunk.is_known = true;
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
    chunks_[i].unwritten -= cells;
    if (chunks_[i].unwritten > 0) return;
    all = chunks_[i].cells;
  }
  finish(i, all);
  all.reset();
  drop_if_done(i);
}

// The same value in all cells of a chunk that is nowhere cut off.
bool Layer::is_plain(const Chunk& chunk, const Cells& cells) const {
  if (chunk.area.width != schedule::chunk_side || chunk.area.height != schedule::chunk_side) return false;
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

}  // namespace

Layer::Known Layer::known_of(const Chunk& chunk, const Cells& cells) const {
  Hasher hasher;
  StatisticsOf statistics(facts_.kind);
  CountsOf classes;
  ClassCounts of_mask;
  for (std::int64_t y = chunk.area.y; y < chunk.area.y + chunk.area.height; ++y) {
    const void* row = cell(chunk, cells, chunk.area.x, y);
    hasher.add(row, static_cast<std::size_t>(chunk.area.width) * cell_bytes_);
    statistics.add(row, chunk.area.width);
    if (facts_.kind == TERRAWRIGHT_KIND_CLASS) classes.add(static_cast<const std::uint16_t*>(row), chunk.area.width);
    if (facts_.kind == TERRAWRIGHT_KIND_MASK)
      count_mask(facts_, chunk.area, y, static_cast<const std::uint8_t*>(row), of_mask);
  }
  const bool is_mask = facts_.kind == TERRAWRIGHT_KIND_MASK;
  return {hasher.digest(), statistics.result(), is_mask ? std::move(of_mask) : classes.result()};
}

// Chunks of one value have the same cells, which are not worth to be put elsewhere.
std::optional<Layer::Plain> Layer::plain_with(const std::shared_ptr<Cells>& cells) const {
  const auto found =
      std::find_if(plain_.begin(), plain_.end(), [&](const Plain& plain) { return plain.cells.lock() == cells; });
  return found == plain_.end() ? std::nullopt : std::optional(*found);
}

void Layer::finish(std::size_t i, const std::shared_ptr<Cells>& cells) {
  Chunk& chunk = chunks_[i];
  if (chunk_finished_) chunk_finished_(i, cells->begin, chunk.stride);
  if (!is_plain(chunk, *cells)) {
    Known known = known_of(chunk, *cells);
    const std::lock_guard lock(mutex_);
    chunk.known = std::move(known);
    chunk.finished = chunk.is_known = true;
    return;
  }
  std::string value(static_cast<const char*>(cells->begin), cell_bytes_);
  if (facts_.kind ==
      TERRAWRIGHT_KIND_MASK) {  // the codes of its cells depend on the sides of the world that it touches
    const Rect& area = chunk.area;
    for (const bool touches :
         {area.x == 0, area.x + area.width == facts_.width, area.y == 0, area.y + area.height == facts_.height})
      value += touches ? '1' : '0';
  }
  const auto of_value = [&] {
    return std::find_if(plain_.begin(), plain_.end(), [&](const Plain& plain) { return plain.value == value; });
  };
  std::unique_lock lock(mutex_);
  auto plain = of_value();
  if (plain == plain_.end()) {
    lock.unlock();
    Known known = known_of(chunk, *cells);
    lock.lock();
    chunk.known = known;
    plain = of_value();
    if (plain == plain_.end() && plain_.size() < most_plain)
      plain = plain_.insert(plain_.end(), Plain{value, cells, std::move(known)});
  } else {
    chunk.known = plain->known;
  }
  if (plain != plain_.end()) {
    if (auto same = plain->cells.lock())
      chunk.cells = std::move(same);
    else
      plain->cells = cells;
  }
  chunk.finished = chunk.is_known = true;
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
    hasher.add(chunk.known.digest.data(), chunk.known.digest.size());
    statistics_ = merged(statistics_, chunk.known.statistics);
    for (const auto& [code, cells] : chunk.known.classes) classes_[code] += cells;
  }
  digest_ = hasher.digest();
  finished_ = true;
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
  return chunks_[i].is_known ? std::optional(chunks_[i].known) : std::nullopt;
}

void Layer::is_made(std::size_t i, Known known) {
  std::shared_ptr<Cells> part;  // given back without the lock
  const std::lock_guard lock(mutex_);
  Chunk& chunk = chunks_[i];
  if (chunk.finished) return;
  part = std::move(chunk.cells);
  chunk.known = std::move(known);
  chunk.unwritten = 0;
  chunk.finished = chunk.is_known = true;
}

void Layer::let_go(bool anew) {
  for (Chunk& chunk : chunks_) {
    std::shared_ptr<Cells> gone;  // given back without the lock
    const std::lock_guard lock(mutex_);
    gone = std::move(chunk.cells);
    if (!anew) {
      chunk.readers = 0;
      continue;
    }
    chunk.unwritten = chunk.area.width * chunk.area.height;
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
  elsewhere_->put(i, cells->begin, cells->bytes, chunks_[i].stride);
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
