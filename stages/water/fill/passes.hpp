// SPDX-License-Identifier: Apache-2.0
// Basins as a graph: nodes joined by passes, and the level that water has to rise to in each before it leaves.
//
// The level is the minimax over all paths to a source, so it is unique whatever order the passes are taken in.
#pragma once
#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <queue>
#include <utility>
#include <vector>

namespace terrawright::water {

// The lowest way from one node to another: the higher of two neighbouring cells.
struct Pass {
  std::uint32_t a, b;  // a < b
  float level;         // m
};

constexpr float no_level = -std::numeric_limits<float>::infinity();
constexpr std::uint32_t nowhere = UINT32_MAX;

// Collects passes and keeps the lowest between two nodes, most of the time: a small table forgets now and then.
class Passes {
 public:
  Passes() : recent_(std::size_t{1} << bits, Pass{0, 0, 0}) {}

  void add(std::uint32_t a, std::uint32_t b, float level) {
    if (b < a) std::swap(a, b);
    Pass& seen = recent_[(a * 0x9E3779B1u ^ b * 0x85EBCA77u) >> (32 - bits)];
    if (seen.a == a && seen.b == b) {
      if (level < seen.level) seen.level = level;
      return;
    }
    if (seen.a != seen.b) all_.push_back(seen);
    seen = {a, b, level};
  }
  std::vector<Pass> take() {
    for (const Pass& pass : recent_) {
      if (pass.a != pass.b) all_.push_back(pass);
    }
    return std::move(all_);
  }

 private:
  static constexpr int bits = 12;
  std::vector<Pass> recent_, all_;
};

struct Flooded {
  std::vector<float> level;           // m; no_level of the sources
  std::vector<std::uint32_t> source;  // from which it was reached
};

// Where water is known to leave, and at which level.
struct Source {
  std::uint32_t node;
  float level;
};

// Every node is reached from the nearest source, nearest by the highest pass on the way.
inline Flooded flood(std::uint32_t nodes, const std::vector<Pass>& passes, const std::vector<Source>& sources) {
  struct Way {
    std::uint32_t to;
    float level;
  };
  std::vector<std::size_t> first(nodes + std::size_t{2}, 0);
  for (const Pass& pass : passes) {
    ++first[pass.a + std::size_t{2}];
    ++first[pass.b + std::size_t{2}];
  }
  for (std::size_t n = 2; n < first.size(); ++n) first[n] += first[n - 1];
  std::vector<Way> ways(passes.size() * 2);
  for (const Pass& pass : passes) {
    ways[first[pass.a + std::size_t{1}]++] = {pass.b, pass.level};
    ways[first[pass.b + std::size_t{1}]++] = {pass.a, pass.level};
  }

  Flooded flooded{std::vector<float>(nodes, std::numeric_limits<float>::infinity()),
                  std::vector<std::uint32_t>(nodes, nowhere)};
  using Reached = std::pair<float, std::uint32_t>;
  std::priority_queue<Reached, std::vector<Reached>, std::greater<Reached>> next;
  for (const Source& source : sources) {
    flooded.level[source.node] = source.level;
    flooded.source[source.node] = source.node;
    next.emplace(source.level, source.node);
  }
  while (!next.empty()) {
    const auto [level, node] = next.top();
    next.pop();
    if (level > flooded.level[node]) continue;
    for (std::size_t i = first[node]; i < first[node + std::size_t{1}]; ++i) {
      const Way& way = ways[i];
      const float reached = way.level > level ? way.level : level;
      if (!(reached < flooded.level[way.to])) continue;
      flooded.level[way.to] = reached;
      flooded.source[way.to] = flooded.source[node];
      next.emplace(reached, way.to);
    }
  }
  return flooded;
}

// As few passes as keep every minimax: the lowest that join all nodes (Kruskal 1956).
inline std::vector<Pass> lowest(std::uint32_t nodes, std::vector<Pass> passes) {
  std::sort(passes.begin(), passes.end(), [](const Pass& a, const Pass& b) { return a.level < b.level; });
  std::vector<std::uint32_t> parent(nodes);
  std::iota(parent.begin(), parent.end(), 0u);
  const auto find = [&](std::uint32_t node) {
    while (parent[node] != node) node = parent[node] = parent[parent[node]];
    return node;
  };
  std::vector<Pass> kept;
  for (const Pass& pass : passes) {
    const std::uint32_t a = find(pass.a), b = find(pass.b);
    if (a == b) continue;
    parent[a] = b;
    kept.push_back(pass);
  }
  return kept;
}

}  // namespace terrawright::water
