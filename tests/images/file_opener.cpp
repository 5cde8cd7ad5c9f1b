// SPDX-License-Identifier: Apache-2.0
#include "images/file_opener.hpp"

#include "fixture.hpp"
#include "support/catch.hpp"

using namespace terrawright;

namespace {

void draw(const std::filesystem::path& file, std::int64_t side) {
  if (file.extension() == ".raw") {
    test::write_text(file, std::string(static_cast<std::size_t>(2 * side * side), 'x'));
    return;
  }
  const auto layer = test::layer(TERRAWRIGHT_KIND_HEIGHT, "m", side, side, test::heights(side, side));
  std::optional<images::Range> range;
  if (file.extension() == ".png") range = images::Range{-1000, 1000};
  test::write({file, {{"h", layer}}, range});
}

}  // namespace

TEST_CASE("a file that was replaced after it was checked is not read", "[images.files]") {
  const test::Folder folder;
  for (const char* name : {"a.png", "a.exr", "a.tif", "a.raw"}) {
    INFO(name);
    draw(folder / name, 20);
    terrawright_file_request request{};
    request.encoding = std::string(name) == "a.raw" ? TERRAWRIGHT_ENCODING_U16 : TERRAWRIGHT_ENCODING_IMAGE;
    request.channel = -1;
    request.width = request.height = 20;
    const auto file = images::FileOpener().open((folder / name).string(), request);
    std::vector<float> cells(90 * 90);  // as the larger one has
    file->read(cells.data());
    draw(folder / name, 90);
    CHECK_THROWS_WITH(file->read(cells.data()), Catch::Contains("was changed while the world was built"));
    std::filesystem::remove(folder / name);
    CHECK_THROWS_WITH(file->read(cells.data()), Catch::Contains("was changed while the world was built"));
  }
}
