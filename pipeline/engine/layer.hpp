// SPDX-License-Identifier: Apache-2.0
// One raster, stored as chunks of 512 x 512 cells whatever the tiles are.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/memory.hpp"
#include "engine/statistics.hpp"
#include "schedule/tiling.hpp"
#include "terrawright/arrangement.hpp"
#include "terrawright/tile.hpp"

namespace terrawright::engine {

using Digest = std::array<unsigned char, 16>;  // XXH3-128, canonical (big-endian) bytes
std::string hex(const Digest& digest);
Digest digest_of(std::string_view bytes);

// What a layer is, beside its cells.
struct LayerFacts {
  std::uint32_t kind = 0;  // TERRAWRIGHT_KIND_HEIGHT ...
  std::string unit;
  std::vector<LegendEntry> legend;
  std::int64_t width = 0, height = 0;
};

class Layer {
 public:
  Layer(LayerFacts facts, std::shared_ptr<Memory> memory);

  const LayerFacts& facts() const { return facts_; }
  std::uint32_t cell_bytes() const { return cell_bytes_; }
  Rect area() const { return {0, 0, facts_.width, facts_.height}; }

  // Copies the cells of `area` to or from rows of `stride` cells.
  void read(const Rect& area, void* to, std::int64_t stride) const;
  void write(const Rect& area, const void* from, std::int64_t stride);
  // The cells of `area` in place, if one chunk holds them all.
  std::optional<terrawright_view> in_place(const Rect& area) const;
  std::optional<terrawright_target> writable(const Rect& area);
  // The chunk that `area` covers exactly, if it is one.
  std::optional<std::size_t> exact_chunk(const Rect& area) const;
  // The cells of another layer of the same shape and cell size. A whole chunk of the same kind is shared, not copied.
  void copy(const Rect& area, const Layer& from);

  // Digest and statistics of a chunk whose cells are all written. Any order, any thread, once.
  void finish(std::size_t i);
  // Those of the layer; finishes the chunks that are not.
  void finish();
  std::size_t chunks() const { return chunks_.size(); }

  // After finish(): exact minimum, maximum and NaN count. Of a vector: over both components; of a colour: none.
  const Statistics& statistics() const { return statistics_; }
  // After finish(), of a layer of classes: how many cells have each code.
  const ClassCounts& classes() const { return classes_; }
  // After finish(): XXH3-128 over kind, shape and the chunks' digests. Says nothing of tiles or threads.
  const Digest& digest() const { return digest_; }

 private:
  // Cells of a chunk; shared between layers that say the same.
  struct Cells {
    Cells(std::shared_ptr<Memory> from, std::size_t bytes);
    ~Cells();
    Cells(const Cells&) = delete;
    Cells& operator=(const Cells&) = delete;
    std::shared_ptr<Memory> memory;
    std::size_t bytes;
    void* begin;
  };
  struct Chunk {
    Rect area{};
    std::int64_t stride = 0;
    std::shared_ptr<Cells> cells;
    bool finished = false;
    Digest digest{};
    Statistics statistics{};
    ClassCounts classes;
  };
  std::size_t chunk_at(std::int64_t x, std::int64_t y) const;
  unsigned char* cell(const Chunk& chunk, std::int64_t x, std::int64_t y) const;
  void ensure(Chunk& chunk);
  template <class Each>
  void each_part(const Rect& area, Each each) const;

  LayerFacts facts_;
  std::shared_ptr<Memory> memory_;
  std::uint32_t cell_bytes_;
  std::int64_t columns_;
  std::vector<Chunk> chunks_;
  std::mutex allocation_;
  Statistics statistics_{};
  ClassCounts classes_;
  Digest digest_{};
};

}  // namespace terrawright::engine
