// SPDX-License-Identifier: Apache-2.0
// PNGs of every form, against OpenImageIO's reader; and what libpng says of broken ones.
#include "readers/png_source.hpp"

#include <png.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "images/read.hpp"
#include "support/catch.hpp"
#include "support/folder.hpp"

using namespace terrawright;
namespace fs = std::filesystem;

namespace {

struct Form {
  int type, bits;
  bool transparent;  // a colour, or an entry of the palette
};

class Drawing {
 public:
  std::string path() const { return (folder_ / "p.png").string(); }

  void write(const Form& form, bool interlaced, png_uint_32 width, png_uint_32 height) const {
    std::FILE* file = std::fopen(path().c_str(), "wb");
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
    png_infop info = png_create_info_struct(png);
    png_init_io(png, file);
    png_set_IHDR(png, info, width, height, form.bits, form.type, interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    std::vector<png_color> palette;
    for (int i = 0; i < 1 << std::min(form.bits, 8); ++i) {
      const auto step = static_cast<png_byte>(i * 37);
      palette.push_back({step, static_cast<png_byte>(step + 11), static_cast<png_byte>(255 - step)});
    }
    const bool of_palette = form.type == PNG_COLOR_TYPE_PALETTE;
    if (of_palette) png_set_PLTE(png, info, palette.data(), static_cast<int>(palette.size()));
    const png_byte alphas[] = {77};
    const png_color_16 clear = {0, 1, 1, 1, 1};
    if (form.transparent) png_set_tRNS(png, info, of_palette ? alphas : nullptr, 1, of_palette ? nullptr : &clear);
    png_write_info(png, info);
    const int passes = png_set_interlace_handling(png);
    std::vector<png_byte> row(png_get_rowbytes(png, info));
    for (int pass = 0; pass < passes; ++pass) {
      for (png_uint_32 y = 0; y < height; ++y) {
        for (std::size_t i = 0; i < row.size(); ++i) row[i] = static_cast<png_byte>((y * 7919 + i * 104729) >> 3);
        png_write_row(png, row.data());
      }
    }
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
    std::fclose(file);
  }

 private:
  test::Folder folder_;
};

std::string refused(const std::string& path) {
  try {
    readers::PngSource source(path);
    std::vector<float> cells(static_cast<std::size_t>(source.width() * source.height()));
    source.read(0, cells.data());
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("A PNG of any form is read as OpenImageIO reads it", "[png]") {
  const Form form = GENERATE(Form{PNG_COLOR_TYPE_GRAY, 1, false}, Form{PNG_COLOR_TYPE_GRAY, 2, false},
                             Form{PNG_COLOR_TYPE_GRAY, 4, false}, Form{PNG_COLOR_TYPE_GRAY, 8, false},
                             Form{PNG_COLOR_TYPE_GRAY, 16, false}, Form{PNG_COLOR_TYPE_GRAY, 8, true},
                             Form{PNG_COLOR_TYPE_GRAY_ALPHA, 8, false}, Form{PNG_COLOR_TYPE_GRAY_ALPHA, 16, false},
                             Form{PNG_COLOR_TYPE_RGB, 8, false}, Form{PNG_COLOR_TYPE_RGB, 16, false},
                             Form{PNG_COLOR_TYPE_RGB, 8, true}, Form{PNG_COLOR_TYPE_RGB_ALPHA, 8, false},
                             Form{PNG_COLOR_TYPE_RGB_ALPHA, 16, false}, Form{PNG_COLOR_TYPE_PALETTE, 1, false},
                             Form{PNG_COLOR_TYPE_PALETTE, 4, true}, Form{PNG_COLOR_TYPE_PALETTE, 8, true});
  const bool interlaced = GENERATE(false, true);
  const auto [width, height] = GENERATE(table<png_uint_32, png_uint_32>({{33, 18}, {1, 1}, {3, 5}}));
  const Drawing picture;
  picture.write(form, interlaced, width, height);
  INFO("type " << form.type << ", " << form.bits << " bits, interlaced " << interlaced << ", " << width << " x "
               << height);
  CHECK(readers::is_png(picture.path()));
  const test::Image expected = test::read(picture.path()).front();
  const std::size_t cells = std::size_t{width} * height;
  const auto channels = readers::PngSource(picture.path()).channels();
  REQUIRE(channels.size() == static_cast<std::size_t>(expected.channels));
  for (std::size_t c = 0; c < channels.size(); ++c) {
    readers::PngSource source(picture.path());
    CHECK(source.width() == expected.width);
    CHECK(source.height() == expected.height);
    std::vector<float> read(cells, -1.0f);
    source.read(static_cast<int>(c), read.data());
    std::vector<float> wanted;
    for (std::size_t i = 0; i < cells; ++i) wanted.push_back(expected.pixels[i * channels.size() + c]);
    CHECK(read == wanted);
  }
}

TEST_CASE("What libpng says of a broken PNG is the reason", "[png]") {
  const Drawing picture;
  picture.write({PNG_COLOR_TYPE_GRAY, 8, false}, false, 64, 64);
  std::ifstream stream(picture.path(), std::ios::binary);
  const std::string good((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
  const auto with = [&](std::size_t at, char byte) {
    std::string bytes = good;
    bytes[at] = byte;
    std::ofstream(picture.path(), std::ios::binary) << bytes;
    return refused(picture.path());
  };
  CHECK(with(20, 1) == "IHDR: CRC error");
  CHECK(with(48, '\x55') != "");
  std::ofstream(picture.path(), std::ios::binary) << good.substr(0, good.size() / 2);
  CHECK(refused(picture.path()) != "");
  CHECK(refused(picture.path() + ".none") == "'" + picture.path() + ".none' cannot be read: No such file or directory");
  std::ofstream(picture.path(), std::ios::binary) << "GIF89a";
  CHECK_FALSE(readers::is_png(picture.path()));
}
