// SPDX-License-Identifier: Apache-2.0
#include "encode/png.hpp"

#include <algorithm>

#include "packs/atlas/drawing_process.hpp"
#include "packs/atlas/printing.hpp"

namespace terrawright::print {
namespace {

// PNG's texts are of Latin-1.
std::string ascii_of(std::string_view text) {
  std::string ascii;
  for (const char c : text) {
    if ((static_cast<unsigned char>(c) & 0xc0) == 0x80) continue;
    ascii += static_cast<unsigned char>(c) < 0x80 ? c : '?';
  }
  return ascii;
}

struct Png : SheetFile {
  int dpi = 300;

  static void describe(WriterSpec<Png>& s) {
    s.writer("print.png", "One sheet as pixels; the file says how large it is on paper.");
    s.source("W3C, Portable Network Graphics, third edition");
    s.ending(".png");
    describe_sheet(s);
    s.parameter(&Png::dpi, "dpi", "Pixels an inch; 300 is what is printed.").range(72, 1200);
  }

  void prepare() const { images::demand_drawing(); }

  void write(const Writing& writing) const {
    write_sheet(writing, [&](std::string_view bytes, const DisplayListView& list, Writing::File& file) {
      encode::PngFacts facts;
      facts.width = pixels(list.width());
      facts.height = pixels(list.height());
      facts.channels = 3;
      facts.filter = encode::PngFilter::paeth;
      facts.pixels_a_metre = static_cast<std::uint32_t>((dpi * 10000 + 127) / 254);
      encode::PngStream stream(facts, texts(writing, list), [&](const void* piece, std::size_t size) {
        file.add({static_cast<const char*>(piece), size});
      });
      images::pixels_of(
          bytes, {dpi, facts.width, facts.height}, [&] { return stream.next_row(); }, goes_on(writing));
      stream.close();
    });
  }

 private:
  std::int64_t pixels(std::int64_t length) const { return std::max<std::int64_t>((length * dpi + 1270) / 2540, 1); }

  // Metadata that every file has of its origin.
  static std::vector<std::pair<std::string, std::string>> texts(const Writing& writing, const DisplayListView& list) {
    const terrawright_delivery& delivery = writing.plain();
    const terrawright_item& sheet = writing.item(0);
    return {{"Software", delivery.generator},           {"Title", ascii_of(list.title())},
            {"terrawright:sheet", sheet.name},          {"terrawright:seed", delivery.seed},
            {"terrawright:world", delivery.world_name}, {"terrawright:recipe", sheet.recipe}};
  }
};

}  // namespace
}  // namespace terrawright::print

TERRAWRIGHT_WRITER(print, png, terrawright::print::Png)
