// SPDX-License-Identifier: Apache-2.0
// contour_lines.hpp: contours of the land and isobaths of the sea, with their figures.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "field.hpp"
#include "generalise.hpp"
#include "letters.hpp"
#include "paper.hpp"
#include "surface.hpp"

namespace terrawright::map {

// Figures that stand on lines of one height or depth: where a line is calm and nothing else is drawn.

struct LineFigure {
  Word word;
  Spot middle;
  double along_x, along_y, half;
};

// Positions of lines, in squares of half a millimetre.
class Occupied {
 public:
  explicit Occupied(const Box& frame);
  void add(const Line& line);
  // Anywhere between two spots.
  bool is(const Spot& a, const Spot& b) const;

 private:
  static constexpr double side = 50;
  std::size_t at(double x, double y) const;
  template <class Each>
  static void along(const Spot& a, const Spot& b, Each each);
  Box frame_;
  std::size_t columns_;
  std::vector<std::uint8_t> set_;
};

// In 1/100 mm: the shortest line that has one, how much of it each has, how far apart they are on one line, and from
// any other.
struct FigureRoom {
  double line, each, along, apart;
};
struct FigureGround {
  const Field& field;  // whose lines they are: uphill is above a figure if that costs little
  const ClipBox& inside;
  const Occupied& occupied;
  const FigureRoom& room;
};

void figure_line(const Line& line, const std::string& text, const Lettering& lettering, const FigureGround& ground,
                 std::vector<LineFigure>& figures);
// Lines end where figures stand on them.
void cut_out(Lines& lines, const std::vector<LineFigure>& figures);

struct Contours {
  double interval = 0;  // m
  Lines thin, index;
  Lines half;                       // between contours, on plains where these leave too much land without a line
  std::vector<LineFigure> figures;  // lines still run through them: cut_out() ends that
};

// The interval at which contours stay apart on all but the steepest tenth of the land; 0 on
// even ground, which has none.
double interval_of(const Surface& surface, const Parallel& parallel);
Contours contours_of(const Surface& surface, double interval, const Box& frame, const Lettering& figures,
                     const Occupied& occupied, const Parallel& parallel);

// All of them are thin; without letters there are no figures.
Contours isobaths_of(const Surface& surface, const std::vector<double>& depths, const Box& frame,
                     const std::optional<Lettering>& figures, const Occupied& occupied, const Parallel& parallel);

}  // namespace terrawright::map
