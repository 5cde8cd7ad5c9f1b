// SPDX-License-Identifier: Apache-2.0
// Nothing binds libtiff or OpenImageIO, which have processes of their own; only what reads a .tif needs the first.
#include "cli/program.hpp"
#include "support/catch.hpp"

using namespace terrawright::test;
namespace fs = std::filesystem;

namespace {

constexpr const char* in_prefix = "lib/terrawright/terrawright_cairo";
constexpr const char* reader_in_prefix = "lib/terrawright/terrawright_tiff";
const fs::path built = fs::path(TERRAWRIGHT_PROGRAM).parent_path();

const std::string world = R"(terrawright: 1
name: t
world: {size: [33, 33], cell: 1 km, seed: 42}
stages:
  terrain: {use: heights.diamond_square@1}
)";
const std::string with_png = world + "outputs: [{file: t.png, layers: {height: terrain}, range: [-10, 10]}]\n";
const std::string with_exr = world + "outputs: [{file: t.exr, layers: {height: terrain}}]\n";
const std::string with_pdf = R"(terrawright: 1
name: t
world: {size: [33, 33], cell: 1 km, seed: 42}
stages:
  terrain: {use: heights.diamond_square@1}
  sea: {use: sea.level@1, in: {height: terrain}}
  metres: {use: shape.metres@1, in: {height: terrain, level: sea.level}, with: {peak: 900 m}}
  sheet: {use: map.sheet@1, in: {height: metres, land: sea.land}, with: {paper: A5}}
outputs: [{file: t.pdf, sheet: sheet}]
)";
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

TEST_CASE("The program binds no image library", "[start]") {
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
  CHECK_FALSE(binds_libtiff("build " + (folder / "tif.yaml") + out));
  // A world that reads an image.
  const auto reads = [&](const std::string& file) {
    write(folder / "reads.yaml", world + "  image: {use: source.image@1, with: {file: out/" + file +
                                     ", unit: m, channel: 0}}\n"
                                     "outputs: [{file: t.png, layers: {image: image}, range: [-10, 10]}]\n");
    return binds_libtiff("build " + (folder / "reads.yaml") + out);
  };
  CHECK_FALSE(reads("t.exr"));
  CHECK_FALSE(reads("t.tif"));
  REQUIRE(shell("oiiotool " + (folder / "out/t.exr") + " -d uint8 -o " + (folder / "out/t.bmp")).exit == 0);
  CHECK_FALSE(reads("t.bmp"));
}

TEST_CASE("A program that lost its drawing library says so before it builds", "[start]") {
  const TemporaryFolder folder;
  fs::create_directory(folder / "bin");
  fs::copy_file(TERRAWRIGHT_PROGRAM, folder / "bin/terrawright");
  const std::string program = folder / "bin/terrawright", out = " --quiet --out " + (folder / "out");
  write(folder / "png.yaml", with_png);
  write(folder / "exr.yaml", with_exr);
  write(folder / "tif.yaml", with_tif);
  write(folder / "pdf.yaml", with_pdf);

  const std::string where = folder / in_prefix;
  const Ran lost = shell(program + " build " + (folder / "pdf.yaml") + out);
  INFO(lost.err);
  CHECK(lost.exit == 1);
  CHECK_THAT(lost.err,
             Catch::Contains("this installation lacks " + where + ", which draws printed maps as .pdf and .png files"));
  CHECK_THAT(lost.err, Catch::Contains("install the program with all its parts"));
  CHECK_FALSE(fs::exists(folder / "out"));
  CHECK(shell(program + " validate " + (folder / "pdf.yaml")).exit == 0);
  CHECK(shell(program + " build " + (folder / "png.yaml") + out).exit == 0);
  CHECK(shell(program + " build " + (folder / "exr.yaml") + out).exit == 0);
  CHECK(shell(program + " build " + (folder / "tif.yaml") + out).exit == 0);

  // One of another version.
  fs::create_directories(fs::path(where).parent_path());
  write(where, "#!/bin/sh\n");
  fs::permissions(where, fs::perms::owner_all);
  const Ran other = shell(program + " build " + (folder / "pdf.yaml") + out);
  CHECK(other.exit == 1);
  CHECK_THAT(other.err, Catch::Contains("it is of another version of the program"));

  // In an install prefix of its own it is found.
  fs::copy_file(built / in_prefix, where, fs::copy_options::overwrite_existing);
  const Ran found = shell(program + " build " + (folder / "pdf.yaml") + out);
  INFO(found.err);
  CHECK(found.exit == 0);
  CHECK(fs::exists(folder / "out/t.pdf"));
}

TEST_CASE("A program that lost what reads its .tif files says so", "[start]") {
  const TemporaryFolder folder;
  fs::create_directory(folder / "bin");
  fs::copy_file(TERRAWRIGHT_PROGRAM, folder / "bin/terrawright");
  const std::string program = folder / "bin/terrawright", out = " --quiet --out " + (folder / "out");
  write(folder / "tif.yaml", with_tif);
  REQUIRE(shell(program + " build " + (folder / "tif.yaml") + out).exit == 0);
  write(folder / "reads.yaml", world +
                                   "  image: {use: source.image@1, with: {file: out/t.tif, unit: m}}\n"
                                   "outputs: [{file: t.png, layers: {image: image}, range: [-10, 10]}]\n");
  const fs::path reader = folder / reader_in_prefix;
  const Ran lost = shell(program + " build " + (folder / "reads.yaml") + out);
  INFO(lost.err);
  CHECK(lost.exit == 1);
  CHECK_THAT(lost.err, Catch::Contains("this installation lacks " + reader.string() +
                                       ", which reads it: install the program with all its parts"));
  fs::create_directories(reader.parent_path());
  fs::copy_file(built / reader_in_prefix, reader);
  CHECK(shell(program + " build " + (folder / "reads.yaml") + out).exit == 0);
  // The end of its process does not end the program.
  write(reader, "#!/bin/sh\nkill -ABRT $$\n");
  const Ran aborted = shell(program + " build " + (folder / "reads.yaml") + out);
  INFO(aborted.err);
  CHECK(aborted.exit == 1);
  CHECK_THAT(aborted.err, Catch::Contains("was ended by signal 6 (Aborted); convert the picture to .png or .exr"));
}
