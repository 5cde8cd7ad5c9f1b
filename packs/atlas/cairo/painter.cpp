// SPDX-License-Identifier: Apache-2.0
#include "packs/atlas/cairo/painter.hpp"

#include <stdexcept>

namespace terrawright::images::cairo {

void demand(cairo_status_t status) {
  if (status != CAIRO_STATUS_SUCCESS) throw std::runtime_error(cairo_status_to_string(status));
}

Surface surface_of(const PaperImageView& image) {
  Surface surface(cairo_image_surface_create(image.channels == 4 ? CAIRO_FORMAT_ARGB32 : CAIRO_FORMAT_RGB24,
                                             image.columns, image.rows));
  demand(cairo_surface_status(surface.get()));
  unsigned char* const to = cairo_image_surface_get_data(surface.get());
  const auto stride = static_cast<std::size_t>(cairo_image_surface_get_stride(surface.get()));
  const std::uint8_t* from = image.bytes;
  for (std::int32_t y = 0; y < image.rows; ++y) {
    auto* row = reinterpret_cast<std::uint32_t*>(to + static_cast<std::size_t>(y) * stride);
    for (std::int32_t x = 0; x < image.columns; ++x, from += image.channels) {
      const std::uint32_t alpha = image.channels == 4 ? from[3] : 255;
      const auto times_alpha = [alpha](std::uint32_t value) { return (value * alpha + 127) / 255; };
      row[x] = alpha << 24 | times_alpha(from[0]) << 16 | times_alpha(from[1]) << 8 | times_alpha(from[2]);
    }
  }
  cairo_surface_mark_dirty(surface.get());
  return surface;
}

namespace {

struct ImageCollector : IdlePainter {
  explicit ImageCollector(std::vector<Surface>& to) : surfaces(to) {}
  void image(const PaperImageView& image) { surfaces.push_back(surface_of(image)); }
  std::vector<Surface>& surfaces;
};

}  // namespace

std::vector<Surface> surfaces_of(const DisplayListView& list) {
  std::vector<Surface> surfaces;
  list.each(ImageCollector{surfaces});
  return surfaces;
}

Painter::Painter(cairo_t* cairo, Outlines& outlines, const std::vector<Surface>* images)
    : cairo_(cairo), outlines_(outlines), images_(images) {
  cairo_set_line_join(cairo_, CAIRO_LINE_JOIN_ROUND);
  cairo_set_tolerance(cairo_, 0.1);
}

void Painter::colour(Colour c) {
  cairo_set_source_rgba(cairo_, c.red / 255.0, c.green / 255.0, c.blue / 255.0, c.alpha / 255.0);
}

void Painter::add(const PathView& path) {
  cairo_new_path(cairo_);
  std::size_t i = 0;
  for (const Path::Contour& contour : path.contours) {
    cairo_move_to(cairo_, path.points[i].x, path.points[i].y);
    if (contour.end - i == 1) cairo_line_to(cairo_, path.points[i].x, path.points[i].y);  // a dot
    for (++i; i < contour.end; ++i) cairo_line_to(cairo_, path.points[i].x, path.points[i].y);
    if (contour.closed != 0) cairo_close_path(cairo_);
  }
}

void Painter::fill(const PathView& path, Colour of) {
  if (of.alpha == 0 || path.points.empty()) return;
  add(path);
  colour(of);
  cairo_set_fill_rule(cairo_, CAIRO_FILL_RULE_EVEN_ODD);
  cairo_fill(cairo_);
}

void Painter::line(const PathView& path, const Pen& pen) {
  if (pen.colour.alpha == 0 || pen.width == 0 || path.points.empty()) return;
  add(path);
  colour(pen.colour);
  cairo_set_line_width(cairo_, pen.width);
  cairo_set_line_cap(cairo_, pen.cap == Cap::round ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT);
  const std::vector<double> dashes(pen.dashes.begin(), pen.dashes.end());
  cairo_set_dash(cairo_, dashes.data(), static_cast<int>(dashes.size()), 0);
  cairo_stroke(cairo_);
  cairo_set_dash(cairo_, nullptr, 0, 0);
}

void Painter::text(const Word& word) {
  cairo_set_fill_rule(cairo_, CAIRO_FILL_RULE_WINDING);
  if (word.halo.alpha != 0 && word.halo_width != 0) {
    outlines(word);
    colour(word.halo);
    cairo_set_line_width(cairo_, word.halo_width);
    cairo_set_line_cap(cairo_, CAIRO_LINE_CAP_ROUND);
    cairo_stroke(cairo_);
  }
  if (word.colour.alpha == 0) return;
  colour(word.colour);
  letters(word);
}

void Painter::outlines(const Word& word) {
  using lettering::OutlinePoint;
  cairo_new_path(cairo_);
  const double scale = static_cast<double>(word.size) / outlines_.fonts().of(word.font).units_per_em() / 16384.0;
  for (const PlacedGlyph& g : word.glyphs) {
    const lettering::Outline& outline = outlines_.of(word.font, g.glyph);
    const double along_x = scale * g.along_x, along_y = scale * g.along_y;
    struct Point {
      double x, y;
    };
    const auto place = [&](const OutlinePoint& p) {
      return Point{g.x + p.x * along_x + p.y * along_y, g.y + p.x * along_y - p.y * along_x};
    };
    std::size_t i = 0;
    for (const std::uint32_t end : outline.ends) {
      Point before = place(outline.points[i++]);
      cairo_move_to(cairo_, before.x, before.y);
      while (i < end) {
        const OutlinePoint::Kind kind = outline.points[i].kind;
        const Point a = place(outline.points[i++]);
        if (kind == OutlinePoint::on) {
          cairo_line_to(cairo_, a.x, a.y);
          before = a;
        } else if (kind == OutlinePoint::quadratic) {
          const Point b = place(outline.points[i++]);
          cairo_curve_to(cairo_, (before.x + 2 * a.x) / 3, (before.y + 2 * a.y) / 3, (b.x + 2 * a.x) / 3,
                         (b.y + 2 * a.y) / 3, b.x, b.y);
          before = b;
        } else {
          const Point b = place(outline.points[i++]), c = place(outline.points[i++]);
          cairo_curve_to(cairo_, a.x, a.y, b.x, b.y, c.x, c.y);
          before = c;
        }
      }
      cairo_close_path(cairo_);
    }
  }
}

void Painter::image(const PaperImageView& image) {
  const Surface made = images_ ? nullptr : surface_of(image);
  cairo_surface_t* const surface = images_ ? (*images_)[n_images_++].get() : made.get();
  cairo_save(cairo_);
  cairo_rectangle(cairo_, image.x, image.y, image.width, image.height);
  cairo_clip(cairo_);
  cairo_translate(cairo_, image.x, image.y);
  cairo_scale(cairo_, static_cast<double>(image.width) / image.columns, static_cast<double>(image.height) / image.rows);
  cairo_set_source_surface(cairo_, surface, 0, 0);
  // In pixels the outermost go on, so that the edge is as opaque as the rest; a .pdf file has the image itself.
  if (images_) cairo_pattern_set_extend(cairo_get_source(cairo_), CAIRO_EXTEND_PAD);
  cairo_pattern_set_filter(cairo_get_source(cairo_), CAIRO_FILTER_GOOD);
  cairo_paint(cairo_);
  cairo_restore(cairo_);
}

// In a .pdf cairo writes a clip for each drawing inside it, and a coast is half a megabyte. Drawings inside a long clip
// are therefore a group, which is clipped as a whole.
void Painter::clip(const PathView& path) {
  constexpr std::size_t most_points = 100;
  const bool grouped = images_ == nullptr && path.points.size() > most_points;
  clips_.push_back(grouped ? std::optional(path) : std::nullopt);
  if (grouped) {
    cairo_push_group(cairo_);
  } else {
    cairo_save(cairo_);
    clip_to(path);
  }
}

void Painter::unclip() {
  const std::optional<PathView> grouped = clips_.back();
  clips_.pop_back();
  if (grouped) {
    cairo_pop_group_to_source(cairo_);
    cairo_save(cairo_);
    clip_to(*grouped);
    cairo_paint(cairo_);
  }
  cairo_restore(cairo_);
}

void Painter::clip_to(const PathView& path) {
  add(path);
  cairo_set_fill_rule(cairo_, CAIRO_FILL_RULE_EVEN_ODD);
  cairo_clip(cairo_);
}

}  // namespace terrawright::images::cairo
