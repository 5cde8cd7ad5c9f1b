// SPDX-License-Identifier: Apache-2.0
// Files of meshes: what they are called, what is refused while writing, and the texture of classes.
// tests/cli/meshes.t checks their content with assimp.
#include <cmath>
#include <limits>

#include "fixture.hpp"
#include "images/read.hpp"
#include "support/catch.hpp"
#include "support/json.hpp"

using namespace terrawright;
using terrawright::test::Json;

namespace {

constexpr std::int64_t width = 40, height = 30;

struct Mesh {
  std::filesystem::path file;
  std::shared_ptr<engine::Layer> heights, texture = nullptr;
  std::vector<double> errors{0};
  images::Provenance from = test::provenance();

  images::Picture picture() const {
    images::Picture plan{file, {{"height", heights->facts()}}};
    if (texture) plan.parts.push_back({"texture", texture->facts()});
    plan.writer = test::delivery_of(plan, from, {{"error", errors}});
    return plan;
  }
  std::vector<images::Written> write(const std::atomic<bool>& cancelled = std::atomic<bool>{false}) const {
    std::vector<engine::Product> made{{heights, {}, nullptr, nullptr, nullptr}};
    if (texture) made.push_back({texture, {}, nullptr, nullptr, nullptr});
    std::vector<images::Written> written = images::write(picture(), made, from, cancelled);
    for (const images::Written& one : written) images::commit({}, {one.file.get()});
    return written;
  }
};

std::shared_ptr<engine::Layer> land(std::vector<float> cells = test::heights(width, height)) {
  return test::layer(TERRAWRIGHT_KIND_HEIGHT, "m", width, height, cells);
}

Json described(const std::filesystem::path& file) {
  const std::string bytes = test::bytes_of(file);
  return Json::parse(
      bytes.substr(20, static_cast<unsigned char>(bytes[12]) + 256u * static_cast<unsigned char>(bytes[13])));
}

std::string failure(const Mesh& mesh) {
  try {
    mesh.write();
  } catch (const files::WriteFailed& failed) {
    CHECK_FALSE(failed.remedy().empty());
    return failed.reason();
  }
  return "";
}

}  // namespace

TEST_CASE("A mesh is as many files as it says, and nothing else stays", "[images.mesh]") {
  const test::Folder folder;
  const auto texture =
      test::layer(TERRAWRIGHT_KIND_CLASS, "", width, height, test::classes(width, height), test::three_classes());
  using Names = std::set<std::string>;
  const auto [name, with, names] =
      GENERATE(table<std::string, bool, Names>({{"a.glb", false, {"a.glb"}},
                                                {"a.glb", true, {"a.glb"}},
                                                {"a.obj", false, {"a.obj"}},
                                                {"a.obj", true, {"a.obj", "a.mtl", "a.texture.png"}}}));
  const Mesh mesh{folder / name, land(), with ? texture : nullptr};
  const auto written = mesh.write();
  CHECK(folder.names() == names);
  const auto said = images::files_of(mesh.picture());
  REQUIRE(said.size() == written.size());
  for (std::size_t i = 0; i < said.size(); ++i) {
    CHECK(said[i] == written[i].path());
    CHECK(written[i].sha256() == graph::sha256(test::bytes_of(said[i])));
    CHECK(written[i].bytes == std::filesystem::file_size(said[i]));
  }
}

TEST_CASE("Classes on a mesh have the colours of their legend", "[images.mesh]") {
  const test::Folder folder;
  const std::vector<std::uint16_t> codes = test::classes(width, height);
  const auto texture = test::layer(TERRAWRIGHT_KIND_CLASS, "", width, height, codes, test::three_classes());
  Mesh{folder / "a.obj", land(), texture}.write();
  test::write({folder / "b.png", {{"texture", texture}}, {}});
  CHECK(test::bytes_of(folder / "a.texture.png") == test::bytes_of(folder / "b.png"));
  // The same bytes are in the .glb, up to its end.
  Mesh{folder / "a.glb", land(), texture}.write();
  const std::string png = test::bytes_of(folder / "b.png"), glb = test::bytes_of(folder / "a.glb");
  const Json image = described(folder / "a.glb")["bufferViews"][4];
  REQUIRE(image["byteLength"] == png.size());
  CHECK(glb.substr(glb.size() - (png.size() + 3) / 4 * 4, png.size()) == png);
}

TEST_CASE("A mesh of heights that are missing somewhere is refused", "[images.mesh]") {
  const test::Folder folder;
  std::vector<float> cells = test::heights(width, height);
  cells[7] = cells[100] = std::nanf("");
  for (const char* name : {"a.glb", "a.obj"}) {
    CHECK(failure({folder / name, land(cells)}).find("a mesh is of heights in all cells, and 2 cells have none") !=
          std::string::npos);
  }
  cells[7] = cells[100] = std::numeric_limits<float>::infinity();
  CHECK(failure({folder / "a.glb", land(cells)}) == "a mesh is of heights in all cells, and some are infinite");
  CHECK(folder.names().empty());
}

TEST_CASE("A mesh far from the middle of the world keeps its cells apart", "[images.mesh]") {
  const test::Folder folder;
  Mesh mesh{folder / "a.glb", land()};
  mesh.from.width = mesh.from.height = 1000001;
  mesh.from.metres_per_cell = 0.5;
  mesh.from.window = Rect{900000, 3, width, height};
  mesh.write();
  const Json is = described(folder / "a.glb");
  CHECK(is["nodes"][0]["translation"] == Json({(900000 + 19.5 - 500000) * 0.5, 0, (3 + 14.5 - 500000) * 0.5}));
  CHECK(is["accessors"][0]["min"][0] == -19.5 / 2);
  CHECK(is["accessors"][0]["max"][2] == 14.5 / 2);
  CHECK(is["asset"]["extras"]["terrawright:window"] == "900000,3,40x30");
  Mesh whole{folder / "b.glb", land()};
  whole.from.width = width, whole.from.height = height;
  whole.write();
  CHECK_FALSE(described(folder / "b.glb")["nodes"][0].contains("translation"));
}

TEST_CASE("What cannot be a mesh is told before anything is made", "[images.mesh]") {
  const auto classes = test::layer(TERRAWRIGHT_KIND_CLASS, "", width, height, test::classes(width, height));
  const auto row = test::layer(TERRAWRIGHT_KIND_HEIGHT, "m", width, 1, test::heights(width, 1));
  const auto refusal = [](const Mesh& mesh) {
    const auto picture = mesh.picture();
    const auto& failures = static_cast<const images::Delivery&>(*picture.writer).failures();
    return failures.empty() ? "" : failures.front().where + ": " + failures.front().text;
  };
  CHECK(refusal({"a.glb", land(), nullptr, {0, 1, 2, 3, 4, 5, 6, 7}}).empty());
  CHECK(refusal({"a.obj", land(), nullptr, {5}}).empty());
  CHECK(refusal({"a.glb", row}) == ": a mesh is of 2 x 2 cells at least, and this one would be of 40 x 1");
  CHECK(refusal({"a.obj", land(), nullptr, {}}) == "error: the distance of the mesh from the heights is not given");
  CHECK(refusal({"a.glb", land(), nullptr, {0, 1, 2, 3, 4, 5, 6, 7, 8}}) ==
        "error: a .glb file holds 8 levels of detail, and these are 9");
  CHECK(refusal({"a.obj", land(), nullptr, {1, 2}}) ==
        "error: an .obj file holds one level of detail, and these are 2");
  CHECK(refusal({"a.glb", land(), nullptr, {1, 3, 3}}) == "error[2]: this error is not greater than the one before it");
  CHECK(refusal({"a.glb", land(), classes}) == "texture: these classes have no legend, so they have no colours");
}

TEST_CASE("A mesh that is stopped leaves nothing", "[images.mesh]") {
  const test::Folder folder;
  const std::atomic<bool> stopped{true};
  CHECK_THROWS_AS((Mesh{folder / "a.glb", land()}.write(stopped)), Stopped);
  CHECK(folder.names().empty());
}
