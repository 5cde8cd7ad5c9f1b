// SPDX-License-Identifier: Apache-2.0
#include "packs/atlas/drawing_process.hpp"
#include "packs/atlas/printing.hpp"

namespace terrawright::print {
namespace {

struct Pdf : SheetFile {
  static void describe(WriterSpec<Pdf>& s) {
    s.writer("print.pdf", "One sheet as a PDF of one page, whose text is text, in fonts that are in the file.");
    s.source("ISO 32000-1");
    s.ending(".pdf");
    describe_sheet(s);
  }

  void prepare() const { images::demand_drawing(); }

  void write(const Writing& writing) const {
    write_sheet(writing, [&](std::string_view bytes, const DisplayListView&, Writing::File& file) {
      const auto take = [&](const void* piece, std::size_t size) {
        writing.go_on();
        file.add({static_cast<const char*>(piece), size});
      };
      images::pdf_of(bytes, writing.plain().generator, take, goes_on(writing));
    });
  }
};

}  // namespace
}  // namespace terrawright::print

TERRAWRIGHT_WRITER(print, pdf, terrawright::print::Pdf)
