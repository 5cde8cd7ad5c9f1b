// SPDX-License-Identifier: Apache-2.0
// Cached entries are found again, by this build and by others, and only the store's own files are touched.
#include "store/store.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <thread>

#include "layers.hpp"
#include "support/catch.hpp"

using namespace terrawright;
using store::Store;
using test::cells_of;
using test::key_of;
using test::shape_of;
namespace fs = std::filesystem;

namespace {

constexpr std::uint32_t kinds[] = {TERRAWRIGHT_KIND_HEIGHT, TERRAWRIGHT_KIND_SCALAR, TERRAWRIGHT_KIND_WEIGHT,
                                   TERRAWRIGHT_KIND_MASK,   TERRAWRIGHT_KIND_CLASS,  TERRAWRIGHT_KIND_COUNT,
                                   TERRAWRIGHT_KIND_VECTOR, TERRAWRIGHT_KIND_COLOUR};

const store::Shape small = shape_of(TERRAWRIGHT_KIND_HEIGHT, 40, 30);

std::string refusal(const fs::path& folder) {
  try {
    Store::open(folder, test::plenty);
  } catch (const store::Refused& refused) {
    CHECK_THAT(refused.remedy, Catch::Contains("--cache"));
    return refused.what();
  }
  return "";
}

// When an entry was used last.
void set_age(const fs::path& file, int seconds) {
  const timespec times[2] = {{1000000000 - seconds, 0}, {1000000000 - seconds, 0}};
  REQUIRE(utimensat(AT_FDCWD, file.c_str(), times, 0) == 0);
}

}  // namespace

TEST_CASE("layers of every kind are found again, to the bit, by another build", "[store]") {
  const test::Folder folder;
  for (const std::uint32_t kind : kinds) {
    for (const auto& [width, height] : {std::pair(1, 1), {512, 512}, {1301, 1100}, {513, 3}}) {
      const store::Shape shape = shape_of(kind, width, height);
      const std::string key = key_of(kind * 10000u + static_cast<std::uint32_t>(width));
      const auto cells = cells_of(shape, kind);
      INFO("kind " << kind << ", " << width << " x " << height);
      const auto store = Store::open(folder.path(), test::plenty);
      CHECK(store->find_layer(key, shape) == nullptr);
      REQUIRE(test::keep(*store, key, shape, cells, std::string("\0record\xff", 8)));
      const auto other = Store::open(folder.path(), test::plenty);
      const auto layer = other->find_layer(key, shape);
      REQUIRE(layer != nullptr);
      CHECK(layer->record() == std::string("\0record\xff", 8));
      CHECK((test::read(*layer, shape) == cells));
      CHECK(other->find_layer(key_of(1), shape) == nullptr);
      CHECK_FALSE(store->problem());
    }
  }
}

TEST_CASE("chunks are written and read by several threads, with any stride", "[store]") {
  const test::Folder folder;
  const auto store = Store::open(folder.path(), test::plenty);
  const store::Shape shape = shape_of(TERRAWRIGHT_KIND_VECTOR, 2100, 1600);
  const auto cells = cells_of(shape, 3);
  const auto writer = store->keep_layer(key_of(1), shape);
  REQUIRE(writer);
  const auto on_threads = [&](const auto& step) {
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < 4; ++t) {
      threads.emplace_back([&, t] {
        for (std::size_t i = t; i < store::chunks_of(shape); i += 4) step(i);
      });
    }
    for (std::thread& thread : threads) thread.join();
  };
  on_threads([&](std::size_t i) { writer->write(i, &cells[test::begin_of(shape, i)], shape.width); });
  REQUIRE(writer->commit(""));
  const auto layer = store->find_layer(key_of(1), shape);
  REQUIRE(layer);
  std::vector<char> back(cells.size());
  std::atomic<int> failed{0};
  on_threads([&](std::size_t i) {
    // As a chunk of its own, then to its rows.
    std::vector<char> chunk(store::chunk_bytes(shape));
    const store::Extent extent = store::extent_of(shape, i);
    failed += layer->read(i, chunk.data(), store::chunk_side) ? 0 : 1;
    for (std::int64_t row = 0; row < extent.rows; ++row) {
      std::memcpy(&back[test::begin_of(shape, i) + static_cast<std::size_t>(row * shape.width) * 8],
                  &chunk[static_cast<std::size_t>(row * store::chunk_side) * 8],
                  static_cast<std::size_t>(extent.columns) * 8);
    }
  });
  CHECK(failed == 0);
  CHECK((back == cells));
}

TEST_CASE("bytes that are kept in pieces are those that are kept at once, and come back in pieces", "[store]") {
  const test::Folder folder;
  const auto store = Store::open(folder.path(), test::plenty);
  const std::size_t size = GENERATE(0, 1, std::size_t{1} << 20, 5'000'017);
  std::string bytes(size, '\0');
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<char>(i * i / 7);
  store->keep(key_of(1), size, [&](char* to, std::size_t count, std::uint64_t offset) {
    std::memcpy(to, bytes.data() + offset, count);
    return true;
  });
  CHECK(store->has(key_of(1)));
  CHECK_FALSE(store->has(key_of(2)));
  CHECK((store->find(key_of(1)) == bytes));
  store->keep(key_of(2), bytes);
  std::string back;
  const auto add = [&](std::string_view piece) { back += piece; };
  CHECK(store->find(key_of(2), add));
  CHECK((back == bytes));
  CHECK_FALSE(store->find(key_of(3), add));
  CHECK_FALSE(store->problem());
  // A writer that cannot give all of them caches nothing.
  store->keep(key_of(4), 10, [](char*, std::size_t, std::uint64_t) { return false; });
  CHECK_FALSE(store->has(key_of(4)));
  CHECK(store->problem());
}

TEST_CASE("bytes in pieces that are damaged are not there, and are removed", "[store]") {
  const test::Folder folder;
  const auto store = Store::open(folder.path(), test::plenty);
  const std::string name = "records/" + key_of(1).substr(0, 2) + "/" + key_of(1);
  for (std::size_t at = 0; at < 40; ++at) {
    store->keep(key_of(1), std::string(3'000'000, 'x'));
    std::string bytes = test::bytes_of(folder / name);
    if (at % 2 == 0) {
      bytes[at * at * at * 46] ^= 1;
    } else {
      bytes.resize(at * at);
    }
    test::put(folder / name, bytes);
    CHECK_FALSE(store->find(key_of(1), [](std::string_view) {}));
    CHECK_FALSE(store->has(key_of(1)));
    const auto damage = store->take_damage();
    REQUIRE(damage.size() == 1);
    CHECK(damage[0].entry == name);
  }
}

TEST_CASE("a layer is there when it is committed, not before, and not with a chunk too few", "[store]") {
  const test::Folder folder;
  const auto store = Store::open(folder.path(), test::plenty);
  const store::Shape shape = shape_of(TERRAWRIGHT_KIND_MASK, 600, 600);
  const auto cells = cells_of(shape, 1);
  {
    const auto writer = store->keep_layer(key_of(1), shape);
    REQUIRE(writer);
    for (std::size_t i = 0; i < 3; ++i) writer->write(i, &cells[test::begin_of(shape, i)], shape.width);
    CHECK(store->find_layer(key_of(1), shape) == nullptr);
    CHECK_FALSE(writer->commit("too early"));
    CHECK(store->find_layer(key_of(1), shape) == nullptr);
  }
  CHECK(test::files_below(folder / "making").size() == 1);  // the lock
  CHECK(test::keep(*store, key_of(1), shape, cells));
  CHECK((test::read(*store, key_of(1), shape) == cells));
  // Asked for as something else it is not there.
  store::Shape other = shape;
  other.unit = "m";
  CHECK(store->find_layer(key_of(1), other) == nullptr);
  CHECK(store->keep_layer(key_of(2), {TERRAWRIGHT_KIND_TABLE, "", 3, 3}) == nullptr);
}

TEST_CASE("a chunk whose cells are all zero has no file", "[store]") {
  const test::Folder folder;
  const auto store = Store::open(folder.path(), test::plenty);
  const store::Shape shape = shape_of(TERRAWRIGHT_KIND_HEIGHT, 1024, 1536);
  REQUIRE(test::keep(*store, key_of(1), shape, cells_of(shape, 1)));
  const fs::path array = test::folder_of(folder, key_of(1));
  CHECK(fs::exists(array / "0/0"));
  CHECK_FALSE(fs::exists(array / "0/1"));
  CHECK(fs::exists(array / "1/1"));  // -0 is another number in bits
  CHECK((test::read(*store, key_of(1), shape) == cells_of(shape, 1)));
}

TEST_CASE("bytes are kept under keys, and a later build finds them", "[store]") {
  const test::Folder folder;
  const auto store = Store::open(folder / "deep/inside", test::plenty);
  CHECK_FALSE(store->find(key_of(1)));
  const std::string large(3 << 20, 'y'), odd("\0\xff\n", 3);
  store->keep(key_of(1), "once");
  store->keep(key_of(1), "twice");
  store->keep(key_of(2), "");
  store->keep(key_of(3), large);
  store->keep(key_of(4), odd);
  const auto other = Store::open(folder / "deep/inside", test::plenty);
  CHECK(other->find(key_of(1)) == "twice");
  CHECK(other->find(key_of(2)) == "");
  CHECK(other->find(key_of(3)) == large);
  CHECK(other->find(key_of(4)) == odd);
  CHECK_FALSE(other->find(key_of(5)));
  CHECK_THROWS_AS(store->find("../../../etc/passwd"), std::invalid_argument);
  CHECK_THROWS_AS(store->keep("ABC", "x"), std::invalid_argument);
}

TEST_CASE("a folder is taken only if it is absent, empty or a store", "[store]") {
  const test::Folder folder;
  CHECK(refusal(folder / "new/folder").empty());
  CHECK(refusal(folder / "new/folder").empty());
  CHECK(fs::exists(folder / "new/folder/CACHEDIR.TAG"));
  fs::create_directory(folder / "empty");
  CHECK(refusal(folder / "empty").empty());

  fs::create_directory(folder / "photos");
  test::put(folder / "photos/cat.jpg", "cat");
  CHECK_THAT(refusal(folder / "photos"),
             Catch::Contains("is not a cache of terrawright, and not empty: it holds 'cat.jpg'"));
  CHECK(test::files_below(folder / "photos") == std::set<std::string>{"cat.jpg"});
  // Another program's cache.
  fs::create_directory(folder / "other");
  test::put(folder / "other/CACHEDIR.TAG", "Signature: 8a477f597d28d172789f06886806bc55\n# of another program\n");
  CHECK_THAT(refusal(folder / "other"), Catch::Contains("it holds 'CACHEDIR.TAG'"));
  test::put(folder / "file", "x");
  CHECK_THAT(refusal(folder / "file"), Catch::Contains("folder of the cache"));
  CHECK_THAT(refusal("/proc/self/none"), Catch::Contains("folder of the cache"));
  // A mark that someone was stopped at, alone and not alone.
  for (const std::size_t bytes : {std::size_t{0}, std::size_t{50}}) {
    const std::string mark = test::bytes_of(folder / "empty/CACHEDIR.TAG").substr(0, bytes);
    const fs::path torn = folder / ("torn" + std::to_string(bytes));
    fs::create_directory(torn);
    test::put(torn / "CACHEDIR.TAG", mark);
    test::put(torn / "cat.jpg", "cat");
    CHECK_THAT(refusal(torn), Catch::Contains("not a cache"));
    fs::remove(torn / "cat.jpg");
    CHECK(refusal(torn).empty());
    CHECK(test::bytes_of(torn / "CACHEDIR.TAG") == test::bytes_of(folder / "empty/CACHEDIR.TAG"));
  }
  // A reader creates nothing.
  CHECK(Store::open_if_there(folder / "nowhere", test::plenty) == nullptr);
  CHECK_FALSE(fs::exists(folder / "nowhere"));
  fs::create_directory(folder / "blank");
  CHECK(Store::open_if_there(folder / "blank", test::plenty) == nullptr);
  CHECK(fs::is_empty(folder / "blank"));
  CHECK_THROWS_AS(Store::open_if_there(folder / "photos", test::plenty), store::Refused);
  CHECK(Store::open_if_there(folder / "empty", test::plenty) != nullptr);
}

TEST_CASE("what was not used for the longest time goes first, until the others fit", "[store]") {
  const test::Folder folder;
  const store::Shape shape = shape_of(TERRAWRIGHT_KIND_CLASS, 700, 700);
  std::uint64_t each = 0;
  {
    const auto store = Store::open(folder.path(), test::plenty);
    for (std::uint64_t i = 0; i < 8; ++i) REQUIRE(test::keep(*store, key_of(i), shape, cells_of(shape, i)));
    store->keep(key_of(100), "bytes");
    each = store->usage().bytes / 8;
    CHECK(store->usage().entries == 9);
    CHECK(store->age().entries == 0);
  }
  for (std::uint64_t i = 0; i < 8; ++i)
    set_age(test::folder_of(folder, key_of(i)) / ".terrawright", 100 + static_cast<int>((i * 3) % 8));
  set_age(test::record_of(folder, key_of(100)), 500);
  const auto store = Store::open(folder.path(), 4 * each);
  // Used now: the oldest of the layers, which is the fifth (15 % 8 = 7), and the record, by reading.
  CHECK(store->find_layer(key_of(5), shape) != nullptr);
  CHECK(store->find(key_of(100)) == "bytes");
  const store::Usage removed = store->age();
  CHECK(removed.entries == 5);
  CHECK(store->usage().entries == 4);
  CHECK(store->usage().bytes <= 4 * each);
  // Left: the record, the fifth, and of the others those with the lowest ages 0, 1.
  for (const std::uint64_t i : {5u, 0u, 3u}) CHECK((test::read(*store, key_of(i), shape) == cells_of(shape, i)));
  for (const std::uint64_t i : {1u, 2u, 4u, 6u, 7u}) CHECK(store->find_layer(key_of(i), shape) == nullptr);
  CHECK(store->find(key_of(100)) == "bytes");
  // An entry that would not fit at all is not kept.
  const auto tiny = Store::open(folder.path(), 10000);
  CHECK_FALSE(test::keep(*tiny, key_of(20), shape, cells_of(shape, 20)));
  CHECK_FALSE(tiny->problem());
}

TEST_CASE("a build that keeps more than its store may hold ages it while it runs", "[store]") {
  const test::Folder folder;
  const store::Shape shape = shape_of(TERRAWRIGHT_KIND_CLASS, 512, 512);
  const std::uint64_t most = 8000000;
  const auto store = Store::open(folder.path(), most);
  std::uint64_t largest = 0;
  for (std::uint64_t i = 0; i < 60; ++i) {
    REQUIRE(test::keep(*store, key_of(i), shape, cells_of(shape, i)));
    store->keep(key_of(i), std::string(100000, 'x'));
    largest = std::max(largest, store->usage().bytes);
  }
  CHECK(largest > most / 2);
  CHECK(largest < most + most / 2);
  CHECK((test::read(*store, key_of(59), shape) == cells_of(shape, 59)));
}

TEST_CASE("what a layer says it takes is what its files take", "[store]") {
  const test::Folder folder;
  const auto store = Store::open(folder.path(), test::plenty);
  const store::Shape shape = shape_of(TERRAWRIGHT_KIND_COLOUR, 1400, 1100);
  REQUIRE(test::keep(*store, key_of(1), shape, cells_of(shape, 1)));
  std::uint64_t bytes = 0;
  const fs::path array = test::folder_of(folder, key_of(1));
  for (const std::string& file : test::files_below(array)) bytes += (fs::file_size(array / file) + 4095) / 4096 * 4096;
  CHECK(store->usage().bytes == bytes);
}

TEST_CASE("clearing and ageing remove nothing but the store's own files", "[store]") {
  for (const bool clear : {true, false}) {
    const test::Folder outside, folder;
    const store::Shape shape = shape_of(TERRAWRIGHT_KIND_COLOUR, 600, 600);
    test::put(outside / "0", "mine");
    test::put(outside / ".zarray", "mine");
    test::put(outside / ".terrawright", "mine");
    fs::create_directory(outside / "making");
    auto store = Store::open(folder.path(), test::plenty);
    for (std::uint64_t i = 0; i < 4; ++i) REQUIRE(test::keep(*store, key_of(i), shape, cells_of(shape, i)));
    store->keep(key_of(9), "bytes");
    store.reset();
    const fs::path array = test::folder_of(folder, key_of(1));
    const std::string ab = key_of(1).substr(0, 2), abk = "layers/" + ab + "/";
    // Beside, between and inside.
    fs::create_directories(folder / "making/0123456789abcdef/1");
    fs::create_directories(folder / "layers/mine");
    fs::create_directories(folder / "layers/zz");
    std::set<std::string> mine = {"notes.txt",
                                  "layers/notes.txt",
                                  "layers/mine/0",
                                  "layers/zz/0",
                                  abk + "notes",
                                  abk + key_of(1) + ".zarr.bak",
                                  abk + key_of(77) + "zarr",
                                  "records/" + key_of(1),
                                  "making/notes",
                                  "making/0123456789abcdef/notes",
                                  "making/0123456789abcdef/1/notes",
                                  abk + key_of(1) + ".zarr/notes",
                                  abk + key_of(1) + ".zarr/0/notes",
                                  abk + key_of(1) + ".zarr/0/0/notes"};
    for (const std::string& file : mine) test::put(folder / file, "mine");
    // Links where the store has files and folders of its own.
    const auto link = [&](const fs::path& to, const std::string& name) {
      fs::remove_all(folder / name);
      fs::create_symlink(to, folder / name);
      mine.insert(name);
    };
    link(outside.path(), abk + key_of(1) + ".zarr/7");
    link(outside / "0", abk + key_of(1) + ".zarr/0/9");
    const std::string entry = "layers/" + key_of(2).substr(0, 2) + "/" + key_of(2) + ".zarr";
    link(outside.path(), entry);
    link(outside.path(), "layers/" + key_of(3).substr(0, 2));
    link(outside / "0", "records/" + key_of(9).substr(0, 2) + "/" + key_of(9));
    link(outside.path(), "making/fedcba9876543210");

    store = Store::open(folder.path(), 0);
    CHECK(store->find_layer(key_of(2), shape) == nullptr);
    CHECK(store->find_layer(key_of(3), shape) == nullptr);
    CHECK_FALSE(store->find(key_of(9)));
    const store::Usage removed = clear ? store->clear() : store->age();
    CHECK(removed.entries == 2);
    CHECK(store->usage().entries == 0);
    mine.insert("CACHEDIR.TAG");
    CHECK(test::files_below(folder.path()) == mine);
    CHECK(test::files_below(outside.path()) == std::set<std::string>{"0", ".zarray", ".terrawright"});
    for (const char* file : {"0", ".zarray", ".terrawright"}) CHECK(test::bytes_of(outside / file) == "mine");
    CHECK_FALSE(fs::exists(array / ".zarray"));
    // A key whose folder is held by what is not the store's is not kept, and nothing is broken.
    store = Store::open(folder.path(), test::plenty);
    for (const std::uint64_t i : {1u, 2u}) {
      CHECK_FALSE(test::keep(*store, key_of(i), shape, cells_of(shape, i)));
      CHECK(store->find_layer(key_of(i), shape) == nullptr);
    }
    CHECK_FALSE(store->problem());
    CHECK(test::files_below(folder.path()).size() == mine.size() + 1);  // a lock
  }
}

TEST_CASE("a cleared store is an empty folder with its mark, and goes on", "[store]") {
  const test::Folder folder;
  auto store = Store::open(folder.path(), test::plenty);
  REQUIRE(test::keep(*store, key_of(1), small, cells_of(small, 1)));
  store->keep(key_of(2), "x");
  CHECK(store->clear().entries == 2);
  CHECK(test::keep(*store, key_of(1), small, cells_of(small, 1)));
  CHECK((test::read(*store, key_of(1), small) == cells_of(small, 1)));
  store->clear();
  store.reset();
  Store::open(folder.path(), test::plenty)->clear();
  CHECK(folder.names() == std::set<std::string>{"CACHEDIR.TAG"});
}

TEST_CASE("what dead builds left goes, what living ones make stays", "[store]") {
  const test::Folder folder;
  const auto living = Store::open(folder.path(), test::plenty);
  const auto writer = living->keep_layer(key_of(1), small);
  REQUIRE(writer);
  const pid_t child = fork();
  if (child == 0) {
    const auto store = Store::open(folder.path(), test::plenty);
    const auto dying = store->keep_layer(key_of(2), small);
    dying->write(0, cells_of(small, 2).data(), small.width);
    _exit(0);  // as if killed: no destructor runs
  }
  REQUIRE(waitpid(child, nullptr, 0) == child);
  const auto folders = [&] {
    return std::distance(fs::directory_iterator(folder / "making"), fs::directory_iterator());
  };
  CHECK(folders() == 2);
  Store::open(folder.path(), test::plenty)->age();
  CHECK(folders() == 1);
  writer->write(0, cells_of(small, 1).data(), small.width);
  CHECK(writer->commit(""));
  CHECK((test::read(*living, key_of(1), small) == cells_of(small, 1)));
}

TEST_CASE("zarr-python and GDAL read layers back equal", "[store.zarr]") {
  const test::Folder folder, raw;
  const auto store = Store::open(folder.path(), test::plenty);
  std::string arguments;
  for (const std::uint32_t kind : kinds) {
    const store::Shape shape = shape_of(kind, 1301, 1100);
    const auto cells = cells_of(shape, kind);
    REQUIRE(test::keep(*store, key_of(kind), shape, cells, "{\"digest\": \"\xc3\xa4\"}"));
    const fs::path file = raw / std::to_string(kind);
    test::put(file, {cells.data(), cells.size()});
    arguments += " " + test::folder_of(folder, key_of(kind)).string() + " " + file.string();
  }
  const std::string command = TERRAWRIGHT_PYTHON " " TERRAWRIGHT_ROOT "/tests/store/read_back.py" + arguments + " >" +
                              (raw / "said").string() + " 2>&1";
  const int status = std::system(command.c_str());
  INFO(test::bytes_of(raw / "said"));
  CHECK(status == 0);
  CHECK_THAT(test::bytes_of(raw / "said"),
             Catch::Contains("8 layers are equal in zarr") && Catch::Contains("and GDAL"));
}

// Hidden: what a disk gives.  test_store "[speed]"
TEST_CASE("so many bytes a second in layers", "[.][speed]") {
  const test::Folder folder;
  const store::Shape shape = shape_of(TERRAWRIGHT_KIND_HEIGHT, 8192, 4096);
  const auto cells = cells_of(shape, 1);
  const auto store = Store::open(folder.path(), test::plenty);
  for (const std::size_t n : {std::size_t{1}, std::size_t{2}}) {
    const auto run = [&](const auto& step) {
      const auto begin = std::chrono::steady_clock::now();
      std::vector<std::thread> threads;
      for (std::size_t t = 0; t < n; ++t) {
        threads.emplace_back([&, t] {
          for (std::size_t i = t; i < store::chunks_of(shape); i += n) step(i);
        });
      }
      for (std::thread& thread : threads) thread.join();
      const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
      return static_cast<double>(cells.size()) / 1e9 / took.count();
    };
    const auto writer = store->keep_layer(key_of(n), shape);
    const double written = run([&](std::size_t i) { writer->write(i, &cells[test::begin_of(shape, i)], shape.width); });
    REQUIRE(writer->commit(""));
    const auto layer = store->find_layer(key_of(n), shape);
    std::vector<char> back(cells.size());
    const double read = run([&](std::size_t i) { (void)layer->read(i, &back[test::begin_of(shape, i)], shape.width); });
    CHECK((back == cells));
    WARN(n << " threads: write " << written << " GB/s, read " << read << " GB/s, "
           << static_cast<double>(layer->bytes()) / static_cast<double>(cells.size()) << " of the size");
  }
}
