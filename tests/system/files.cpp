// SPDX-License-Identifier: Apache-2.0
#include "system/files.hpp"

#include <cerrno>
#include <filesystem>
#include <string>

#include "support/catch.hpp"
#include "support/folder.hpp"
#include "system/memory.hpp"
#include "system/process.hpp"

namespace {

namespace fs = std::filesystem;
namespace files_of_system = terrawright::system;

struct FilledFolder : terrawright::test::Folder {
  FilledFolder() { fs::create_directories(path() / "inside"); }
  std::string at(const std::string& name) const { return (path() / name).string(); }
};

}  // namespace

TEST_CASE("bytes of a file come back; one that ends early has EIO", "[system]") {
  using namespace files_of_system;
  const FilledFolder place;
  const Descriptor file = open(place.at("file"), reads | writes | is_new);
  REQUIRE(file);
  CHECK_FALSE(open(place.at("file"), writes | is_new));
  CHECK(errno == EEXIST);
  const std::string written(200'000, 'x');
  REQUIRE(write_at(file.number(), written.data(), written.size(), 3));
  std::string text(written.size(), 0);
  CHECK(read_at(file.number(), text.data(), text.size(), 3));
  CHECK(text == written);
  CHECK_FALSE(read_at(file.number(), text.data(), text.size(), 4));
  CHECK(errno == EIO);
  const auto open_facts = facts_of(file.number()), named = facts_of(place.at("file"));
  REQUIRE((open_facts && named));
  CHECK(open_facts->size == written.size() + 3);
  CHECK(*open_facts == *named);
}

TEST_CASE("links are followed only where that is asked", "[system]") {
  using namespace files_of_system;
  const FilledFolder place;
  fs::create_directory_symlink("inside", place.path() / "link");
  CHECK(open(place.at("inside/new"), writes | creates));
  const Descriptor folder = open(place.path().string(), reads | folder_only);
  REQUIRE(folder);
  CHECK(open_in(folder.number(), "link/new", reads));
  CHECK_FALSE(open_in(folder.number(), "link/new", reads | no_links));
  CHECK_FALSE(open_in(folder.number(), "link", reads | folder_only | no_link));
  CHECK(open_in(folder.number(), "inside/new", reads | no_links));
  CHECK(facts_in(folder.number(), "link")->type == Type::link);
  CHECK(facts_of(place.at("link"))->is_folder());
  CHECK(names_in(folder.number()).size() == 2);
}

TEST_CASE("a lock is another process's until that ends", "[system]") {
  using namespace files_of_system;
  const FilledFolder place;
  const Descriptor file = open(place.at("lock"), reads | writes | creates);
  auto channel = open_channel();
  Child child = copy_this_process({}, [&] {
    const Descriptor own = open(place.at("lock"), reads | writes);
    const bool is_mine = lock(own.number()) == Lock::taken;
    send_all(channel->there.number(), &is_mine, 1);
    char byte;
    receive_all(channel->there.number(), &byte, 1);
    return 0;
  });
  bool is_taken = false;
  REQUIRE(receive_all(channel->here.number(), &is_taken, 1));
  CHECK(is_taken);
  CHECK(lock(file.number()) == Lock::held_by_another);
  child.kill();
  CHECK(child.wait().signal != 0);
  CHECK(lock(file.number()) == Lock::taken);
}

TEST_CASE("shared memory keeps its bytes as it grows", "[system]") {
  using namespace files_of_system;
  SharedMemory memory(open_in_memory("shared"));
  memory.grow(1000);
  memory.begin()[999] = 42;
  memory.grow(std::size_t{4} << 20);
  CHECK(memory.begin()[999] == 42);
  CHECK(memory.size() == std::size_t{4} << 20);
  void* const pages = map_pages(std::size_t{4} << 20, true);
  REQUIRE(pages != nullptr);
  CHECK(reinterpret_cast<std::uintptr_t>(pages) % (std::size_t{2} << 20) == 0);
  unmap_pages(pages, std::size_t{4} << 20);
}
