// SPDX-License-Identifier: Apache-2.0
// A struct of a name that every other library has too, of another content (APART_WIDE) and another value.
#include <string>
#include <vector>

#include "terrawright/stage.hpp"

using namespace terrawright;

struct Note {
  std::int64_t cells = 0;
#ifdef APART_WIDE
  std::int64_t more[40] = {};
#endif
};

struct Same {
#ifdef APART_WIDE
  std::vector<double> list = {1, 2, 3};
  std::string before = "a text that is too long for the place inside a string";
#endif
  In<Height> from;
  Out<Height> height;
  std::string text = "another text that is too long for the place inside a string";
  double add = 0;

  static void describe(Spec<Same>& s) {
    s.stage("made." APART_NAME, "Adds a number of its own.");
    s.port(&Same::from, "height", "Any heights.");
    s.port(&Same::height, "height", "More.").like("height");
#ifdef APART_WIDE
    s.parameter(&Same::list, "list", "Numbers.");
    s.parameter(&Same::before, "before", "A text.");
#endif
    s.parameter(&Same::add, "add", "What it adds to its own.");
    s.parameter(&Same::text, "text", "A text.");
  }
  void arrange(Arrangement&) {
    text += text;
    add += APART_VALUE;
  }
  Note survey(const Tile& tile) const {
    Note note;
    note.cells = tile.area().width * tile.area().height;
    return note;
  }
  Note merge(const Note& a, const Note& b) const {
    Note both = a;
    both.cells += b.cells;
    return both;
  }
  Next<Note> resolve(Resolving&, const Notes<Note>& notes) const { return done(notes[0]); }
  void paint(Tile& tile, const Note& note) const {
    const auto in = tile[from];
    const auto to = tile[height];
    if (note.cells != 70 * 70) throw Failure("", "not all cells were counted");
    if (text.size() < 100) throw Failure("", "the text is not whole");
    tile.each_cell([&](auto x, auto y) { to(x, y) = in(x, y) + static_cast<float>(add); });
  }
};

TERRAWRIGHT_PLUGIN("made." APART_NAME, "1", terrawright::stage<Same>())
