// SPDX-License-Identifier: Apache-2.0
// Texts: written to a file, printed, and refused where they do not belong.

#include "cli/program.hpp"
#include "support/catch.hpp"

using namespace terrawright::test;

namespace {

std::string world(const std::string& outputs) {
  return "terrawright: 1\nname: t\nworld: {size: [17, 17], seed: 42}\nstages:\n"
         "  height: {use: heights.diamond_square@1}\n"
         "  map: {use: view.ascii@1, in: {field: height}}\n"
         "outputs:\n" +
         outputs;
}
const std::string first_row = "\"\"~\"~~\"~~~~\"\"\"xxx\n";

}  // namespace

TEST_CASE("a text is printed, written, or both, and the manifest knows it", "[texts]") {
  const TemporaryFolder folder;
  const auto build = [&](const std::string& outputs, const std::string& more) {
    write(folder / "t.yaml", world(outputs));
    return run("build " + (folder / "t.yaml") + " --out " + (folder / "o") + more);
  };
  Ran ran = build("  - {print: true, layers: {m: map}}\n", " --quiet");
  INFO(ran.err);
  REQUIRE(ran.exit == 0);
  CHECK(ran.out.substr(0, 18) == first_row);  // nothing else, even before
  CHECK(ran.out.size() == 17 * 18);
  const std::string text = ran.out;

  ran = build("  - {file: \"{name}.txt\", print: true, layers: {m: map}}\n", "");
  REQUIRE(ran.exit == 0);
  CHECK(ran.out.find(text) == 0);
  CHECK(read(folder / "o/t.txt") == text);
  const auto manifest = Json::parse(read(folder / "o/t-42.manifest.json"));
  CHECK(manifest["texts"]["map"]["xxh3_128"].get<std::string>().size() == 32);
  CHECK(manifest["config"]["outputs"][0]["print"] == true);

  ran = build("  - {file: \"{name}.txt\", layers: {m: map}}\n", " --quiet --sha256");
  CHECK(ran.exit == 0);
  CHECK(ran.out == shell("printf 'sha256 %s map\n' $(sha256sum <" + (folder / "o/t.txt") + " | cut -d' ' -f1)").out);
}

TEST_CASE("what is no text is not printed, and a text is no layer", "[texts]") {
  const TemporaryFolder folder;
  const auto said = [&](const std::string& outputs) {
    write(folder / "t.yaml", world(outputs));
    const Ran ran = run("validate " + (folder / "t.yaml"));
    CHECK(ran.exit == 2);
    return ran.err;
  };
  CHECK_THAT(said("  - {print: true, layers: {h: height}}\n"), Catch::Contains("is a height, not a text"));
  CHECK_THAT(said("  - {print: true, coarsen: 4, layers: {m: map}}\n"),
             Catch::Contains("`coarsen` makes coarser layers, and this is none"));
  CHECK_THAT(said("  - {file: a.png, layers: {m: map}}\n"),
             Catch::Contains("'m' is a text, which no writer of .png files takes"));
  CHECK_THAT(said("  - {file: a.txt, layers: {h: height}}\n"),
             Catch::Contains("'h' is a height, but a .txt file needs a text"));
  CHECK_THAT(said("  - {file: a.png, print: true, layers: {h: height}, range: [0, 1]}\n"),
             Catch::Contains("only a text or a table can be printed"));
  CHECK_THAT(said("  - {print: maybe, layers: {m: map}}\n"), Catch::Contains("'maybe' is neither true nor false"));
  CHECK_THAT(said("  - {layers: {m: map}}\n"), Catch::Contains("file"));
  CHECK_THAT(said("  - {file: a.png, layers: {h: height}, range: [0, 1], legend: height}\n"),
             Catch::Contains("'legend' of a .png file needs a class, but 'legend' is a height"));
}

TEST_CASE("a picture of biomes has its legend beside it", "[texts]") {
  const TemporaryFolder folder;
  write(folder / "t.yaml",
        "terrawright: 1\nname: t\nworld: {size: [17, 17], seed: 42}\nstages:\n"
        "  height: {use: heights.diamond_square@1}\n"
        "  steps: {use: shape.steps@1, in: {field: height}}\n"
        "outputs:\n  - {file: a.png, layers: {s: steps.steps}, legend: {layer: steps.steps, beside: true}}\n");
  const Ran ran = run("build " + (folder / "t.yaml") + " --out " + (folder / "o"));
  INFO(ran.err);
  REQUIRE(ran.exit == 0);
  // Width and height in the header of a PNG.
  const std::string png = read(folder / "o/a.png");
  CHECK(static_cast<unsigned char>(png[19]) > 17 + 6 + 11 + 5 + 6);
  CHECK(static_cast<unsigned char>(png[23]) == 6 + 11 * 15 + 6 - 4);
  const auto manifest = Json::parse(read(folder / "o/t-42.manifest.json"));
  CHECK(manifest["config"]["outputs"][0]["legend"] == Json{{"layer", "steps"}, {"beside", true}});
}
