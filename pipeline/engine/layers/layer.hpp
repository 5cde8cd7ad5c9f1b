// SPDX-License-Identifier: Apache-2.0
// One raster, stored as chunks of 512 x 512 cells, independent of the tiles. A chunk appears when its first cell is
// written, and its cells go when nobody will read them any more; its digest and statistics stay. Finished chunks that
// have the same value everywhere, as much of a sea has, share their cells.
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/layers/memory.hpp"
#include "engine/layers/statistics.hpp"
#include "schedule/bytes.hpp"
#include "schedule/tiling.hpp"
#include "terrawright/arrangement.hpp"
#include "terrawright/tile.hpp"

namespace terrawright::engine {

using Digest = std::array<unsigned char, 16>;  // XXH3-128, canonical (big-endian) bytes
std::string hex(const Digest& digest);
Digest digest_of(std::string_view bytes);

// Properties of a layer, beside its cells.
struct LayerFacts {
  std::uint32_t kind = 0;  // TERRAWRIGHT_KIND_HEIGHT ...
  std::string unit;
  std::vector<LegendEntry> legend;
  std::int64_t width = 0, height = 0;
};

// Storage of the cells of finished chunks that are not in memory.
class ChunksElsewhere {
 public:
  virtual ~ChunksElsewhere() = default;
  // Rows lie `stride` cells apart. Throws std::exception. Any thread.
  virtual void put(std::size_t chunk, const void* cells, std::size_t bytes, std::int64_t stride) = 0;
  virtual void get(std::size_t chunk, void* cells, std::size_t bytes, std::int64_t stride) = 0;
  virtual bool has(std::size_t chunk) const = 0;
  // Whether put() has a place for the chunk.
  virtual bool takes(std::size_t /*chunk*/) const { return true; }
  virtual void drop(std::size_t chunk) = 0;
};

class Layer {
 public:
  // Keeps all its cells until lifetimes() says otherwise.
  Layer(LayerFacts facts, std::shared_ptr<Memory> memory);

  const LayerFacts& facts() const { return facts_; }
  std::uint32_t cell_bytes() const { return cell_bytes_; }
  Rect area() const { return {0, 0, facts_.width, facts_.height}; }

  // Cells of a chunk; shared between layers that say the same, and with those who look at them.
  struct Cells {
    Cells(std::shared_ptr<Memory> from, std::size_t bytes);
    ~Cells();
    Cells(const Cells&) = delete;
    Cells& operator=(const Cells&) = delete;
    std::shared_ptr<Memory> memory;
    std::size_t bytes;
    void* begin;
  };
  // Cells in place, there for as long as it is held.
  struct Held {
    terrawright_view view;
    std::shared_ptr<const Cells> cells;
  };

  // Copies the cells of `area` to rows of `stride` cells. Any thread, of cells that are written.
  void read(const Rect& area, void* to, std::int64_t stride) const;
  // The cells of `area` in place, if one chunk holds them all.
  std::optional<Held> in_place(const Rect& area) const;

  // Those of the chunks that row `y` lies in.
  std::vector<std::shared_ptr<const Cells>> held_row(std::int64_t y) const;

  // Writes the cells of `area`, once. Any thread. A chunk whose last cell is written is finished: its digest and
  // statistics are taken while its cells are near.
  void write(const Rect& area, const void* from, std::int64_t stride);
  // To write in place, if one chunk holds all of it; then written().
  std::optional<terrawright_target> writable(const Rect& area);
  void written(const Rect& area);
  // A whole chunk that an earlier run has written: read(cells, stride) to rows of `stride` cells. If it returns false
  // the chunk is still to be written.
  bool fill(std::size_t i, const std::function<bool(void* cells, std::int64_t stride)>& read);
  // The cells of another layer of the same shape and cell size. A whole chunk of the same kind is shared, not copied.
  void copy(const Rect& area, const Layer& from);

  // ---- lifetimes ---------------------------------------------------------------------------------

  // From now on a chunk's cells go when it is finished, nobody holds the layer, and as many have read it as are
  // expected.
  void lifetimes();
  void hold();                      // until released
  void release();                   // once for each hold()
  void expect(const Rect& area);    // a reader of the chunks that `area` touches
  void was_read(const Rect& area);  // one of those

  // Storage for cells when memory is short; null: none.
  void set_elsewhere(std::unique_ptr<ChunksElsewhere> elsewhere);
  bool is_elsewhere() const { return elsewhere_ != nullptr; }
  // Puts the cells of chunk `i` elsewhere; not_at_all: they are not in memory, not finished, in use, or there is
  // nowhere. If another layer or a reader shares the cells, they are in use unless `shared`. Then this layer releases
  // them, and they are free when the last one has.
  enum class Evicted { not_at_all, let_go, freed };
  Evicted evict(std::size_t i, bool shared = false);
  bool has_cells() const;  // in memory

  // ---- what was kept ------------------------------------------------------------------------------

  // Sets the results of finish(), before there are cells, or without them.
  void is_known(const Statistics& statistics, ClassCounts classes, const Digest& digest);
  // All of its cells are there.
  void stands_elsewhere(std::unique_ptr<ChunksElsewhere> cells);
  // Called for each chunk that is finished, by the thread that wrote the last of its cells, rows `stride` cells apart.
  using ChunkFinished = std::function<void(std::size_t chunk, const void* cells, std::int64_t stride)>;
  void when_chunk_is_finished(ChunkFinished told) { chunk_finished_ = std::move(told); }

  // ---- several processes -------------------------------------------------------------------------

  // Record of a finished chunk.
  struct Known {
    Digest digest{};
    Statistics statistics{};
    ClassCounts classes;
    std::int64_t first_nan = no_cell;
  };
  static constexpr std::int64_t no_cell = std::numeric_limits<std::int64_t>::max();
  std::optional<Known> known(std::size_t chunk) const;
  // Another process has made the chunk: its cells are elsewhere, or of no use here.
  void is_made(std::size_t chunk, Known known);
  // No cell is in memory any more, and no reader is expected. Each chunk may be painted again for readers if `anew`.
  void let_go(bool anew);

  // ---- the whole ---------------------------------------------------------------------------------

  std::size_t chunks() const { return chunks_.size(); }
  Rect chunk_area(std::size_t i) const;
  // When all cells are written: digest and statistics of all of it.
  void finish();
  bool is_finished() const { return finished_; }

  // After finish(): exact minimum, maximum and NaN count. For a vector: over both components; for a colour: none.
  const Statistics& statistics() const { return statistics_; }
  // After finish(), of cells that were written here: the first one that is NaN, row by row.
  std::optional<std::pair<std::int64_t, std::int64_t>> first_nan() const;
  // After finish(), of a layer of classes or a mask: how many cells have each code.
  const ClassCounts& classes() const { return classes_; }
  // After finish(): XXH3-128 over kind, shape and the chunks' digests. Says nothing of tiles or threads.
  const Digest& digest() const { return digest_; }

 private:
  // A giant world has millions of them.
  struct Chunk {
    mutable std::shared_ptr<Cells> cells;
    std::int32_t unwritten = 0;  // cells
    std::uint32_t readers = 0;   // that are still to come
    bool finished = false;
    bool leaves = false;    // on its way elsewhere
    bool is_known = false;  // not of what an earlier run has painted
    Digest digest{};
    Statistics statistics{};
  };
  static_assert(sizeof(Chunk) <= schedule::chunk_record_bytes);
  // Whole chunks of one value.
  struct Plain {
    std::string value;
    std::weak_ptr<Cells> cells;
    Known known;
  };
  std::int64_t stride_of(std::size_t i) const { return (chunk_area(i).width + 15) / 16 * 16; }
  std::size_t bytes_of(std::size_t i) const;
  std::size_t chunk_at(std::int64_t x, std::int64_t y) const;
  unsigned char* cell(std::size_t i, const Cells& cells, std::int64_t x, std::int64_t y) const;
  std::optional<std::size_t> chunk_holding(const Rect& area) const;
  std::shared_ptr<Cells> to_write(std::size_t i);
  std::shared_ptr<Cells> to_read(std::size_t i) const;
  void count_written(std::size_t i, std::int64_t cells);
  void finish(std::size_t i, const std::shared_ptr<Cells>& cells);
  Known known_of(std::size_t i, const Cells& cells) const;
  void keep(std::size_t i, Known known);  // under the lock, as known_at() and plain_with()
  Known known_at(std::size_t i) const;
  bool is_plain(std::size_t i, const Cells& cells) const;
  std::optional<Plain> plain_with(const std::shared_ptr<Cells>& cells) const;
  void drop_if_done(std::size_t i);
  template <class Each>
  void each_part(const Rect& area, Each each) const;

  LayerFacts facts_;
  std::shared_ptr<Memory> memory_;
  std::uint32_t cell_bytes_;
  std::int64_t columns_;
  mutable std::mutex mutex_;  // of chunks, but not of their cells
  std::vector<Chunk> chunks_;
  std::vector<ClassCounts> counts_;  // of chunks, in a layer of classes or a mask
  // Cells that were read from elsewhere for somebody who looks at them, where nobody else will.
  mutable std::map<std::size_t, std::weak_ptr<Cells>> lent_;
  static constexpr std::size_t most_plain = 16;  // values
  std::vector<Plain> plain_;
  std::unique_ptr<ChunksElsewhere> elsewhere_;
  ChunkFinished chunk_finished_;
  std::uint32_t holds_ = 1;
  bool finished_ = false;
  Statistics statistics_{};
  std::int64_t first_nan_ = no_cell;
  ClassCounts classes_;
  Digest digest_{};
};

// A part of a layer as a layer of its own, whose statistics, classes and digest are its own: the cells of `area`, and
// as many as are lacking to a width and height at its right and lower edges, which repeat its last ones.
std::shared_ptr<Layer> cropped(const Layer& of, const Rect& area, std::int64_t width, std::int64_t height,
                               const std::shared_ptr<Memory>& memory);

// Bytes of memory that such a part of a layer of this kind takes.
std::uint64_t bytes_of_crop(std::uint32_t kind, std::int64_t width, std::int64_t height);

}  // namespace terrawright::engine
