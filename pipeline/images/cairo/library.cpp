// SPDX-License-Identifier: Apache-2.0
#include "images/cairo/pdf.hpp"
#include "images/cairo/raster.hpp"

namespace terrawright::images::cairo {
namespace {

class Library final : public DrawingLibrary {
 public:
  void pdf(const DisplayListView& list, const DrawingFonts& fonts, const std::string& creator,
           const std::function<bool(const void*, std::size_t)>& take) const override {
    pdf_of(list, fonts, creator, take);
  }
  std::unique_ptr<Raster> raster(const DisplayListView& list, const DrawingFonts& fonts,
                                 std::int32_t dpi) const override {
    return raster_of(list, fonts, dpi);
  }
};

}  // namespace
}  // namespace terrawright::images::cairo

const terrawright::images::DrawingLibrary* terrawright_drawing_library_1() {
  static const terrawright::images::cairo::Library library;
  return &library;
}
