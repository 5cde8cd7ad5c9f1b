// SPDX-License-Identifier: Apache-2.0
// Leftovers of dead builds are deleted, files of living ones stay, and nothing else is touched.
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include "fixture.hpp"
#include "images/whole_file.hpp"
#include "support/catch.hpp"

using namespace terrawright;
using images::remove_leftovers;
using images::WholeFile;
namespace fs = std::filesystem;

namespace {

void put(const fs::path& path, const std::string& text) { std::ofstream(path) << text; }

}  // namespace

TEST_CASE("temporary files that nobody holds are taken away, and counted", "[images.temporary]") {
  const test::Folder folder;
  put(folder / ".terrawright-123-0.part", "12345");
  put(folder / ".terrawright-0123456789abcdef.part", "123");
  fs::create_directories(folder / ".terrawright-f.part/deep");
  put(folder / ".terrawright-f.part/deep/file", "12");
  fs::create_symlink(folder / "mine.part", folder / ".terrawright-f.part/deep/link");
  // Not ours.
  const std::set<std::string> others = {".terrawright-.part", ".terrawright-1.part2", "terrawright-1.part", "mine.part",
                                        ".terrawright-files"};
  for (const std::string& name : others) put(folder / name, "x");
  fs::create_directory(folder / "sub");
  put(folder / "sub/.terrawright-1.part", "x");
  fs::create_symlink(folder / "mine.part", folder / ".terrawright-link.part");
  REQUIRE(mkfifo((folder / ".terrawright-pipe.part").c_str(), 0600) == 0);

  const images::Leftovers removed = remove_leftovers(folder.path());
  CHECK(removed.count == 3);
  CHECK(removed.bytes == 10);
  std::set<std::string> left = others;
  left.insert({"sub", ".terrawright-link.part", ".terrawright-pipe.part"});
  CHECK(folder.names() == left);
  CHECK(fs::exists(folder / "sub/.terrawright-1.part"));
  CHECK(remove_leftovers(folder / "missing").count == 0);
}

TEST_CASE("a file that is being made stays, also when it is settled", "[images.temporary]") {
  const test::Folder folder;
  WholeFile file(folder / "x");
  CHECK(remove_leftovers(folder.path()).count == 0);
  file.write("text", 4, 0);
  file.settle();
  CHECK(remove_leftovers(folder.path()).count == 0);
  images::commit({}, {&file});
  CHECK(folder.names() == std::set<std::string>{"x"});
}

TEST_CASE("who makes a file and finds it locked or gone takes another name", "[images.temporary]") {
  const test::Folder folder;
  const fs::path path = folder / ".terrawright-1.part";
  put(path, "");
  const int maker = open(path.c_str(), O_RDWR), remover = open(path.c_str(), O_RDWR);
  REQUIRE(flock(remover, LOCK_EX | LOCK_NB) == 0);
  CHECK_FALSE(images::claim(maker, path));
  fs::remove(path);
  close(remover);
  CHECK_FALSE(images::claim(maker, path));
  close(maker);
}
