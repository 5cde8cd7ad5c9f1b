// SPDX-License-Identifier: Apache-2.0
#include "web/pmtiles/pmtiles.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "encode/seekable_file.hpp"

namespace terrawright::web {
namespace {

struct PmTiles : PyramidOptions {
  static void describe(WriterSpec<PmTiles>& s) {
    s.writer("web.pmtiles", "Tiles for maps on the web, in Web Mercator, in one file, as MapLibre and QGIS read it.");
    s.source("PMTiles version 3, https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md.");
    s.ending(".pmtiles");
    describe_layer(s);
  }

  void arrange(Delivery& delivery) const {
    constexpr std::int64_t most = 100000000;
    PyramidOptions::arrange(delivery, most, PmTilesArchive::bytes_of_tile, "end with a zoom that is less deep");
  }

  void write(const Writing& writing) const {
    const PyramidGrid grid = grid_of(writing.plain());
    PmTilesArchive archive(writing);
    const std::uint64_t clipped =
        make_tiles(writing, *this, grid, [&](const TileAt& at, const std::string& png) { archive.add(at, png); });
    report::Json json = report::Json::object();
    add_facts(json, writing);
    auto file = writing.open();
    archive.write(file, grid, report::json_text(json));
    file.clipped(clipped);
  }
};

}  // namespace
}  // namespace terrawright::web

TERRAWRIGHT_WRITER(web, pmtiles, terrawright::web::PmTiles)

namespace terrawright::web {
namespace {

using encode::add_little_endian;
using encode::add_varint;
using Entry = PmTilesArchive::Entry;

constexpr std::size_t header_bytes = 127, first_read = 16384;  // what readers ask for at once: header and root

void add_degrees(std::string& to, double degrees) {
  add_little_endian(to, static_cast<std::uint32_t>(static_cast<std::int32_t>(std::floor(degrees * 1e7 + 0.5))), 4);
}

std::string directory(const Entry* entries, std::size_t count) {
  std::string to;
  add_varint(to, count);
  std::uint64_t id = 0;
  for (std::size_t i = 0; i < count; id = entries[i++].id) add_varint(to, entries[i].id - id);
  for (std::size_t i = 0; i < count; ++i) add_varint(to, entries[i].run);
  for (std::size_t i = 0; i < count; ++i) add_varint(to, entries[i].bytes);
  for (std::size_t i = 0; i < count; ++i) {
    const bool follows = i > 0 && entries[i].offset == entries[i - 1].offset + entries[i - 1].bytes;
    add_varint(to, follows ? 0 : entries[i].offset + 1);
  }
  return to;
}

struct Directories {
  std::string root, leaves;
};

// One that readers get with the header, if all of it has room there; else one of leaves, as small as it has to be.
Directories directories_of(const std::vector<Entry>& entries) {
  Directories all{directory(entries.data(), entries.size()), ""};
  for (std::size_t side = 4096; all.root.size() > first_read - header_bytes; side *= 2) {
    std::vector<Entry> root;
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

const Entry* PmTilesArchive::same_as(const Zoom& zoom, const std::string& png) const {
  const auto [begin, end] = zoom.known.equal_range(std::hash<std::string>()(png));
  for (auto one = begin; one != end; ++one) {
    if (one->second.bytes != png.size()) continue;
    std::string there(png.size(), '\0');
    zoom.tiles.get(one->second.offset, there.data(), there.size());
    if (there == png) return &one->second;
  }
  return nullptr;
}

void PmTilesArchive::add(const TileAt& at, const std::string& png) {
  Zoom& of = zooms_.try_emplace(at.zoom, writing_).first->second;
  ++of.count;
  const std::uint64_t id = tile_id(at.zoom, at.x, at.y);
  const Entry* same = same_as(of, png);
  if (same != nullptr && of.entries.back().offset == same->offset &&
      of.entries.back().id + of.entries.back().run == id) {
    ++of.entries.back().run;
    return;
  }
  const std::uint64_t offset = same == nullptr ? of.tiles.size() : same->offset;
  of.entries.push_back({id, offset, static_cast<std::uint32_t>(png.size()), 1});
  if (same != nullptr) return;
  of.known.emplace(std::hash<std::string>()(png), of.entries.back());
  of.tiles.add(png);
}

void PmTilesArchive::write(Writing::File& file, const PyramidGrid& grid, const std::string& metadata) {
  std::vector<Entry> entries;
  std::uint64_t bytes = 0, tiles = 0, contents = 0;
  for (auto& [zoom, of] : zooms_) {
    for (Entry entry : of.entries) {
      entry.offset += bytes;
      entries.push_back(entry);
    }
    bytes += of.tiles.size();
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
    add_little_endian(text, number, 8);
  constexpr char clustered = 1, not_compressed = 1, png = 2;
  for (const int byte : {int{clustered}, int{not_compressed}, int{not_compressed}, int{png}, grid.least(), grid.most()})
    add_little_endian(text, static_cast<std::uint64_t>(byte), 1);
  const PyramidGrid::Bounds of = grid.bounds();
  for (const double degrees : {of.west, of.south, of.east, of.north}) add_degrees(text, degrees);
  add_little_endian(text, static_cast<std::uint64_t>(grid.least()), 1);
  add_degrees(text, (of.west + of.east) / 2);
  add_degrees(text, (of.south + of.north) / 2);
  text += all.root + metadata + all.leaves;

  file.reserve(text.size() + bytes);
  file.put(0, text.data(), text.size());
  std::uint64_t at = text.size();
  for (const auto& one : zooms_) at = copy(one.second.tiles, file, at);
}

std::uint64_t PmTilesArchive::copy(const Writing::File& from, Writing::File& to, std::uint64_t offset) const {
  std::string bytes;
  for (std::uint64_t at = 0; at < from.size(); at += bytes.size()) {
    writing_.go_on();
    bytes.resize(static_cast<std::size_t>(std::min<std::uint64_t>(from.size() - at, std::uint64_t{1} << 20)));
    from.get(at, bytes.data(), bytes.size());
    to.put(offset + at, bytes.data(), bytes.size());
  }
  return offset + from.size();
}

}  // namespace terrawright::web
