// SPDX-License-Identifier: Apache-2.0
// Builds that are killed leave a cache that is right; what is remembered is in remembers.t.
#include <cstdlib>
#include <random>

#include "cli/program.hpp"
#include "support/catch.hpp"

using namespace terrawright::test;
namespace fs = std::filesystem;

namespace {

struct Island {
  const TemporaryFolder folder;
  const std::string cache = folder / "cache";
  const std::string arguments = "tests/worlds/earlier/island.yaml --set world.size=[200,190] --quiet --cache " + cache;
  std::string to(const std::string& name) const { return arguments + " --out " + (folder / name); }
};

}  // namespace

TEST_CASE("builds that are killed, or allowed only small files, leave a cache that is right",
          "[cli.remembers][kills]") {
  const char* wanted = std::getenv("TERRAWRIGHT_KILLS");  // scripts/proofs.sh kills
  const int kills = wanted != nullptr ? std::atoi(wanted) / 2 : 8;
  const Island island;
  const auto hashes = [&](const std::string& arguments) {
    const Ran ran = run("build " + arguments + " --sha256 | grep sha256");
    return ran.out;
  };
  const std::string right =
      hashes("tests/worlds/earlier/island.yaml --set world.size=[200,190] --quiet --cache off --out " +
             (island.folder / "right"));
  REQUIRE_THAT(right, Catch::Contains("rivers.width"));
  std::mt19937 random(9);
  for (int i = 0; i < kills; ++i) {
    const double at = static_cast<double>(random() % 400) / 1000;
    shell(TERRAWRIGHT_PROGRAM " build " + island.to("k") + " & sleep " + std::to_string(at) +
          "; kill -KILL $!; wait $!");
    if (i % 2 == 1) CHECK(hashes(island.to("a" + std::to_string(i))) == right);
    if (i % 4 == 3) fs::remove_all(island.cache);
  }
  const Ran limited = shell("trap '' XFSZ; ulimit -f 64; " TERRAWRIGHT_PROGRAM " build " + island.to("limited"));
  CHECK(limited.exit == 1);  // its own files are larger
  CHECK(hashes(island.to("after")) == right);
}
