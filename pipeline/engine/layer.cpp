// SPDX-License-Identifier: Apache-2.0
#include "engine/layer.hpp"

#include <xxhash.h>

#include <algorithm>
#include <cstring>

#include "border/kind.hpp"

namespace terrawright::engine {
namespace {

Digest canonical(XXH128_hash_t hash) {
  XXH128_canonical_t bytes;
  XXH128_canonicalFromHash(&bytes, hash);
  Digest digest;
  std::memcpy(digest.data(), bytes.digest, digest.size());
  return digest;
}

struct Hasher {
  XXH3_state_t* state = XXH3_createState();
  Hasher() { XXH3_128bits_reset(state); }
  ~Hasher() { XXH3_freeState(state); }
  Hasher(const Hasher&) = delete;
  Hasher& operator=(const Hasher&) = delete;
  void add(const void* bytes, std::size_t size) { XXH3_128bits_update(state, bytes, size); }
  Digest digest() const { return canonical(XXH3_128bits_digest(state)); }
};

}  // namespace

Digest digest_of(std::string_view bytes) { return canonical(XXH3_128bits(bytes.data(), bytes.size())); }

std::string hex(const Digest& digest) {
  std::string text;
  for (const unsigned char byte : digest) {
    text += "0123456789abcdef"[byte >> 4];
    text += "0123456789abcdef"[byte & 15];
  }
  return text;
}

Layer::Cells::Cells(std::shared_ptr<Memory> from, std::size_t size)
    : memory(std::move(from)), bytes(size), begin(memory->take(size)) {}
Layer::Cells::~Cells() { memory->give_back(begin, bytes); }

Layer::Layer(LayerFacts facts, std::shared_ptr<Memory> memory)
    : facts_(std::move(facts)), memory_(std::move(memory)), cell_bytes_(border::cell_bytes(facts_.kind)) {
  columns_ = (facts_.width + schedule::chunk_side - 1) / schedule::chunk_side;
  for (std::int64_t y = 0; y < facts_.height; y += schedule::chunk_side) {
    for (std::int64_t x = 0; x < facts_.width; x += schedule::chunk_side) {
      Chunk chunk;
      chunk.area = {x, y, std::min(schedule::chunk_side, facts_.width - x),
                    std::min(schedule::chunk_side, facts_.height - y)};
      chunk.stride = (chunk.area.width + 15) / 16 * 16;
      chunks_.push_back(std::move(chunk));
    }
  }
}

std::size_t Layer::chunk_at(std::int64_t x, std::int64_t y) const {
  return static_cast<std::size_t>((y / schedule::chunk_side) * columns_ + x / schedule::chunk_side);
}

unsigned char* Layer::cell(const Chunk& chunk, std::int64_t x, std::int64_t y) const {
  const std::int64_t index = (y - chunk.area.y) * chunk.stride + (x - chunk.area.x);
  return static_cast<unsigned char*>(chunk.cells->begin) + index * cell_bytes_;
}

void Layer::ensure(Chunk& chunk) {
  const std::lock_guard lock(allocation_);
  if (chunk.cells) return;
  chunk.cells =
      std::make_shared<Cells>(memory_, static_cast<std::size_t>(chunk.stride * chunk.area.height) * cell_bytes_);
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

void Layer::read(const Rect& area, void* to, std::int64_t stride) const {
  each_part(area, [&](std::size_t i, const Rect& part) {
    const Chunk& chunk = chunks_[i];
    for (std::int64_t y = part.y; y < part.y + part.height; ++y) {
      const std::int64_t index = (y - area.y) * stride + (part.x - area.x);
      std::memcpy(static_cast<unsigned char*>(to) + index * cell_bytes_, cell(chunk, part.x, y),
                  static_cast<std::size_t>(part.width) * cell_bytes_);
    }
  });
}

void Layer::write(const Rect& area, const void* from, std::int64_t stride) {
  each_part(area, [&](std::size_t i, const Rect& part) {
    Chunk& chunk = chunks_[i];
    ensure(chunk);
    for (std::int64_t y = part.y; y < part.y + part.height; ++y) {
      const std::int64_t index = (y - area.y) * stride + (part.x - area.x);
      std::memcpy(cell(chunk, part.x, y), static_cast<const unsigned char*>(from) + index * cell_bytes_,
                  static_cast<std::size_t>(part.width) * cell_bytes_);
    }
  });
}

std::optional<terrawright_view> Layer::in_place(const Rect& area) const {
  const Chunk& chunk = chunks_[chunk_at(area.x, area.y)];
  if (area.x + area.width > chunk.area.x + chunk.area.width) return std::nullopt;
  if (area.y + area.height > chunk.area.y + chunk.area.height) return std::nullopt;
  return terrawright_view{cell(chunk, area.x, area.y), chunk.stride, area};
}

std::optional<terrawright_target> Layer::writable(const Rect& area) {
  Chunk& chunk = chunks_[chunk_at(area.x, area.y)];
  ensure(chunk);
  if (!in_place(area)) return std::nullopt;
  return terrawright_target{cell(chunk, area.x, area.y), chunk.stride, area};
}

std::optional<std::size_t> Layer::exact_chunk(const Rect& area) const {
  const std::size_t i = chunk_at(area.x, area.y);
  const Rect& whole = chunks_[i].area;
  const bool same = area.x == whole.x && area.y == whole.y && area.width == whole.width && area.height == whole.height;
  return same ? std::optional(i) : std::nullopt;
}

void Layer::copy(const Rect& area, const Layer& from) {
  if (const auto chunk = exact_chunk(area); chunk && facts_.kind == from.facts_.kind) {
    chunks_[*chunk] = from.chunks_[*chunk];
    return;
  }
  std::vector<unsigned char> cells(static_cast<std::size_t>(area.width * area.height) * cell_bytes_);
  from.read(area, cells.data(), area.width);
  write(area, cells.data(), area.width);
}

void Layer::finish(std::size_t i) {
  Chunk& chunk = chunks_[i];
  Hasher hasher;
  StatisticsOf statistics(facts_.kind);
  CountsOf classes;
  for (std::int64_t y = chunk.area.y; y < chunk.area.y + chunk.area.height; ++y) {
    const void* row = cell(chunk, chunk.area.x, y);
    hasher.add(row, static_cast<std::size_t>(chunk.area.width) * cell_bytes_);
    statistics.add(row, chunk.area.width);
    if (facts_.kind == TERRAWRIGHT_KIND_CLASS) classes.add(static_cast<const std::uint16_t*>(row), chunk.area.width);
  }
  chunk.digest = hasher.digest();
  chunk.statistics = statistics.result();
  chunk.classes = classes.result();
  chunk.finished = true;
}

void Layer::finish() {
  Hasher hasher;
  const std::string header = std::string(border::kind_name(facts_.kind)) + " " + std::to_string(facts_.width) + "x" +
                             std::to_string(facts_.height);
  hasher.add(header.data(), header.size());
  statistics_ = no_statistics();
  classes_.clear();
  for (std::size_t i = 0; i < chunks_.size(); ++i) {
    if (!chunks_[i].finished) finish(i);
    hasher.add(chunks_[i].digest.data(), chunks_[i].digest.size());
    statistics_ = merged(statistics_, chunks_[i].statistics);
    for (const auto& [code, cells] : chunks_[i].classes) classes_[code] += cells;
  }
  digest_ = hasher.digest();
}

}  // namespace terrawright::engine
