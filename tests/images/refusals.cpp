// SPDX-License-Identifier: Apache-2.0

#include "border/description.hpp"
#include "fixture.hpp"
#include "images/picture.hpp"
#include "readers/opened_file.hpp"
#include "support/catch.hpp"

using namespace terrawright;
using images::Part;

namespace {

Part part(const std::string& name, std::uint32_t kind, const std::string& unit = "",
          std::vector<LegendEntry> legend = {}, std::int64_t width = 5) {
  return {name, {kind, unit, std::move(legend), width, 5}};
}

std::string of_writer(const std::string& file, std::vector<Part> parts) {
  return test::refusal({file, std::move(parts)}, test::provenance());
}

}  // namespace

TEST_CASE("the extension names the format", "[images.format]") {
  using readers::Format;
  CHECK(readers::format_of("a.exr") == Format::exr);
  CHECK(readers::format_of("b/a.PNG") == Format::png);
  CHECK(readers::format_of("a.tif") == Format::tif);
  CHECK(readers::format_of("a.Tiff") == Format::tif);
  CHECK_FALSE(readers::format_of("a.csv"));
  CHECK_FALSE(readers::format_of("a.png.jpg"));
  CHECK_FALSE(readers::format_of("png"));
}

TEST_CASE("an EXR holds every kind of layer, under different names", "[images.format]") {
  std::vector<Part> all;
  for (std::uint32_t kind = TERRAWRIGHT_KIND_HEIGHT; kind <= TERRAWRIGHT_KIND_COLOUR; ++kind)
    all.push_back(part(std::to_string(kind), kind));
  CHECK(of_writer("a.exr", all).empty());
  all[3].name = all[1].name;
  CHECK_THAT(of_writer("a.exr", all), Catch::Contains("two layers of the file have the name"));
  CHECK_THAT(of_writer("a.exr", {part("", TERRAWRIGHT_KIND_MASK)}), Catch::Contains("has no name"));
}

TEST_CASE("A file takes the kinds that its format holds, and no others", "[images.format]") {
  const auto kinds = [](const char* file) {
    std::uint32_t all = 0;
    for (std::uint32_t kind = TERRAWRIGHT_KIND_HEIGHT; kind <= TERRAWRIGHT_KIND_TABLE; ++kind)
      if (test::delivery_of({file, {part("h", kind)}}, test::provenance())) all |= 1u << kind;
    return border::kind_names(all);
  };
  const std::string layers = "height or scalar or weight or mask or class or count or vector or colour";
  CHECK(kinds("a.exr") == layers);
  CHECK(kinds("a.zarr") == layers);
  CHECK(kinds("a.pmtiles") == "height or scalar or weight or mask or class or colour");
  CHECK(kinds("a.tif") == layers);
  CHECK(kinds("a.png") == "height or scalar or weight or mask or class or colour or grid");  // grids: print.png@1
}

TEST_CASE("the largest world fits into an EXR", "[images.format]") {
  CHECK(of_writer("a.exr", {part("h", TERRAWRIGHT_KIND_MASK, "", {}, 1 << 20)}).empty());
}
