// SPDX-License-Identifier: Apache-2.0
// A sheet as SVG 1.1: whole numbers of 1/100 mm as they are in the list, outlines of letters once each.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "encode/png.hpp"
#include "encode/seekable_file.hpp"
#include "lettering/lettering.hpp"
#include "packs/atlas/printing.hpp"
#include "report/amount.hpp"
#include "report/utf8.hpp"
#include "terrawright/exact_math.h"

namespace terrawright::print {
namespace {

using lettering::Font;
using lettering::OutlinePoint;
using TakeText = std::function<void(std::string_view)>;

// value / 10^places, without zeros at its end.
std::string decimal(std::int64_t value, int places) {
  std::string digits = std::to_string(value < 0 ? -value : value);
  if (digits.size() <= static_cast<std::size_t>(places))
    digits.insert(0, static_cast<std::size_t>(places) + 1 - digits.size(), '0');
  const std::size_t point = digits.size() - static_cast<std::size_t>(places);
  std::string fraction = digits.substr(point);
  fraction.erase(fraction.find_last_not_of('0') + 1);
  std::string whole = digits.substr(0, point);
  if (!fraction.empty()) whole = (whole == "0" ? "" : whole) + "." + fraction;
  return value < 0 && whole != "0" ? "-" + whole : whole;
}

// numerator / denominator, halves away from 0.
std::int64_t rounded(std::int64_t numerator, std::int64_t denominator) {
  return (numerator < 0 ? numerator - denominator / 2 : numerator + denominator / 2) / denominator;
}

// The numbers of a path's data: a minus parts them too.
void add_number(std::int64_t number, std::string& to) {
  const char last = to.back();
  if (number >= 0 && last >= '0' && last <= '9') to += ' ';
  to += std::to_string(number);
}

std::string data_of(const PathView& path) {
  std::string data;
  std::size_t i = 0;
  for (const Path::Contour& contour : path.contours) {
    PaperPoint before = path.points[i];
    const std::size_t begin = i;
    data += 'M';
    add_number(before.x, data);
    add_number(before.y, data);
    if (contour.end - begin > 1 || contour.closed == 0) data += 'l';
    if (contour.end - begin == 1 && contour.closed == 0) data += "0 0";  // a dot
    for (++i; i < contour.end; before = path.points[i++]) {
      add_number(path.points[i].x - before.x, data);
      add_number(path.points[i].y - before.y, data);
    }
    if (contour.closed != 0) data += 'z';
  }
  return data;
}

std::string data_of(const lettering::Outline& outline) {
  std::string data;
  std::size_t i = 0;
  for (const std::uint32_t end : outline.ends) {
    OutlinePoint before = outline.points[i++];
    data += 'M';
    add_number(before.x, data);
    add_number(before.y, data);
    while (i < end) {
      const OutlinePoint::Kind kind = outline.points[i].kind;
      data += kind == OutlinePoint::on ? 'l' : kind == OutlinePoint::quadratic ? 'q' : 'c';
      const std::size_t last = i + static_cast<std::size_t>(kind);
      for (; i <= last; ++i) {
        add_number(outline.points[i].x - before.x, data);
        add_number(outline.points[i].y - before.y, data);
      }
      before = outline.points[last];
    }
    data += 'z';
  }
  return data;
}

std::string painted(const char* what, Colour colour, bool with_opacity = true) {
  std::string text = std::string(" ") + what + "=\"#" + report::hex(&colour, 3) + '"';
  if (with_opacity && colour.alpha != 255)
    text += std::string(" ") + what + "-opacity=\"" + decimal(rounded(colour.alpha * 1000, 255), 3) + '"';
  return text;
}

using GlyphsOfFonts = std::map<std::int32_t, std::set<std::uint32_t>>;

struct GlyphCollector : IdlePainter {
  explicit GlyphCollector(GlyphsOfFonts& to) : glyphs(to) {}
  void text(const Word& word) {
    for (const PlacedGlyph& glyph : word.glyphs) glyphs[word.font].insert(glyph.glyph);
  }
  GlyphsOfFonts& glyphs;
};

std::string glyph_name(std::int32_t font, std::uint32_t glyph) {
  return "f" + std::to_string(font) + "g" + std::to_string(glyph);
}

// What a program that edits the file knows the font by.
std::string style_of(Font font, const lettering::Fonts& fonts) {
  switch (font) {
    case Font::garamond:
      return "font-family=\"'EB Garamond 12', 'EB Garamond', serif\"";
    case Font::garamond_italic:
      return "font-family=\"'EB Garamond 12', 'EB Garamond', serif\" font-style=\"italic\"";
    case Font::garamond_small_capitals:
      return "font-family=\"'EB Garamond 12', 'EB Garamond', serif\" font-variant=\"small-caps\"";
    case Font::lato:
      return "font-family=\"Lato, sans-serif\"";
    case Font::lato_medium:
      return "font-family=\"Lato, sans-serif\" font-weight=\"500\"";
    case Font::lato_bold:
      return "font-family=\"Lato, sans-serif\" font-weight=\"700\"";
    case Font::lato_italic:
      return "font-family=\"Lato, sans-serif\" font-style=\"italic\"";
    case Font::lato_light:
      return "font-family=\"Lato, sans-serif\" font-weight=\"300\"";
    case Font::own:
      return "font-family=\"'" + report::xml_text(fonts.of(font).name()) + "', sans-serif\"";
  }
  return "";
}

class SvgPainter {
 public:
  SvgPainter(bool letters, const lettering::Fonts& fonts, const TakeText& take)
      : letters_(letters), fonts_(fonts), take_(take) {}

  void fill(const PathView& path, Colour colour) {
    if (colour.alpha == 0 || path.points.empty()) return;
    take_("<path" + painted("fill", colour) + " d=\"" + data_of(path) + "\"/>\n");
  }
  void line(const PathView& path, const Pen& pen) {
    if (pen.colour.alpha == 0 || pen.width == 0 || path.points.empty()) return;
    std::string text =
        "<path fill=\"none\"" + painted("stroke", pen.colour) + " stroke-width=\"" + std::to_string(pen.width) + '"';
    if (pen.cap == Cap::butt) text += " stroke-linecap=\"butt\"";
    for (std::size_t i = 0; i < pen.dashes.size(); ++i)
      text += (i == 0 ? " stroke-dasharray=\"" : " ") + std::to_string(pen.dashes[i]);
    if (!pen.dashes.empty()) text += '"';
    take_(text + " d=\"" + data_of(path) + "\"/>\n");
  }
  void text(const Word& word) {
    const bool has_halo = word.halo.alpha != 0 && word.halo_width != 0, is_inked = word.colour.alpha != 0;
    if (letters_) {
      std::string text = "<text " + style_of(static_cast<Font>(word.font), fonts_) + " font-size=\"" +
                         std::to_string(word.size) + '"' + (is_inked ? painted("fill", word.colour) : " fill=\"none\"");
      if (has_halo)
        text += " paint-order=\"stroke\"" + painted("stroke", word.halo) + " stroke-width=\"" +
                std::to_string(word.halo_width) + '"';
      take_(text + places_of(word) + '>' + report::xml_text(word.text) + "</text>\n");
      return;
    }
    std::string text = "<g aria-label=\"" + report::xml_text(word.text) + "\">";
    const std::int64_t em = fonts_.of(word.font).units_per_em();
    // Of a whole word at once: where letters touch nothing is drawn twice.
    const auto opacity = [](Colour colour) {
      return colour.alpha == 255 ? "" : " opacity=\"" + decimal(rounded(colour.alpha * 1000, 255), 3) + '"';
    };
    if (has_halo)
      text += "<g fill=\"none\"" + painted("stroke", word.halo, false) + " stroke-width=\"" +
              std::to_string(rounded(word.halo_width * em, word.size)) + '"' + opacity(word.halo) + '>' +
              letters_of(word, em) + "</g>";
    if (is_inked)
      text += "<g fill-rule=\"nonzero\"" + painted("fill", word.colour, false) + opacity(word.colour) + '>' +
              letters_of(word, em) + "</g>";
    take_(text + "</g>\n");
  }
  void image(const PaperImageView& image) {
    std::string png;
    encode::PngFacts facts;
    facts.width = image.columns;
    facts.height = image.rows;
    facts.channels = image.channels;
    facts.filter = encode::PngFilter::paeth;
    encode::PngStream stream(
        facts, {}, [&](const void* bytes, std::size_t size) { png.append(static_cast<const char*>(bytes), size); });
    const auto row = static_cast<std::size_t>(image.columns) * static_cast<std::size_t>(image.channels);
    for (std::int32_t y = 0; y < image.rows; ++y)
      std::copy_n(image.bytes + static_cast<std::size_t>(y) * row, row, stream.next_row());
    stream.close();
    take_("<image x=\"" + std::to_string(image.x) + "\" y=\"" + std::to_string(image.y) + "\" width=\"" +
          std::to_string(image.width) + "\" height=\"" + std::to_string(image.height) +
          "\" preserveAspectRatio=\"none\" xlink:href=\"data:image/png;base64,");
    constexpr std::size_t at_once = 3 << 18;  // a multiple of 3
    for (std::size_t begin = 0; begin < png.size(); begin += at_once) {
      std::string text;
      encode::add_base64(std::string_view(png).substr(begin, at_once), text);
      take_(text);
    }
    take_("\"/>\n");
  }
  void clip(const PathView& path) {
    const std::string name = "clip-" + std::to_string(++clips_made_);
    take_("<clipPath id=\"" + name + "\"><path clip-rule=\"evenodd\" d=\"" + data_of(path) + "\"/></clipPath>\n");
    clips_.push_back(name);
    open(name);
  }
  void unclip() {
    take_("</g>\n");
    clips_.pop_back();
  }
  // A group is one element, so clips that go on are opened in it again.
  void group(std::string_view name) {
    end();
    std::string id;
    for (const char c : name) {
      const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
      id += plain ? c : '-';
    }
    const int times = ++groups_[id];
    if (times > 1) id += "-" + std::to_string(times);
    take_("<g id=\"" + std::string("group-") + id + "\" inkscape:groupmode=\"layer\" inkscape:label=\"" +
          report::xml_text(name) + "\">\n");
    in_group_ = true;
    for (const std::string& clip : clips_) open(clip);
  }
  void end() {
    for (std::size_t i = 0; i < clips_.size() + (in_group_ ? 1 : 0); ++i) take_("</g>\n");
    in_group_ = false;
  }

 private:
  void open(const std::string& clip) { take_("<g clip-path=\"url(#" + clip + ")\">\n"); }

  std::string letters_of(const Word& word, std::int64_t em) const {
    std::string text;
    for (const PlacedGlyph& g : word.glyphs) {
      if (fonts_.of(word.font).outline(g.glyph).points.empty()) continue;
      const auto scaled = [&](std::int64_t along) {
        return decimal(rounded(along * word.size * 1000000, 16384 * em), 6);
      };
      text += "<use xlink:href=\"#" + glyph_name(word.font, g.glyph) + "\" transform=\"matrix(" + scaled(g.along_x) +
              ' ' + scaled(g.along_y) + ' ' + scaled(g.along_y) + ' ' + scaled(-g.along_x) + ' ' + std::to_string(g.x) +
              ' ' + std::to_string(g.y) + ")\"/>";
    }
    return text;
  }

  // A word is one element, so that a search finds it: each of its characters has a place and a turn. Those that share a
  // glyph stand evenly up to the next one; those without a glyph, as spaces, with the glyph before.
  static std::string places_of(const Word& word) {
    std::string x, y, turned;
    bool turns = false;
    const auto place = [&](const PlacedGlyph& g, std::int64_t right, std::int64_t down) {
      const std::string degrees = degrees_of(g);
      turns = turns || degrees != "0";
      const char* const space = x.empty() ? "" : " ";
      x += space + std::to_string(g.x + right);
      y += space + std::to_string(g.y + down);
      turned += space + degrees;
    };
    for (std::size_t n = 0; n < word.glyphs.size(); ++n) {
      const PlacedGlyph& g = word.glyphs[n];
      const PlacedGlyph* const next = n + 1 < word.glyphs.size() ? &word.glyphs[n + 1] : nullptr;
      const std::size_t end = next != nullptr ? next->text_begin : word.text.size();
      std::int64_t characters = 0, shared = 0;
      for (std::size_t at = g.text_begin; at < end; ++at) {
        const bool begins = (static_cast<unsigned char>(word.text[at]) & 0xc0) != 0x80;
        characters += begins ? 1 : 0;
        shared += begins && at < std::size_t{g.text_begin} + g.text_bytes ? 1 : 0;
      }
      for (std::int64_t k = 0; k < characters; ++k) {
        const bool between = k > 0 && k < shared && next != nullptr;
        place(g, between ? (next->x - g.x) * k / shared : 0, between ? (next->y - g.y) * k / shared : 0);
      }
    }
    return " xml:space=\"preserve\" x=\"" + x + "\" y=\"" + y + '"' +
           (turns ? " rotate=\"" + turned + '"' : std::string());
  }
  // Rotation of a letter, clockwise; none is upside down.
  static std::string degrees_of(const PlacedGlyph& glyph) {
    if (glyph.along_y == 0) return "0";
    double least = -0.5, most = 0.5;  // of a half turn
    for (int n = 0; n < 24; ++n) {
      const double middle = (least + most) / 2;
      (terrawright_sinpi(middle) * 16384 > glyph.along_y ? most : least) = middle;
    }
    return decimal(static_cast<std::int64_t>(std::floor(least * 180 * 100 + 0.5)), 2);
  }

  const bool letters_;
  const lettering::Fonts& fonts_;
  const TakeText& take_;
  std::vector<std::string> clips_;
  std::size_t clips_made_ = 0;
  std::map<std::string, int> groups_;
  bool in_group_ = false;
};

// `letters`: text that programs can edit, where they have the fonts; else outlines, which look the same everywhere.
void svg_of(const DisplayListView& list, bool letters, const std::string& generator, const TakeText& take) {
  take(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" "
      "xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
      "xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\" width=\"" +
      decimal(list.width(), 2) + "mm\" height=\"" + decimal(list.height(), 2) + "mm\" viewBox=\"0 0 " +
      std::to_string(list.width()) + ' ' + std::to_string(list.height()) +
      "\" fill-rule=\"evenodd\" stroke-linejoin=\"round\" stroke-linecap=\"round\">\n<title>" +
      report::xml_text(list.title()) + "</title>\n<desc>" + report::xml_text(generator) + "</desc>\n");
  const lettering::Fonts fonts(list.font());
  if (!letters) {
    GlyphsOfFonts glyphs;
    list.each(GlyphCollector{glyphs});
    take("<defs>\n");
    for (const auto& [font, all] : glyphs) {
      for (const std::uint32_t glyph : all) {
        const auto outline = fonts.of(font).outline(glyph);
        if (!outline.points.empty())
          take("<path id=\"" + glyph_name(font, glyph) + "\" d=\"" + data_of(outline) + "\"/>\n");
      }
    }
    take("</defs>\n");
  }
  SvgPainter painter(letters, fonts, take);
  list.each(painter);
  painter.end();
  take("</svg>\n");
}

enum class TextAs { outlines, letters };

struct Svg : SheetFile {
  TextAs text = TextAs::outlines;

  static void describe(WriterSpec<Svg>& s) {
    s.writer("print.svg", "One sheet as lines and letters, for a browser or a program that edits them.");
    s.source("W3C, Scalable Vector Graphics 1.1, second edition");
    s.ending(".svg");
    describe_sheet(s);
    s.parameter(&Svg::text, "text", "What text is.")
        .choices({"outlines", "letters"})
        .choice_docs({"Letters as outlines, which look the same everywhere.",
                      "Text that programs can edit, where they have the fonts."});
  }

  void write(const Writing& writing) const {
    write_sheet(writing, [&](std::string_view, const DisplayListView& list, Writing::File& file) {
      svg_of(list, text == TextAs::letters, writing.plain().generator, [&](std::string_view piece) {
        writing.go_on();
        file.add(piece);
      });
    });
  }
};

}  // namespace
}  // namespace terrawright::print

TERRAWRIGHT_WRITER(print, svg, terrawright::print::Svg)
