// SPDX-License-Identifier: Apache-2.0
// tests/families: what the build makes of a folder of stages.
#include "cli/program.hpp"
#include "support/catch.hpp"

using namespace terrawright::test;

TEST_CASE("Families may share a word, and a stage may have a folder of its own", "[families]") {
  const TemporaryFolder folder;
  const std::string plugins = " --plugins " TERRAWRIGHT_FAMILIES;
  for (const auto& [id, value] : {std::pair("north.level", "1"), std::pair("south.level", "2")}) {
    const std::string world = folder / "t.yaml";
    write(world, "terrawright: 1\nname: t\nworld: {size: [9, 9], seed: 1}\nstages: {last: {use: " + std::string(id) +
                     "@1}}\noutputs: [{file: t.exr, layers: {height: last}}]\n");
    const Ran ran = run("build " + world + " --out " + (folder / "out") + plugins);
    INFO(ran.err);
    REQUIRE(ran.exit == 0);
    const std::string manifest = read(folder / "out/t-1.manifest.json");
    INFO(manifest);
    CHECK(manifest.find(std::string("\"maximum\": ") + value) != std::string::npos);
  }
}
