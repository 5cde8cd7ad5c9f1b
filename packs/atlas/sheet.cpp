// SPDX-License-Identifier: Apache-2.0
#include "packs/atlas/sheet.hpp"

#include <map>
#include <memory>
#include <stdexcept>
#include <utility>

#include "graph/sha256.hpp"
#include "lettering/lettering.hpp"
#include "report/amount.hpp"

namespace terrawright::images {
namespace {

std::string in_quotes(std::string_view text) {
  std::string all = "\"";
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte == '"' || byte == '\\') all += '\\';
    if (byte < 0x80) {
      all += text[i];
    } else {
      all += "\\x" + report::hex(&byte, 1);
    }
  }
  return all + '"';
}

class TextPainter {
 public:
  explicit TextPainter(const std::function<void(std::string_view)>& take) : take_(take) {}

  void fill(const PathView& path, Colour colour) {
    line_ = "fill";
    add(colour);
    add(path);
  }
  void line(const PathView& path, const Pen& pen) {
    line_ = "line";
    add(pen.width);
    add(pen.colour);
    line_ += pen.cap == Cap::round ? " round" : " butt";
    for (const std::int32_t dash : pen.dashes) add(dash);
    add(path);
  }
  void text(const Word& word) {
    line_ = "text";
    add(word.font);
    add(word.size);
    add(word.colour);
    add(word.halo);
    add(word.halo_width);
    line_ += ' ' + in_quotes(word.text);
    for (const PlacedGlyph& g : word.glyphs) {
      line_ += " g";
      line_ += std::to_string(g.glyph);
      for (const std::int32_t number : {g.x, g.y, g.along_x, g.along_y}) add(number);
      line_ += ' ' + std::to_string(g.text_begin) + '+' + std::to_string(g.text_bytes);
    }
    end();
  }
  void image(const PaperImageView& image) {
    line_ = "image";
    for (const std::int32_t number :
         {image.x, image.y, image.width, image.height, image.columns, image.rows, image.channels})
      add(number);
    graph::Sha256 hash;
    hash.add(image.bytes, static_cast<std::size_t>(std::int64_t{image.columns} * image.rows * image.channels));
    line_ += ' ' + hash.hex();
    end();
  }
  void clip(const PathView& path) {
    line_ = "clip";
    add(path);
  }
  void unclip() {
    line_ = "unclip";
    end();
  }
  void group(std::string_view name) {
    line_ = "group " + in_quotes(name);
    end();
  }

 private:
  void add(std::int32_t number) { line_ += ' ' + std::to_string(number); }
  void add(Colour colour) { line_ += " #" + report::hex(&colour, sizeof colour); }
  void add(const PathView& path) {
    std::size_t i = 0;
    for (const Path::Contour& contour : path.contours) {
      line_ += " M";
      for (; i < contour.end; ++i) add(path.points[i].x), add(path.points[i].y);
      if (contour.closed != 0) line_ += " Z";
    }
    end();
  }
  void end() {
    line_ += '\n';
    take_(line_);
  }

  const std::function<void(std::string_view)>& take_;
  std::string line_;
};

// Fonts are those of the program and the list's own, and glyphs those of the fonts.
struct FontCheck : IdlePainter {
  explicit FontCheck(const lettering::Fonts& of) : fonts(of) {}
  void text(const Word& word) {
    if (!fonts.have(word.font))
      throw WrongDisplayList("a word is of the font " + std::to_string(word.font) + ", and there are " +
                             std::to_string(lettering::font_count) + (fonts.own() ? " and its own" : ""));
    const std::uint32_t count = fonts.of(word.font).glyph_count();
    for (const PlacedGlyph& g : word.glyphs) {
      if (g.glyph >= count)
        throw WrongDisplayList("a word is of the glyph " + std::to_string(g.glyph) + ", and its font has " +
                               std::to_string(count));
    }
  }
  const lettering::Fonts& fonts;
};

// Throws WrongDisplayList where the list's own is none.
lettering::Fonts fonts_of(const DisplayListView& list) {
  try {
    return lettering::Fonts(list.font());
  } catch (const std::runtime_error& why) {
    throw WrongDisplayList(std::string("its own font cannot be read: ") + why.what());
  }
}

}  // namespace

DisplayListView list_of(std::string_view made) {
  const DisplayListView list(made.data(), made.size());
  list.each(FontCheck{fonts_of(list)});
  return list;
}

void text_of(const DisplayListView& list, const std::function<void(std::string_view)>& take) {
  std::string head = "terrawright display list " + std::to_string(display_list_version) + "\npaper " +
                     std::to_string(list.width()) + ' ' + std::to_string(list.height()) + ' ' +
                     in_quotes(list.title()) + '\n';
  if (!list.font().empty()) {
    graph::Sha256 hash;
    hash.add(list.font().data(), list.font().size());
    head += "font " + hash.hex() + '\n';
  }
  take(head);
  list.each(TextPainter(take));
}

std::string sha256_of(const DisplayListView& list) {
  graph::Sha256 hash;
  text_of(list, [&](std::string_view text) { hash.add(text.data(), text.size()); });
  return hash.hex();
}

std::string groups_of(const DisplayListView& list) {
  std::string csv = "group,operations,sha256\n", name = "\"\"";
  std::map<std::string, int> times;
  std::uint64_t operations = 0;
  auto hash = std::make_unique<graph::Sha256>();
  const auto end = [&] {
    if (operations != 0) csv += name + ',' + std::to_string(operations) + ',' + hash->hex() + '\n';
  };
  bool is_head = true;
  text_of(list, [&](std::string_view line) {
    if (std::exchange(is_head, false)) return;
    constexpr std::string_view group = "group \"";
    if (line.substr(0, group.size()) == group) {
      end();
      operations = 0;
      hash = std::make_unique<graph::Sha256>();
      name = std::string(line.substr(group.size(), line.size() - group.size() - 2));
      if (const int again = ++times[name]; again > 1) name += " " + std::to_string(again);
      std::string doubled;
      for (const char c : name) doubled += c == '"' ? "\"\"" : std::string(1, c);
      name = '"' + doubled + '"';
    }
    ++operations;
    hash->add(line.data(), line.size());
  });
  end();
  return csv;
}

}  // namespace terrawright::images
