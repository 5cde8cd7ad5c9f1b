// SPDX-License-Identifier: Apache-2.0
// view.ascii: a map of characters.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "terrawright/stage.hpp"
#include "view/tint.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::view;

// An axis of which only the middle cell of each block of cells is shown.
struct Thinned {
  std::int64_t cells = 0, block = 1;

  // Number of shown ones.
  std::int64_t count() const { return (cells + block - 1) / block; }
  // The cell that is shown at place i.
  std::int64_t cell(std::int64_t i) const { return std::min(i * block + block / 2, cells - 1); }
  // The first place that shows cell `from` or a later one.
  std::int64_t place(std::int64_t from) const {
    std::int64_t i = std::max<std::int64_t>(from / block - 1, 0);
    while (i < count() && cell(i) < from) ++i;
    return i;
  }
};

// In UTF-8, bytes that continue a character, 10xxxxxx, belong to the one before them.
std::vector<std::string> characters_of(std::string_view text) {
  std::vector<std::string> characters;
  for (const char byte : text) {
    const bool continues = (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
    if (characters.empty() || !continues) characters.emplace_back();
    characters.back() += byte;
  }
  return characters;
}

// The part of the map that a tile shows.
struct Part {
  std::int64_t first_column, first_row, columns, rows;
};

struct Ascii {
  In<Field> field;
  In<Class> classes;
  Out<Text> text;
  std::string tiles = R"(~~""xxX$%#@)";
  std::string separator;
  std::optional<std::int64_t> columns;

  bool of_classes = false;
  std::vector<std::string> glyphs;  // by step, or by code
  Thinned across, down;

  static void describe(Spec<Ascii>& s) {
    s.stage("view.ascii", "A map of characters, one line a row: a field in steps, or classes by their glyphs.");
    s.source("Diamond-square in Clojure; algorithms 3.3");
    s.port(&Ascii::field, "field", "Heights or any other field.")
        .statistics()
        .optional()
        .only_in(TERRAWRIGHT_PHASE_SURVEY);
    s.port(&Ascii::classes, "classes", "Classes, in place of a field.").optional().only_in(TERRAWRIGHT_PHASE_SURVEY);
    s.port(&Ascii::text, "text", "The map, to be written to a .txt file or printed.");
    s.parameter(&Ascii::tiles, "tiles",
                "Characters from the lowest to the highest step of a field; the last is for its highest cells alone.");
    s.parameter(&Ascii::separator, "separator",
                "Text between two characters of a line; a blank makes cells about square in a terminal.");
    s.parameter(&Ascii::columns, "columns",
                "Largest number of characters in a line, each for the middle cell of a block of cells. all: one "
                "character for each cell.")
        .word("all")
        .range(1, 1 << 20);
  }

  void arrange(Arrangement& world) {
    of_classes = world.connected(classes);
    if (of_classes == world.connected(field)) {
      throw Failure("field", of_classes ? "field and classes are both connected; connect one of them"
                                        : "neither field nor classes is connected; connect one of them");
    }
    const std::int64_t block = columns ? (world.width() + *columns - 1) / *columns : 1;
    across = {world.width(), block};
    down = {world.height(), block};
    const auto refuse_breaks = [](const std::string& written, const char* parameter) {
      if (written.find_first_of("\r\n") != std::string::npos)
        throw Failure(parameter, "a line break in it would break the lines of the map");
    };
    refuse_breaks(tiles, "tiles");
    refuse_breaks(separator, "separator");
    glyphs = of_classes ? glyphs_of(world.legend(classes)) : characters_of(tiles);
    if (!of_classes && glyphs.size() < 2)
      throw Failure("tiles", "a field needs at least two characters, low to high; write tiles: \" .:-=+*#%@\"");
    const auto characters = static_cast<std::uint64_t>(across.count() * down.count());
    world.needs_memory(characters * (2 * sizeof(std::uint16_t) + 4 + separator.size()));
  }

  // A code that the legend does not know, or that has no glyph, is '?'.
  static std::vector<std::string> glyphs_of(const std::vector<LegendEntry>& legend) {
    std::vector<std::string> glyphs(65536, "?");
    for (const LegendEntry& e : legend) {
      if (!e.glyph.empty()) glyphs[e.code] = e.glyph;
    }
    return glyphs;
  }

  Blob survey(const Tile& tile) const {
    const std::int64_t left = across.place(tile.left()), top = down.place(tile.top());
    const Part part{left, top, across.place(tile.right()) - left, down.place(tile.bottom()) - top};
    std::vector<std::uint16_t> shown;
    shown.reserve(static_cast<std::size_t>(part.columns * part.rows));
    const auto values = tile[field];
    const auto codes = tile[classes];
    if (values) tile.require_finite(field, "field");
    const Spread spread(tile.statistics(field));
    const auto steps = static_cast<std::int64_t>(glyphs.size()) - 1;
    for (std::int64_t j = top; j < top + part.rows; ++j) {
      tile.poll();
      for (std::int64_t i = left; i < left + part.columns; ++i) {
        const std::int64_t x = across.cell(i), y = down.cell(j);
        shown.push_back(codes ? codes(x, y) : static_cast<std::uint16_t>(spread.step(values(x, y), steps)));
      }
    }
    Blob note;
    note.add_one(part);
    note.add(shown);
    return note;
  }

  struct Nothing {};
  Next<Nothing> resolve(Resolving& world, const Notes<Blob>& notes) const {
    const std::int64_t width = across.count(), height = down.count();
    std::vector<std::uint16_t> map(static_cast<std::size_t>(width * height));
    for (std::size_t n = 0; n < notes.size(); ++n) {
      const Part& part = notes[n].one<Part>(0);
      const Items<std::uint16_t> shown = notes[n].items<std::uint16_t>(1);
      for (std::int64_t j = 0; j < part.rows; ++j) {
        std::copy_n(shown.data() + j * part.columns, part.columns,
                    map.begin() + (part.first_row + j) * width + part.first_column);
      }
    }
    std::string lines;
    lines.reserve(map.size() * (1 + separator.size()) + static_cast<std::size_t>(height));
    for (std::int64_t j = 0; j < height; ++j) {
      world.poll();
      for (std::int64_t i = 0; i < width; ++i) {
        if (i > 0) lines += separator;
        lines += glyphs[map[static_cast<std::size_t>(j * width + i)]];
      }
      lines += '\n';
    }
    world.text(text, lines);
    return done(Nothing{});
  }

  void paint(Tile&) const {}
};

}  // namespace

TERRAWRIGHT_STAGE(view, ascii, Ascii)
