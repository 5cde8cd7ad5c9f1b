// SPDX-License-Identifier: Apache-2.0
// The worlds that people start from: each builds at a small size, under every tiling, and stands in the gallery.
#include <algorithm>
#include <filesystem>

#include "readers/opened_file.hpp"
#include "support/build.hpp"
#include "support/catch.hpp"
#include "support/config_file.hpp"

using namespace terrawright;
namespace fs = std::filesystem;

namespace {

const fs::path root = TERRAWRIGHT_ROOT;

std::vector<std::string> names() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(root / "configs")) {
    if (entry.path().extension() == ".yaml" && !entry.path().stem().has_extension())
      names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

test::Built small(const std::string& name, const std::string& size, std::int64_t tile,
                  const std::vector<std::string>& set = {}) {
  const readers::FileOpener opener;
  test::Options options;
  options.tile = tile;
  options.opener = &opener;
  options.path = (root / "configs" / (name + ".yaml")).string();
  options.set = {"world.size=" + size};
  options.set.insert(options.set.end(), set.begin(), set.end());
  return test::build(test::config_file("configs/" + name + ".yaml"), options);
}

// Mean absolute step between column a and column b, or row a and row b.
double step(const std::vector<float>& cells, int side, int a, int b, bool columns) {
  double sum = 0;
  for (int i = 0; i < side; ++i) {
    const int first = columns ? i * side + a : a * side + i, second = columns ? i * side + b : b * side + i;
    sum +=
        static_cast<double>(std::abs(cells[static_cast<std::size_t>(first)] - cells[static_cast<std::size_t>(second)]));
  }
  return sum / side;
}

}  // namespace

TEST_CASE("Every world in configs/ builds at a small size, whatever the tiles", "[configs]") {
  for (const std::string& name : names()) {
    INFO(name);
    const bool periodic = test::config_file("configs/" + name + ".yaml").find("edge: wrap") != std::string::npos;
    const std::string size = periodic ? "[128,128]" : "[97,65]";
    const auto whole = small(name, size, 0), tiles = small(name, size, 30);
    CHECK_FALSE(whole.layers().empty());
    for (const std::string& layer : whole.layers()) {
      INFO(layer);
      CHECK(whole.digest(layer) == tiles.digest(layer));
    }
  }
}

TEST_CASE("Every world in configs/ stands in the gallery, with its picture", "[configs]") {
  const std::string gallery = test::config_file("docs/gallery.md");
  for (const std::string& name : names()) {
    INFO(name << ": run scripts/gallery.sh");
    CHECK(gallery.find("\n## " + name + "\n") != std::string::npos);
    const bool is_printed = fs::exists(root / "docs/gallery" / (name + ".antique.jpg"));
    CHECK(fs::file_size(root / "docs/gallery" / (name + (is_printed ? ".topographic.jpg" : ".png"))) > 1000);
  }
}

TEST_CASE("The edges of the tileable world join: rolled by any distance it has no seam", "[configs]") {
  constexpr int side = 128;
  const auto cells = small("tileable", "[128,128]", 0).cells<float>("terrain");
  for (const bool columns : {true, false}) {
    double inside = 0;
    for (int i = 0; i + 1 < side; ++i) inside += step(cells, side, i, i + 1, columns) / (side - 1);
    const double seam = step(cells, side, side - 1, 0, columns);
    CHECK(seam < 1.5 * inside);
    // The test can fail: two lines that are no neighbours are much farther apart.
    CHECK(step(cells, side, 0, side / 2, columns) > 3 * inside);
  }
}

TEST_CASE("The picture of the tileable world beside itself is the picture of its relief beside itself", "[configs]") {
  constexpr int side = 128;
  const std::string drawn = "{exaggeration: 4}";
  const auto world = small("tileable", "[128,128]", 0, {"stages.picture.with=" + drawn});
  const auto metres = world.cells<float>("metres");
  const auto one = world.cells<std::uint32_t>("picture");
  test::Options options;
  test::Given& four = options.given["four"] = {"m", 2 * side, 2 * side, {}};
  for (int y = 0; y < 2 * side; ++y) {
    for (int x = 0; x < 2 * side; ++x)
      four.cells.push_back(metres[static_cast<std::size_t>(y % side * side + x % side)]);
  }
  const auto picture = test::build(
                           "terrawright: 1\nname: t\nworld: {size: [256, 256], cell: 30 m, seed: 7}\nstages:\n"
                           "  four: {use: test.given@1, with: {name: four}}\n"
                           "  picture: {use: view.relief@1, in: {height: four}, with: " +
                               drawn + "}\noutputs: [{layers: {p: picture}}]\n",
                           options)
                           .cells<std::uint32_t>("picture");
  bool same = true;
  for (int y = side / 2; y < side * 3 / 2; ++y) {
    for (int x = side / 2; x < side * 3 / 2; ++x) {
      same = same && picture[static_cast<std::size_t>(y * 2 * side + x)] ==
                         one[static_cast<std::size_t>(y % side * side + x % side)];
    }
  }
  CHECK(same);
}
