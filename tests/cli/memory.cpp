// SPDX-License-Identifier: Apache-2.0
// A build takes no more memory than it was given, nor than plan says: all of the process, libraries and writers
// included.
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/program.hpp"
#include "support/catch.hpp"

using namespace terrawright::test;

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool has_memory_of_its_own = false;  // a sanitizer's
#else
constexpr bool has_memory_of_its_own = true;
#endif

struct Built {
  double planned, resident;  // MB
  std::string hashes;        // of all layers that are written
  std::string said;
};

Built build(const std::string& world, const std::string& options) {
  const TemporaryFolder folder;
  write(folder / "cost.py",
        "import resource, subprocess, sys\n"
        "done = subprocess.run(sys.argv[2:], capture_output=True, text=True)\n"
        "used = resource.getrusage(resource.RUSAGE_CHILDREN)\n"
        "print(used.ru_maxrss * 1024 / 1e6, file=open(sys.argv[1], 'w'))\n"
        "print('\\n'.join(l for l in done.stdout.splitlines() if l.startswith('sha256')))\n"
        "sys.stderr.write(done.stderr)\n"
        "sys.exit(done.returncode)\n");
  const Ran plan = run("plan " + world + " " + options + " --json");
  REQUIRE(plan.exit == 0);
  const Ran ran = shell(std::string(TERRAWRIGHT_PYTHON) + " " + (folder / "cost.py") + " " + (folder / "cost") + " " +
                        TERRAWRIGHT_PROGRAM " build " + world + " " + options + " --sha256 --out " + (folder / "out"));
  INFO(ran.err);
  REQUIRE(ran.exit == 0);
  Built built{nlohmann::json::parse(plan.out)["memory"]["peak"].get<double>() / 1e6, 1e9, ran.out, ran.err};
  std::istringstream(read(folder / "cost")) >> built.resident;
  return built;
}

std::string island(int side) {
  return "bench/worlds/island.yaml --set world.size=[" + std::to_string(side) + "," + std::to_string(side) + "]";
}

}  // namespace

TEST_CASE("Tiles, overviews and .zarr folders take no more memory than plan says", "[memory][outputs]") {
  const Built built = build(
      island(1025) +
          " --set outputs.0.file={name}.zarr"
          " --set 'outputs.1={tiles: {side: 1024, overlap: 1, file: \"{x}_{y}.exr\"}, layers: {height: metres, land: "
          "sea.land}}' --set 'outputs.2={file: t.tif, layers: {height: metres}, overviews: true}'",
      "--threads 2");
  if (has_memory_of_its_own) CHECK(built.resident <= built.planned);
}

TEST_CASE("Meshes take no more memory than plan says", "[memory][outputs]") {
  const Built built =
      build(island(2049) +
                " --set 'outputs.0={file: m.glb, layers: {height: metres}, texture: picture, error: [0 m, 20 m]}'"
                " --set 'outputs.1={file: m.obj, layers: {height: metres}, error: 100 m}'"
                " --set 'outputs.2={file: c.glb, layers: {height: metres}, error: 100 m, coarsen: 2}'",
            "--threads 2");
  if (has_memory_of_its_own) CHECK(built.resident <= built.planned);
}

TEST_CASE("Views take no more memory than plan says", "[memory][outputs]") {
  const std::string budget = GENERATE("", ", budget: 4 MB");
  const Built built =
      build(island(2049) + " --set 'outputs=[{file: v.html, scene: {height: metres, drape: [picture, sea, wind.wind]" +
                budget + "}}]'",
            "--threads 2");
  INFO(built.resident << " MB of " << built.planned);
  if (has_memory_of_its_own) CHECK(built.resident <= built.planned);
}

TEST_CASE("Packs take no more memory than plan says", "[memory][cli.packs]") {
  const Built built = build(
      "examples/360-packs/world.yaml --set world.size=[1100,900] --set outputs.0.fit=resample --set "
      "outputs.3.fit=resample",
      "--threads 2");
  INFO(built.resident << " MB of " << built.planned);
  if (has_memory_of_its_own) CHECK(built.resident <= built.planned);
}

TEST_CASE("A build takes no more memory than plan says", "[memory]") {
  for (const int side : {257, 1025, 4097}) {
    for (const std::string threads : {"--threads 1", "--threads 2"}) {
      const Built built = build(island(side), threads);
      INFO(side << " " << threads);
      if (has_memory_of_its_own) CHECK(built.resident <= built.planned);
    }
  }
}

TEST_CASE("A build takes no more memory than it is given, and makes the same", "[memory]") {
  struct Case {
    int side;
    double megabytes;
  };
  for (const Case& is : {Case{4097, 350}, Case{4097, 600}}) {
    const std::string given = " --memory " + std::to_string(static_cast<int>(is.megabytes)) + "MB";
    const Built free = build(island(is.side), "--threads 2"), held = build(island(is.side), "--threads 2" + given);
    INFO(is.side << " in " << is.megabytes << " MB");
    CHECK(held.hashes == free.hashes);
    CHECK(held.planned <= is.megabytes);
    CHECK(free.planned > is.megabytes);
    if (has_memory_of_its_own) CHECK(held.resident <= is.megabytes);
  }
}
