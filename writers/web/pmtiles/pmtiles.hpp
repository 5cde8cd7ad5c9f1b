// SPDX-License-Identifier: Apache-2.0
// A PMTiles file, version 3 (github.com/protomaps/PMTiles, spec/v3): all tiles of a pyramid in one file, of which
// readers take by ranges of bytes those that they need.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "web/pyramid/pyramid_writer.hpp"

namespace terrawright::web {

// Tiles of different zooms may come in any order, those of one zoom by their numbers: they wait in a file each, as the
// upper zooms lie first in the end. Equal tiles of a zoom are stored once.
class PmTilesArchive {
 public:
  explicit PmTilesArchive(const Writing& writing) : writing_(writing) {}
  void add(const TileAt& at, const std::string& png);
  // `metadata` is a JSON object.
  void write(Writing::File& file, const PyramidGrid& grid, const std::string& metadata);

  // Bytes of memory that a tile takes until then.
  static constexpr std::uint64_t bytes_of_tile = 128;

  struct Entry {
    std::uint64_t id, offset;  // where it lies among the tiles
    std::uint32_t bytes, run;  // so many tiles from this one on; 0: a leaf directory
  };

 private:
  struct Zoom {
    explicit Zoom(const Writing& writing) : tiles(writing.open_temporary()) {}
    Writing::File tiles;
    std::uint64_t count = 0;
    std::vector<Entry> entries;
    std::unordered_multimap<std::size_t, Entry> known;  // by a hash of their bytes
  };

  // The entry of the same bytes; nullptr: none.
  const Entry* same_as(const Zoom& zoom, const std::string& png) const;
  // To `offset` on; where it ends there.
  std::uint64_t copy(const Writing::File& from, Writing::File& to, std::uint64_t offset) const;

  const Writing& writing_;
  std::map<int, Zoom> zooms_;
};

}  // namespace terrawright::web
