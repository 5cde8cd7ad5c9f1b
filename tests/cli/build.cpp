// SPDX-License-Identifier: Apache-2.0

#include "cli/program.hpp"
#include "support/catch.hpp"

using namespace terrawright::test;
namespace fs = std::filesystem;

namespace {

const std::string small = "build configs/island.yaml --set world.size=[129,129] --set world.cell=2km --quiet --out ";

}  // namespace

TEST_CASE("build writes the files it names, and a manifest", "[build]") {
  const TemporaryFolder folder;
  const Ran ran = run("build configs/island.yaml --set world.size=[129,129] --out " + (folder / "a"));
  INFO(ran.err);
  REQUIRE(ran.exit == 0);
  std::size_t files = 0;
  for (const auto& entry : fs::directory_iterator(folder.path() / "a")) {
    CHECK(ran.out.find(entry.path().string()) != std::string::npos);
    ++files;
  }
  CHECK(files == 14);  // with four sidecars and a legend
  CHECK(ran.err.find("time per node") != std::string::npos);

  const auto manifest = Json::parse(read(folder / "a/island-42.manifest.json"));
  CHECK(manifest["layers"]["drainage/filled"]["unit"] == "m");
  CHECK(manifest["layers"]["drainage/filled"]["shape"] == Json::array({129, 129}));
  CHECK(manifest["layers"]["drainage/filled"]["xxh3_128"].get<std::string>().size() == 32);
  CHECK(manifest["layers"]["rain"]["unit"] == "mm/yr");
  CHECK(manifest["numbers"]["sea.land_share"]["value"].get<double>() == Approx(0.4).margin(0.01));
  CHECK(manifest["numbers"]["land.land_share"]["value"].get<double>() <=
        manifest["numbers"]["sea.land_share"]["value"].get<double>() + 0.02);
  CHECK(std::abs(manifest["numbers"]["rain.balance"]["value"].get<double>()) <= 1e-12);
  CHECK(manifest["config"]["world"]["seed"] == 42);
  CHECK(manifest["nodes"]["terrain"]["revision"] == 2);
}

TEST_CASE("Two builds give identical files, whatever the tiles and threads", "[build]") {
  const TemporaryFolder folder;
  REQUIRE(run(small + (folder / "a")).exit == 0);
  int other = 0;
  for (const char* options : {"", " --tile 64 --threads 1", " --tile 300 --threads 7", " --tile whole --threads 2"}) {
    const std::string to = folder / ("b" + std::to_string(other++));
    REQUIRE(run(small + to + options).exit == 0);
    const Ran difference = shell("diff -r " + (folder / "a") + " " + to);
    INFO(options << difference.out);
    CHECK(difference.exit == 0);
  }
}

TEST_CASE("Odd sizes work", "[build]") {
  const TemporaryFolder folder;
  for (const char* size : {"[1009,1009]", "[300,170]", "[97,640]"}) {
    INFO(size);
    const Ran ran =
        run("build configs/island.yaml --quiet --set world.size=" + std::string(size) + " --out " + (folder / "a"));
    INFO(ran.err);
    CHECK(ran.exit == 0);
  }
}

TEST_CASE("Option --sha256 prints a hash for each layer and table, --quiet nothing else", "[build]") {
  const TemporaryFolder folder;
  const Ran ran = run(small + (folder / "a") + " --sha256 --set knobs.sea=45%");
  CHECK(ran.exit == 0);
  // Warnings are told even so: with so little sea the island has less land than its knob asks for.
  CHECK_THAT(ran.err, Catch::Contains("'land as asked' is not met") && !Catch::Contains("time per node"));
  CHECK(std::count(ran.out.begin(), ran.out.end(), '\n') == 10 + 2);
  CHECK(ran.out.find(" lines\n") != std::string::npos);
  CHECK(ran.out.find(" drainage/filled\n") != std::string::npos);
  const auto manifest = Json::parse(read(folder / "a/island-42.manifest.json"));
  CHECK(ran.out.find(manifest["layers"]["drainage/filled"]["sha256"].get<std::string>()) != std::string::npos);
  CHECK(run(small + (folder / "b")).out.empty());
}

TEST_CASE("Options --seed and --set make another world", "[build]") {
  const TemporaryFolder folder;
  REQUIRE(run(small + (folder / "a") + " --seed 7").exit == 0);
  CHECK(fs::exists(folder / "a/island-7.png"));
  const Ran text_seed = run(small + (folder / "a") + " --seed \"Treasure Island\"");
  INFO(text_seed.err);
  CHECK(text_seed.exit == 0);
  REQUIRE(run(small + (folder / "b") + " --set knobs.sea=90%").exit == 0);
  const auto manifest = Json::parse(read(folder / "b/island-42.manifest.json"));
  CHECK(manifest["numbers"]["sea.land_share"]["value"].get<double>() == Approx(0.1).margin(0.01));
}

TEST_CASE("What cannot be written is said, and old files stay", "[build]") {
  const TemporaryFolder folder;
  write(folder / "file", "no folder");
  const Ran in_the_way = run(small + (folder / "file"));
  CHECK(in_the_way.exit == 2);
  CHECK(in_the_way.err.find("the output folder") != std::string::npos);

  REQUIRE(run(small + (folder / "a")).exit == 0);
  REQUIRE(shell("cp -r " + (folder / "a") + " " + (folder / "before")).exit == 0);
  // A file system that is full after 20 kB a file, as far as a process can tell.
  const Ran full =
      shell("ulimit -f 20; " TERRAWRIGHT_PROGRAM " " + small + (folder / "a") + " --seed 42 --set knobs.sea=55%");
  CHECK(full.exit == 1);
  CHECK(full.err.find("File too large") != std::string::npos);
  const Ran difference = shell("diff -r " + (folder / "before") + " " + (folder / "a"));
  INFO(difference.out);
  CHECK(difference.exit == 0);
}

TEST_CASE("Ctrl-C stops soon and leaves nothing half-done", "[build]") {
  const TemporaryFolder folder;
  // The signal comes when the build is under way, however slow the machine is.
  const Ran ran = shell("env --default-signal=INT " TERRAWRIGHT_PROGRAM
                        " build configs/island.yaml --set world.size=[6000,6000] --threads 1 --out " +
                        (folder / "a") + " & until [ -d " + (folder / "a") + " ]; do sleep 0.01; done; " +
                        "sleep 0.2; kill -INT $!; wait $!");
  CHECK(ran.exit == 130);
  CHECK(ran.err.find("stopped") != std::string::npos);
  for (const auto& entry : fs::directory_iterator(folder.path() / "a")) {
    CHECK(entry.path().string().find(".part") == std::string::npos);
  }
}

TEST_CASE("Warnings show with --quiet, and --strict makes them errors", "[build]") {
  const TemporaryFolder folder;
  const std::string doubtful = " configs/island.yaml --set knobs.sea=0.6 --quiet";
  const Ran quiet = run("validate" + doubtful);
  CHECK(quiet.exit == 0);
  CHECK_THAT(quiet.err, Catch::Contains("warning: 0.6 is taken as 0.6 %"));
  for (const char* verb : {"validate", "plan", "graph", "build"}) {
    const Ran strict = run(verb + doubtful + " --strict --out " + (folder / "a"));
    CHECK(strict.exit == 2);
    CHECK_THAT(strict.err, Catch::Contains("error: 0.6 is taken as 0.6 %"));
  }
  CHECK_FALSE(fs::exists(folder / "a"));
  CHECK(run("validate configs/island.yaml --strict").exit == 0);

  write(folder / "clipped.yaml",
        "terrawright: 1\nname: clipped\nworld: {size: [33, 33], seed: 1}\nstages: {a: {use: heights.noise@1}}\n"
        "outputs: [{file: a.png, layers: {h: a}, range: [0.4, 0.6]}]\n");
  const std::string build = "build " + (folder / "clipped.yaml") + " --quiet --out " + (folder / "c");
  const Ran clipped = run(build);
  CHECK(clipped.exit == 0);
  CHECK_THAT(clipped.err, Catch::Contains("lie outside its range and were clipped"));
  const Ran refused = run("build " + (folder / "clipped.yaml") + " --quiet --strict --out " + (folder / "d"));
  CHECK(refused.exit == 1);
  CHECK(fs::is_empty(folder / "d"));
  CHECK_THAT(refused.err, Catch::Contains("error: ") && Catch::Contains("were clipped, which --strict refuses"));
}

TEST_CASE("A world that is too large is refused before anything runs", "[build]") {
  const TemporaryFolder folder;
  const Ran ran = run("build configs/island.yaml --set world.size=[50000,50000] --memory 4GB --out " + (folder / "a"));
  CHECK(ran.exit == 2);
  CHECK(ran.err.find("this world needs") != std::string::npos);
  CHECK(ran.err.find("--memory") != std::string::npos);
  CHECK_FALSE(fs::exists(folder / "a"));
  CHECK(run(small + (folder / "b") + " --memory much").exit == 2);
  CHECK(run(small + (folder / "b") + " --tile 0").exit == 2);
}
