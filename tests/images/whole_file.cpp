// SPDX-License-Identifier: Apache-2.0
#include "images/whole_file.hpp"

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fixture.hpp"
#include "support/catch.hpp"

using namespace terrawright;
using files::WriteFailed;
using images::WholeFile;
using test::write_text;

TEST_CASE("a text file replaces an old one, in folders that need not exist", "[images.whole_file]") {
  const test::Folder folder;
  CHECK(write_text(folder / "a/b/c.json", "old and longer") == 14);
  CHECK(write_text(folder / "a/b/c.json", "new") == 3);
  CHECK(test::bytes_of(folder / "a/b/c.json") == "new");
  CHECK(std::distance(std::filesystem::directory_iterator(folder / "a/b"), {}) == 1);
  CHECK(write_text(folder / "empty", "") == 0);
  CHECK(std::filesystem::exists(folder / "empty"));
}

TEST_CASE("a place on the disk that is taken beforehand is no content", "[images.whole_file]") {
  const test::Folder folder;
  WholeFile file(folder / "x");
  file.reserve(100000);
  CHECK(file.size() == 0);
  file.write("abc", 3, 0);
  file.settle();
  CHECK(file.size() == 3);
  CHECK(file.sha256() == graph::sha256("abc"));
}

TEST_CASE("a place that the disk does not have fails the first write", "[images.whole_file]") {
  const test::Folder folder;
  WholeFile file(folder / "x");
  file.reserve(std::uint64_t{1} << 62);
  CHECK(file.write("abc", 3, 0) != 0);
  CHECK_THROWS_AS(file.settle(), WriteFailed);
}

TEST_CASE("a file takes the last descriptor, and without one it is refused", "[images.whole_file]") {
  const test::Folder folder;
  rlimit before{};
  REQUIRE(getrlimit(RLIMIT_NOFILE, &before) == 0);
  const rlimit few{64, before.rlim_max};
  REQUIRE(setrlimit(RLIMIT_NOFILE, &few) == 0);
  std::vector<int> taken;
  while (taken.empty() || taken.back() >= 0) taken.push_back(dup(0));
  taken.pop_back();
  std::string refused;
  try {
    const WholeFile none(folder / "x");
  } catch (const WriteFailed& failed) {
    refused = failed.what();
  }
  close(taken.back());
  const bool is_last_taken = WholeFile(folder / "x").write("abc", 3, 0) == 0;
  taken.pop_back();
  for (const int descriptor : taken) close(descriptor);
  REQUIRE(setrlimit(RLIMIT_NOFILE, &before) == 0);
  CHECK_THAT(refused, Catch::Contains("Too many open files (allow this process more open files (ulimit -n))"));
  CHECK(is_last_taken);
  CHECK(folder.names().empty());
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

TEST_CASE("a file has the hash of its bytes, in whatever order they come", "[images.whole_file]") {
  const test::Folder folder;
  const std::string text = "0123456789";
  const auto hash_of = [&](const std::vector<std::pair<std::size_t, std::size_t>>& pieces, bool when_settled) {
    WholeFile file(folder / "x");
    if (when_settled) file.hash_when_settled();
    for (const auto& [at, size] : pieces) file.write(text.data() + at, size, at);
    file.settle();
    CHECK(file.size() == 10);
    return file.sha256();
  };
  const std::string expected = graph::sha256(text);
  CHECK(hash_of({{0, 3}, {3, 7}}, false) == expected);
  CHECK(hash_of({{0, 3}, {3, 7}}, true) == expected);
  CHECK(hash_of({{5, 5}, {0, 5}}, false) == expected);
  CHECK(hash_of({{0, 2}, {6, 4}, {2, 4}}, false) == expected);
  WholeFile changed(folder / "x");
  changed.write("xyz3456789", 10, 0);
  changed.write(text.data(), 3, 0);
  changed.settle();
  CHECK(changed.sha256() == expected);
}

TEST_CASE("a file that several processes could print to is none of ours", "[images.whole_file]") {
  const test::Folder folder;
  const int standard_error = dup(STDERR_FILENO);
  close(STDERR_FILENO);
  {
    WholeFile file(folder / "x");
    const ssize_t printed = ::write(STDERR_FILENO, "a message", 9);
    dup2(standard_error, STDERR_FILENO);
    CHECK(printed == -1);
    file.write("text", 4, 0);
    file.settle();
    images::commit({}, {&file});
  }
  close(standard_error);
  CHECK(test::bytes_of(folder / "x") == "text");
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
  CHECK(reason("/dev/full") == "cannot write the file: what has this name is not a regular file");
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

TEST_CASE("a file that is being made stays, also when it is settled", "[images.whole_file]") {
  const test::Folder folder;
  WholeFile file(folder / "x");
  CHECK(files::remove_leftovers(folder.path()).count == 0);
  file.write("text", 4, 0);
  file.settle();
  CHECK(files::remove_leftovers(folder.path()).count == 0);
  images::commit({}, {&file});
  CHECK(folder.names() == std::set<std::string>{"x"});
}
