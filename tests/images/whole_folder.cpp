// SPDX-License-Identifier: Apache-2.0
#include "images/whole_folder.hpp"

#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

#include "fixture.hpp"
#include "images/whole_file.hpp"
#include "support/catch.hpp"

using namespace terrawright;
using files::WriteFailed;
using images::WholeFolder;
namespace fs = std::filesystem;

namespace {

bool can_exchange = true;

}  // namespace

// In the place of the system's: a file system that cannot exchange.
extern "C" int renameat2(int from_folder, const char* from, int to_folder, const char* to, unsigned flags) noexcept {
  if (can_exchange) return static_cast<int>(syscall(SYS_renameat2, from_folder, from, to_folder, to, flags));
  errno = EINVAL;
  return -1;
}

namespace {

void add(WholeFolder& folder, const std::string& name, const std::string& text) {
  folder.add(*images::text_file(folder.temporary() / name, text));
}

void make(const fs::path& path, const std::string& text) {
  WholeFolder folder(path);
  add(folder, "a.txt", text);
  add(folder, "deep/in it.txt", text);
  folder.settle();
  folder.name();
}

std::string refusal(const fs::path& path) {
  try {
    make(path, "new");
  } catch (const WriteFailed& failed) {
    CHECK(failed.path() == path);
    CHECK_FALSE(failed.remedy().empty());
    return failed.reason();
  }
  return "written";
}

}  // namespace

TEST_CASE("a folder replaces nothing, an empty one and one of ours, and keeps a list", "[images.whole_folder]") {
  const test::Folder folder;
  make(folder / "new/pack", "one");
  CHECK(test::bytes_of(folder / "new/pack/deep/in it.txt") == "one");
  fs::create_directory(folder / "empty");
  make(folder / "empty", "two");
  CHECK(test::bytes_of(folder / "empty/a.txt") == "two");
  make(folder / "empty", "three");
  CHECK(test::bytes_of(folder / "empty/a.txt") == "three");
  CHECK(test::bytes_of(folder / "empty/.terrawright-files") ==
        graph::sha256("three") + "  a.txt\n" + graph::sha256("three") + "  deep/in it.txt\n");
  CHECK(folder.names() == std::set<std::string>{"new", "empty"});
}

TEST_CASE("a folder that is not named leaves no trace, and the old one as it was", "[images.whole_folder]") {
  const test::Folder folder;
  make(folder / "pack", "old");
  {
    WholeFolder other(folder / "pack");
    add(other, "b.txt", "new");
    other.settle();
    CHECK(files::remove_leftovers(folder.path()).count == 0);  // it is being made
    CHECK(folder.names().size() == 2);
  }
  CHECK(folder.names() == std::set<std::string>{"pack"});
  CHECK(test::bytes_of(folder / "pack/a.txt") == "old");
}

TEST_CASE("a file that the new folder has not is not there any more", "[images.whole_folder]") {
  const test::Folder folder;
  make(folder / "pack", "old");
  WholeFolder other(folder / "pack");
  add(other, "b.txt", "new");
  other.settle();
  other.name();
  CHECK(fs::exists(folder / "pack/b.txt"));
  CHECK_FALSE(fs::exists(folder / "pack/a.txt"));
}

TEST_CASE("a folder that holds what no build wrote there is left as it is", "[images.whole_folder]") {
  const test::Folder folder;
  const std::vector<std::pair<std::string, std::string>> strange = {
      {"mine.txt", "mine"}, {"deep/mine.txt", "mine"}, {"a.txt", "changed"}};
  for (const auto& [name, text] : strange) {
    const fs::path pack = folder / ("pack-" + text + std::to_string(name.size()));
    make(pack, "old");
    test::write_text(pack / name, text);
    CHECK(refusal(pack) == "cannot write the folder: no build wrote '" + name + "' in it as it is now");
    CHECK(test::bytes_of(pack / name) == text);
    CHECK(test::bytes_of(pack / "deep/in it.txt") == "old");
  }
  make(folder / "pipe", "old");
  REQUIRE(mkfifo((folder / "pipe/pipe").c_str(), 0600) == 0);
  CHECK(refusal(folder / "pipe").find("'pipe'") != std::string::npos);
  make(folder / "link", "old");
  fs::create_symlink(folder / "pipe", folder / "link/link");
  CHECK(refusal(folder / "link").find("'link'") != std::string::npos);
  test::write_text(folder / "theirs/x", "x");
  CHECK(refusal(folder / "theirs").find("'x'") != std::string::npos);
  CHECK(folder.names().size() == 6);
}

TEST_CASE("what came into a folder while the new one was made is not lost", "[images.whole_folder]") {
  const test::Folder folder;
  make(folder / "pack", "old");
  WholeFolder other(folder / "pack");
  add(other, "a.txt", "new");
  other.settle();
  test::write_text(folder / "pack/mine.txt", "mine");
  CHECK_THROWS_AS(other.name(), WriteFailed);
  CHECK(test::bytes_of(folder / "pack/mine.txt") == "mine");
  CHECK(test::bytes_of(folder / "pack/a.txt") == "old");
}

TEST_CASE("a file system that cannot exchange two folders", "[images.whole_folder]") {
  const test::Folder folder;
  make(folder / "pack", "old");
  can_exchange = false;
  make(folder / "pack", "new");
  CHECK(test::bytes_of(folder / "pack/a.txt") == "new");
  test::write_text(folder / "pack/mine.txt", "mine");
  CHECK(refusal(folder / "pack").find("'mine.txt'") != std::string::npos);
  can_exchange = true;
  CHECK(folder.names() == std::set<std::string>{"pack"});
}

TEST_CASE("a file or a link in the place of a folder is refused", "[images.whole_folder]") {
  const test::Folder folder;
  test::write_text(folder / "file", "x");
  fs::create_directory(folder / "elsewhere");
  fs::create_symlink(folder / "elsewhere", folder / "link");
  CHECK(refusal(folder / "file") == "cannot write the folder: what has this name is not a folder");
  CHECK(refusal(folder / "link") == "cannot write the folder: what has this name is not a folder");
  CHECK(refusal(folder / "file/pack") == "cannot create the folder: Not a directory");
  CHECK(folder.names() == std::set<std::string>{"file", "elsewhere", "link"});
}
