// SPDX-License-Identifier: Apache-2.0
// terrawright/display_list.hpp: a drawing on paper as a list of operations, in the order in which they are drawn. A
// stage makes one as a grid of the unit "display_list", and an output writes it as .svg, .pdf or .png:
//
//   Out<Grid> sheet;
//   s.port(&Sheet::sheet, "sheet", "The drawing.").unit(display_list_unit);
//
//   DisplayList list(29700, 42000, "Stureland");
//   Path coast;
//   coast.move(1000, 1000);
//   coast.line(2000, 1500);
//   list.line(coast, {22, {30, 60, 90, 255}});
//   resolving.grid(sheet, list.blob());
//
// All that is decided is decided by whoever makes the list: coordinates and widths are whole hundredths of a millimetre
// (x to the right, y down, (0, 0) the top left of the paper), colours are bytes, letters are glyphs of a font that
// comes with the program, or of one that the list brings. What writes it decides nothing.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "blob.hpp"
#include "kinds.hpp"

namespace terrawright {
inline namespace v1 {

constexpr const char* display_list_unit = "display_list";
constexpr std::int32_t display_list_version = 1;
constexpr std::int32_t own_font = 1000;  // the number of the font that a list brings

// A place on the paper, in 1/100 mm.
struct PaperPoint {
  std::int32_t x, y;
};

// Lines of straight pieces. A contour that is closed is closed by its writer; a fill closes all of them.
class Path {
 public:
  void move(std::int32_t x, std::int32_t y) {
    end();
    points_.push_back({x, y});
  }
  void line(std::int32_t x, std::int32_t y) { points_.push_back({x, y}); }
  void close() { closed_ = true, end(), closed_ = false; }
  // All of a polyline: anything with members x and y.
  template <class Points>
  void add(const Points& points, bool closed = false) {
    end();
    for (const auto& p : points) points_.push_back({static_cast<std::int32_t>(p.x), static_cast<std::int32_t>(p.y)});
    if (closed) close();
  }
  void rectangle(std::int32_t x, std::int32_t y, std::int32_t width, std::int32_t height) {
    move(x, y), line(x + width, y), line(x + width, y + height), line(x, y + height), close();
  }

  struct Contour {
    std::uint32_t end;  // its points are those up to here
    std::uint32_t closed;
  };
  const std::vector<PaperPoint>& points() const { return points_; }
  // Finished contours.
  std::vector<Contour> contours() const {
    std::vector<Contour> all = contours_;
    if (begin() < points_.size()) all.push_back({static_cast<std::uint32_t>(points_.size()), 0});
    return all;
  }
  bool empty() const { return points_.empty(); }

 private:
  std::size_t begin() const { return contours_.empty() ? 0 : contours_.back().end; }
  void end() {
    if (begin() < points_.size()) contours_.push_back({static_cast<std::uint32_t>(points_.size()), closed_ ? 1u : 0u});
  }
  std::vector<PaperPoint> points_;
  std::vector<Contour> contours_;
  bool closed_ = false;
};

enum class Cap : std::int32_t { butt = 0, round = 1 };

// Joins are round.
struct Pen {
  std::int32_t width;  // 1/100 mm
  Colour colour;
  Cap cap = Cap::round;
  std::vector<std::int32_t> dashes = {};  // drawn, left out, drawn ... in 1/100 mm; none: a whole line
};

// A letter of a word: the glyph in the word's font, its origin (on the baseline), and the direction of its baseline.
// That is a unit vector times 2^14, (16384, 0) to the right.
struct PlacedGlyph {
  std::uint32_t glyph;
  std::int32_t x, y, along_x, along_y;
  std::uint32_t text_begin, text_bytes;  // which part of the word's text it stands for
};

struct Word {
  std::string text;   // UTF-8, as somebody would search for it
  std::int32_t font;  // its number in lettering/fonts, or own_font
  std::int32_t size;  // 1/100 mm an em
  Colour colour;
  Colour halo = {0, 0, 0, 0};   // alpha 0: none
  std::int32_t halo_width = 0;  // of the stroke round the letters, 1/100 mm
  std::vector<PlacedGlyph> glyphs;
};

// A picture that fills a rectangle of the paper: rows of red, green and blue, or with alpha.
struct PaperImage {
  std::int32_t x, y, width, height;      // 1/100 mm
  std::int32_t columns, rows, channels;  // 3 or 4
  std::vector<std::uint8_t> bytes;
};

enum class DrawingOperation : std::int32_t { fill = 1, line = 2, text = 3, image = 4, clip = 5, unclip = 6, group = 7 };

class DisplayList {
 public:
  DisplayList(std::int32_t width, std::int32_t height, std::string_view title)
      : header_{display_list_version, width, height, 0} {
    title_.assign(title.begin(), title.end());
  }

  // The inside of the path, by even and odd.
  void fill(const Path& path, Colour colour) {
    begin(DrawingOperation::fill);
    add(colour);
    add(path);
    end();
  }
  void line(const Path& path, const Pen& pen) {
    begin(DrawingOperation::line);
    add(pen.width);
    add(pen.colour);
    add(static_cast<std::int32_t>(pen.cap));
    add(static_cast<std::int32_t>(pen.dashes.size()));
    for (const std::int32_t dash : pen.dashes) add(dash);
    add(path);
    end();
  }
  void text(const Word& word) {
    begin(DrawingOperation::text);
    add(word.font);
    add(word.size);
    add(word.colour);
    add(word.halo);
    add(word.halo_width);
    add_bytes(word.text.data(), word.text.size());
    add(static_cast<std::int32_t>(word.glyphs.size()));
    for (const PlacedGlyph& g : word.glyphs) {
      add(static_cast<std::int32_t>(g.glyph));
      add(g.x), add(g.y), add(g.along_x), add(g.along_y);
      add(static_cast<std::int32_t>(g.text_begin)), add(static_cast<std::int32_t>(g.text_bytes));
    }
    end();
  }
  void image(const PaperImage& image) {
    begin(DrawingOperation::image);
    add(image.x), add(image.y), add(image.width), add(image.height);
    add(image.columns), add(image.rows), add(image.channels);
    add_bytes(image.bytes.data(), image.bytes.size());
    end();
  }
  // Until unclip, which belongs to the last clip that is not yet undone, only what is inside the path is drawn.
  void clip(const Path& path) {
    begin(DrawingOperation::clip);
    add(path);
    end();
  }
  void unclip() {
    begin(DrawingOperation::unclip);
    end();
  }
  // The operations up to the next group belong to this layer: "rivers". For programs that edit the drawing.
  void group(std::string_view name) {
    begin(DrawingOperation::group);
    add_bytes(name.data(), name.size());
    end();
  }

  // The file of the font `own_font`, .ttf or .otf.
  void font(std::string_view file) { font_.assign(file.begin(), file.end()); }

  Blob blob() const {
    Blob all;
    all.add(header_, 4);
    all.add(title_);
    all.add(words_);
    all.add(bytes_);
    if (!font_.empty()) all.add(font_);
    return all;
  }

 private:
  void add(std::int32_t word) { words_.push_back(word); }
  void add(Colour c) {
    words_.push_back(static_cast<std::int32_t>(static_cast<std::uint32_t>(c.red) << 24 |
                                               static_cast<std::uint32_t>(c.green) << 16 |
                                               static_cast<std::uint32_t>(c.blue) << 8 | c.alpha));
  }
  void add(const Path& path) {
    const auto contours = path.contours();
    add(static_cast<std::int32_t>(contours.size()));
    for (const Path::Contour& contour : contours) {
      add(static_cast<std::int32_t>(contour.end));
      add(static_cast<std::int32_t>(contour.closed));
    }
    for (const PaperPoint& p : path.points()) add(p.x), add(p.y);
  }
  // Bytes lie apart: where they begin, in two halves, and how many they are.
  void add_bytes(const void* first, std::size_t count) {
    add(static_cast<std::int32_t>(bytes_.size() >> 24));
    add(static_cast<std::int32_t>(bytes_.size() & 0xffffff));
    add(static_cast<std::int32_t>(count));
    const auto* begin = static_cast<const std::uint8_t*>(first);
    bytes_.insert(bytes_.end(), begin, begin + count);
  }
  // An operation: what it is, how many words follow, the words.
  void begin(DrawingOperation operation) {
    add(static_cast<std::int32_t>(operation));
    add(0);
    first_ = words_.size();
  }
  void end() { words_[first_ - 1] = static_cast<std::int32_t>(words_.size() - first_); }

  std::int32_t header_[4];
  std::vector<char> title_;
  std::vector<std::int32_t> words_;
  std::vector<std::uint8_t> bytes_;
  std::vector<char> font_;
  std::size_t first_ = 0;
};

}  // namespace v1
}  // namespace terrawright
