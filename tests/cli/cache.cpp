// SPDX-License-Identifier: Apache-2.0
// `terrawright cache` shows and clears what is kept, and touches nothing else.

#include "cli/program.hpp"
#include "store/store.hpp"
#include "support/catch.hpp"

using namespace terrawright::test;
using terrawright::store::Store;
namespace fs = std::filesystem;

namespace {

void keep_two(const std::string& folder) {
  const auto store = Store::open(folder, 1'000'000'000);
  for (const char digit : {'1', '2'}) store->keep(std::string(64, digit), std::string(9000, 'x'));
}

}  // namespace

TEST_CASE("cache shows what a folder holds, and how much it may", "[cli.cache]") {
  const TemporaryFolder folder;
  const std::string cache = folder / "cache";
  keep_two(cache);
  const Ran ran = run("cache --cache " + cache);
  CHECK(ran.exit == 0);
  CHECK(ran.err.empty());
  CHECK(ran.out == cache + ": 2 entries, 24.6 kB of at most 5.00 GB\n");
  const Json shown = Json::parse(run("cache --json --cache-size 20GB --cache " + cache).out);
  CHECK(shown == Json{{"folder", cache}, {"entries", 2}, {"bytes", 24576}, {"size", 20000000000u}});
  const Json event = Json::parse(run("cache --format json --cache-size 1.5T --cache " + cache).out);
  CHECK(event["event"] == "cache");
  CHECK(event["entries"] == 2);
  CHECK(event["size"] == 1500000000000u);
}

TEST_CASE("cache --clear removes what is kept, and says how much", "[cli.cache]") {
  const TemporaryFolder folder;
  const std::string cache = folder / "cache";
  keep_two(cache);
  write(cache + "/mine.txt", "mine");
  const Ran ran = run("cache --clear --cache " + cache);
  CHECK(ran.exit == 0);
  CHECK(ran.out == "removed 2 entries, 24.6 kB, from " + cache + "\n");
  CHECK(read(cache + "/mine.txt") == "mine");
  CHECK(run("cache --cache " + cache).out == cache + ": 0 entries, 0.0 kB of at most 5.00 GB\n");
  keep_two(cache);
  const Json cleared = Json::parse(run("cache --clear --json --cache " + cache).out);
  CHECK(cleared == Json{{"folder", cache}, {"removed", {{"entries", 2}, {"bytes", 24576}}}});
}

TEST_CASE("the user's cache folder is meant where no other is named, and looking makes none", "[cli.cache]") {
  const TemporaryFolder folder;
  const std::string home = "HOME=" + folder.path().string() + " ", program = TERRAWRIGHT_PROGRAM " cache";
  const std::string in_home = folder / ".cache/terrawright", in_xdg = folder / "xdg/terrawright";
  CHECK(shell("unset TERRAWRIGHT_CACHE XDG_CACHE_HOME; " + home + program).out ==
        in_home + ": 0 entries, 0.0 kB of at most 5.00 GB\n");
  CHECK(shell("unset TERRAWRIGHT_CACHE XDG_CACHE_HOME; " + home + program + " --clear").exit == 0);
  CHECK(fs::is_empty(folder.path()));
  keep_two(in_xdg);
  CHECK_THAT(shell("unset TERRAWRIGHT_CACHE; XDG_CACHE_HOME=" + (folder / "xdg") + " " + home + program).out,
             Catch::StartsWith(in_xdg + ": 2 "));
  // A path that is not absolute does not count.
  CHECK_THAT(shell("unset TERRAWRIGHT_CACHE; XDG_CACHE_HOME=xdg " + home + program).out,
             Catch::StartsWith(in_home + ": 0 "));
  const Ran nowhere = shell("unset TERRAWRIGHT_CACHE XDG_CACHE_HOME HOME; " + program);
  CHECK(nowhere.exit == 2);
  CHECK_THAT(nowhere.err, Catch::Contains("neither XDG_CACHE_HOME nor HOME") && Catch::Contains("--cache DIR"));
}

TEST_CASE("a folder that is no cache is neither shown nor cleared", "[cli.cache]") {
  const TemporaryFolder folder;
  write(folder / "cat.jpg", "cat");
  for (const char* verb : {"cache --cache ", "cache --clear --cache "}) {
    const Ran ran = run(verb + folder.path().string());
    CHECK(ran.exit == 2);
    CHECK(ran.out.empty());
    CHECK_THAT(ran.err, Catch::Contains("is not a cache of terrawright, and not empty: it holds 'cat.jpg'"));
  }
  CHECK(read(folder / "cat.jpg") == "cat");
}

TEST_CASE("sizes and folders that are none are refused", "[cli.cache]") {
  for (const char* size : {"0", "20", "-1GB", "GB", "1kB", "5 apples", "nanGB", "infGB", "1e30GB", "0.1MB"}) {
    const Ran ran = run(std::string("cache --cache-size '") + size + "'");
    INFO(size);
    CHECK(ran.exit == 2);
    CHECK_THAT(ran.err, Catch::Contains("is not a size from 1MB on, such as 500MB, 20GB or 1TB"));
  }
  CHECK_THAT(run("build configs/island.yaml --cache-size 20").err, Catch::Contains("is not a size"));
  CHECK_THAT(run("cache --cache ''").err, Catch::Contains("names nothing"));
  CHECK(run("cache --cache off").exit == 2);
  CHECK_THAT(run("cache --cache off").err, Catch::Contains("nothing to show"));
  const Ran off = shell("cd /tmp && " TERRAWRIGHT_PROGRAM " cache --cache ./off");
  CHECK(off.exit == 0);
}
