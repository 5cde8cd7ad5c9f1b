// SPDX-License-Identifier: Apache-2.0
#include "packs/atlas/svg_data.hpp"

namespace terrawright::images {

using lettering::OutlinePoint;

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

std::int64_t rounded(std::int64_t numerator, std::int64_t denominator) {
  return (numerator < 0 ? numerator - denominator / 2 : numerator + denominator / 2) / denominator;
}

// The numbers of a path's data: a minus parts them too.
static void add_number(std::int64_t number, std::string& to) {
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

}  // namespace terrawright::images
