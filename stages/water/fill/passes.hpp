// SPDX-License-Identifier: Apache-2.0
// Basins as a graph: nodes joined by passes, and the level that water has to rise to in each before it leaves.
//
// The level is the minimax over all paths to a source, so it is unique whatever order the passes are taken in.
#pragma once
#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
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
  static constexpr int bits = 10;
  std::vector<Pass> recent_, all_;
};

struct Flooded {
  std::vector<float> level;           // m; no_level of the sources
  std::vector<std::uint32_t> source;  // from which it was reached
  // Nodes that a path below their level joins to another node of that level: one lake, which the other stands for.
  std::vector<std::uint8_t> is_part;
};

// A place where water leaves, and its known level there.
struct Source {
  std::uint32_t node;
  float level;
};

// Every node is reached from the nearest source, nearest by the highest pass on the way. Each node, but for sources, is
// joined to the one beyond its lowest pass, which is on that way (Boruvka 1926), again and again: its level is that of
// the other, or that of the pass.
inline Flooded flood(std::uint32_t nodes, std::vector<Pass> passes, const std::vector<Source>& sources) {
  Flooded flooded{std::vector<float>(nodes, std::numeric_limits<float>::infinity()),
                  std::vector<std::uint32_t>(nodes, nowhere), std::vector<std::uint8_t>(nodes, 0)};
  for (const Source& source : sources) {
    flooded.level[source.node] = source.level;
    flooded.source[source.node] = source.node;
  }
  struct Join {
    std::uint32_t node, to;
    float level;
  };
  std::vector<Join> joins;  // in the order in which they were made
  std::vector<Pass> lowest(nodes, Pass{0, 0, 0});
  std::vector<std::uint32_t> root(nodes);
  std::iota(root.begin(), root.end(), 0u);
  while (!passes.empty()) {
    const std::size_t before = joins.size();
    const auto offer = [&](std::uint32_t node, const Pass& pass) {
      Pass& best = lowest[node];
      if (best.a == best.b || pass.level < best.level) best = pass;
    };
    for (const Pass& pass : passes) {
      offer(pass.a, pass);
      offer(pass.b, pass);
    }
    const auto other_end = [&](std::uint32_t node) { return lowest[node].a ^ lowest[node].b ^ node; };
    for (const Pass& pass : passes) {
      for (const std::uint32_t node : {pass.a, pass.b}) {
        if (flooded.source[node] != nowhere || root[node] != node) continue;
        // The first of two that choose each other stays.
        const std::uint32_t to = other_end(node);
        if (node < to && flooded.source[to] == nowhere && other_end(to) == node) continue;
        root[node] = to;
        joins.push_back({node, to, lowest[node].level});
      }
    }
    if (joins.size() == before) break;  // what is left has no source
    const auto find = [&](std::uint32_t node) {
      while (root[node] != node) node = root[node] = root[root[node]];
      return node;
    };
    for (std::size_t i = before; i < joins.size(); ++i) joins[i].to = find(joins[i].to);
    std::size_t left = 0;
    for (Pass pass : passes) {
      lowest[pass.a] = lowest[pass.b] = Pass{0, 0, 0};
      pass.a = find(pass.a);
      pass.b = find(pass.b);
      if (pass.a != pass.b) passes[left++] = pass;
    }
    passes.resize(left);
  }
  for (std::size_t i = joins.size(); i-- > 0;) {
    const Join& join = joins[i];
    const float level = flooded.level[join.to];
    flooded.level[join.node] = join.level > level ? join.level : level;
    flooded.source[join.node] = flooded.source[join.to];
    flooded.is_part[join.node] = join.level < level;
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
