// SPDX-License-Identifier: Apache-2.0
// Bare numbers where numbers have a unit are warned of; what the project shows to people has none.
#include <filesystem>

#include "cli/program.hpp"
#include "support/catch.hpp"

using namespace terrawright::test;
namespace fs = std::filesystem;

TEST_CASE("The worlds of the project say their units", "[units]") {
  std::size_t worlds = 0;
  for (const char* folder : {"configs", "examples", "stages", "packs/atlas/stages"}) {
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(TERRAWRIGHT_ROOT) / folder)) {
      if (entry.path().extension() != ".yaml" || entry.path().stem().has_extension()) continue;
      const bool is_a_world = read(entry.path().string()).find("\nworld:") != std::string::npos;
      if (!is_a_world) continue;
      const Ran ran = run("validate " + entry.path().string());
      INFO(ran.err);
      CHECK(ran.err.find("has no unit") == std::string::npos);
      ++worlds;
    }
  }
  CHECK(worlds > 40);
}

TEST_CASE("A range counts by its values, not by how they are written", "[units]") {
  const TemporaryFolder folder;
  const auto hash = [&](const std::string& range) {
    write(folder / "world.yaml",
          "terrawright: 1\nname: t\nworld: {size: [17, 17], seed: 1}\nstages:\n  h: {use: heights.diamond_square@1}\n"
          "  m: {use: shape.metres@1, in: {height: h, level: 0.5}}\noutputs:\n"
          "  - {file: a.png, layers: {m: m}, range: " +
              range + "}\n");
    const Ran ran = run("build " + (folder / "world.yaml") + " --quiet --out " + (folder / "out"));
    INFO(ran.err);
    REQUIRE(ran.exit == 0);
    const std::string manifest = read(folder / "out/t-1.manifest.json");
    CHECK(manifest.find("\"level\": \"0.5\"") != std::string::npos);
    const std::size_t at = manifest.find("config_hash");
    return manifest.substr(at, 90);
  };
  CHECK(hash("[-1000, 2000]") == hash("[-1 km, 2000 m]"));
  CHECK(hash("[-1000, 2000]") != hash("[-1001 m, 2 km]"));
}
