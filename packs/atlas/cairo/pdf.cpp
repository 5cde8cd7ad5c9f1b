// SPDX-License-Identifier: Apache-2.0
// A sheet as PDF, one page with its text as text, and as pixels.
#include <cairo-ft.h>
#include <cairo-pdf.h>
#include <ft2build.h>

#include FT_FREETYPE_H
#include FT_ADVANCES_H

#include <algorithm>
#include <map>
#include <stdexcept>

#include "packs/atlas/cairo/painter.hpp"

namespace terrawright::images::cairo {
namespace {

constexpr double points_of_unit = 72.0 / 2540.0;

struct FreeTypeEnds {
  void operator()(FT_Library library) const { FT_Done_FreeType(library); }
};
using FreeType = std::unique_ptr<std::remove_pointer_t<FT_Library>, FreeTypeEnds>;

// The fonts as cairo embeds them: one of each file.
class Faces {
 public:
  explicit Faces(const lettering::Fonts& fonts) : fonts_(fonts) {
    FT_Library library = nullptr;
    if (FT_Init_FreeType(&library) != 0) throw std::runtime_error("FreeType cannot begin");
    library_.reset(library);
  }
  ~Faces() {
    for (auto& [file, face] : faces_) {
      cairo_font_face_destroy(face.cairo);
      FT_Done_Face(face.free_type);
    }
  }
  Faces(const Faces&) = delete;
  Faces& operator=(const Faces&) = delete;

  struct Face {
    FT_Face free_type;
    cairo_font_face_t* cairo;
  };
  const Face& of(std::int32_t font) {
    const std::string_view file = fonts_.of(font).file();
    const auto found = faces_.find(file.data());
    if (found != faces_.end()) return found->second;
    Face face{};
    if (FT_New_Memory_Face(library_.get(), reinterpret_cast<const FT_Byte*>(file.data()),
                           static_cast<FT_Long>(file.size()), 0, &face.free_type) != 0)
      throw std::runtime_error("FreeType cannot read the font " + fonts_.of(font).name());
    face.cairo = cairo_ft_font_face_create_for_ft_face(face.free_type, FT_LOAD_NO_HINTING);
    return faces_.emplace(file.data(), face).first->second;
  }
  // In ems.
  double advance(std::int32_t font, std::uint32_t glyph) {
    FT_Fixed units = 0;
    if (FT_Get_Advance(of(font).free_type, glyph, FT_LOAD_NO_SCALE, &units) != 0)
      throw std::runtime_error("FreeType cannot read a glyph of the font " +
                               fonts_.of(font).name());  // without memory for one
    return static_cast<double>(units) / fonts_.of(font).units_per_em();
  }

 private:
  const lettering::Fonts& fonts_;
  FreeType library_;
  std::map<const char*, Face> faces_;
};

// Whether readers of PDFs find the word as it is drawn: level or upright, on one line, no letter far from the next.
bool in_a_row(const Word& word, Faces& faces) {
  for (std::size_t i = 0; i < word.glyphs.size(); ++i) {
    const PlacedGlyph& g = word.glyphs[i];
    if ((g.along_x != 0) == (g.along_y != 0) || g.text_bytes == 0) return false;
    if (i == 0) continue;
    const PlacedGlyph& before = word.glyphs[i - 1];
    if (g.along_x != before.along_x || g.along_y != before.along_y || g.text_begin < before.text_begin) return false;
    const double along_x = g.along_x / 16384.0, along_y = g.along_y / 16384.0;
    const double across = (g.x - before.x) * along_y - (g.y - before.y) * along_x;
    const double along = (g.x - before.x) * along_x + (g.y - before.y) * along_y;
    const double gap = along / word.size - faces.advance(word.font, before.glyph);
    constexpr double farthest = 0.09;  // of an em: what programs take for a blank is a tenth
    if (across < -1 || across > 1 || gap > farthest || gap < -0.3) return false;
  }
  return !word.glyphs.empty();
}

// The text that belongs to each glyph, without gaps: what no letter stands for belongs to the one before.
void show(cairo_t* cairo, const Word& word, const std::vector<cairo_glyph_t>& glyphs) {
  std::vector<cairo_text_cluster_t> clusters;
  for (std::size_t i = 0; i < word.glyphs.size(); ++i) {
    const std::uint32_t begin = clusters.empty() ? 0 : word.glyphs[i].text_begin;
    std::uint32_t end = static_cast<std::uint32_t>(word.text.size());
    std::size_t last = i;
    while (last + 1 < word.glyphs.size() && word.glyphs[last + 1].text_begin <= word.glyphs[i].text_begin) ++last;
    if (last + 1 < word.glyphs.size()) end = word.glyphs[last + 1].text_begin;
    clusters.push_back({static_cast<int>(end - begin), static_cast<int>(last + 1 - i)});
    i = last;
  }
  cairo_show_text_glyphs(cairo, word.text.data(), static_cast<int>(word.text.size()), glyphs.data(),
                         static_cast<int>(glyphs.size()), clusters.data(), static_cast<int>(clusters.size()),
                         cairo_text_cluster_flags_t{});
}

void choose(cairo_t* cairo, Faces& faces, const Word& word, double along_x, double along_y) {
  cairo_set_font_face(cairo, faces.of(word.font).cairo);
  const double size = word.size;
  const cairo_matrix_t matrix{size * along_x, size * along_y, -size * along_y, size * along_x, 0, 0};
  cairo_set_font_matrix(cairo, &matrix);
}

// Names that are spaced out or go along curves are drawn as outlines, and lie here as plain text, level, below all that
// is drawn over the paper, where searching and copying find them.
struct Below {
  cairo_t* cairo;
  Faces& faces;
  void text(const Word& word) const {
    if (word.text.empty() || word.glyphs.empty() || in_a_row(word, faces)) return;
    for (std::size_t i = 1; i < word.glyphs.size(); ++i)
      if (word.glyphs[i].text_begin < word.glyphs[i - 1].text_begin) return;  // of no order that text could have
    double width = 0;
    for (const PlacedGlyph& g : word.glyphs) width += faces.advance(word.font, g.glyph) * word.size;
    const PlacedGlyph &first = word.glyphs.front(), &last = word.glyphs.back();
    double x = (first.x + last.x) / 2.0 - width / 2;
    const double y = (first.y + last.y) / 2.0;
    std::vector<cairo_glyph_t> glyphs;
    for (const PlacedGlyph& g : word.glyphs) {
      glyphs.push_back({g.glyph, x, y});
      x += faces.advance(word.font, g.glyph) * word.size;
    }
    choose(cairo, faces, word, 1, 0);
    show(cairo, word, glyphs);
  }
  void fill(const PathView&, Colour) const {}
  void line(const PathView&, const Pen&) const {}
  void image(const PaperImageView&) const {}
  void clip(const PathView&) const {}
  void unclip() const {}
  void group(std::string_view) const {}
};

class PdfPainter final : public Painter {
 public:
  PdfPainter(cairo_t* cairo, Outlines& outlines, Faces& faces) : Painter(cairo, outlines, nullptr), faces_(faces) {}

 private:
  void letters(const Word& word) override {
    if (!in_a_row(word, faces_)) return Painter::letters(word);
    std::vector<cairo_glyph_t> glyphs;
    for (const PlacedGlyph& g : word.glyphs)
      glyphs.push_back({g.glyph, static_cast<double>(g.x), static_cast<double>(g.y)});
    choose(cairo_, faces_, word, word.glyphs[0].along_x / 16384.0, word.glyphs[0].along_y / 16384.0);
    show(cairo_, word, glyphs);
  }
  Faces& faces_;
};

cairo_status_t take_bytes(void* closure, const unsigned char* bytes, unsigned size) {
  const auto& take = *static_cast<const std::function<bool(const void*, std::size_t)>*>(closure);
  return take(bytes, size) ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

}  // namespace

void pdf_of(const DisplayListView& list, const std::string& creator,
            const std::function<bool(const void* bytes, std::size_t size)>& take) {
  Outlines outlines(list);
  Faces faces(outlines.fonts());
  const Surface surface(
      cairo_pdf_surface_create_for_stream(take_bytes, const_cast<std::function<bool(const void*, std::size_t)>*>(&take),
                                          list.width() * points_of_unit, list.height() * points_of_unit));
  demand(cairo_surface_status(surface.get()));
  cairo_pdf_surface_restrict_to_version(surface.get(), CAIRO_PDF_VERSION_1_5);
  cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_TITLE, std::string(list.title()).c_str());
  cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATOR, creator.c_str());
  // The clock would be another one with every build.
  cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z");
  {
    const Context cairo(cairo_create(surface.get()));
    const std::unique_ptr<cairo_font_options_t, Ends> options(cairo_font_options_create());
    cairo_font_options_set_hint_style(options.get(), CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options.get(), CAIRO_HINT_METRICS_OFF);
    cairo_set_font_options(cairo.get(), options.get());
    cairo_scale(cairo.get(), points_of_unit, points_of_unit);
    cairo_set_source_rgb(cairo.get(), 1, 1, 1);
    list.each(Below{cairo.get(), faces});
    PdfPainter painter(cairo.get(), outlines, faces);
    list.each(painter);
    cairo_show_page(cairo.get());
    demand(cairo_status(cairo.get()));
  }
  cairo_surface_finish(surface.get());
  demand(cairo_surface_status(surface.get()));
}

// A sheet as pixels.

namespace {

struct Block {
  std::int64_t x, y, width, height;
};

class Raster {
 public:
  Raster(const DisplayListView& list, std::int32_t dpi)
      : list_(list), dpi_(dpi), outlines_(list), images_(surfaces_of(list)) {}

  Surface drawn(const Block& block) {
    Surface surface(
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, static_cast<int>(block.width), static_cast<int>(block.height)));
    demand(cairo_surface_status(surface.get()));
    const Context cairo(cairo_create(surface.get()));
    cairo_set_source_rgb(cairo.get(), 1, 1, 1);
    cairo_paint(cairo.get());
    cairo_translate(cairo.get(), static_cast<double>(-block.x), static_cast<double>(-block.y));
    cairo_scale(cairo.get(), dpi_ / 2540.0, dpi_ / 2540.0);
    Painter painter(cairo.get(), outlines_, &images_);
    list_.each(painter);
    demand(cairo_status(cairo.get()));
    cairo_surface_flush(surface.get());
    return surface;
  }

 private:
  const DisplayListView& list_;
  std::int32_t dpi_;
  Outlines outlines_;
  std::vector<Surface> images_;
};

// The end of what it wrote.
std::uint8_t* copy_row(cairo_surface_t* from, std::int64_t row, std::uint8_t* to) {
  const auto stride = static_cast<std::int64_t>(cairo_image_surface_get_stride(from));
  const auto* pixels = reinterpret_cast<const std::uint32_t*>(cairo_image_surface_get_data(from) + row * stride);
  for (int i = 0; i < cairo_image_surface_get_width(from); ++i) {
    *to++ = static_cast<std::uint8_t>(pixels[i] >> 16 & 255);
    *to++ = static_cast<std::uint8_t>(pixels[i] >> 8 & 255);
    *to++ = static_cast<std::uint8_t>(pixels[i] & 255);
  }
  return to;
}

}  // namespace

void rows_of(const DisplayListView& list, const Pixels& pixels,
             const std::function<void(const void*, std::size_t)>& take) {
  const auto [dpi, width, height, at_once, widest] = pixels;
  const std::int64_t band = std::clamp<std::int64_t>(at_once / width, 1, height);
  std::vector<std::uint8_t> row(static_cast<std::size_t>(width * 3));
  Raster raster(list, dpi);
  for (std::int64_t y = 0; y < height; y += band) {
    const std::int64_t count = std::min(band, height - y);
    std::vector<Surface> blocks;
    for (std::int64_t x = 0; x < width; x += widest)
      blocks.push_back(raster.drawn({x, y, std::min(widest, width - x), count}));
    for (std::int64_t i = 0; i < count; ++i) {
      std::uint8_t* to = row.data();
      for (const Surface& block : blocks) to = copy_row(block.get(), i, to);
      take(row.data(), row.size());
    }
  }
}

}  // namespace terrawright::images::cairo
