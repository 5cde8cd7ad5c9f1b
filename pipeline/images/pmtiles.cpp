// SPDX-License-Identifier: Apache-2.0
#include "images/pmtiles.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>

namespace terrawright::images {
namespace {

constexpr std::size_t header_bytes = 127, first_read = 16384;  // what readers ask for at once: header and root

void append(std::string& to, std::uint64_t number, int bytes) {
  for (int i = 0; i < bytes; ++i) to += static_cast<char>(number >> 8 * i & 255);
}
// Seven bits a byte, the lowest first.
void append_varint(std::string& to, std::uint64_t number) {
  for (; number >= 128; number >>= 7) to += static_cast<char>((number & 127) | 128);
  to += static_cast<char>(number);
}
void append_degrees(std::string& to, double degrees) {
  append(to, static_cast<std::uint32_t>(static_cast<std::int32_t>(std::floor(degrees * 1e7 + 0.5))), 4);
}

std::string directory(const PmTiles::Entry* entries, std::size_t count) {
  std::string to;
  append_varint(to, count);
  std::uint64_t id = 0;
  for (std::size_t i = 0; i < count; id = entries[i++].id) append_varint(to, entries[i].id - id);
  for (std::size_t i = 0; i < count; ++i) append_varint(to, entries[i].run);
  for (std::size_t i = 0; i < count; ++i) append_varint(to, entries[i].bytes);
  for (std::size_t i = 0; i < count; ++i) {
    const bool follows = i > 0 && entries[i].offset == entries[i - 1].offset + entries[i - 1].bytes;
    append_varint(to, follows ? 0 : entries[i].offset + 1);
  }
  return to;
}

struct Directories {
  std::string root, leaves;
};

// One that readers get with the header, if all of it has room there; else one of leaves, as small as it has to be.
Directories directories_of(const std::vector<PmTiles::Entry>& entries) {
  Directories all{directory(entries.data(), entries.size()), ""};
  for (std::size_t side = 4096; all.root.size() > first_read - header_bytes; side *= 2) {
    std::vector<PmTiles::Entry> root;
    all.leaves.clear();
    for (std::size_t i = 0; i < entries.size(); i += side) {
      const std::string leaf = directory(&entries[i], std::min(side, entries.size() - i));
      root.push_back({entries[i].id, all.leaves.size(), static_cast<std::uint32_t>(leaf.size()), 0});
      all.leaves += leaf;
    }
    all.root = directory(root.data(), root.size());
  }
  return all;
}

}  // namespace

std::size_t PmTiles::Hash::operator()(const engine::Digest& digest) const {
  std::size_t hash = 0;
  std::memcpy(&hash, digest.data(), sizeof hash);
  return hash;
}

PmTiles::PmTiles(std::filesystem::path path) : path_(std::move(path)), aside_(path_) {}

void PmTiles::add(int zoom, std::int64_t x, std::int64_t y, const std::string& bytes) {
  Zoom& of = zooms_[zoom];
  if (!of.tiles) {
    of.tiles = std::make_unique<WholeFile>(aside_.path() / std::to_string(zoom));
    of.tiles->hash_when_settled();  // which it never is
  }
  ++of.count;
  const std::uint64_t id = tile_id(zoom, x, y);
  const auto [at, is_new] = of.known.emplace(engine::digest_of(bytes), of.bytes);
  if (!is_new && of.entries.back().offset == at->second && of.entries.back().id + of.entries.back().run == id) {
    ++of.entries.back().run;
    return;
  }
  of.entries.push_back({id, at->second, static_cast<std::uint32_t>(bytes.size()), 1});
  if (!is_new) return;
  if (const int error = of.tiles->write(bytes.data(), bytes.size(), of.bytes); error != 0)
    throw WriteFailed(path_, "write the file", error);
  of.bytes += bytes.size();
}

void PmTiles::copy(WholeFile& from, WholeFile& to) const {
  std::vector<char> bytes(std::size_t{1} << 20);
  const std::uint64_t end = from.size();
  for (std::uint64_t at = 0; at < end;) {
    const std::size_t got = from.read(bytes.data(), bytes.size(), at);
    if (got == 0) throw WriteFailed(path_, "read back what was written", EIO);
    if (to.write(bytes.data(), got, to.size()) != 0) to.settle();  // which says why
    at += got;
  }
}

std::unique_ptr<WholeFile> PmTiles::close(const PyramidGrid& grid, const std::string& metadata) {
  std::vector<Entry> entries;
  std::uint64_t bytes = 0, tiles = 0, contents = 0;
  for (auto& [zoom, of] : zooms_) {
    for (Entry entry : of.entries) {
      entry.offset += bytes;
      entries.push_back(entry);
    }
    bytes += of.bytes;
    tiles += of.count;
    contents += of.known.size();
    of.entries = {};
    of.known = {};
  }
  const Directories all = directories_of(entries);
  const std::uint64_t root = header_bytes, json = root + all.root.size(), leaves = json + metadata.size(),
                      data = leaves + all.leaves.size();
  std::string text = "PMTiles\x03";
  for (const std::uint64_t number :
       {root, std::uint64_t{all.root.size()}, json, std::uint64_t{metadata.size()}, leaves,
        std::uint64_t{all.leaves.size()}, data, bytes, tiles, std::uint64_t{entries.size()}, contents})
    append(text, number, 8);
  constexpr char clustered = 1, not_compressed = 1, png = 2;
  for (const int byte : {int{clustered}, int{not_compressed}, int{not_compressed}, int{png}, grid.least(), grid.most()})
    append(text, static_cast<std::uint64_t>(byte), 1);
  const PyramidGrid::Bounds of = grid.bounds();
  for (const double degrees : {of.west, of.south, of.east, of.north}) append_degrees(text, degrees);
  append(text, static_cast<std::uint64_t>(grid.least()), 1);
  append_degrees(text, (of.west + of.east) / 2);
  append_degrees(text, (of.south + of.north) / 2);
  text += all.root + metadata + all.leaves;

  auto file = std::make_unique<WholeFile>(path_);
  file->reserve(text.size() + bytes);
  if (file->write(text.data(), text.size(), 0) != 0) file->settle();  // which says why
  for (auto& zoom : zooms_) {
    copy(*zoom.second.tiles, *file);
    zoom.second.tiles.reset();
  }
  return file;
}

}  // namespace terrawright::images
