// SPDX-License-Identifier: Apache-2.0
// A place where a name could stand, and how letters come there.
#pragma once
#include <cstdint>
#include <vector>

#include "label_path.hpp"
#include "label_text.hpp"

namespace terrawright::map::labels {

struct Candidate {
  std::int32_t cost = 0;   // thousandths
  std::int32_t place = 0;  // candidates at one place are much alike: others are kept first
  std::vector<LabelBox> boxes;
  std::vector<PlacedGlyph> glyphs;
};

// Space around letters, 1/100 mm, and of an em above and below the baseline.
constexpr double beside_letters = 25, over_letters = 15, ascent = 0.70, descent = 0.24;

inline double above_baseline(double em) { return ascent * em + over_letters; }
inline double below_baseline(double em) { return descent * em + over_letters; }

// A line of text along a straight baseline, in one box.
void set_straight(Candidate& candidate, const TextLine& line, double em, double tracking, Vector begin, Vector along);

// Text in a block around its middle: one line, or two centred below one another.
struct Block {
  const LabelText* text;
  double tracking;
  bool two_lines;
  double width() const;
  double height() const;
  void set(Candidate& candidate, Vector middle, Vector along = {1, 0}) const;
};

// Turning of a baseline under the letters of a word, in radians.
struct Turning {
  double whole = 0, largest = 0;
};

// Letters that stand on a curve from `begin` on, a box each; nothing of it is upside down. False if it is too short or
// turns too much: more than .26 from letter to letter, or 1.6 in all.
bool set_along(Candidate& candidate, const TextLine& line, double em, double tracking, const LabelPath& path,
               double begin, Turning& turning);

// The cheapest, those of other places first; then in the order of cost.
std::vector<Candidate> best_of(std::vector<Candidate> candidates, std::size_t most);

}  // namespace terrawright::map::labels
