// SPDX-License-Identifier: Apache-2.0
// Chunks that a run painted of layers of which it painted no more: kept one by one in the store, so that the next one
// reads what lies beside or is asked for again. Each is an entry of its own, which may go, or be damaged, alone.
#pragma once
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "engine/nodes/node_run.hpp"
#include "graph/graph.hpp"
#include "schedule/reuse.hpp"
#include "store/store.hpp"

namespace terrawright::engine {

// The key of such a chunk.
std::string chunk_key(const std::string& layer_key, std::size_t chunk);

class Parts {
 public:
  // For tiles that are chunks. `taken`: links that are read from outside, around the cell (x, y) or elsewhere.
  Parts(std::shared_ptr<store::Store> store, const graph::Graph& graph,
        const std::vector<std::unique_ptr<NodeRun>>& runs, const std::vector<schedule::Doing>& doing,
        const std::vector<graph::Link>& taken, const Rect& window);

  // From now on what node `n` paints is kept, if somebody may ask for it again: whoever takes it, or a reader's other
  // tiles, as that one sees beyond its own.
  void keep(std::size_t n) const;
  // Reads the tile, if all that anybody takes of it is there. False, with cells that are still to be painted, where
  // some is not, or is damaged and gone now. Any thread.
  bool read(std::size_t n, const Rect& tile) const;

 private:
  struct Port {
    std::uint32_t number;
    store::Shape shape;
  };
  bool is_seen_beyond(std::size_t reader, std::uint32_t input, const Rect& window) const;

  const std::shared_ptr<store::Store> store_;
  const graph::Graph& graph_;
  const std::vector<std::unique_ptr<NodeRun>>& runs_;
  std::vector<std::vector<Port>> ports_;  // by node; of one that is not kept: none
};

}  // namespace terrawright::engine
