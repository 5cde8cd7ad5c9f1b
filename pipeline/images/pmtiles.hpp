// SPDX-License-Identifier: Apache-2.0
// A PMTiles file, version 3 (github.com/protomaps/PMTiles, spec/v3): all tiles of a pyramid in one file, of which
// readers take by ranges of bytes those that they need.
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/layer.hpp"
#include "images/private_folder.hpp"
#include "images/pyramid.hpp"
#include "images/whole_file.hpp"

namespace terrawright::images {

// Tiles of different zooms may come in any order, those of one zoom by their numbers: they wait in a file each, as the
// upper zooms lie first in the end. Equal tiles of a zoom are stored once.
class PmTiles {
 public:
  explicit PmTiles(std::filesystem::path path);
  // PNG. Throws WriteFailed.
  void add(int zoom, std::int64_t x, std::int64_t y, const std::string& bytes);
  // The whole file, not settled. `metadata` is a JSON object. Throws WriteFailed.
  std::unique_ptr<WholeFile> close(const PyramidGrid& grid, const std::string& metadata);

  // Bytes of memory that a tile takes until close().
  static constexpr std::uint64_t bytes_of_tile = 128;

  struct Entry {
    std::uint64_t id, offset;  // where it lies among the tiles
    std::uint32_t bytes, run;  // so many tiles from this one on; 0: a leaf directory
  };

 private:
  struct Hash {
    std::size_t operator()(const engine::Digest& digest) const;
  };
  struct Zoom {
    std::unique_ptr<WholeFile> tiles;
    std::uint64_t bytes = 0, count = 0;
    std::vector<Entry> entries;
    std::unordered_map<engine::Digest, std::uint64_t, Hash> known;  // where they lie
  };
  void copy(WholeFile& from, WholeFile& to) const;

  std::filesystem::path path_;
  PrivateFolder aside_;
  std::map<int, Zoom> zooms_;
};

}  // namespace terrawright::images
