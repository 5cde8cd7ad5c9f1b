// SPDX-License-Identifier: Apache-2.0

#include "border/kind.hpp"
#include "fixture.hpp"
#include "images/picture.hpp"
#include "readers/format.hpp"
#include "support/catch.hpp"

using namespace terrawright;
using images::Part;
using Where = images::Refusal::Where;

namespace {

Part part(const std::string& name, std::uint32_t kind, const std::string& unit = "",
          std::vector<LegendEntry> legend = {}, std::int64_t width = 5) {
  return {name, {kind, unit, std::move(legend), width, 5}};
}

struct Refused {
  Where where;
  std::size_t part;
  bool operator==(const Refused& other) const { return where == other.where && part == other.part; }
};

std::vector<Refused> refused(const std::string& file, std::vector<Part> parts) {
  std::vector<Refused> all;
  for (const images::Refusal& r : images::refusals({file, std::move(parts)})) {
    CHECK_FALSE(r.text.empty());
    CHECK_FALSE(r.remedy.empty());
    all.push_back({r.where, r.part});
  }
  return all;
}

std::string of_writer(const std::string& file, std::vector<Part> parts) {
  return test::refusal({file, std::move(parts)}, test::provenance());
}

const std::vector<Refused> no_reason, the_file{{Where::file, 0}}, first{{Where::part, 0}};

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
  const std::pair<const char*, const char*> unknown[] = {{"a.jpg", "no format has the extension '.jpg'"},
                                                         {"a", "the file name has no extension"}};
  for (const auto& [name, text] : unknown) {
    const auto refusals = images::refusals({name, {part("h", TERRAWRIGHT_KIND_HEIGHT)}, {}});
    REQUIRE(refusals.size() == 1);
    CHECK(refusals[0].where == Where::file);
    CHECK(refusals[0].text == text);
    CHECK(refusals[0].remedy.empty());  // who knows all writers says it: tests/errors/file_extension_unknown.yaml
  }
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

TEST_CASE("texts and tables are printed, and no layers", "[images.format]") {
  const Part text = part("map", TERRAWRIGHT_KIND_TEXT), table = part("t", TERRAWRIGHT_KIND_TABLE);
  CHECK(refused("", {text, text}) == no_reason);
  CHECK(refused("", {table}) == no_reason);
  CHECK(refused("", {text, table}) == no_reason);
  CHECK(refused("", {part("h", TERRAWRIGHT_KIND_HEIGHT)}) == first);
  CHECK(refused("", {table, part("q", TERRAWRIGHT_KIND_NUMBER)}) == std::vector<Refused>{{Where::part, 1}});
}
