// SPDX-License-Identifier: Apache-2.0
#include "files/open_file.hpp"

#include <chrono>
#include <filesystem>
#include <string>

#include "graph/sha256.hpp"
#include "support/catch.hpp"
#include "support/folder.hpp"

using namespace terrawright;

namespace {

// A file that is gone at the end.
class Written {
 public:
  explicit Written(const std::string& text) { write(text); }
  void write(const std::string& text) const { test::put(path(), text); }
  std::string path() const { return folder_ / "file"; }

 private:
  const test::Folder folder_;
};

template <class Body>
std::string reason(const Body& body) {
  try {
    body();
  } catch (const files::ReadFailed& failed) {
    return failed.what();
  }
  return "nothing";
}

}  // namespace

TEST_CASE("a file is read to its end, whatever its size", "[files]") {
  for (const std::size_t size : {0u, 1u, 4095u, 4096u, 4097u, 300000u}) {
    std::string text(size, 'a');
    if (size > 0) text.back() = 'z';
    const Written file(text);
    CHECK(files::text_of(file.path()) == text);
    CHECK(files::text_of(file.path(), 4096) == text.substr(0, 4096));
    CHECK(graph::sha256_of_file(file.path()) == graph::sha256(text));
  }
}

TEST_CASE("what cannot be read says which file and why", "[files]") {
  const Written file("text");
  CHECK(reason([] { files::text_of("/nowhere"); }) == "'/nowhere' cannot be read: No such file or directory");
  CHECK(reason([] { files::text_of("/"); }) == "'/' cannot be read: Is a directory");
  // The first page of a process is never there.
  const std::string lost = "'/proc/self/mem' cannot be read: Input/output error";
  CHECK(reason([] { files::text_of("/proc/self/mem"); }) == lost);
  CHECK(reason([] { graph::sha256_of_file("/proc/self/mem"); }) == lost);
  char byte = 0;
  CHECK(reason([&] { files::OpenFile("/proc/self/mem").read_up_to(&byte, 1, 0); }) == lost);
  CHECK(reason([&] { files::OpenFile(file.path()).read(&byte, 1, 4); }) ==
        "'" + file.path() + "' cannot be read: it ends after 4 bytes");
}

TEST_CASE("a file that shrinks, grows or changes while it is read is an error", "[files]") {
  for (const char* later : {"te", "text and more", "TEXT"}) {
    const Written file("text");
    const std::string changed = "'" + file.path() + "' cannot be read: it was changed meanwhile";
    const auto long_ago = std::filesystem::last_write_time(file.path()) - std::chrono::hours(1);
    std::filesystem::last_write_time(file.path(), long_ago);
    const files::OpenFile reader(file.path());
    file.write(later);
    INFO(later);
    CHECK(reason([&] { reader.each_piece([](std::string_view) {}); }) == changed);
    CHECK(reason([&] { reader.demand_unchanged(); }) == changed);
    CHECK(!(files::identity_of(file.path()) == reader.identity()));
    char bytes[4];
    if (std::string(later) == "te") CHECK(reason([&] { reader.read(bytes, 4, 0); }) == changed);
  }
}
