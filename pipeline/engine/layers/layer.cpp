// SPDX-License-Identifier: Apache-2.0
#include "engine/layers/layer.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "border/description.hpp"
#include "engine/layers/hasher.hpp"
#include "report/amount.hpp"

namespace terrawright::engine {
Digest digest_of(std::string_view bytes) { return canonical(XXH3_128bits(bytes.data(), bytes.size())); }

std::string hex(const Digest& digest) { return report::hex(digest.data(), digest.size()); }

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

// ---- parts ---------------------------------------------------------------------------------------

namespace {

// The first cells of a row are there; the last of them again and again.
void repeat_last(unsigned char* row, std::int64_t there, std::int64_t all, std::size_t cell_bytes) {
  const unsigned char* last = row + static_cast<std::size_t>(there - 1) * cell_bytes;
  for (std::int64_t x = there; x < all; ++x)
    std::memcpy(row + static_cast<std::size_t>(x) * cell_bytes, last, cell_bytes);
}

}  // namespace

std::shared_ptr<Layer> cropped(const Layer& of, const Rect& area, std::int64_t width, std::int64_t height,
                               const std::shared_ptr<Memory>& memory) {
  LayerFacts facts = of.facts();
  facts.width = width;
  facts.height = height;
  auto layer = std::make_shared<Layer>(std::move(facts), memory);
  const std::size_t cell_bytes = layer->cell_bytes();
  for (std::size_t i = 0; i < layer->chunks(); ++i) {
    const Rect chunk = layer->chunk_area(i);
    const terrawright_target to = *layer->writable(chunk);
    auto* cells = static_cast<unsigned char*>(to.cells);
    const std::size_t row_bytes = static_cast<std::size_t>(to.stride) * cell_bytes;
    // If the chunk lies wholly beyond: start from the last existing cells.
    const std::int64_t x = std::min(chunk.x, area.width - 1), y = std::min(chunk.y, area.height - 1);
    const std::int64_t columns = std::min(chunk.width, area.width - x), rows = std::min(chunk.height, area.height - y);
    of.read({area.x + x, area.y + y, columns, rows}, cells, to.stride);
    for (std::int64_t row = 0; row < rows; ++row)
      repeat_last(cells + static_cast<std::size_t>(row) * row_bytes, columns, chunk.width, cell_bytes);
    for (std::int64_t row = rows; row < chunk.height; ++row) {
      std::memcpy(cells + static_cast<std::size_t>(row) * row_bytes,
                  cells + static_cast<std::size_t>(rows - 1) * row_bytes,
                  static_cast<std::size_t>(chunk.width) * cell_bytes);
    }
    layer->written(chunk);
  }
  layer->finish();
  return layer;
}

std::uint64_t bytes_of_crop(std::uint32_t kind, std::int64_t width, std::int64_t height) {
  std::uint64_t bytes = 0;
  for (const Rect& chunk : schedule::list_of({width, height, schedule::chunk_side})) {
    const std::int64_t stride = (chunk.width + 15) / 16 * 16;
    bytes += Memory::rounded(static_cast<std::size_t>(stride * chunk.height) * border::cell_bytes(kind));
  }
  return bytes;
}

}  // namespace terrawright::engine
