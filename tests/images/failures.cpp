// SPDX-License-Identifier: Apache-2.0
// A write that fails leaves nothing new behind and the old file as it was.
#include <sys/resource.h>

#include <csignal>

#include "fixture.hpp"
#include "images/read.hpp"
#include "support/catch.hpp"

using namespace terrawright;
using files::WriteFailed;
using images::Range;
using test::Part;

namespace {

constexpr std::int64_t width = 301, height = 290;

// No file may grow beyond so many bytes: a full disk that needs no rights.
class SmallDisk {
 public:
  explicit SmallDisk(std::uint64_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit now{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &now);
  }
  ~SmallDisk() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

 private:
  void (*handler_)(int);
  rlimit before_{};
};

Part height_part() {
  return {"h", test::layer(TERRAWRIGHT_KIND_HEIGHT, "m", width, height, test::heights(width, height))};
}
Part class_part() {
  return {"c",
          test::layer(TERRAWRIGHT_KIND_CLASS, "", width, height, test::classes(width, height), test::three_classes())};
}

Part colour_part() {
  std::vector<Colour> cells(width * height);
  for (std::size_t i = 0; i < cells.size(); ++i) cells[i] = {static_cast<std::uint8_t>(i), 7, 9, 255};
  return {"p", test::layer(TERRAWRIGHT_KIND_COLOUR, "", width, height, cells)};
}

Part table_part() {
  engine::StoredTable table;
  table.rows = 1000;
  table.places = engine::RowGeometry::points;
  table.points.resize(1000);
  table.columns = {{"lake", "1", std::vector<std::int64_t>(1000, 7)}};
  return {"lakes", nullptr, nullptr, std::make_shared<const engine::StoredTable>(std::move(table))};
}

std::vector<test::Picture> pictures(const test::Folder& folder) {
  return {{folder / "one.exr", {height_part()}, {}},
          {folder / "two.exr", {class_part(), height_part()}, {}},
          {folder / "last.exr", {height_part(), class_part()}, {}},
          {folder / "picture.exr", {height_part(), colour_part()}, {}},
          {folder / "h.png", {height_part()}, Range{-1000, 1000}},
          {folder / "c.png", {class_part()}, {}},
          {folder / "h.tif", {height_part()}, {}},
          {folder / "t.csv", {table_part()}, {}},
          {folder / "t.geojson", {table_part()}, {}}};
}

}  // namespace

TEST_CASE("a disk that fills up while a picture is written", "[images.failures]") {
  const test::Folder whole;
  for (test::Picture picture : pictures(whole)) {
    const std::uint64_t full = test::write(picture)[0].bytes;
    for (const std::uint64_t room :
         {std::uint64_t{0}, std::uint64_t{100}, full / 2, full - 5000, full - 10, full - 1}) {
      const test::Folder folder;
      picture.file = folder / picture.file.filename().string();
      test::write_text(picture.file, "the old file");
      INFO(picture.file.filename() << " of " << full << " bytes with room for " << room);
      std::string reason = "written";
      try {
        const SmallDisk small(room);
        test::write(picture);
      } catch (const WriteFailed& failed) {
        CHECK(failed.path() == picture.file);
        CHECK_FALSE(failed.remedy().empty());
        reason = failed.reason();
      }
      CHECK(reason == "cannot write the file: File too large");
      CHECK(folder.names() == std::set<std::string>{picture.file.filename().string()});
      CHECK(test::bytes_of(picture.file) == "the old file");
    }
    // And with just enough of it.
    const test::Folder folder;
    picture.file = folder / picture.file.filename().string();
    const SmallDisk enough(std::max<std::uint64_t>(full, 4096));
    CHECK(test::write(picture)[0].bytes == full);
  }
}

TEST_CASE("a cancelled picture leaves nothing behind", "[images.failures]") {
  const test::Folder folder;
  const std::atomic<bool> cancelled{true};
  for (const test::Picture& picture : pictures(folder)) {
    test::write_text(picture.file, "the old file");
    CHECK_THROWS_AS(test::write(picture, test::provenance(), cancelled), Stopped);
    CHECK(test::bytes_of(picture.file) == "the old file");
  }
  CHECK(folder.names().size() == 9);
}

TEST_CASE("a legend that cannot be written takes its picture with it", "[images.failures]") {
  const test::Folder folder;
  std::filesystem::create_directory(folder / "c.legend.json");
  CHECK_THROWS_AS(test::write({folder / "c.png", {class_part()}, {}}), WriteFailed);
  CHECK(folder.names() == std::set<std::string>{"c.legend.json"});
}

TEST_CASE("a folder in the place of a picture is refused", "[images.failures]") {
  const test::Folder folder;
  for (const test::Picture& picture : pictures(folder)) {
    std::filesystem::create_directory(picture.file);
    CHECK_THROWS_AS(test::write(picture), WriteFailed);
    CHECK(std::filesystem::is_directory(picture.file));
  }
  CHECK(folder.names().size() == 9);
}
