// SPDX-License-Identifier: Apache-2.0
#include "files/private_folder.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include "support/catch.hpp"
#include "support/folder.hpp"

using namespace terrawright;
using files::remove_leftovers;
namespace fs = std::filesystem;

namespace {

// TMPDIR for as long as this lives.
class Temporary {
 public:
  explicit Temporary(const fs::path& folder) { setenv("TMPDIR", folder.c_str(), 1); }
  ~Temporary() { before_.empty() ? unsetenv("TMPDIR") : setenv("TMPDIR", before_.c_str(), 1); }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;

 private:
  const std::string before_ = std::getenv("TMPDIR") == nullptr ? "" : std::getenv("TMPDIR");
};

}  // namespace

TEST_CASE("temporary files that nobody holds are taken away, and counted", "[files.private_folder]") {
  const test::Folder folder;
  test::put(folder / ".terrawright-123-0.part", "12345");
  test::put(folder / ".terrawright-0123456789abcdef.part", "123");
  fs::create_directories(folder / ".terrawright-f.part/deep");
  test::put(folder / ".terrawright-f.part/deep/file", "12");
  fs::create_symlink(folder / "mine.part", folder / ".terrawright-f.part/deep/link");
  // Not ours.
  const std::set<std::string> others = {".terrawright-.part", ".terrawright-1.part2", "terrawright-1.part", "mine.part",
                                        ".terrawright-files"};
  for (const std::string& name : others) test::put(folder / name, "x");
  fs::create_directory(folder / "sub");
  test::put(folder / "sub/.terrawright-1.part", "x");
  fs::create_symlink(folder / "mine.part", folder / ".terrawright-link.part");
  REQUIRE(mkfifo((folder / ".terrawright-pipe.part").c_str(), 0600) == 0);

  const files::Leftovers removed = remove_leftovers(folder.path());
  CHECK(removed.count == 3);
  CHECK(removed.bytes == 10);
  std::set<std::string> left = others;
  left.insert({"sub", ".terrawright-link.part", ".terrawright-pipe.part"});
  CHECK(folder.names() == left);
  CHECK(fs::exists(folder / "sub/.terrawright-1.part"));
  CHECK(remove_leftovers(folder / "missing").count == 0);
}

TEST_CASE("who makes a file and finds it locked or gone takes another name", "[files.private_folder]") {
  const test::Folder folder;
  const fs::path path = folder / ".terrawright-1.part";
  test::put(path, "");
  const int maker = open(path.c_str(), O_RDWR), remover = open(path.c_str(), O_RDWR);
  REQUIRE(flock(remover, LOCK_EX | LOCK_NB) == 0);
  CHECK_FALSE(files::claim(maker, path));
  fs::remove(path);
  close(remover);
  CHECK_FALSE(files::claim(maker, path));
  close(maker);
}

TEST_CASE("a scratch folder is for its user alone, goes with its object, and takes those of killed runs with it",
          "[files.private_folder]") {
  const test::Folder folder;
  const Temporary here(folder.path());
  fs::create_directory(folder / ".terrawright-0123456789abcdef.part");
  {
    const files::ScratchFolder one, other;
    CHECK(one.path() != other.path());
    CHECK(fs::status(one.path()).permissions() == fs::perms::owner_all);
    test::put(one.path() / "file", "x");
    CHECK(folder.names() == std::set<std::string>{one.path().filename(), other.path().filename()});
  }
  CHECK(folder.names().empty());
}

TEST_CASE("a TMPDIR that is not there is refused, and not made", "[files.private_folder]") {
  const test::Folder folder;
  const Temporary here(folder / "missing");
  CHECK_THROWS_WITH(files::ScratchFolder(), "no folder can be made in " + (folder / "missing").string() +
                                                ": No such file or directory; TMPDIR names another one");
  CHECK(folder.names().empty());
}
