// SPDX-License-Identifier: Apache-2.0
// Pages of the world of cells that only other people's stages make.
#include "images/scene.hpp"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "fixture.hpp"
#include "images/viewer_page.hpp"
#include "support/catch.hpp"

using namespace terrawright;
using nlohmann::json;

namespace {

const std::atomic<bool> going_on{false};

images::Picture view_of(const std::filesystem::path& file, const std::vector<std::shared_ptr<engine::Layer>>& layers) {
  images::Picture picture;
  picture.file = file;
  picture.sidecar = false;
  images::Scene scene;
  for (std::size_t i = 0; i < layers.size(); ++i) {
    picture.parts.push_back({"layer" + std::to_string(i), layers[i]->facts(), engine::Places::none, {}});
    if (i > 0) scene.drape.push_back(i);
    scene.words.push_back({"Layer", "What it is."});
    scene.same_as.push_back(i);
  }
  scene.budget = 10'000'000;
  picture.scene = scene;
  return picture;
}

json scene_of(const std::vector<std::shared_ptr<engine::Layer>>& layers) {
  const test::Folder folder;
  std::vector<engine::Product> made;
  for (const auto& layer : layers) made.push_back({layer, {}, {}, {}, {}});
  const images::Provenance world{
      "isle", "terrawright 0", "42", 250, 40, "hash", layers[0]->facts().width, layers[0]->facts().height};
  const images::Picture picture = view_of(folder / "v.html", layers);
  REQUIRE(images::write(picture, made, world, going_on).size() == 1);
  const auto files = images::write(picture, made, world, going_on);
  images::commit({}, {files[0].file.get()});
  const std::string page = test::bytes_of(folder / "v.html"), begin = "id=\"scene\">";
  const std::size_t at = page.find(begin) + begin.size();
  return json::parse(page.substr(at, page.find("</script>", at) - at));
}

}  // namespace

TEST_CASE("Cells that are no number have no value in a page", "[images.scene]") {
  const float none = std::numeric_limits<float>::quiet_NaN(), endless = std::numeric_limits<float>::infinity();
  const auto some = test::layer<float>(TERRAWRIGHT_KIND_HEIGHT, "m", 3, 2, {1, 2, none, endless, -endless, 6});
  const auto nothing = test::layer<float>(TERRAWRIGHT_KIND_SCALAR, "C", 3, 2, std::vector<float>(6, none));
  const json layers = scene_of({some, nothing})["layers"];
  CHECK(layers[0]["minimum"] == 1);
  CHECK(layers[0]["maximum"] == 6);
  CHECK(layers[0]["blocks"][0]["missing"] == 51);  // steps of a tenth
  CHECK(layers[1]["minimum"].is_null());
  CHECK(layers[1]["maximum"].is_null());
  CHECK(layers[1]["blocks"][0]["missing"] == 0);
}

TEST_CASE("The largest numbers and classes that a legend does not know are in a page", "[images.scene]") {
  const std::int64_t most = std::numeric_limits<std::int64_t>::max();
  const auto height = test::layer<float>(TERRAWRIGHT_KIND_HEIGHT, "m", 2, 2, {1e30f, -3e38f, 0, 3e38f});
  const auto count = test::layer<std::int64_t>(TERRAWRIGHT_KIND_COUNT, "1", 2, 2, {0, 1, 2, most});
  const auto classes =
      test::layer<std::uint16_t>(TERRAWRIGHT_KIND_CLASS, "1", 2, 2, {1, 700, 65535, 65535}, test::three_classes());
  const json layers = scene_of({height, count, classes})["layers"];
  CHECK(layers[0]["maximum"].get<double>() == Approx(3e38));
  CHECK(layers[1]["maximum"].get<double>() == Approx(9.223372e18));
  const json& legend = layers[2]["legend"];
  REQUIRE(legend.size() == 4);
  CHECK(legend[1]["cells"] == 0);
  CHECK(legend[2] == json({{"value", 700}, {"name", "rock"}, {"title", "rock"}, {"colour", "#5a5046"}, {"cells", 1}}));
  CHECK(legend[3] ==
        json({{"value", 65535}, {"name", "65535"}, {"title", "class 65535"}, {"colour", "#ff00ff"}, {"cells", 2}}));
}

TEST_CASE("The grid of a view has at most 4097 cells a side", "[images.scene]") {
  CHECK(images::scene_grid(4097, 1).every == 1);
  CHECK(images::scene_grid(4098, 1).every == 2);
  CHECK(images::scene_grid(4098, 1).width == 2049);
  CHECK(images::scene_grid(8194, 8193).every == 2);
  CHECK(images::scene_grid(1, 8195).every == 4);
  CHECK(images::scene_grid(1048577, 1048577).every == 256);
  CHECK(images::scene_grid(1048577, 1048577).width == 4097);
  CHECK(images::scene_grid(100, 100, 4).width == 25);
}

TEST_CASE("The page that the program has can be filled in", "[images.scene]") {
  const images::PageParts parts = images::parts_of(images::viewer_page());
  CHECK(parts.begin.find("<!DOCTYPE html>") == 0);
  CHECK(parts.end.find("</html>") != std::string_view::npos);
  CHECK_THROWS(images::parts_of("<title>terrawright</title>"));
  CHECK_THROWS(images::parts_of("<title>terrawright</title><!-- scene --><!-- scene -->"));
  CHECK_THROWS(images::parts_of("<!-- scene --><title>terrawright</title>"));
  CHECK(images::parts_of("a<title>terrawright</title>b<!-- scene -->c").middle == "b");
}
