// SPDX-License-Identifier: Apache-2.0
// Only what reads or writes a .tif pays for its libraries, and nothing binds OpenImageIO, which has a process of its
// own.
#include "cli/program.hpp"
#include "support/catch.hpp"

using namespace terrawright::test;
namespace fs = std::filesystem;

namespace {

constexpr const char* in_prefix = "lib/terrawright/terrawright_tiff.so";
const std::string module = fs::path(TERRAWRIGHT_PROGRAM).parent_path() / in_prefix;

const std::string world = R"(terrawright: 1
name: t
world: {size: [33, 33], cell: 1 km, seed: 42}
stages:
  terrain: {use: heights.diamond_square@1}
)";
const std::string with_png = world + "outputs: [{file: t.png, layers: {height: terrain}, range: [-10, 10]}]\n";
const std::string with_exr = world + "outputs: [{file: t.exr, layers: {height: terrain}}]\n";
const std::string with_tif = world + "outputs: [{file: t.tif, layers: {height: terrain}}]\n";

// Whether the loader was asked for libtiff.
bool binds_libtiff(const std::string& arguments) {
  const Ran ran = shell("LD_DEBUG=files " TERRAWRIGHT_PROGRAM " " + arguments);
  INFO(arguments << ": " << ran.err.substr(0, 2000));
  CHECK(ran.exit == 0);
  REQUIRE_THAT(ran.err, Catch::Contains("libyaml-cpp"));
  CHECK_THAT(ran.err, !Catch::Contains("libOpenImageIO"));
  return ran.err.find("libtiff") != std::string::npos;
}

}  // namespace

TEST_CASE("What needs no image binds no image library", "[start]") {
  const TemporaryFolder folder;
  const std::string out = " --quiet --out " + (folder / "out");
  write(folder / "png.yaml", with_png);
  write(folder / "exr.yaml", with_exr);
  CHECK_FALSE(binds_libtiff("--version"));
  CHECK_FALSE(binds_libtiff("describe sea.level"));
  CHECK_FALSE(binds_libtiff("stages"));
  CHECK_FALSE(binds_libtiff("validate configs/realistic.yaml"));
  CHECK_FALSE(binds_libtiff("plan configs/realistic.yaml"));
  CHECK_FALSE(binds_libtiff("build " + (folder / "png.yaml") + out));
  CHECK_FALSE(binds_libtiff("build " + (folder / "exr.yaml") + out));
  write(folder / "tif.yaml", with_tif);
  CHECK(binds_libtiff("build " + (folder / "tif.yaml") + out));
  // A world that reads an image, also one that another process reads.
  const auto reads = [&](const std::string& file) {
    write(folder / "reads.yaml", world + "  image: {use: source.image@1, with: {file: out/" + file +
                                     ", unit: m, channel: 0}}\n"
                                     "outputs: [{file: t.png, layers: {image: image}, range: [-10, 10]}]\n");
    return binds_libtiff("build " + (folder / "reads.yaml") + out);
  };
  CHECK_FALSE(reads("t.exr"));
  CHECK(reads("t.tif"));
  REQUIRE(shell("oiiotool " + (folder / "out/t.exr") + " -d uint8 -o " + (folder / "out/t.bmp")).exit == 0);
  CHECK_FALSE(reads("t.bmp"));
}

TEST_CASE("A program that lost its image library says so before it builds", "[start]") {
  const TemporaryFolder folder;
  fs::create_directory(folder / "bin");
  fs::copy_file(TERRAWRIGHT_PROGRAM, folder / "bin/terrawright");
  const std::string program = folder / "bin/terrawright", out = " --quiet --out " + (folder / "out");
  write(folder / "png.yaml", with_png);
  write(folder / "exr.yaml", with_exr);
  write(folder / "tif.yaml", with_tif);

  const std::string where = folder / in_prefix;
  const Ran lost = shell(program + " build " + (folder / "tif.yaml") + out);
  INFO(lost.err);
  CHECK(lost.exit == 1);
  CHECK_THAT(lost.err, Catch::Contains("the part of the program that reads and writes .tif files cannot be loaded: " +
                                       where + ": cannot open shared object file"));
  CHECK_THAT(lost.err, Catch::Contains("= install the program with all its parts"));
  CHECK_FALSE(fs::exists(folder / "out"));
  CHECK(shell(program + " validate " + (folder / "tif.yaml")).exit == 0);
  CHECK(shell(program + " build " + (folder / "png.yaml") + out).exit == 0);
  CHECK(shell(program + " build " + (folder / "exr.yaml") + out).exit == 0);

  // One of another version.
  fs::create_directories(fs::path(where).parent_path());
  write(folder / "other.cpp", "");
  REQUIRE(compile_plugin("g++", folder / "other.cpp", where).exit == 0);
  const Ran other = shell(program + " build " + (folder / "tif.yaml") + out);
  CHECK(other.exit == 1);
  CHECK_THAT(other.err, Catch::Contains("it is of another version of the program"));

  // In an install prefix of its own it is found.
  fs::copy_file(module, where, fs::copy_options::overwrite_existing);
  const Ran found = shell(program + " build " + (folder / "tif.yaml") + out);
  INFO(found.err);
  CHECK(found.exit == 0);
  CHECK(fs::exists(folder / "out/t.tif"));
}
