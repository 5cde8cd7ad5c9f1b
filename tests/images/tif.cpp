// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <tuple>

#include "fixture.hpp"
#include "images/read.hpp"
#include "raster/tif/tiff_file.hpp"
#include "readers/opened_file.hpp"
#include "support/catch.hpp"

using namespace terrawright;
using test::Image;

namespace {

// A file of a writer that is put on the disk when it is whole.
class FileOfWriter {
 public:
  FileOfWriter() {
    host_.open = [](void*, const char*) -> std::int64_t { return 0; };
    host_.reserve = [](void*, std::int64_t, std::uint64_t) -> std::int32_t { return 0; };
    host_.put = [](void* handle, std::int64_t, std::uint64_t offset, const void* bytes, std::uint64_t size) {
      std::string& all = *static_cast<std::string*>(handle);
      CHECK(offset == all.size());  // which is fastest
      all.append(static_cast<const char*>(bytes), size);
      return 0;
    };
  }
  Writing::File file() const { return writing_.open(); }
  void save(const std::filesystem::path& path) const { test::write_text(path, bytes_); }

 private:
  terrawright_writer_host host_{};
  terrawright_delivery delivery_{};
  std::string bytes_;
  Writing writing_{host_, &bytes_, delivery_};
};

void add_rows(encode::TiffFile& to, const std::vector<float>& cells, std::int64_t width) {
  for (std::size_t i = 0; i < cells.size(); i += static_cast<std::size_t>(width))
    to.add_row([&](void* row) { std::memcpy(row, &cells[i], static_cast<std::size_t>(width) * sizeof(float)); });
}

}  // namespace

TEST_CASE("a TIFF gives floats and facts back", "[images.tif]") {
  const auto [width, height] = GENERATE(std::pair(1, 1), std::pair(1, 700), std::pair(1009, 513));
  const test::Folder folder;
  const std::vector<float> cells = test::heights(width, height);
  const auto layer = test::layer(TERRAWRIGHT_KIND_HEIGHT, "m", width, height, cells);
  const auto written = test::write({folder / "h.tif", {{"metres", layer}}, {}});
  REQUIRE(written.size() == 1);
  CHECK(written[0].bytes == std::filesystem::file_size(folder / "h.tif"));
  const std::vector<Image> images = test::read(folder / "h.tif");
  REQUIRE(images.size() == 1);
  CHECK(images[0].width == width);
  CHECK(images[0].height == height);
  CHECK(images[0].channels == 1);
  CHECK(images[0].is_float);
  CHECK((images[0].pixels == cells));
  CHECK(images[0].attributes.at("Software") == "terrawright 1.2.3");
  CHECK(images[0].attributes.at("DateTime") == "1970:01:01 00:00:00");
  CHECK(images[0].attributes.count("HostComputer") == 0);
  CHECK(images[0].attributes.at("terrawright:layer") == "metres");
  CHECK(images[0].attributes.at("terrawright:unit") == "m");
  CHECK(images[0].attributes.at("terrawright:seed") == "42");
  CHECK(std::stod(images[0].attributes.at("terrawright:minimum")) == layer->statistics().minimum);

  test::write({folder / "again.tiff", {{"metres", layer}}, {}});
  CHECK((test::bytes_of(folder / "again.tiff") == test::bytes_of(folder / "h.tif")));
}

TEST_CASE("a TIFF with overviews holds the same cells, and means of ever more of them", "[images.tif]") {
  const auto [width, height, overviews] =
      GENERATE(std::tuple(1, 1, 0), std::tuple(256, 256, 0), std::tuple(257, 3, 1), std::tuple(1030, 700, 3));
  const test::Folder folder;
  std::vector<float> cells = test::heights(width, height);
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (std::size_t i = 0; i < cells.size(); i += 5) cells[i] = nan;
  if (width == 1030) std::fill_n(cells.begin(), 8, nan);
  if (width == 1030) std::fill_n(cells.begin() + 1030, 8, nan);
  test::Picture of{folder / "h.tif", {{"h", test::layer(TERRAWRIGHT_KIND_HEIGHT, "m", width, height, cells)}}, {}};
  of.with["overviews"] = {1};
  test::write(of);
  const std::vector<Image> images = test::read(folder / "h.tif");
  REQUIRE(images.size() == static_cast<std::size_t>(1 + overviews));
  std::int64_t factor = 1;
  for (const Image& image : images) {
    REQUIRE(image.width == (width + factor - 1) / factor);
    REQUIRE(image.height == (height + factor - 1) / factor);
    std::size_t wrong = 0, missing = 0;
    for (int y = 0; y < image.height; ++y) {
      for (int x = 0; x < image.width; ++x) {
        double sum = 0, count = 0;
        for (std::int64_t j = y * factor; j < std::min<std::int64_t>((y + 1) * factor, height); ++j) {
          for (std::int64_t i = x * factor; i < std::min<std::int64_t>((x + 1) * factor, width); ++i) {
            const float cell = cells[static_cast<std::size_t>(j * width + i)];
            if (std::isnan(cell)) continue;
            sum += static_cast<double>(cell);
            ++count;
          }
        }
        const float is = image.pixels[static_cast<std::size_t>(y * image.width + x)];
        const bool same = count == 0 ? std::isnan(is) : is == static_cast<float>(sum / count);
        wrong += same ? 0 : 1;
        missing += count == 0 ? 1 : 0;
      }
    }
    CHECK(wrong == 0);
    if (factor == 2 && width == 1030) CHECK(missing > 0);
    factor *= 2;
  }
}

TEST_CASE("GDAL draws a TIFF from its overviews", "[images.tif]") {
  const test::Folder folder;
  const auto layer = test::layer(TERRAWRIGHT_KIND_HEIGHT, "m", 700, 300, test::heights(700, 300));
  test::Picture picture{folder / "h.tif", {{"h", layer}}, {}};
  picture.with["overviews"] = {1};
  test::write(picture);
  const std::string look =
      "from osgeo import gdal; f = gdal.Open('" + (folder / "h.tif").string() +
      "'); b = f.GetRasterBand(1); n = b.GetOverviewCount(); o = b.GetOverview(1); "
      "assert (n, b.XSize, o.XSize, o.YSize, b.GetBlockSize()) == (2, 700, 175, 75, [256, 256]), n";
  CHECK(std::system((TERRAWRIGHT_PYTHON " -W ignore -c \"" + look + "\"").c_str()) == 0);
}

TEST_CASE("a TIFF may have offsets of 64 bits", "[images.tif]") {
  const test::Folder folder;
  const std::vector<float> cells = test::heights(300, 20);
  for (const bool big : {false, true}) {
    const FileOfWriter file;
    encode::TiffFile image(file.file(), {{300, 20}}, encode::TiffOrder::as_given, big);
    add_rows(image, cells, 300);
    file.save(folder / "h.tif");
    CHECK(test::bytes_of(folder / "h.tif").substr(0, 3) == (big ? "II+" : "II*"));
    CHECK((test::read(folder / "h.tif").at(0).pixels == cells));
  }
}

TEST_CASE("what is no image is not read", "[images.read]") {
  const test::Folder folder;
  test::write_text(folder / "a.png", "no picture");
  CHECK_THROWS_AS(test::read(folder / "a.png"), test::ReadFailed);
  CHECK_THROWS_AS(test::read(folder / "missing.exr"), test::ReadFailed);
}

TEST_CASE("A coarser window is read back with its own cells, and from its own place", "[images.tif]") {
  const test::Folder folder;
  images::Provenance from = test::provenance();
  from.metres_per_cell = 1000;
  from.latitude = 52;
  from.width = from.height = 900;
  from.window = Rect{12, 8, 40, 30};
  from.coarsen = 4;  // 10 x 8, the last row of 2
  const auto layer = test::layer(TERRAWRIGHT_KIND_HEIGHT, "m", 10, 8, test::heights(10, 8));
  test::write({folder / "h.tif", {{"h", layer}}, {}}, from);
  terrawright_file_request first{};
  first.channel = -1;
  const auto facts = readers::FileOpener().open((folder / "h.tif").string(), first)->facts();
  CHECK(facts.cell_width == 4000);
  CHECK(facts.cell_height == 4000);
  CHECK(facts.latitude == Approx(52 + (449.5 - 23.5) * 1000 / 111195));
}

TEST_CASE("A window of a world is read back with the cells of the world", "[images.tif]") {
  const test::Folder folder;
  images::Provenance from = test::provenance();
  from.metres_per_cell = 1000;
  from.latitude = 52;
  from.width = from.height = 900;
  from.window = Rect{10, 5, 40, 30};  // 4 degrees north of the middle, where a degree is shorter
  const auto layer = test::layer(TERRAWRIGHT_KIND_HEIGHT, "m", 40, 30, test::heights(40, 30));
  test::write({folder / "h.tif", {{"h", layer}}, {}}, from);
  terrawright_file_request first{};
  first.channel = -1;
  const auto facts = readers::FileOpener().open((folder / "h.tif").string(), first)->facts();
  CHECK(facts.cell_width == 1000);
  CHECK(facts.cell_height == 1000);
  CHECK(facts.latitude == Approx(52 + (449.5 - 19.5) * 1000 / 111195));
  // A copy by another program has its text, and another grid.
  const std::string file = (folder / "h.tif").string(), other = (folder / "w.tif").string();
  REQUIRE(std::system(("gdalwarp -q -tr 0.01 0.01 " + file + " " + other).c_str()) == 0);
  const auto warped = readers::FileOpener().open(other, first)->facts();
  CHECK(warped.cell_height == Approx(1111.95));
  CHECK(warped.cell_width < 700);
}

TEST_CASE("Missing cells of a TIFF are missing to GDAL", "[images.tif]") {
  const test::Folder folder;
  std::vector<float> cells = test::heights(40, 30);
  cells[7] = std::numeric_limits<float>::quiet_NaN();
  test::write({folder / "h.tif", {{"h", test::layer(TERRAWRIGHT_KIND_HEIGHT, "m", 40, 30, cells)}}, {}});
  const std::string look = "from osgeo import gdal; f = gdal.Open('" + (folder / "h.tif").string() +
                           "'); b = f.GetRasterBand(1); m = b.GetMaskBand().ReadAsArray(); "
                           "assert m[0, 7] == 0 and (m != 0).sum() == 1199";
  CHECK(std::system((TERRAWRIGHT_PYTHON " -W ignore -c \"" + look + "\"").c_str()) == 0);
}

TEST_CASE("A cloud-optimised TIFF may have offsets of 64 bits", "[images.tif]") {
  const test::Folder folder;
  const std::vector<float> cells = test::heights(600, 300), small = test::heights(300, 150);
  encode::TiffImage image{600, 300}, reduced{300, 150};
  image.tile = reduced.tile = 256;
  reduced.reduced = true;
  const FileOfWriter file;
  encode::TiffFile images(file.file(), {image, reduced}, encode::TiffOrder::cloud_optimised, true);
  CHECK(images.at() == 1);
  add_rows(images, small, 300);
  CHECK(images.at() == 0);
  add_rows(images, cells, 600);
  file.save(folder / "h.tif");
  CHECK(test::bytes_of(folder / "h.tif").substr(0, 3) == "II+");
  CHECK((test::read(folder / "h.tif").at(0).pixels == cells));
  CHECK((test::read(folder / "h.tif").at(1).pixels == small));
  CHECK(std::system((TERRAWRIGHT_PYTHON " -W ignore -m osgeo_utils.samples.validate_cloud_optimized_geotiff "
                                        "--full-check=yes " +
                     (folder / "h.tif").string() + " > /dev/null")
                        .c_str()) == 0);
}

TEST_CASE("A TIFF takes a layer of any kind, as large as programs read", "[images.tif]") {
  const auto refused = [](std::uint32_t kind, std::int64_t width, bool tile = false) {
    images::Picture picture{"a.tiff", {{"h", {kind, "", {}, width, 5}}}};
    picture.is_tile = tile;
    return test::refusal(picture, test::provenance());
  };
  for (std::uint32_t kind = TERRAWRIGHT_KIND_HEIGHT; kind <= TERRAWRIGHT_KIND_COLOUR; ++kind)
    CHECK(refused(kind, 1 << 20).empty());
  CHECK(refused(TERRAWRIGHT_KIND_MASK, (1 << 20) + 1) ==
        "a .tif file has at most 1048576 cells a side, and this one would have 1048577 x 5");
  CHECK(refused(TERRAWRIGHT_KIND_MASK, (1 << 20) + 1, true) ==
        "a .tif file has at most 1048576 cells a side, and these tiles have 1048577 x 5");
}

TEST_CASE("Classes of a TIFF are bytes where all of them are, and their names lie beside it", "[images.tif]") {
  const test::Folder folder;
  const auto written = [&](const std::string& name, const std::vector<std::uint16_t>& codes,
                           const std::vector<LegendEntry>& legend) {
    test::Picture picture{folder / name, {{"b", test::layer(TERRAWRIGHT_KIND_CLASS, "", 3, 2, codes, legend)}}, {}};
    picture.sidecar = true;
    CHECK(test::write(picture).size() == 2);
    return test::bytes_of(folder / (name + ".aux.xml"));
  };
  const std::vector<LegendEntry> two{{1, "sea", {10, 20, 200, 255}, "~"}, {2, "grass", {30, 180, 40, 255}, "-"}};
  const std::vector<std::uint16_t> codes{1, 2, 2, 2, 255, 1};
  const std::string sidecar = written("bytes.tif", codes, two);
  CHECK_THAT(sidecar, Catch::Contains("<Category></Category>\n      <Category>sea</Category>"));
  CHECK_THAT(sidecar, Catch::Contains("<F>1</F><F>sea</F><F>2</F><F>10</F>"));
  CHECK_THAT(sidecar, Catch::Contains("<F>2</F><F>grass</F><F>3</F>"));
  CHECK_THAT(sidecar, Catch::Contains("<F>255</F><F></F><F>1</F><F>255</F><F>0</F><F>255</F>"));
  written("words.tif", codes, test::three_classes());  // one of which is 700
  const std::string look = "from osgeo import gdal; f = [gdal.Open('" + (folder / "").string() +
                           "' + n + '.tif') for n in ('bytes', 'words')]; a, b = [o.GetRasterBand(1) for o in f]; "
                           "assert (a.DataType, b.DataType) == (gdal.GDT_Byte, gdal.GDT_UInt16); "
                           "assert (a.ReadAsArray() == b.ReadAsArray()).all() and a.ReadAsArray()[1, 1] == 255; "
                           "assert b.GetColorTable().GetColorEntry(700)[:3] == (90, 80, 70)";
  CHECK(std::system((TERRAWRIGHT_PYTHON " -W ignore -c \"" + look + "\"").c_str()) == 0);
}

TEST_CASE("What writing a TIFF takes counts squares and the sums of overviews", "[images.tif]") {
  images::Picture picture{"a.tif", {{"h", {TERRAWRIGHT_KIND_HEIGHT, "m", {}, 4097, 4097}}}};
  const auto bytes = [&](const test::WriterValues& given) {
    return test::delivery_of(picture, test::provenance(), given)->memory();
  };
  CHECK(bytes({}) == 0);
  CHECK(bytes({{"tiled", {1}}}) >= std::uint64_t{4097} * 256 * 4);
  CHECK(bytes({{"overviews", {1}}}) > bytes({{"tiled", {1}}}));
  CHECK(bytes({{"cog", {1}}}) == bytes({{"overviews", {1}}}));
  const auto disk = [&](const test::WriterValues& given) {
    return test::delivery_of(picture, test::provenance(), given)->disk().value();
  };
  CHECK(disk({}).fixed == 4097.0 * 4097 * 4);
  CHECK(disk({}).compressible == 0);
  CHECK(disk({{"cog", {1}}}).fixed == Approx(4097.0 * 4097 * 16 / 3));
}
