// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <mutex>

#include "engine/passes.hpp"

namespace terrawright::engine {
namespace {

constexpr std::size_t few = std::size_t{8} << 20;  // bytes that one call frees, so that it is not called for each chunk
constexpr std::size_t file = std::numeric_limits<std::size_t>::max();

// Chunks of one layer in the file of all. A layer that stays in memory has no list of blocks.
class Spilled final : public ChunksElsewhere {
 public:
  Spilled(std::shared_ptr<store::Spill> spill, std::size_t chunks, std::size_t number_bytes)
      : spill_(std::move(spill)), chunks_(chunks), number_bytes_(number_bytes) {}
  ~Spilled() override {
    for (const store::Spill::Block& block : blocks_) {
      if (block.bytes != 0) spill_->drop(block);
    }
  }
  Spilled(const Spilled&) = delete;
  Spilled& operator=(const Spilled&) = delete;

  void put(std::size_t chunk, const void* cells, std::size_t bytes, std::int64_t /*stride*/) override {
    const store::Spill::Block block = spill_->put(cells, bytes, number_bytes_);
    const std::lock_guard lock(mutex_);
    blocks_.resize(chunks_);
    blocks_[chunk] = block;
  }
  void get(std::size_t chunk, void* cells, std::size_t bytes, std::int64_t /*stride*/) override {
    const store::Spill::Block block = [&] {
      const std::lock_guard lock(mutex_);
      return blocks_.at(chunk);
    }();
    spill_->get(block, cells, bytes);
  }
  bool has(std::size_t chunk) const override {
    const std::lock_guard lock(mutex_);
    return !blocks_.empty() && blocks_[chunk].bytes != 0;
  }
  void drop(std::size_t chunk) override {
    const std::lock_guard lock(mutex_);
    if (blocks_[chunk].bytes != 0) spill_->drop(blocks_[chunk]);
    blocks_[chunk] = {};
  }

 private:
  const std::shared_ptr<store::Spill> spill_;
  const std::size_t chunks_, number_bytes_;
  mutable std::mutex mutex_;
  std::vector<store::Spill::Block> blocks_;  // by chunk; of 0 bytes: none
};
static_assert(sizeof(store::Spill::Block) <= schedule::chunk_place_bytes);

// Size of the numbers in a cell.
std::size_t number_bytes(const Layer& layer) {
  if (layer.facts().kind == TERRAWRIGHT_KIND_VECTOR) return sizeof(float);
  return layer.cell_bytes();
}

}  // namespace

Eviction::Eviction(const schedule::Order& order, const std::filesystem::path& folder, std::function<std::int64_t()> row)
    : order_(order), row_(std::move(row)), spill_(std::make_shared<store::Spill>(folder)) {}

void Eviction::add(const graph::Link& link, const std::shared_ptr<Layer>& layer) {
  Known known{layer, {}};
  for (const schedule::Pass& pass : order_.passes) {
    const bool reads = std::any_of(pass.reads.begin(), pass.reads.end(), [&](const graph::Link& read) {
      return read.node == link.node && read.port == link.port;
    });
    if (reads) known.readers.push_back(pass.node);
  }
  std::sort(known.readers.begin(), known.readers.end());
  if (!layer->is_elsewhere())
    layer->set_elsewhere(std::make_unique<Spilled>(spill_, layer->chunks(), number_bytes(*layer)));
  layers_.push_back(std::move(known));
}

std::size_t Eviction::next_reader(const Known& known, std::size_t after) const {
  const auto next = std::upper_bound(known.readers.begin(), known.readers.end(), after);
  return next == known.readers.end() ? file : *next;
}

bool Eviction::make_room() {
  const std::size_t node = node_.load(std::memory_order_relaxed);
  const std::int64_t row = row_();
  struct Candidate {
    std::size_t next;
    bool read_now;
    std::shared_ptr<Layer> layer;
  };
  std::vector<Candidate> candidates;
  for (const Known& known : layers_) {
    auto layer = known.layer.lock();
    if (!layer || !layer->has_cells()) continue;
    const bool now = std::binary_search(known.readers.begin(), known.readers.end(), node);
    candidates.push_back({next_reader(known, node), now, std::move(layer)});
  }
  std::stable_sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
    return a.next != b.next ? a.next > b.next : a.read_now < b.read_now;
  });
  std::size_t freed = 0;
  const auto evict = [&](const Candidate& candidate, std::int64_t from, std::int64_t to, bool shared = false) {
    Layer& layer = *candidate.layer;
    std::size_t let_go = 0;
    for (std::size_t i = layer.chunks(); i-- > 0 && freed < few && let_go < few;) {
      const Rect area = layer.chunk_area(i);
      if (area.y < from || area.y >= to) continue;
      const Layer::Evicted evicted = layer.evict(i, shared);
      if (evicted == Layer::Evicted::not_at_all) continue;
      const std::size_t bytes = static_cast<std::size_t>(area.width * area.height) * layer.cell_bytes();
      (evicted == Layer::Evicted::freed ? freed : let_go) += bytes;
    }
    return let_go > 0;
  };
  constexpr std::int64_t end = std::numeric_limits<std::int64_t>::max();
  const std::int64_t near = 3 * schedule::chunk_side;  // around the row that the pass is at
  // First chunks that this pass does not read or has read already, then those that it reads last, then the others.
  for (const Candidate& candidate : candidates) {
    if (freed < few) evict(candidate, 0, candidate.read_now ? std::max<std::int64_t>(row - near, 0) : end);
  }
  for (const Candidate& candidate : candidates) {
    if (freed < few && candidate.read_now) evict(candidate, row + near, end);
  }
  for (const Candidate& candidate : candidates) {
    if (freed == 0) evict(candidate, 0, end);
  }
  // Cells that layers share, as one is a copy of the other: free when the last of them lets go.
  for (bool goes_on = true; goes_on && freed == 0;) {
    goes_on = false;
    for (const Candidate& candidate : candidates) goes_on = (freed == 0 && evict(candidate, 0, end, true)) || goes_on;
  }
  return freed > 0;
}

}  // namespace terrawright::engine
