// SPDX-License-Identifier: Apache-2.0
// A display list drawn by cairo, in user space of 1/100 mm.
#pragma once
#include <cairo.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lettering/lettering.hpp"
#include "terrawright/display_list_view.hpp"

namespace terrawright::images::cairo {

struct Ends {
  void operator()(cairo_t* cairo) const { cairo_destroy(cairo); }
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
  void operator()(cairo_pattern_t* pattern) const { cairo_pattern_destroy(pattern); }
  void operator()(cairo_font_face_t* face) const { cairo_font_face_destroy(face); }
  void operator()(cairo_font_options_t* options) const { cairo_font_options_destroy(options); }
};
using Context = std::unique_ptr<cairo_t, Ends>;
using Surface = std::unique_ptr<cairo_surface_t, Ends>;
using Pattern = std::unique_ptr<cairo_pattern_t, Ends>;

// Throws std::runtime_error.
void demand(cairo_status_t status);

// The glyphs that were drawn so far.
class Outlines {
 public:
  explicit Outlines(const DisplayListView& list) : fonts_(list.font()) {}
  const lettering::Fonts& fonts() const { return fonts_; }
  const lettering::Outline& of(std::int32_t font, std::uint32_t glyph) {
    const auto [found, is_new] = outlines_.try_emplace({font, glyph});
    if (is_new) found->second = fonts_.of(font).outline(glyph);
    return found->second;
  }

 private:
  lettering::Fonts fonts_;
  std::map<std::pair<std::int32_t, std::uint32_t>, lettering::Outline> outlines_;
};

// The pixels as cairo has them.
Surface surface_of(const PaperImageView& image);
// Surfaces of all images of a list, in their order.
std::vector<Surface> surfaces_of(const DisplayListView& list);

class Painter {
 public:
  // `images`: those of surfaces_of(), or none: each is made where it is drawn.
  Painter(cairo_t* cairo, Outlines& outlines, const std::vector<Surface>* images);
  virtual ~Painter() = default;

  void fill(const PathView& path, Colour colour);
  void line(const PathView& path, const Pen& pen);
  void text(const Word& word);
  void image(const PaperImageView& image);
  void clip(const PathView& path);
  void unclip();
  void group(std::string_view) {}

 protected:
  virtual void letters(const Word& word) { outlines(word), cairo_fill(cairo_); }
  // The path of all letters of the word.
  void outlines(const Word& word);
  void colour(Colour colour);

  cairo_t* cairo_;
  Outlines& outlines_;

 private:
  void add(const PathView& path);
  void clip_to(const PathView& path);
  const std::vector<Surface>* images_;
  std::size_t n_images_ = 0;
  std::vector<std::optional<PathView>> clips_;  // none: cairo's own
};

// A sheet as PDF, and as pixels.

// `take` answers whether it goes on. Throws std::runtime_error in cairo's own words.
void pdf_of(const DisplayListView& list, const std::string& creator,
            const std::function<bool(const void* bytes, std::size_t size)>& take);

struct Pixels {
  std::int32_t dpi;
  std::int64_t width, height;
  std::int64_t at_once;  // about so many are drawn at a time
  std::int64_t widest;   // in blocks no wider than that
};

// The rows of the list's pixels, red, green and blue.
void rows_of(const DisplayListView& list, const Pixels& pixels,
             const std::function<void(const void* bytes, std::size_t size)>& take);

}  // namespace terrawright::images::cairo
