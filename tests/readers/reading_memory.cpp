// SPDX-License-Identifier: Apache-2.0
// Memory for reading a picture is known before its first cell is read.
#include <OpenImageIO/imageio.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <functional>

#include "readers/opened_file.hpp"
#include "support/catch.hpp"
#include "support/folder.hpp"

using namespace terrawright;
namespace fs = std::filesystem;

namespace {

constexpr int side = 3072;

// Bytes that a process of its own holds at most while it does this.
std::int64_t peak_of(const std::function<void()>& work) {
  const pid_t child = fork();
  if (child == 0) {
    work();
    _exit(0);
  }
  int status = 0;
  rusage used{};
  wait4(child, &status, 0, &used);
  REQUIRE(status == 0);
  return used.ru_maxrss * 1024;
}

struct Product {
  const char* file;
  OIIO::TypeDesc type;
  int channels, tile, parts;
  int rows_per_strip = 0;
};

void make(const fs::path& path, const Product& made) {
  OIIO::ImageSpec spec(side, side, made.channels, made.type);
  spec.tile_width = spec.tile_height = made.tile;
  spec.attribute("compression", "zip");
  if (made.rows_per_strip != 0) spec.attribute("tiff:RowsPerStrip", made.rows_per_strip);
  std::vector<OIIO::ImageSpec> specs(static_cast<std::size_t>(made.parts), spec);
  for (std::size_t i = 0; i < specs.size(); ++i)
    specs[i].attribute("oiio:subimagename", std::string("part") + std::to_string(i));
  const std::vector<float> pixels(static_cast<std::size_t>(side) * side * static_cast<std::size_t>(made.channels),
                                  0.5f);
  const auto output = OIIO::ImageOutput::create(path.string());
  REQUIRE(output);
  REQUIRE(
      (made.parts == 1 ? output->open(path.string(), spec) : output->open(path.string(), made.parts, specs.data())));
  for (int i = 0; i < made.parts; ++i) {
    const auto& of_part = specs[static_cast<std::size_t>(i)];
    if (i > 0) REQUIRE(output->open(path.string(), of_part, OIIO::ImageOutput::AppendSubimage));
    REQUIRE(output->write_image(OIIO::TypeDesc::FLOAT, pixels.data()));
  }
  REQUIRE(output->close());
}

}  // namespace

TEST_CASE("Reading a picture takes no more than it says", "[source.image]") {
#ifdef TERRAWRIGHT_SANITIZED
  SUCCEED("what is freed stays taken for a while, so that its use is found");
  return;
#endif
  const test::Folder folder;
  using OIIO::TypeDesc;
  const Product all[] = {{"grey8.png", TypeDesc::UINT8, 1, 0, 1},
                         {"rgba16.png", TypeDesc::UINT16, 4, 0, 1},
                         {"grey16.tif", TypeDesc::UINT16, 1, 0, 1},
                         {"rgba16.tif", TypeDesc::UINT16, 4, 0, 1},
                         {"strip.tif", TypeDesc::UINT16, 4, 0, 1, side},
                         {"tiled.tif", TypeDesc::UINT16, 4, 64, 1},
                         {"large_tiles.tif", TypeDesc::FLOAT, 3, 1024, 1},
                         {"float.tif", TypeDesc::FLOAT, 1, 0, 1},
                         {"half.exr", TypeDesc::HALF, 4, 0, 1},
                         {"float.exr", TypeDesc::FLOAT, 4, 0, 1},
                         {"tiled.exr", TypeDesc::FLOAT, 4, 64, 1},
                         {"parts.exr", TypeDesc::FLOAT, 2, 0, 3}};
  for (const Product& made : all) {
    const fs::path path = folder / made.file;
    peak_of([&] { make(path, made); });
    terrawright_file_request request{};
    request.encoding = TERRAWRIGHT_ENCODING_IMAGE;
    request.channel = made.channels - 1;
    if (made.parts > 1) request.part = "part2";
    const readers::FileOpener opener;
    // The library's threads would not be there after a fork, so that only children use it.
    auto* planned_there = static_cast<std::uint64_t*>(
        mmap(nullptr, sizeof(std::uint64_t), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
    REQUIRE(planned_there != MAP_FAILED);
    std::vector<float> cells;
    const std::int64_t without = peak_of([&] {
      const auto file = opener.open(path.string(), request);
      cells.assign(static_cast<std::size_t>(side) * side, 1.0f);
      *planned_there = file->memory();
    });
    const std::int64_t with = peak_of([&] {
      const auto file = opener.open(path.string(), request);
      cells.assign(static_cast<std::size_t>(side) * side, 1.0f);
      file->read(cells.data());
      if (cells.back() == 1.0f) _exit(1);
    });
    const std::uint64_t planned = *planned_there;
    munmap(planned_there, sizeof(std::uint64_t));
    INFO(made.file << ": " << (with - without) / 1000000 << " MB, planned " << planned / 1000000 << " MB");
    constexpr std::int64_t of_the_library = 12'000'000;  // its code and tables, for all pictures
    CHECK(with - without <= static_cast<std::int64_t>(planned) + of_the_library);
    // Nor much more than that is said.
    CHECK(planned <= 3u * side * side * static_cast<std::uint64_t>(made.channels) * made.type.size());
  }
}
