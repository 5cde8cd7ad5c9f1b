// SPDX-License-Identifier: Apache-2.0
// Names wanted on a sheet of paper, their obstacles, and the result. All places and lengths are 1/100 mm of the paper,
// x to the right and y down; directions are unit vectors times 2^14.
//
//   LabelInput input;
//   input.frame = {2000, 2000, 27700, 40000};
//   input.styles.push_back({lettering::Font::lato_medium, {26, 26, 26, 255}});
//   input.features.push_back(...);
//   const LabelOutput output = placed_labels(input, letters_of(fonts));    // label_solver.hpp
//   for (const PlacedLabel& label : output.placed) list.text(label.word);
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "lettering/lettering.hpp"
#include "terrawright/display_list.hpp"

namespace terrawright::map {

enum class LabelKind : std::int32_t {
  town,    // point
  peak,    // point
  height,  // point: the figure of a peak; its place is the peak's
  cape,    // point, direction seawards
  bay,     // point, direction out of the bay, radius
  island,  // point (pole), radius: of the widest circle inside
  sea,     // point, radius: of the widest empty circle
  river,   // line from source to mouth, half_widths
  lake,    // point (pole), line (axis, may be empty), radius: of the widest circle inside
  range,   // line (axis)
  forest,  // line (axis), point (pole), radius
  desert,
  plain,
};
constexpr std::int32_t label_kinds = 13;
const char* name_of(LabelKind kind);  // as the column kind says it

struct PaperBox {  // from its left and upper side up to, not with, its right and lower side
  std::int32_t left, top, right, bottom;
};

// Bytes on a grid of square cells; what lies beyond them is `beyond`.
struct PaperRaster {
  std::int32_t x = 0, y = 0;  // the upper left corner of the first cell
  std::int32_t cell = 25;     // 1/100 mm a cell
  std::int32_t columns = 0, rows = 0;
  std::vector<std::uint8_t> values;  // rows from above
  std::uint8_t beyond = 0;
};

struct LabelStyle {
  lettering::Font font;
  Colour colour;
  Colour halo = {0, 0, 0, 0};
  std::int32_t halo_width = 0;
  std::int32_t tracking = 0;         // between letters, in 1/1000 em; for ranges and areas the least
  std::int32_t widest_tracking = 0;  // 1/1000 em: ranges, areas and seas are spread up to here
};

struct LabelFeature {
  LabelKind kind;
  std::string text;         // UTF-8, in capitals where it is to be; "" wants no label
  std::int32_t style = 0;   // number in LabelInput::styles
  std::int32_t size = 280;  // 1/100 mm an em
  // towns 1 chief .. 4 village; peaks and heights 1 for the four greatest, else 2; bays 1 large, 2 small; seas 1, 2, 3.
  std::int32_t rank = 2;
  std::int32_t importance = 1000;  // what the kind and rank say, times this/1000 (an antique forest: 2333)
  std::int32_t number = 0;         // the caller's number; ties are broken by place and text, not by this
  PaperPoint point = {0, 0};
  std::int32_t mark = 0;  // half the side of the mark at the point: its label keeps off it
  std::int32_t radius = 0;
  std::int32_t towards_x = 0, towards_y = 0;
  bool harbour = false;  // a town at the coast: its name would rather stand in the sea
  std::vector<PaperPoint> line;
  std::vector<std::int32_t> half_widths;  // of a river at each point of its line; empty: a hair
  std::string from;  // the input port it came from: where a letter that the font lacks is complained about
};

struct LabelInput {
  PaperBox frame = {0, 0, 0, 0};  // labels stay 1 mm inside
  std::vector<PaperBox> taken;    // title, legend, rose: no label there
  std::vector<PaperBox> marks;    // towns, peaks: no label there
  std::vector<LabelStyle> styles;
  std::vector<LabelFeature> features;           // in any order
  PaperRaster land = {0, 0, 25, 0, 0, {}, 0};   // 0 sea, else land; lakes are land
  PaperRaster lakes = {0, 0, 25, 0, 0, {}, 0};  // 0 none
  PaperRaster ink = {0, 0,  40, 0,
                     0, {}, 0};  // 0 bare .. 255: coast 255, mountains 190, figures 200, shores 150, rivers 140
};

// The letters that labels are made of: those of a sheet's fonts, or a test's.
struct Letters {
  std::function<std::int32_t(lettering::Font)> units_per_em;
  std::function<std::vector<lettering::Glyph>(lettering::Font, std::string_view)> shaped;
  std::function<std::string(lettering::Font, std::string_view)> missing_letter;
  std::function<std::string(lettering::Font)> name;
};
inline Letters letters_of(const lettering::Fonts& fonts) {
  return {[fonts](lettering::Font font) { return fonts.of(font).units_per_em(); },
          [fonts](lettering::Font font, std::string_view text) { return fonts.of(font).shaped(text); },
          [fonts](lettering::Font font, std::string_view text) { return fonts.of(font).missing_letter(text); },
          [fonts](lettering::Font font) { return fonts.of(font).name(); }};
}

// A rectangle at any angle with its corners rounded to 1/100 mm, clockwise as one sees it.
struct LabelBox {
  PaperPoint corner[4];
};

struct PlacedLabel {
  std::size_t feature;  // its place in LabelInput::features
  Word word;            // two lines are one word, whose letters tell where they are
  std::vector<LabelBox> boxes;
};

enum class WhyNot : std::int32_t {
  no_name,   // its text is empty
  repeated,  // a more important feature of its kind has the same name
  too_many,  // there are more important ones than can be looked at
  outside,   // the feature is not in the frame
  no_place,  // no candidate that fits what is drawn
  others,    // other labels have all its places
};
struct UnplacedLabel {
  std::size_t feature;
  WhyNot why;
};
struct LabelCount {
  std::int32_t wanted = 0, placed = 0;  // wanted: those with a name, in the frame, neither repeated nor too many
};

struct LabelOutput {
  std::vector<PlacedLabel> placed;  // in the order in which they are drawn
  std::vector<UnplacedLabel> unplaced;
  LabelCount counts[label_kinds];  // by LabelKind
  std::int64_t energy = 0;         // sum of 1000 W for what has no place, less for what has; less is better
  std::int64_t greedy_energy = 0;  // before any label was moved
};

}  // namespace terrawright::map

namespace terrawright::map::labels {

// Worth of a label: 1000 for the atlas's 1.
std::int64_t worth_of(const LabelFeature& feature);

}  // namespace terrawright::map::labels
