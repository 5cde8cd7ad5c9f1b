// SPDX-License-Identifier: Apache-2.0
// layout.hpp: the part of the world on the paper and its scale, with sheets of paper, scale bar and graticule.
#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "map/sheet/plane.hpp"
#include "map/style/style.hpp"
#include "terrawright/degrees.hpp"
#include "terrawright/failure.hpp"
#include "terrawright/tile.hpp"

namespace terrawright::map {

enum class Orientation { automatic, portrait, landscape };

struct WorldFacts {
  std::int64_t width = 1, height = 1;
  double cell = 1, latitude = 0, longitude = 0;
};

// Requested properties of the paper.
struct PaperFacts {
  std::int32_t shorter = 29700, longer = 42000;  // 1/100 mm
  Orientation orientation = Orientation::automatic;
  std::optional<double> denominator;
  bool any_scale = false;  // not only round ones
  bool band = true;        // room beside the map for title and legend
  bool trimmed = false;    // the paper ends around the frame
};

struct Layout {
  std::int32_t width = 0, height = 0;  // of the paper
  Box frame;                           // of the map
  Box band;                            // for title and legend; empty: they stand in the sea
  double x0 = 0, y0 = 0;               // cell at the frame's upper left corner
  double k = 1;                        // 1/100 mm a cell
  double denominator = 1;
  std::int32_t margin = 1100, border = 650;
  bool landscape = false;

  double x(double cell) const { return frame.left + (cell - x0) * k; }
  double y(double cell) const { return frame.top + (cell - y0) * k; }
  Spot spot(double cell_x, double cell_y) const { return {x(cell_x), y(cell_y)}; }
};

// Extent of land, in cells; without cells: none, and all of the world is shown. Throws a Failure where the land does
// not fit at the scale that is asked for.
Layout laid_out(const WorldFacts& world, const Rect& land, const PaperFacts& paper);

// Throws a Failure of the parameter that says how large the paper is, if it holds no map at all.
void require_room(const PaperFacts& paper, const char* parameter);

// The least round denominator that is no less.
double round_denominator(double least);

// Sheets of paper by their names.
enum class PaperName { a0, a1, a2, a3, a4, a5, letter, legal, tabloid };

constexpr double least_paper = 50, most_paper = 2000;  // mm

inline PaperFacts paper_facts(PaperName name, const std::vector<double>& size, Orientation orientation,
                              const std::optional<double>& scale, const Style& style) {
  struct Sides {
    std::int32_t shorter, longer;  // 1/100 mm
  };
  static constexpr Sides named[] = {{84100, 118900}, {59400, 84100}, {42000, 59400}, {29700, 42000}, {21000, 29700},
                                    {14800, 21000},  {21590, 27940}, {21590, 35560}, {27940, 43180}};
  PaperFacts facts;
  facts.shorter = named[static_cast<int>(name)].shorter;
  facts.longer = named[static_cast<int>(name)].longer;
  facts.orientation = orientation;
  if (!size.empty()) {
    if (size.size() != 2)
      throw Failure("size",
                    "a paper has a width and a height, and this is " + std::to_string(size.size()) + " numbers");
    for (const double side : size) {
      if (!(side >= least_paper && side <= most_paper))
        throw Failure("size",
                      "the sides of a paper are 50 to 2000 mm; on less there is no room for a map with its frame");
    }
    facts.shorter = rounded(std::min(size[0], size[1]) * 100);
    facts.longer = rounded(std::max(size[0], size[1]) * 100);
    // Its sides say which way it lies.
    if (orientation == Orientation::automatic && size[0] != size[1])
      facts.orientation = size[0] > size[1] ? Orientation::landscape : Orientation::portrait;
  }
  facts.denominator = scale;
  facts.any_scale = style.any_scale();
  facts.band = style.band();
  facts.trimmed = style.name == StyleName::antique;
  return facts;
}

// The length of a kilometre, or of a league, on the paper.
struct ScaleBar {
  double unit = 1000;  // metres: what its figures count
  double length = 0;   // units
  std::string name;    // km, m, leagues
  int parts = 4;
  double hundredths = 0;  // of a millimetre on paper a unit

  double width() const { return length * hundredths; }
};

// With figures in the greater unit if the bar has room for one of it, else in the lesser.
struct BarUnit {
  std::string name;
  double metres;
};
ScaleBar scale_bar_of(const Layout& layout, double room, const BarUnit& greater, const BarUnit& lesser);
// From (x, y), its upper left corner, on; figures stand above.
void draw_scale_bar(const ScaleBar& bar, Spot at, const Style& style, DisplayList& list);

std::string figure_text(double value);
std::string scale_text(double denominator);  // "1 : 750 000"

// Lines of longitude and latitude, the checkered border and its figures.
struct GraticuleLine {
  std::int64_t minutes;  // of longitude, east, or of latitude, north
  std::int32_t at;       // 1/100 mm across or down
};
struct Graticule {
  std::int64_t step = 60;  // minutes from line to line
  std::vector<GraticuleLine> meridians, parallels;
  std::vector<std::int32_t> checks_across, checks_down;  // ends of the border's checks: thirds of a step
  bool begins_dark_across = false, begins_dark_down = false;
};

Graticule graticule_of(const Layout& layout, const WorldFacts& world);
std::string degrees_text(std::int64_t minutes, char positive, char negative);
// Round the globe: no more than 180 degrees to either side.
std::string longitude_text(std::int64_t minutes);

// The frame around the map: lines, checks and the graticule's figures.

void draw_graticule(const Layout& layout, const Graticule& graticule, const Style& style, DisplayList& list);
void draw_border(const Layout& layout, const Graticule& graticule, const Style& style, DisplayList& list);

}  // namespace terrawright::map
