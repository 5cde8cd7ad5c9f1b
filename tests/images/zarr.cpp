// SPDX-License-Identifier: Apache-2.0
// All layers of a world as a Zarr group, which others read to the bit.
#include <sys/stat.h>

#include <cstdlib>
#include <cstring>
#include <limits>

#include "fixture.hpp"
#include "store/store.hpp"
#include "support/catch.hpp"

using namespace terrawright;
namespace fs = std::filesystem;

namespace {

// A layer of any kind, with NaN and -0 and a chunk of zeros where it is large enough.
template <class Cell, class Make>
test::Part part(const std::string& name, std::uint32_t kind, std::int64_t width, std::int64_t height, Make make) {
  std::vector<Cell> cells(static_cast<std::size_t>(width * height));
  for (std::int64_t y = 0; y < height; ++y) {
    for (std::int64_t x = 0; x < width; ++x) {
      const auto i = static_cast<std::size_t>(y * width + x);
      if (x < 512 || x >= 1024) cells[i] = make(test::noise(i));
    }
  }
  const auto legend = kind == TERRAWRIGHT_KIND_CLASS ? test::three_classes() : std::vector<LegendEntry>();
  return {name, test::layer(kind, "m", width, height, cells, legend)};
}

std::vector<test::Part> all_kinds(std::int64_t width, std::int64_t height) {
  const auto real = [](std::uint32_t noise) {
    if (noise % 97 == 0) return std::numeric_limits<float>::quiet_NaN();
    return noise % 89 == 0 ? -0.0f : static_cast<float>(noise) / 7.0f - 1000.0f;
  };
  std::vector<test::Part> parts;
  parts.push_back(part<float>("metres", TERRAWRIGHT_KIND_HEIGHT, width, height, real));
  parts.push_back(part<float>("warmth", TERRAWRIGHT_KIND_SCALAR, width, height, real));
  parts.push_back(part<std::uint8_t>("land", TERRAWRIGHT_KIND_MASK, width, height,
                                     [](std::uint32_t noise) { return static_cast<std::uint8_t>(noise % 2); }));
  parts.push_back(part<std::uint16_t>("biome", TERRAWRIGHT_KIND_CLASS, width, height,
                                      [](std::uint32_t noise) { return static_cast<std::uint16_t>(noise % 3); }));
  parts.push_back(part<std::int64_t>("water", TERRAWRIGHT_KIND_COUNT, width, height,
                                     [](std::uint32_t noise) { return (std::int64_t{1} << 53) + 1 + noise; }));
  parts.push_back(part<Vector2>("wind", TERRAWRIGHT_KIND_VECTOR, width, height, [&](std::uint32_t noise) {
    return Vector2{real(noise), static_cast<float>(noise)};
  }));
  parts.push_back(part<Colour>("picture", TERRAWRIGHT_KIND_COLOUR, width, height, [](std::uint32_t noise) {
    return Colour{static_cast<std::uint8_t>(noise), 7, static_cast<std::uint8_t>(noise >> 8), 255};
  }));
  return parts;
}

std::vector<char> cells_of(const engine::Layer& layer) {
  std::vector<char> cells(static_cast<std::size_t>(layer.facts().width * layer.facts().height) * layer.cell_bytes());
  layer.read(layer.area(), cells.data(), layer.facts().width);
  return cells;
}

std::vector<images::Written> write(const fs::path& file, const std::vector<test::Part>& parts,
                                   const images::Provenance& from = test::provenance(),
                                   std::vector<std::shared_ptr<const store::StoredLayer>> kept = {}) {
  const std::atomic<bool> cancelled{false};
  std::vector<engine::Product> made;
  for (const test::Part& of : parts) made.push_back({of.layer, {}, nullptr, nullptr, nullptr});
  auto written = images::write(test::planned({file, parts, {}}), made, from, cancelled,
                               {nullptr, [&](std::size_t i) { return i < kept.size() ? kept[i] : nullptr; }});
  for (const images::Written& one : written) images::commit({}, {}, nullptr, {one.folder.get()});
  return written;
}

std::string all_of(const std::string& command) {
  std::string text;
  FILE* pipe = popen(("exec 2>&1; " + command).c_str(), "r");
  for (int c; (c = std::fgetc(pipe)) != EOF;) text += static_cast<char>(c);
  return pclose(pipe) == 0 ? text : "failed: " + text;
}

}  // namespace

TEST_CASE("every kind of layer is read back to the bit by others", "[images.zarr]") {
  const auto& [width, height] = GENERATE(table<int, int>({{1, 1}, {513, 3}, {1100, 530}}));
  const test::Folder folder;
  const auto parts = all_kinds(width, height);
  const auto written = write(folder / "w.zarr", parts);
  std::string command =
      TERRAWRIGHT_PYTHON " " TERRAWRIGHT_ROOT "/tests/images/read_zarr.py " + (folder / "w.zarr").string();
  for (const test::Part& of : parts) {
    const auto cells = cells_of(*of.layer);
    const fs::path raw = folder / (of.name + ".raw");
    std::ofstream(raw, std::ios::binary).write(cells.data(), static_cast<std::streamsize>(cells.size()));
    command += " " + of.name + " " + raw.string();
  }
  const std::string said = all_of(command);
  INFO(said);
  CHECK(said.compare(0, 6, "failed") != 0);
  for (const char* word : {"'units': 'm'", "'metres_per_cell': 30.5", "'kind': 'vector'", "'flag_meanings': 'sea grass",
                           "'flag_values': [1, 2, 700]", "'recipe': 'c0ffee'", "'long_name': 'metres'"})
    CHECK(said.find(word) != std::string::npos);
}

TEST_CASE("a .zarr folder is listed with the hash of each of its files, and its own is that of the list",
          "[images.zarr]") {
  const test::Folder folder;
  const auto written = write(folder / "w.zarr", all_kinds(600, 40));
  REQUIRE(written.size() == 1);
  CHECK(all_of("cd " + (folder / "w.zarr").string() + " && sha256sum --check --quiet .terrawright-files").empty());
  CHECK(written[0].sha256() == graph::sha256(test::bytes_of(folder / "w.zarr/.terrawright-files")));
  std::uint64_t bytes = 0, files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder / "w.zarr")) {
    if (!entry.is_regular_file()) continue;
    bytes += entry.file_size();
    ++files;
  }
  CHECK(written[0].bytes == bytes);
  CHECK(files == 4 + 7 * (2 + 2) + 2 * 3);  // and where columns and rows lie
  CHECK(images::sha256_of_whole(folder / "w.zarr") == written[0].sha256());
  fs::remove(folder / "w.zarr/land/0/1");
  CHECK_FALSE(images::sha256_of_whole(folder / "w.zarr"));
}

TEST_CASE("chunks that a store has are shared with it, and the folder is the same", "[images.zarr]") {
  const test::Folder folder;
  const auto parts = all_kinds(1100, 530);
  const auto store = store::Store::open(folder / "cache", std::uint64_t{1} << 40);
  std::vector<std::shared_ptr<const store::StoredLayer>> kept;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const engine::Layer& layer = *parts[i].layer;
    const store::Shape shape{layer.facts().kind, layer.facts().unit, 1100, 530};
    const std::string key = graph::sha256(parts[i].name);
    const auto writer = store->keep_layer(key, shape);
    REQUIRE(writer);
    for (std::size_t c = 0; c < layer.chunks(); ++c) {
      const Rect area = layer.chunk_area(c);
      std::vector<char> cells(static_cast<std::size_t>(area.width * area.height) * layer.cell_bytes());
      layer.read(area, cells.data(), area.width);
      writer->write(c, cells.data(), area.width);
    }
    REQUIRE(writer->commit(""));
    kept.push_back(store->find_layer(key, shape));
    REQUIRE(kept.back());
  }
  // One of them is damaged since: it is made from the cells, as the others would be.
  const fs::path damaged =
      folder / ("cache/layers/" + graph::sha256("metres").substr(0, 2) + "/" + graph::sha256("metres") + ".zarr/0/0");
  const auto size = fs::file_size(damaged);
  std::ofstream(damaged, std::ios::binary) << std::string(size, 'x');
  const auto alone = write(folder / "alone.zarr", parts),
             shared = write(folder / "shared.zarr", parts, test::provenance(), kept);
  CHECK(alone[0].sha256() == shared[0].sha256());
  CHECK(all_of("diff -r " + (folder / "alone.zarr").string() + " " + (folder / "shared.zarr").string()).empty());
  const auto names = [&](const std::string& file) { return fs::hard_link_count(folder / file); };
  CHECK(names("shared.zarr/metres/0/0") == 1);
  CHECK(names("shared.zarr/metres/0/2") == 2);
  CHECK(names("shared.zarr/wind/1/0/0") == 2);
  CHECK(names("shared.zarr/land/.zarray") == 1);
  CHECK(names("alone.zarr/metres/0/2") == 1);
  // Files that the cache evicts stay here.
  store->clear();
  CHECK(all_of("diff -r " + (folder / "alone.zarr").string() + " " + (folder / "shared.zarr").string()).empty());
  CHECK(names("shared.zarr/metres/0/2") == 1);
}

TEST_CASE("a .zarr folder is there whole, or as it was", "[images.zarr]") {
  const test::Folder folder;
  write(folder / "w.zarr", all_kinds(5, 4));
  const std::string before = test::bytes_of(folder / "w.zarr/.terrawright-files");
  const std::atomic<bool> cancelled{true};
  const auto parts = all_kinds(6, 4);
  std::vector<engine::Product> made;
  for (const test::Part& of : parts) made.push_back({of.layer, {}, nullptr, nullptr, nullptr});
  CHECK_THROWS(images::write(test::planned({folder / "w.zarr", parts, {}}), made, test::provenance(), cancelled));
  CHECK(test::bytes_of(folder / "w.zarr/.terrawright-files") == before);
  {
    const std::atomic<bool> going{false};
    const auto unnamed = images::write(test::planned({folder / "w.zarr", parts, {}}), made, test::provenance(), going);
    CHECK(unnamed[0].path() == folder / "w.zarr");
  }
  CHECK(folder.names() == std::set<std::string>{"w.zarr"});
  CHECK(test::bytes_of(folder / "w.zarr/.terrawright-files") == before);
  write(folder / "w.zarr", parts);
  CHECK(test::bytes_of(folder / "w.zarr/.terrawright-files") != before);
  CHECK(folder.names() == std::set<std::string>{"w.zarr"});
  // Files of others there are not deleted.
  test::write_text(folder / "w.zarr/mine.txt", "mine");
  CHECK_THROWS_AS(write(folder / "w.zarr", parts), files::WriteFailed);
  CHECK(test::bytes_of(folder / "w.zarr/mine.txt") == "mine");
}

TEST_CASE("a .zarr folder holds all layers of the largest world", "[images.zarr]") {
  std::vector<images::Part> all;
  for (std::uint32_t kind = TERRAWRIGHT_KIND_HEIGHT; kind <= TERRAWRIGHT_KIND_COLOUR; ++kind)
    all.push_back({"n" + std::to_string(kind), {kind, "", {}, 1048577, 1048577}});
  CHECK(test::refusal({"a.Zarr", all}, test::provenance()).empty());
  all[1].name = all[0].name;
  CHECK_THAT(test::refusal({"a.zarr", all}, test::provenance()),
             Catch::Contains("two layers of the file have the name"));
}
