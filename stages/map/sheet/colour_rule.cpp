// SPDX-License-Identifier: Apache-2.0
#include "colour_rule.hpp"

#include <algorithm>

#include "colour_pairs.hpp"

namespace terrawright::map {
namespace {

class Rule {
 public:
  explicit Rule(const Style& style) : style_(style) {}

  std::vector<std::string> found() {
    steps("heights", style_.heights, style_.contours, style_.contour,
          "draw contours (\"contours\": true) in a colour that is far from both");
    steps("depths", style_.depths, style_.isobaths(), style_.isobath,
          style_.isobaths() ? "give colours.isobath a colour that is far from both" : "leave one of them out");
    const Colour shore = style_.heights[0].colour, sea = style_.depths[0].colour;
    if (!parted(shore, sea, style_.coast)) {
      areas("tints.depths[0]: the sea " + hexadecimal(sea) + " beside the lowland of tints.heights[0] " +
                hexadecimal(shore),
            sea, shore, least_of_pairs, "move one of them, or give colours.coast a colour that is far from both");
    }
    on_land();
    return std::move(problems_);
  }

 private:
  static bool parted(Colour a, Colour b, Colour line) {
    return nearness(over(line, a), a).distance >= least_of_pairs &&
           nearness(over(line, b), b).distance >= least_of_pairs;
  }

  void areas(const std::string& what, Colour a, Colour b, double least, const std::string& remedy) {
    const Nearness near = nearness(a, b);
    if (near.distance < least) problems_.push_back(told(what, near, least, remedy));
  }

  void steps(const char* name, const std::vector<TintStep>& steps, bool lines, Colour line, const std::string& remedy) {
    for (std::size_t n = 1; n < steps.size(); ++n) {
      const Colour a = steps[n - 1].colour, b = steps[n].colour;
      if (lines && parted(a, b, line)) continue;
      const std::string place = "tints." + std::string(name) + "[";
      areas(place + std::to_string(n) + "]: " + hexadecimal(b) + " after " + hexadecimal(a) + " of " + place +
                std::to_string(n - 1) + "]",
            b, a, least_of_steps, "make one of them lighter or darker, or " + remedy);
    }
  }

  // Drawings on land, on their least readable ground.
  void on_land() {
    const bool shows_forest = !is_white(style_.forest);
    const std::vector<PrintedGround> grounds = grounds_on_land(style_);
    Worst forests;
    for (std::size_t n = 0; shows_forest && n + 1 < grounds.size(); n += 2)
      forests.meet(grounds[n + 1].colour, grounds[n]);
    // Trees part the forests of an antique map from open land.
    if (shows_forest && style_.name != StyleName::antique)
      tell("colours.forest_filter: forest ", forests, "make the filter darker, or #ffffff to show no forests");
    line("colours.river: rivers ", {style_.river}, grounds);
    if (style_.contours) {
      line("colours.contour: contours ", {style_.contour}, grounds);
      line("colours.index_contour: heavy contours ", {style_.index_contour}, grounds);
    }
    for (const bool main : {true, false}) {
      const RoadLook& road = main ? style_.main_road : style_.road;
      std::vector<Colour> strokes = {road.colour};
      if (road.casing_width > road.width) strokes.push_back(road.casing);
      line(main ? "roads.main.colour: main roads " : "roads.other.colour: roads ", strokes, grounds);
    }
  }

  // A line is seen if one of its strokes is.
  void line(const char* what, const std::vector<Colour>& strokes, const std::vector<PrintedGround>& grounds) {
    Worst worst;
    for (const PrintedGround& ground : grounds) {
      Colour clearest = over(strokes[0], ground.colour);
      for (const Colour stroke : strokes) {
        const Colour drawn = over(stroke, ground.colour);
        if (nearness(drawn, ground.colour).distance > nearness(clearest, ground.colour).distance) clearest = drawn;
      }
      worst.meet(clearest, ground);
    }
    tell(what, worst, "make it darker or lighter");
  }

  void tell(const char* what, const Worst& worst, const char* remedy) {
    if (worst.near.distance < least_of_pairs) problems_.push_back(told(what, worst, least_of_pairs, remedy));
  }

  const Style& style_;
  std::vector<std::string> problems_;
};

}  // namespace

std::vector<std::string> unreadable(const Style& style) {
  std::vector<std::string> problems = Rule(style).found();
  for (std::string& problem : unreadable_letters(style)) problems.push_back(std::move(problem));
  return problems;
}

}  // namespace terrawright::map
