// SPDX-License-Identifier: Apache-2.0
// Printed maps as files: what is drawn, the same everywhere, with text that is text.
#include "packs/atlas/sheet.hpp"

#include <sys/stat.h>

#include <clocale>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>

#include "drawn.hpp"
#include "images/fixture.hpp"
#include "images/read.hpp"
#include "packs/atlas/drawing_process.hpp"
#include "report/program_file.hpp"
#include "support/catch.hpp"

using namespace terrawright;

namespace {

constexpr std::int64_t letters = 1;  // of the choices of `text`

// Written by print.svg, print.pdf or print.png. `parameter`: its only one, `text` or `dpi`; nothing: as it is without.
images::Picture planned(const std::filesystem::path& file, std::optional<std::int64_t> parameter = {}) {
  images::Picture picture;
  picture.file = file;
  picture.parts.push_back({"atlas", {TERRAWRIGHT_KIND_GRID, display_list_unit, {}, 301, 290}});
  images::Delivery::Order order;
  order.name = "print." + file.extension().string().substr(1);
  const terrawright_writers& all = plugins::built_in_writers();
  const auto* found = std::find_if(all.writers, all.writers + all.n_writers,
                                   [&](const terrawright_writer* one) { return order.name == one->id; });
  REQUIRE(found != all.writers + all.n_writers);
  order.writer = std::make_shared<border::WriterDescription>(*found);
  order.ports = {0};
  auto value = std::make_shared<terrawright_value>();
  if ((*found)->n_parameters == 1) *value = (*found)->parameters[0]->fallback;
  if (parameter) value->integer = *parameter;
  order.values = value.get();
  order.values_owner = std::move(value);
  order.provenance = test::provenance();
  const auto delivery = std::make_shared<const images::Delivery>(std::move(order), picture);
  CHECK(delivery->failures().empty());
  CHECK(delivery->memory() == 128 << 20);
  delivery->load(picture);
  picture.writer = delivery;
  return picture;
}

images::Written write(const std::filesystem::path& file, const engine::Product& made,
                      std::optional<std::int64_t> parameter = {}) {
  const std::atomic<bool> cancelled{false};
  auto written = images::write(planned(file, parameter), {made}, test::provenance(), cancelled);
  REQUIRE(written.size() == 1);
  images::commit({}, {written[0].file.get()});
  return std::move(written[0]);
}

std::string output_of(const std::string& command, const test::Folder& folder) {
  REQUIRE(std::system((command + " > " + (folder / "output").string()).c_str()) == 0);
  return test::bytes_of(folder / "output");
}

// Difference of two pictures of one size, in steps of 255.
double mean_difference(const test::Image& a, const test::Image& b) {
  REQUIRE(a.width == b.width);
  REQUIRE(a.height == b.height);
  double sum = 0;
  for (std::int64_t i = 0; i < a.width * a.height; ++i) {
    for (int channel = 0; channel < 3; ++channel)
      sum += std::fabs(a.pixels[static_cast<std::size_t>(i * a.channels + channel)] -
                       b.pixels[static_cast<std::size_t>(i * b.channels + channel)]);
  }
  return sum / static_cast<double>(a.width * a.height * 3);
}

}  // namespace

TEST_CASE("a sheet is the same bytes whoever writes it, wherever and whenever", "[images.sheet]") {
  const char* ending = GENERATE("svg", "pdf", "png");
  CAPTURE(ending);
  const test::Folder folder;
  const engine::Product made = test::product_of(test::drawn().blob());
  const auto first = write(folder / (std::string("a.") + ending), made);
  const mode_t mask = umask(077);
  for (const auto& [name, value] :
       {std::pair("TZ", "Asia/Tokyo"), std::pair("LC_ALL", "de_DE.UTF-8"), std::pair("HOME", "/nonexistent")})
    setenv(name, value, 1);
  tzset();
  std::setlocale(LC_ALL, "");
  const auto second = write(folder / (std::string("b.") + ending), made);
  umask(mask);
  std::setlocale(LC_ALL, "C");
  CHECK(first.sha256() == second.sha256());
  CHECK(test::bytes_of(folder / (std::string("a.") + ending)) == test::bytes_of(folder / (std::string("b.") + ending)));
  // The hash of its source is beside the file's own hash.
  CHECK(first.contents.at("atlas") == images::sha256_of(images::list_of(engine::bytes_of_grid(made))));
}

TEST_CASE("words are found in a PDF, and its fonts are in it as subsets", "[images.sheet]") {
  const test::Folder folder;
  write(folder / "map.pdf", test::product_of(test::drawn().blob()));
  const std::string text = output_of("pdftotext -layout " + (folder / "map.pdf").string() + " -", folder);
  CAPTURE(text);
  for (const std::string& word : test::words_drawn()) CHECK(text.find(word) != std::string::npos);
  const std::string fonts = output_of("pdffonts " + (folder / "map.pdf").string(), folder);
  CAPTURE(fonts);
  std::size_t lines = 0;
  for (std::size_t at = fonts.find('\n', fonts.find('\n') + 1) + 1; at < fonts.size(); at = fonts.find('\n', at) + 1) {
    const std::string line = fonts.substr(at, fonts.find('\n', at) - at);
    CHECK(line.find("yes yes yes") != std::string::npos);  // embedded, subset, with Unicode
    ++lines;
  }
  CHECK(lines >= 7);  // the small capitals are the roman's; letters beyond Latin 1 have a subset of their own
  const std::string about = output_of("pdfinfo " + (folder / "map.pdf").string(), folder);
  CHECK(about.find("Title:           Stureland \u00b7 all that a sheet can have\n") != std::string::npos);
  CHECK(about.find("Creator:         terrawright 1.2.3\n") != std::string::npos);
  CHECK(about.find("Pages:           1\n") != std::string::npos);
  CHECK(about.find("2000") != std::string::npos);
}

TEST_CASE("a PDF holds the path of a clip once, however much is drawn inside it", "[images.sheet]") {
  const test::Folder folder;
  const auto bytes = [&](const char* name, int count) {
    DisplayList list(42000, 29700, "coast");
    Path coast;
    coast.move(1000, 1000);
    for (std::int32_t i = 1; i < 5000; ++i) coast.line(1000 + i * 8, 1000 + (i * 7919) % 20011);
    coast.close();
    list.clip(coast);
    for (std::int32_t i = 0; i < count; ++i) {
      Path river;
      river.move(2000 + i * 300, 2000), river.line(2300 + i * 300, 9000);
      list.line(river, {20 + i, rgb(0x2470ac)});
    }
    list.unclip();
    write(folder / name, test::product_of(list.blob()));
    return test::bytes_of(folder / name).size();
  };
  CHECK(bytes("many.pdf", 100) < bytes("one.pdf", 1) * 3 / 2);
}

TEST_CASE("SVG, PDF and PNG show the same", "[images.sheet]") {
  const test::Folder folder;
  const engine::Product made = test::product_of(test::drawn().blob());
  write(folder / "map.png", made, 254);
  write(folder / "map.svg", made);
  write(folder / "map.pdf", made);
  const test::Image png = test::read(folder / "map.png").at(0);
  CHECK(png.width == 1050);
  CHECK(png.height == 740);
  output_of("rsvg-convert -w 1050 -h 740 -o " + (folder / "svg.png").string() + " " + (folder / "map.svg").string(),
            folder);
  output_of("pdftoppm -scale-to-x 1050 -scale-to-y 740 -png -singlefile " + (folder / "map.pdf").string() + " " +
                (folder / "pdf").string(),
            folder);
  CHECK(mean_difference(png, test::read(folder / "svg.png").at(0)) < 0.5);
  CHECK(mean_difference(png, test::read(folder / "pdf.png").at(0)) < 2);
}

TEST_CASE("pixels do not depend on the blocks that they are drawn in", "[images.sheet]") {
  const engine::Product made = test::product_of(test::drawn().blob());
  constexpr std::int64_t width = 413, height = 291;  // at 100 dpi
  const auto pixels = [&](std::int64_t at_once, std::int64_t widest) {
    std::vector<std::uint8_t> all(width * height * 3);
    std::size_t rows = 0;
    images::pixels_of(engine::bytes_of_grid(made), {100, width, height, at_once, widest},
                      [&] { return all.data() + width * 3 * rows++; }, {});
    CHECK(rows == height);
    return all;
  };
  const auto whole = pixels(width * height, width), pieces = pixels(width * 37, 101);
  int largest = 0;
  std::size_t different = 0;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    largest = std::max(largest, std::abs(int{whole[i]} - int{pieces[i]}));
    different += whole[i] != pieces[i];
  }
  CHECK(largest <= 16);  // cairo rounds places to 1/256 of a pixel, and where pieces of a polygon cross
  CHECK(different * 100 < whole.size());
}

TEST_CASE("a map is drawn whole or not at all, whatever memory there is", "[images.sheet]") {
#ifndef TERRAWRIGHT_SANITIZED  // whose shadow is larger than any limit
  const test::Folder folder;
  const engine::Product list = test::product_of(test::drawn().blob());
  std::ofstream(folder / "list")
      .write(reinterpret_cast<const char*>(list.grid->data()), static_cast<std::streamsize>(list.grid->size()));
  const std::string program = report::module_file("terrawright_cairo").string();
  const auto draw = [&](const std::string& before) {
    const int status =
        std::system((before + program + " pixels 100 1000 1000 1000000 1000 < " + (folder / "list").string() + " > " +
                     (folder / "pixels").string() + " 2> " + (folder / "err").string())
                        .c_str());
    const int exit = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return std::pair(exit, test::bytes_of(folder / (exit == 0 ? "pixels" : "err")));
  };
  const auto whole = draw("");
  REQUIRE(whole.first == 0);
  int drawn = 0, refused = 0;
  for (int kilobytes = 60000; kilobytes > 10000; kilobytes -= 500) {
    const auto [exit, said] = draw("ulimit -v " + std::to_string(kilobytes) + "; exec ");
    if (exit == 127) break;  // the loader has no memory for the libraries
    CAPTURE(kilobytes, said.substr(0, 200));
    if (exit == 0) {
      CHECK(said == whole.second);
      ++drawn;
    } else {
      CHECK(exit == 3);
      CHECK(said == "there is not enough memory");
      ++refused;
    }
  }
  CHECK(drawn > 0);
  CHECK(refused > 0);
#endif
}

TEST_CASE("a sheet's list as text is what its hash is of", "[images.sheet]") {
  DisplayList list(1000, 500, "\u00c5 \"b\"");
  Path path;
  path.move(1, -2), path.line(3, 4), path.move(5, 6), path.line(7, 8), path.line(9, 10), path.close();
  list.group("sea");
  list.fill(path, {1, 2, 3, 255});
  list.line(path, {22, rgb(0xff0000), Cap::butt, {10, 20}});
  list.clip(path);
  list.text({"\u00e5", 3, 300, rgb(0), {255, 255, 255, 128}, 50, {{17, 10, 20, 16384, 0, 0, 2}}});
  list.unclip();
  list.image({0, 0, 10, 10, 1, 1, 3, {1, 2, 3}});
  std::string text;
  const engine::Product made = test::product_of(list.blob());
  images::text_of(images::list_of(engine::bytes_of_grid(made)), [&](std::string_view line) { text += line; });
  CHECK(text ==
        "terrawright display list 1\n"
        "paper 1000 500 \"\\xc3\\x85 \\\"b\\\"\"\n"
        "group \"sea\"\n"
        "fill #010203ff M 1 -2 3 4 M 5 6 7 8 9 10 Z\n"
        "line 22 #ff0000ff butt 10 20 M 1 -2 3 4 M 5 6 7 8 9 10 Z\n"
        "clip M 1 -2 3 4 M 5 6 7 8 9 10 Z\n"
        "text 3 300 #000000ff #ffffff80 50 \"\\xc3\\xa5\" g17 10 20 16384 0 0+2\n"
        "unclip\n"
        "image 0 0 10 10 1 1 3 039058c6f2c0cb492c533b0a4d14ef77cc0f78abccced5287d84a1a2011cfb81\n");
}

TEST_CASE("a list may bring a font, whose hash is part of its text", "[images.sheet]") {
  const std::string_view garamond = lettering::file(lettering::Font::garamond);
  const auto text_of = [](const DisplayList& list) {
    std::string text;
    const engine::Product made = test::product_of(list.blob());
    images::text_of(images::list_of(engine::bytes_of_grid(made)), [&](std::string_view line) { text += line; });
    return text;
  };
  DisplayList list(1000, 500, "t");
  list.text({"a", own_font, 300, rgb(0), {0, 0, 0, 0}, 0, {{5, 10, 20, 16384, 0, 0, 1}}});
  CHECK_THROWS_WITH(text_of(list), Catch::Contains("of the font 1000, and there are 8"));
  list.font(garamond);
  graph::Sha256 hash;
  hash.add(garamond.data(), garamond.size());
  CHECK_THAT(text_of(list), Catch::Contains("\nfont " + hash.hex() + "\ntext 1000 300 "));
  list.font("no font");
  CHECK_THROWS_WITH(text_of(list), Catch::Contains("its own font cannot be read: it is no .ttf or .otf font"));
}

TEST_CASE("an SVG is written in whole numbers, each letter's outline once", "[images.sheet]") {
  const test::Folder folder;
  DisplayList list(1000, 500, "A & B");
  Path path;
  path.move(100, 100), path.line(200, 90), path.line(150, 300), path.close();
  list.group("a b");
  list.fill(path, {255, 128, 0, 51});
  list.group("a b");
  list.text(test::word("ll", 100, 200, {lettering::Font::lato, 400}));
  write(folder / "map.svg", test::product_of(list.blob()));
  const std::string svg = test::bytes_of(folder / "map.svg");
  CAPTURE(svg);
  CHECK(svg.find("width=\"10mm\" height=\"5mm\" viewBox=\"0 0 1000 500\"") != std::string::npos);
  CHECK(svg.find("<title>A &amp; B</title>") != std::string::npos);
  CHECK(svg.find("<path fill=\"#ff8000\" fill-opacity=\".2\" d=\"M100 100l100-10-50 210z\"/>") != std::string::npos);
  CHECK(svg.find("id=\"group-a-b\"") != std::string::npos);
  CHECK(svg.find("id=\"group-a-b-2\"") != std::string::npos);
  const std::size_t once = svg.find("<path id=\"f3g");
  CHECK(once != std::string::npos);
  CHECK(svg.find("<path id=\"f3g", once + 1) == std::string::npos);
  write(folder / "letters.svg", test::product_of(list.blob()), letters);
  const std::string letters = test::bytes_of(folder / "letters.svg");
  CHECK(letters.find("<text font-family=\"Lato, sans-serif\" font-size=\"400\" fill=\"#202020\" xml:space=\"preserve\" "
                     "x=\"100 ") != std::string::npos);
  CHECK(letters.find("\">ll</text>") != std::string::npos);
  CHECK(letters.find("font-family=\"Lato, sans-serif\"") != std::string::npos);
}

TEST_CASE("a PNG says how large it is on paper", "[images.sheet]") {
  const test::Folder folder;
  write(folder / "map.png", test::product_of(test::drawn().blob()), 300);
  const std::string png = test::bytes_of(folder / "map.png");
  const std::size_t at = png.find("pHYs");
  REQUIRE(at != std::string::npos);
  CHECK(png.substr(at + 4, 9) == std::string("\0\0\x2e\x23\0\0\x2e\x23\1", 9));  // 11811 a metre
}

TEST_CASE("what is no display list is refused with a sentence, whatever its bytes are", "[images.sheet]") {
  const test::Folder folder;
  const engine::Product good = test::product_of(test::drawn().blob());
  std::size_t refused = 0;
  for (std::size_t i = 0; i < 3000; ++i) {
    auto buffer = std::make_shared<engine::Buffer>();
    std::size_t size = good.grid->size();
    if (i % 7 == 0) size = test::noise(i) % size;
    auto* bytes = static_cast<unsigned char*>(buffer->resize(size));
    std::memcpy(bytes, good.grid->data(), size);
    for (std::size_t k = 0; size >= 4 && k < 1 + i % 3; ++k) {
      // A word somewhere, of the list's words more often than of its image.
      const std::size_t at = test::noise(17 * i + k) % (i % 2 == 0 ? size / 4 : std::min<std::size_t>(size / 4, 600));
      std::uint32_t word = 0;
      std::memcpy(&word, bytes + 4 * at, 4);
      const std::uint32_t others[] = {0, 0xffffffffu, 0x7fffffffu, word + 1, word ^ (1u << test::noise(i) % 32), 8};
      word = others[test::noise(5 * i + k) % 6];
      std::memcpy(bytes + 4 * at, &word, 4);
    }
    engine::Product made;
    made.grid = std::move(buffer);
    try {
      const DisplayListView list = images::list_of(engine::bytes_of_grid(made));
      images::sha256_of(list);
    } catch (const WrongDisplayList& wrong) {
      ++refused;
      CHECK(std::string(wrong.what()).find("the display list is wrong: ") == 0);
      continue;
    }
    if (i % 20 != 0) continue;
    write(folder / "a.svg", made);
    write(folder / "a.pdf", made);
    write(folder / "a.png", made, 72);
  }
  CHECK(refused > 500);
  CHECK(refused < 3000);
}

TEST_CASE("a sheet that is wrong fails its file with the reason", "[images.sheet]") {
  const test::Folder folder;
  DisplayList list(1000, 500, "wrong");
  list.text(test::word("a", 0, 0, {}));
  Word word = test::word("a", 0, 0, {});
  word.font = 8;
  list.text(word);
  try {
    write(folder / "a.svg", test::product_of(list.blob()));
    FAIL("it was written");
  } catch (const files::WriteFailed& failed) {
    CHECK(std::string(failed.what()).find("a word is of the font 8, and there are 8") != std::string::npos);
    CHECK(failed.remedy() == "the stage that makes it is to be mended");
  }
  DisplayList unknown(1000, 500, "wrong");
  Word letter = test::word("a", 0, 0, {});
  letter.glyphs.front().glyph = 60'000;
  unknown.text(letter);
  try {
    write(folder / "a.pdf", test::product_of(unknown.blob()));
    FAIL("it was written");
  } catch (const files::WriteFailed& failed) {
    CHECK(std::string(failed.what()).find("a word is of the glyph 60000, and its font has ") != std::string::npos);
  }
  CHECK(folder.names().empty());
}
