// SPDX-License-Identifier: Apache-2.0
// Drainage as textbooks have it: one queue over the whole map, cell after cell.
#include <cstring>
#include <queue>
#include <tuple>
#include <vector>

#include "peers.hpp"

namespace terrawright::bench::peers {
namespace {

// In the order of the receivers' codes.
constexpr int to_x[8] = {1, 0, -1, 0, 1, -1, -1, 1};
constexpr int to_y[8] = {0, -1, 0, 1, -1, -1, 1, 1};

}  // namespace

void priority_flood(const float* heights, const std::uint8_t* ocean, std::int64_t side, float* filled) {
  struct Cell {
    float level;
    std::int64_t index;
    bool operator>(const Cell& other) const { return std::tie(level, index) > std::tie(other.level, other.index); }
  };
  const std::int64_t cells = side * side;
  std::priority_queue<Cell, std::vector<Cell>, std::greater<Cell>> open;
  std::vector<std::uint8_t> closed(static_cast<std::size_t>(cells), 0);
  const auto neighbours = [&](std::int64_t cell, auto body) {
    const std::int64_t x = cell % side, y = cell / side;
    for (int k = 0; k < 8; ++k) {
      const std::int64_t nx = x + to_x[k], ny = y + to_y[k];
      if (nx >= 0 && ny >= 0 && nx < side && ny < side) body(ny * side + nx);
    }
  };
  const auto outlet = [&](std::int64_t cell) {
    const std::int64_t x = cell % side, y = cell / side;
    return ocean[cell] != 0 || x == 0 || y == 0 || x + 1 == side || y + 1 == side;
  };
  std::memcpy(filled, heights, static_cast<std::size_t>(cells) * sizeof(float));
  // Outlets that have land beside them are where the flood begins.
  for (std::int64_t cell = 0; cell < cells; ++cell) {
    if (!outlet(cell)) continue;
    closed[static_cast<std::size_t>(cell)] = 1;
    bool shore = false;
    neighbours(cell, [&](std::int64_t n) { shore = shore || !outlet(n); });
    if (shore) open.push({heights[cell], cell});
  }
  while (!open.empty()) {
    const Cell cell = open.top();
    open.pop();
    neighbours(cell.index, [&](std::int64_t n) {
      if (closed[static_cast<std::size_t>(n)]) return;
      closed[static_cast<std::size_t>(n)] = 1;
      if (filled[n] < cell.level) filled[n] = cell.level;
      open.push({filled[n], n});
    });
  }
}

void queue_accumulation(const std::uint16_t* receivers, const std::int64_t* runoff, std::int64_t side,
                        std::int64_t* accumulated) {
  const std::int64_t cells = side * side;
  std::vector<std::uint8_t> donors(static_cast<std::size_t>(cells), 0);
  const auto receiver = [&](std::int64_t cell) {
    const int code = receivers[cell];
    return code == 0 ? -1 : cell + to_y[code - 1] * side + to_x[code - 1];
  };
  for (std::int64_t cell = 0; cell < cells; ++cell) {
    accumulated[cell] = runoff[cell];
    if (const std::int64_t to = receiver(cell); to >= 0) ++donors[static_cast<std::size_t>(to)];
  }
  std::queue<std::int64_t> ready;
  for (std::int64_t cell = 0; cell < cells; ++cell) {
    if (donors[static_cast<std::size_t>(cell)] == 0 && receivers[cell] != 0) ready.push(cell);
  }
  while (!ready.empty()) {
    const std::int64_t cell = ready.front(), to = receiver(cell);
    ready.pop();
    if (to < 0) continue;
    accumulated[to] += accumulated[cell];
    if (--donors[static_cast<std::size_t>(to)] == 0) ready.push(to);
  }
}

}  // namespace terrawright::bench::peers
