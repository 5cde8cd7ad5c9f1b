// SPDX-License-Identifier: Apache-2.0
// --sums: what sha256sum takes.
#include <filesystem>

#include "cli/program.hpp"
#include "support/catch.hpp"

using namespace terrawright::test;

namespace {

std::string world(const TemporaryFolder& folder, const std::string& more = {}) {
  write(folder / "w.yaml",
        "terrawright: 1\nname: w\nworld: {size: [33, 33], seed: 1}\nstages:\n  h: {use: heights.noise@1}\n"
        "outputs:\n  - {file: \"{name}-{seed}.exr\", layers: {h: h}}\n  - {file: \"deep/er/{seed}.zarr\", layers: {h: "
        "h}}\n" +
            more);
  return folder / "w.yaml";
}

Ran check(const std::string& folder, const std::string& list) {
  return shell("cd " + folder + " && sha256sum --check --strict " + list);
}

}  // namespace

TEST_CASE("sha256sum checks every file of a build by its list", "[sums]") {
  const TemporaryFolder folder;
  const std::string build = "build " + world(folder) + " --quiet --out " + (folder / "o");
  // Beside the files, above them and below them: paths are those from the list.
  for (const std::string list : {"o/sums.txt", "sums.txt", "o/deep/sums.txt", "elsewhere/sums.txt"}) {
    INFO(list);
    const Ran ran = run(build + " --sums " + (folder / list));
    INFO(ran.err);
    REQUIRE(ran.exit == 0);
    const std::filesystem::path path = folder / list;
    const Ran checked = check(path.parent_path().string(), path.filename().string());
    INFO(checked.out << checked.err);
    CHECK(checked.exit == 0);
    for (const char* name : {"w-1.exr: OK", "w-1.manifest.json: OK", "1.zarr/h/0/0: OK"})
      CHECK_THAT(checked.out, Catch::Contains(name));
  }
  write(folder / "o/deep/er/1.zarr/h/.zarray", "{}");
  CHECK(check(folder / "o", "sums.txt").exit == 1);
}

TEST_CASE("A list of sums never speaks of files that are gone", "[sums]") {
  const TemporaryFolder folder;
  const std::string build = "build " + world(folder) + " --quiet --out " + (folder / "o");
  REQUIRE(run(build + " --sums " + (folder / "o/sums.txt")).exit == 0);
  const std::string before = read(folder / "o/sums.txt");
  REQUIRE(run(build + " --set stages.h.with.octaves=2 --sums " + (folder / "o/sums.txt")).exit == 0);
  CHECK(read(folder / "o/sums.txt") != before);
  CHECK(check(folder / "o", "sums.txt").exit == 0);
}

TEST_CASE("A list of sums that cannot be is refused before the build", "[sums]") {
  const TemporaryFolder folder;
  const std::string build = "build " + world(folder) + " --quiet --out " + (folder / "o");
  std::filesystem::create_directories(folder / "there");
  const Ran of_folder = run(build + " --sums " + (folder / "there"));
  CHECK(of_folder.exit == 2);
  CHECK_THAT(of_folder.err, Catch::Contains("is a folder"));
  const Ran impossible = run(build + " --sums /proc/none/sums.txt");
  CHECK(impossible.exit == 2);
  CHECK_THAT(impossible.err, Catch::Contains("cannot be written"));
  const Ran twice = run(build + " --seed 1 --seed 2 --sums " + (folder / "sums.txt"));
  CHECK(twice.exit == 2);
  CHECK_THAT(twice.err, Catch::Contains("write {seed} into its name"));
  CHECK_FALSE(std::filesystem::exists(folder / "o/w-1.exr"));
  REQUIRE(run(build + " --seed 1 --seed 2 --sums '" + (folder / "{seed}.txt") + "'").exit == 0);
  CHECK(check(folder.path().string(), "1.txt").exit == 0);
  CHECK(check(folder.path().string(), "2.txt").exit == 0);
}
