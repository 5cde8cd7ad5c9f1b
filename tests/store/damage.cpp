// SPDX-License-Identifier: Apache-2.0
// Whatever happens to the files: the right cells, or none.
#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <cstdio>
#include <functional>
#include <random>

#include "layers.hpp"
#include "store/store.hpp"
#include "support/catch.hpp"

using namespace terrawright;
using store::Store;
using test::cells_of;
using test::key_of;
using test::shape_of;
namespace fs = std::filesystem;

namespace {

const store::Shape heights_shape = shape_of(TERRAWRIGHT_KIND_HEIGHT, 1200, 1100);

std::string a_chunk(std::uint64_t random) {
  for (;; ++random) {
    const std::size_t chunk = random % store::chunks_of(heights_shape);
    if (chunk != 2) return store::chunk_file(heights_shape, chunk);  // that one is all zero
  }
}

std::vector<std::string> sentences;  // of a child: what did not hold
void must(bool holds, const std::string& sentence) {
  if (!holds) std::fprintf(stderr, "it does not hold that %s\n", sentence.c_str());
  if (!holds) sentences.push_back(sentence);
}
// In a process of its own, which may lose its rights.
int in_child(const std::function<void()>& act) {
  const pid_t child = fork();
  if (child == 0) {
    try {
      act();
    } catch (const std::exception& error) {
      must(false, std::string("nothing is thrown: ") + error.what());
    }
    _exit(sentences.empty() ? 0 : 1);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
constexpr int cannot = 77;

// A disk of 40 MB as `folder`, for this process alone, where that is allowed.
bool mount_small_disk(const fs::path& folder) {
  const std::string user = "0 " + std::to_string(geteuid()) + " 1", group = "0 " + std::to_string(getegid()) + " 1";
  if (geteuid() != 0) {
    if (unshare(CLONE_NEWUSER) != 0) return false;
    test::put("/proc/self/setgroups", "deny");
    test::put("/proc/self/uid_map", user);
    test::put("/proc/self/gid_map", group);
  }
  return unshare(CLONE_NEWNS) == 0 && mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
         mount("none", folder.c_str(), "tmpfs", 0, "size=40m") == 0;
}

}  // namespace

TEST_CASE("a flipped bit in a chunk is found out, and the layer is made anew", "[store.damage]") {
  const test::Folder folder;
  const auto store = Store::open(folder.path(), test::plenty);
  const auto cells = cells_of(heights_shape, 1);
  std::mt19937 random(1);
  for (int i = 0; i < 50; ++i) {
    REQUIRE(test::keep(*store, key_of(1), heights_shape, cells));
    const fs::path file = test::folder_of(folder, key_of(1)) / a_chunk(random());
    // Before it is found, and while it is held.
    const auto held = i % 2 == 0 ? nullptr : store->find_layer(key_of(1), heights_shape);
    test::flip(file, random());
    const auto layer = held ? held : store->find_layer(key_of(1), heights_shape);
    REQUIRE(layer);
    CHECK_FALSE(test::read(*layer, heights_shape));
    CHECK(store->find_layer(key_of(1), heights_shape) == nullptr);
    CHECK_FALSE(fs::exists(test::folder_of(folder, key_of(1))));
  }
  CHECK_FALSE(store->problem());
}

TEST_CASE("files that are cut, emptied, gone or something else are found out", "[store.damage]") {
  const test::Folder folder, outside;
  const auto store = Store::open(folder.path(), test::plenty);
  const auto cells = cells_of(heights_shape, 1);
  std::mt19937 random(2);
  for (int i = 0; i < 60; ++i) {
    REQUIRE(test::keep(*store, key_of(1), heights_shape, cells));
    const fs::path array = test::folder_of(folder, key_of(1));
    const fs::path file = array / (i % 12 < 6 ? a_chunk(random()) : ".terrawright");
    const auto held = i % 4 < 2 ? nullptr : store->find_layer(key_of(1), heights_shape);
    const std::string bytes = test::bytes_of(file);
    INFO(i << ": " << file);
    switch (i % 6) {
      case 0:
        fs::resize_file(file, random() % bytes.size());
        break;
      case 1:
        fs::resize_file(file, 0);
        break;
      case 2:
        fs::remove(file);
        break;
      case 3:
        test::put(file, bytes + "more");
        break;
      case 4:  // the right bytes, elsewhere
        test::put(outside / "bytes", bytes);
        fs::remove(file);
        fs::create_symlink(outside / "bytes", file);
        break;
      default:
        fs::remove(file);
        fs::create_directory(file);
    }
    if (held && i % 12 >= 6) {
      CHECK((test::read(*held, heights_shape) == cells));  // what it needs of the index it has
    } else if (held) {
      CHECK_FALSE(test::read(*held, heights_shape));
    }
    CHECK(store->find_layer(key_of(1), heights_shape) == nullptr);
    fs::remove_all(array);
  }
  CHECK(test::bytes_of(outside / "bytes").size() > 100);
}

TEST_CASE("the row of a chunk's files is not read through a link", "[store.damage]") {
  const test::Folder folder, outside;
  const auto store = Store::open(folder.path(), test::plenty);
  REQUIRE(test::keep(*store, key_of(1), heights_shape, cells_of(heights_shape, 1)));
  const fs::path array = test::folder_of(folder, key_of(1));
  fs::rename(array / "1", outside / "1");
  fs::create_symlink(outside / "1", array / "1");
  CHECK_FALSE(test::read(*store, key_of(1), heights_shape));
  CHECK(fs::exists(outside / "1/0"));
}

TEST_CASE("an index with any bit flipped or any byte missing is refused", "[store.damage]") {
  store::LayerIndex index;
  index.shape = shape_of(TERRAWRIGHT_KIND_HEIGHT, 600, 30);
  index.record = "record";
  index.chunks.resize(2);
  const std::string bytes = store::index_bytes(index, key_of(1));
  REQUIRE(store::parsed_index(bytes, key_of(1)));
  CHECK_FALSE(store::parsed_index(bytes, key_of(2)));
  CHECK_FALSE(store::parsed_index(bytes + '\0', key_of(1)));
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    std::string other = bytes;
    other[bit / 8] = static_cast<char>(other[bit / 8] ^ (1 << bit % 8));
    CHECK_FALSE(store::parsed_index(other, key_of(1)));
  }
  for (std::size_t size = 0; size < bytes.size(); ++size)
    CHECK_FALSE(store::parsed_index(bytes.substr(0, size), key_of(1)));
}

TEST_CASE("an entry under another key than its own is not there", "[store.damage]") {
  const test::Folder folder;
  const auto store = Store::open(folder.path(), test::plenty);
  REQUIRE(test::keep(*store, key_of(1), heights_shape, cells_of(heights_shape, 1)));
  REQUIRE(test::keep(*store, key_of(2), heights_shape, cells_of(heights_shape, 2)));
  store->keep(key_of(1), "one");
  store->keep(key_of(2), "two");
  fs::remove_all(test::folder_of(folder, key_of(2)));
  fs::copy(test::folder_of(folder, key_of(1)), test::folder_of(folder, key_of(2)), fs::copy_options::recursive);
  fs::copy(test::record_of(folder, key_of(1)), test::record_of(folder, key_of(2)),
           fs::copy_options::overwrite_existing);
  CHECK(store->find_layer(key_of(2), heights_shape) == nullptr);
  CHECK_FALSE(store->find(key_of(2)));
  CHECK(store->find(key_of(1)) == "one");
  CHECK((test::read(*store, key_of(1), heights_shape) == cells_of(heights_shape, 1)));
}

TEST_CASE("bytes with any bit flipped or cut anywhere are not there", "[store.damage]") {
  const test::Folder folder;
  const auto store = Store::open(folder.path(), test::plenty);
  const fs::path file = test::record_of(folder, key_of(1));
  store->keep(key_of(1), "what was kept");
  const std::string bytes = test::bytes_of(file);
  for (std::size_t i = 0; i < 9 * bytes.size(); ++i) {
    store->keep(key_of(1), "what was kept");
    if (i < 8 * bytes.size()) {
      test::flip(file, i);
    } else {
      fs::resize_file(file, i - 8 * bytes.size());
    }
    CHECK_FALSE(store->find(key_of(1)));
    CHECK_FALSE(fs::exists(file));
  }
}

TEST_CASE("bytes that are mapped are what was kept, whatever becomes of the entry, or not there", "[store.damage]") {
  const test::Folder folder;
  const auto store = Store::open(folder.path(), test::plenty);
  for (const std::size_t size : {std::size_t{0}, std::size_t{100}, std::size_t{1} << 20}) {
    std::string bytes(size, '\0');
    for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<char>(test::noise(i));
    CHECK(store->map(key_of(size)) == nullptr);
    store->keep(key_of(size), bytes);
    const auto mapped = store->map(key_of(size));
    REQUIRE(mapped);
    CHECK((mapped->bytes() == bytes));
    CHECK((reinterpret_cast<std::uintptr_t>(mapped->bytes().data()) - store::record_head) % 64 == 0);
    const fs::path file = test::record_of(folder, key_of(size));
    for (std::size_t i = 0; i < 40; ++i) {
      store->keep(key_of(size), bytes);
      CHECK((store->map(key_of(size))->bytes() == bytes));
      i % 4 == 0 ? fs::resize_file(file, i * (29 + size) / 40) : test::flip(file, i * 7919);
      CHECK(store->map(key_of(size)) == nullptr);
      CHECK_FALSE(fs::exists(file));
    }
    CHECK((mapped->bytes() == bytes));
  }
}

TEST_CASE("a layer that another build takes away while it is read ends in false", "[store.damage]") {
  const test::Folder folder;
  const auto store = Store::open(folder.path(), test::plenty);
  const auto cells = cells_of(heights_shape, 1);
  REQUIRE(test::keep(*store, key_of(1), heights_shape, cells));
  const auto layer = store->find_layer(key_of(1), heights_shape);
  std::vector<char> chunk(store::chunk_bytes(heights_shape));
  CHECK(layer->read(0, chunk.data(), store::chunk_side));
  Store::open(folder.path(), 0)->age();
  CHECK_FALSE(layer->read(0, chunk.data(), store::chunk_side));
  // If it was rebuilt meanwhile, it is another one, which stays.
  REQUIRE(test::keep(*store, key_of(1), heights_shape, cells));
  CHECK_FALSE(layer->read(1, chunk.data(), store::chunk_side));
  CHECK((test::read(*store, key_of(1), heights_shape) == cells));
}

TEST_CASE("a limit of file sizes is told once, and nothing half is kept", "[store.damage]") {
  const test::Folder folder;
  const auto store = Store::open(folder.path(), test::plenty);
  REQUIRE(test::keep(*store, key_of(1), heights_shape, cells_of(heights_shape, 1)));
  {
    const test::SmallFiles small(20000);
    CHECK_FALSE(test::keep(*store, key_of(2), heights_shape, cells_of(heights_shape, 2)));
    REQUIRE(store->problem());
    CHECK_THAT(store->problem()->reason,
               Catch::Contains("could not keep more: File too large") && Catch::Contains(folder.path().string()));
    CHECK_THAT(store->problem()->remedy,
               Catch::Contains("--cache DIR") && Catch::Contains("terrawright cache --clear"));
    CHECK(store->keep_layer(key_of(3), heights_shape) == nullptr);
    store->keep(key_of(4), std::string(30000, 'x'));
    CHECK_FALSE(store->find(key_of(4)));
    CHECK(test::files_below(folder / "making").size() == 1);
    const auto other = Store::open(folder.path(), test::plenty);
    other->keep(key_of(5), std::string(30000, 'x'));
    CHECK(other->problem());
    CHECK_FALSE(other->find(key_of(5)));
  }
  CHECK(store->find_layer(key_of(2), heights_shape) == nullptr);
  CHECK((test::read(*store, key_of(1), heights_shape) == cells_of(heights_shape, 1)));
}

TEST_CASE("a folder that becomes read-only is read, and told once", "[store.damage]") {
  const test::Folder folder;
  const auto cells = cells_of(heights_shape, 1);
  {
    const auto store = Store::open(folder.path(), test::plenty);
    REQUIRE(test::keep(*store, key_of(1), heights_shape, cells));
    store->keep(key_of(1), "bytes");
  }
  const auto for_all = [&](fs::perms folders, fs::perms files) {
    for (const auto& entry : fs::recursive_directory_iterator(folder.path()))
      fs::permissions(entry.path(), entry.is_directory() ? folders : files);
    fs::permissions(folder.path(), folders);
  };
  const fs::perms all_read = fs::perms::owner_read | fs::perms::group_read | fs::perms::others_read;
  const fs::perms all_enter = fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec;
  for (const bool is_open : {false, true}) {
    INFO((is_open ? "becomes so while it is open" : "is so"));
    fs::permissions(folder.path(), fs::perms::all);
    const int ended = in_child([&] {
      std::shared_ptr<Store> store;
      std::unique_ptr<store::LayerWriter> writer;
      if (is_open) {
        store = Store::open(folder.path(), test::plenty);
        writer = store->keep_layer(key_of(2), heights_shape);
        writer->write(0, cells.data(), heights_shape.width);
      }
      for_all(all_read | all_enter, all_read);
      if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0)) _exit(cannot);
      if (!is_open) store = Store::open(folder.path(), test::plenty);
      must(!store->problem(), "opening and reading is no problem");
      must(test::read(*store, key_of(1), heights_shape) == cells, "layers are read");
      must(store->find(key_of(1)) == "bytes", "bytes are read");
      if (writer) {
        for (std::size_t i = 1; i < store::chunks_of(heights_shape); ++i)
          writer->write(i, &cells[test::begin_of(heights_shape, i)], heights_shape.width);
        must(!writer->commit(""), "a layer is not kept");
      } else {
        must(!store->keep_layer(key_of(2), heights_shape), "no layer is begun");
      }
      must(store->problem() && store->problem()->reason.find("cannot be written") != std::string::npos,
           "the problem is told");
      store->keep(key_of(3), "more");
      must(!store->find(key_of(3)) && !store->find_layer(key_of(2), heights_shape), "nothing more is there");
      store->age();
      must(store->clear().entries == 0 && store->usage().entries == 2, "nothing is removed, nor said to be");
    });
    for_all(fs::perms::owner_all, fs::perms::owner_all);
    CHECK(ended == 0);
  }
}

TEST_CASE("a full disk is told once, and what was kept before is there", "[store.damage]") {
  const test::Folder folder;
  const int ended = in_child([&] {
    if (!mount_small_disk(folder.path())) _exit(cannot);
    {
      const auto store = Store::open(folder.path(), test::plenty);
      must(test::keep(*store, key_of(0), heights_shape, cells_of(heights_shape, 0)), "the first layer is kept");
      const auto writer = store->keep_layer(key_of(1), heights_shape);
      must(writer != nullptr, "a second one is begun");
      // Something else fills the disk.
      std::string filling(1 << 20, 'x');
      const int filler = open((folder / "filler").c_str(), O_WRONLY | O_CREAT, 0600);
      while (write(filler, filling.data(), filling.size()) > 0) {
      }
      test::write_all(*writer, heights_shape, cells_of(heights_shape, 1));
      must(!writer->commit(""), "the second layer is not kept");
      must(store->problem() && store->problem()->reason.find("No space left") != std::string::npos, "it is told");
      must(!store->find_layer(key_of(1), heights_shape), "the second layer is not there");
      must(test::read(*store, key_of(0), heights_shape) == cells_of(heights_shape, 0), "the first layer is");
      close(filler);
      fs::remove(folder / "filler");
    }
    // Work of others is not taken.
    const auto store = Store::open(folder.path(), test::plenty);
    std::uint64_t kept = 1;
    while (kept < 100 && test::keep(*store, key_of(kept), heights_shape, cells_of(heights_shape, kept))) ++kept;
    must(kept > 2 && kept < 100, "some more are kept");
    must(store->problem() && store->problem()->reason.find("has only") != std::string::npos, "room is left, and told");
    must(fs::space(folder.path()).available > 5000000, "room is left");
    for (std::uint64_t i = 0; i < kept; ++i)
      must(test::read(*store, key_of(i), heights_shape) == cells_of(heights_shape, i), "every layer is there");
  });
  if (ended == cannot) WARN("no small disk can be mounted here: a full disk was tried by file-size limits alone");
  if (ended != cannot) CHECK(ended == 0);
}
