// SPDX-License-Identifier: Apache-2.0
// Rows of a layer as a pack has them: of a tile, and where it is of another size, between the cells of the world.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "terrawright/writer.hpp"

namespace terrawright::game {

// Cells of a pack along one side of the world: the i-th lies at (first + offset + i) (from - 1) / (to - 1) of its
// cells, so that the first and the last of a pack are the world's.
struct PackAxis {
  std::int64_t first = 0, count = 0;  // of the pack's cells
  double offset = 0;                  // 0.5: between two of them
  std::int64_t from = 0, to = 0;      // cells that there are, of the world and of the pack

  double at(std::int64_t i) const;
};

// Values between cells are those of straight lines, first across, then down, in double precision.
class PackRows {
 public:
  // For heights the values unchanged; for weights 0 to 1: of masks 0 or 1, of classes 1 for those, of others clamped.
  enum class Of : std::uint8_t { heights, weights };
  PackRows(const Writing& writing, std::uint64_t item, const PackAxis& across, const PackAxis& down, Of of);

  // From the first row on.
  void read(std::int64_t y, float* to);

 private:
  const std::vector<float>& row(std::int64_t y);
  void convert(const unsigned char* cells, std::vector<float>& to) const;

  const Writing& writing_;
  const std::uint64_t item_;
  const terrawright_item& facts_;
  const PackAxis down_;
  const Of of_;
  std::vector<bool> counts_;          // by class
  std::int64_t first_ = 0;            // column of the world
  std::vector<std::size_t> left_;     // by column of the pack, from there on
  std::vector<double> right_;         // how much of the next one counts
  std::vector<unsigned char> cells_;  // of a row of the world's squares, each of which is read once
  std::array<std::int64_t, 2> kept_{-1, -1};
  std::array<std::vector<float>, 2> rows_;
  std::int64_t cells_from_ = -1;
};

// Bytes of memory that it takes.
std::uint64_t bytes_of_pack_rows(const terrawright_item& layer);

}  // namespace terrawright::game
