// SPDX-License-Identifier: Apache-2.0
#include "sign_drawing.hpp"

#include <algorithm>

#include "chance.hpp"
#include "generalise.hpp"

namespace terrawright::map {

Box box_of(const Sign& sign, const SignPlace& place) {
  const double x = place.size * 0.001 * (place.wide * 0.001), y = place.size * 0.001;
  const double left = place.mirrored ? -sign.box.right : sign.box.left;
  const double right = place.mirrored ? -sign.box.left : sign.box.right;
  return {rounded(place.at.x + left * x) - place.moved, rounded(place.at.y - sign.box.top * y) - place.moved,
          rounded(place.at.x + right * x) + place.moved, rounded(place.at.y - sign.box.bottom * y) + place.moved};
}

void draw_sign(const Sign& sign, const SignPlace& place, DisplayList& list) {
  const double y = place.size * 0.001, x = (place.mirrored ? -y : y) * (place.wide * 0.001);
  for (const SignPart& part : sign.parts) {
    Path path;
    for (const auto& stroke : part.strokes) {
      Line line;
      line.closed = part.closed;
      for (const PaperPoint& p : stroke) {
        // Points that several parts share are moved alike.
        Spot spot{place.at.x + p.x * x, place.at.y - p.y * y};
        if (place.moved > 0) {
          const std::uint64_t word = word_at_place(p.x, p.y) ^ place.word;
          spot.x += place.moved * part_of(word, 1), spot.y += place.moved * part_of(word, 2);
        }
        line.spots.push_back(spot);
      }
      add(path, part.round > 0 ? rounded_off(line, part.round) : line);
    }
    if (path.empty()) continue;
    if (part.fill) {
      list.fill(path, part.of_ground ? place.ground : part.colour);
    } else {
      // Small signs are drawn with a finer pen, though not as much finer as they are smaller.
      const std::int32_t width = part.width * std::min(500 + place.size / 2, 1200) / 1000;
      list.line(path, {std::max(width, 6), part.colour});
    }
  }
}

}  // namespace terrawright::map
