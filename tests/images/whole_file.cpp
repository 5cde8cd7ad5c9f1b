// SPDX-License-Identifier: Apache-2.0
#include "images/whole_file.hpp"

#include <sys/stat.h>

#include "fixture.hpp"
#include "support/catch.hpp"

using namespace terrawright;
using images::WholeFile;
using images::write_text;
using images::WriteFailed;

TEST_CASE("a text file replaces an old one, in folders that need not exist", "[images.whole_file]") {
  const test::Folder folder;
  CHECK(write_text(folder / "a/b/c.json", "old and longer") == 14);
  CHECK(write_text(folder / "a/b/c.json", "new") == 3);
  CHECK(test::bytes_of(folder / "a/b/c.json") == "new");
  CHECK(std::distance(std::filesystem::directory_iterator(folder / "a/b"), {}) == 1);
  CHECK(write_text(folder / "empty", "") == 0);
  CHECK(std::filesystem::exists(folder / "empty"));
}

TEST_CASE("a file that is not kept leaves no trace", "[images.whole_file]") {
  const test::Folder folder;
  write_text(folder / "x", "before");
  {
    WholeFile file(folder / "x");
    CHECK(file.write("after", 5, 0) == 0);
    CHECK(folder.names().size() == 2);
    char back[5] = {};
    CHECK(file.read(back, 5, 0) == 5);
    CHECK(std::string(back, 5) == "after");
  }
  CHECK(folder.names() == std::set<std::string>{"x"});
  CHECK(test::bytes_of(folder / "x") == "before");
}

TEST_CASE("new files have the rights that the umask leaves", "[images.whole_file]") {
  const test::Folder folder;
  const mode_t before = umask(027);
  write_text(folder / "x", "");
  umask(before);
  struct stat facts {};
  REQUIRE(stat((folder / "x").c_str(), &facts) == 0);
  CHECK((facts.st_mode & 0777) == 0640);
}

TEST_CASE("what stands in the way of a file is named", "[images.whole_file]") {
  const test::Folder folder;
  std::filesystem::create_directory(folder / "folder");
  write_text(folder / "file", "x");
  const auto reason = [&](const std::filesystem::path& path) {
    try {
      write_text(path, "text");
    } catch (const WriteFailed& failed) {
      CHECK(failed.path() == path);
      CHECK(std::string(failed.what()).find(path.string()) == 0);
      return failed.reason();
    }
    return std::string("written");
  };
  CHECK(reason(folder / "folder") == "cannot write the file: a folder of this name is there");
  CHECK(reason(folder / "file/x") == "cannot create the folder: Not a directory");
  CHECK(reason("/dev/full") == "cannot write the file: what is there is no regular file");
  CHECK(reason(folder / std::string(300, 'n')) == "cannot give the file its name: File name too long");
  CHECK(folder.names() == std::set<std::string>{"file", "folder"});
}

TEST_CASE("a folder that may not be written to is named", "[images.whole_file]") {
  if (geteuid() == 0) return;  // who may write everywhere
  const test::Folder folder;
  std::filesystem::create_directory(folder / "closed");
  std::filesystem::permissions(folder / "closed",
                               std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
  CHECK_THROWS_WITH(write_text(folder / "closed/x", "text"), Catch::Matchers::Contains("Permission denied"));
}
