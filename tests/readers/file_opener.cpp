// SPDX-License-Identifier: Apache-2.0
#include <OpenImageIO/imageio.h>

#include "images/fixture.hpp"
#include "readers/opened_file.hpp"
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

TEST_CASE("a file that was replaced after it was checked is not read", "[readers.files]") {
  const test::Folder folder;
  for (const char* name : {"a.png", "a.exr", "a.tif", "a.raw"}) {
    INFO(name);
    draw(folder / name, 20);
    terrawright_file_request request{};
    request.encoding = std::string(name) == "a.raw" ? TERRAWRIGHT_ENCODING_U16 : TERRAWRIGHT_ENCODING_IMAGE;
    request.channel = -1;
    request.width = request.height = 20;
    const auto file = readers::FileOpener().open((folder / name).string(), request);
    std::vector<float> cells(90 * 90);  // as the larger one has
    file->read(cells.data());
    draw(folder / name, 90);
    CHECK_THROWS_WITH(file->read(cells.data()), Catch::Contains("was changed while the world was built"));
    std::filesystem::remove(folder / name);
    CHECK_THROWS_WITH(file->read(cells.data()),
                      Catch::Contains((folder / name).string() + "' cannot be read: No such file"));
  }
}

TEST_CASE("whole numbers of an .exr file are values, beside real ones too", "[readers.files]") {
  const test::Folder folder;
  const std::uint32_t counts[] = {0, 1, 65536, 16777216};
  const float heights[] = {0.0f, -1.5f, 65536.0f, 2.5f};
  using OIIO::TypeDesc;
  for (const bool beside : {false, true}) {
    const auto path = (folder / (beside ? "two.exr" : "one.exr")).string();
    OIIO::ImageSpec spec(2, 2, beside ? 2 : 1, TypeDesc::UINT32);
    spec.channelnames = {"count"};
    if (beside) {
      spec.channelnames = {"height", "count"};
      spec.channelformats = {TypeDesc::FLOAT, TypeDesc::UINT32};
    }
    std::string pixels;
    for (int i = 0; i < 4; ++i) {
      if (beside) pixels.append(reinterpret_cast<const char*>(heights + i), 4);
      pixels.append(reinterpret_cast<const char*>(counts + i), 4);
    }
    const auto output = OIIO::ImageOutput::create(path);
    REQUIRE(output->open(path, spec));
    REQUIRE(output->write_image(beside ? TypeDesc::UNKNOWN : TypeDesc::UINT32, pixels.data()));
    REQUIRE(output->close());
    for (int channel = 0; channel < (beside ? 2 : 1); ++channel) {
      terrawright_file_request request{};
      request.encoding = TERRAWRIGHT_ENCODING_IMAGE;
      request.channel = channel;
      const auto file = readers::FileOpener().open(path, request);
      CHECK((file->facts().flags & TERRAWRIGHT_FACTS_VALUES) != 0);
      float cells[4];
      file->read(cells);
      INFO(path << " " << channel);
      for (int i = 0; i < 4; ++i) {
        const auto count = static_cast<float>(counts[i]);
        const bool is_one = cells[i] == count || (beside && cells[i] == heights[i]);
        CHECK(is_one);
      }
    }
  }
}
