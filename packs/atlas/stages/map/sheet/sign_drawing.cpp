// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "plane.hpp"
#include "signs.hpp"
#include "terrawright/exact_math.h"

namespace terrawright::map {

Path circle(Spot middle, double radius) {
  // Directions halved from the right angle on: 32 corners, and more of large circles.
  std::vector<Spot> quarter = {{1, 0}, {0, 1}};
  const int halvings = radius < 300 ? 3 : 5;
  for (int halving = 0; halving < halvings; ++halving) {
    std::vector<Spot> finer;
    for (std::size_t i = 0; i + 1 < quarter.size(); ++i) {
      const double x = quarter[i].x + quarter[i + 1].x, y = quarter[i].y + quarter[i + 1].y;
      const double length = std::sqrt(x * x + y * y);
      finer.push_back(quarter[i]);
      finer.push_back({x / length, y / length});
    }
    finer.push_back(quarter.back());
    quarter = finer;
  }
  Line ring;
  ring.closed = true;
  double cx = 1, cy = 0;
  for (int turn = 0; turn < 4; ++turn) {
    for (std::size_t i = 0; i + 1 < quarter.size(); ++i) {
      const double x = quarter[i].x * cx - quarter[i].y * cy, y = quarter[i].x * cy + quarter[i].y * cx;
      ring.spots.push_back({middle.x + radius * x, middle.y + radius * y});
    }
    const double was = cx;
    cx = -cy, cy = was;
  }
  return path_of(Lines{ring});
}

std::int32_t town_radius(int rank, const Style& style) {
  static constexpr std::int32_t modern[] = {125, 105, 80, 60}, old[] = {270, 200, 130, 90};
  const int n = rank < 1 ? 0 : rank > 4 ? 3 : rank - 1;
  return style.name == StyleName::antique ? old[n] : modern[n];
}

void draw_town(Spot at, int rank, const Style& style, DisplayList& list) {
  const double r = town_radius(rank, style);
  Path body, dot;
  if (style.name == StyleName::atlas && rank <= 1) {
    body = rectangle_of(at.x - r, at.y - r, 2 * r, 2 * r);
    dot = rectangle_of(at.x - r * 0.45, at.y - r * 0.45, r * 0.9, r * 0.9);
  } else {
    body = circle(at, r);
    if (rank <= 2) dot = circle(at, r * (rank == 1 ? 0.52 : 0.4));
  }
  list.fill(body, style.mark);
  list.line(body, {rank <= 1 ? 32 : 26, style.ink});
  if (!dot.empty()) list.fill(dot, style.ink);
}

void draw_summit(Spot at, const Style& style, DisplayList& list) {
  list.fill(path_of({{at.x, at.y - 62}, {at.x + 55, at.y + 38}, {at.x - 55, at.y + 38}}, true), style.ink);
}

namespace {

Spot middle_of_box(const Box& box) { return {(box.left + box.right) / 2.0, box.bottom - box.width() / 2.0}; }

// The n-th of 32 winds from the north, clockwise, as a unit vector with y down.
Spot wind(int n) { return {terrawright_sinpi(n / 16.0), -terrawright_cospi(n / 16.0)}; }

void point_of_star(Spot middle, int n, double long_side, double waist, const Style& style, DisplayList& list) {
  const Spot tip = wind(n), before = wind(n - 2), after = wind(n + 2);
  const auto at = [&](Spot d, double r) { return Spot{middle.x + d.x * r, middle.y + d.y * r}; };
  for (const bool dark : {true, false}) {
    const Spot side = dark ? after : before;
    const Path path = path_of(Lines{{{middle, at(tip, long_side), at(side, waist)}, true}});
    list.fill(path, dark ? style.ink : rgb(0xf4e6c2));
    list.line(path, {14, style.ink});
  }
}

}  // namespace

void draw_rhumbs(const Box& rose, const Box& frame, const Style& style, DisplayList& list) {
  const Spot middle = middle_of_box(rose);
  const double far = frame.width() + frame.height();
  Path path;
  for (int n = 0; n < 32; ++n) {
    const Spot d = wind(n);
    path.move(rounded(middle.x), rounded(middle.y));
    path.line(rounded(middle.x + d.x * far), rounded(middle.y + d.y * far));
  }
  list.line(path, {8, {style.ink.red, style.ink.green, style.ink.blue, 70}});
}

void draw_rose(const Box& box, const Style& style, DisplayList& list) {
  const Spot m = middle_of_box(box);
  const double r = box.width() / 2.0;
  const Path outer = circle(m, r * 0.80), hub = circle(m, r * 0.06);
  Path ticks;
  list.fill(outer, {0xf4, 0xe6, 0xc2, 70});
  list.line(outer, {18, style.ink});
  list.line(circle(m, r * 0.72), {10, style.ink});
  for (int n = 0; n < 32; ++n) {
    const Spot d = wind(n);
    const double from = n % 2 == 0 ? 0.72 : 0.75;
    ticks.move(rounded(m.x + d.x * r * from), rounded(m.y + d.y * r * from));
    ticks.line(rounded(m.x + d.x * r * 0.80), rounded(m.y + d.y * r * 0.80));
  }
  list.line(ticks, {12, style.ink});
  for (int n = 2; n < 32; n += 4) point_of_star(m, n, r * 0.5, r * 0.13, style, list);
  for (int n = 4; n < 32; n += 8) point_of_star(m, n, r * 0.70, r * 0.15, style, list);
  for (int n = 0; n < 32; n += 8) point_of_star(m, n, r * 0.98, r * 0.17, style, list);
  list.fill(hub, rgb(0xf4e6c2));
  list.line(hub, {14, style.ink});
  draw_sign(signs_of(SignKind::lily).front(), {{m.x, m.y - r * 0.98}, rounded(r * 0.28), 1000}, list);
}

namespace {

using Json = nlohmann::json;

[[noreturn]] void refuse(const std::string& what) { throw std::runtime_error("a table of signs: " + what); }

// "#38261a", or "#38261a80" with how dense it is.
Colour colour_of(const std::string& text) {
  if ((text.size() != 7 && text.size() != 9) || text[0] != '#' ||
      text.find_first_not_of("0123456789abcdef", 1) != std::string::npos)
    refuse("'" + text + "' is no colour such as #38261a");
  const auto byte = [&](std::size_t at) {
    return static_cast<std::uint8_t>(std::stoi(text.substr(at, 2), nullptr, 16));
  };
  return {byte(1), byte(3), byte(5), text.size() == 9 ? byte(7) : std::uint8_t{255}};
}

SignPart sign_part_of(const Json& json, const Json& colours) {
  SignPart part;
  part.fill = json.contains("fill");
  const std::string colour = json.at(part.fill ? "fill" : "line").get<std::string>();
  part.of_ground = colour == "ground";
  if (!part.of_ground) part.colour = colour_of(colours.at(colour).get<std::string>());
  part.width = part.fill ? 0 : json.at("width").get<std::int32_t>();
  part.closed = part.fill || json.value("closed", false);
  part.round = json.value("round", 0);
  for (const Json& stroke : json.at("strokes")) {
    if (stroke.size() < 4 || stroke.size() % 2 != 0) refuse("a stroke is a list of x, y, x, y ...");
    std::vector<PaperPoint> points;
    for (std::size_t i = 0; i < stroke.size(); i += 2) {
      if (!stroke[i].is_number_integer() || !stroke[i + 1].is_number_integer()) refuse("points are whole numbers");
      points.push_back({stroke[i].get<std::int32_t>(), stroke[i + 1].get<std::int32_t>()});
    }
    part.strokes.push_back(std::move(points));
  }
  return part;
}

Box box_of(const std::vector<SignPart>& parts) {
  Box box{INT32_MAX, INT32_MIN, INT32_MIN, INT32_MAX};
  for (const SignPart& part : parts) {
    const std::int32_t half = (part.width + 1) / 2;
    for (const auto& stroke : part.strokes) {
      for (const PaperPoint& p : stroke) {
        box.left = std::min(box.left, p.x - half), box.right = std::max(box.right, p.x + half);
        box.bottom = std::min(box.bottom, p.y - half), box.top = std::max(box.top, p.y + half);
      }
    }
  }
  return box;
}

Signs signs_in(const char* file, const char* kind) {
  const char* text = built_in_signs(file);
  if (text == nullptr) refuse(std::string("there is no file ") + file);
  return read_signs(text, kind);
}

}  // namespace

Signs read_signs(std::string_view text, const char* kind) {
  Signs signs;
  try {
    const Json json = Json::parse(text);
    for (const Json& one : json.at(kind)) {
      Sign sign{one.at("name").get<std::string>(), {}, {}};
      for (const Json& part : one.at("parts")) sign.parts.push_back(sign_part_of(part, json.at("colours")));
      sign.box = box_of(sign.parts);
      signs.push_back(std::move(sign));
    }
  } catch (const Json::exception& wrong) {
    refuse(wrong.what());
  }
  if (signs.empty()) refuse(std::string("there is no ") + kind);
  return signs;
}

const Signs& signs_of(SignKind kind) {
  static const Signs all[] = {
      signs_in("relief.json", "mountain"), signs_in("relief.json", "hill"), signs_in("trees.json", "broadleaf"),
      signs_in("trees.json", "conifer"),   signs_in("towns.json", "town"),  signs_in("sea.json", "ship"),
      signs_in("sea.json", "beast"),       signs_in("sea.json", "wave"),    signs_in("rose.json", "lily"),
  };
  return all[static_cast<int>(kind)];
}

Box box_of(const Sign& sign, const SignInstance& place) {
  const double x = place.size * 0.001 * (place.wide * 0.001), y = place.size * 0.001;
  const double left = place.mirrored ? -sign.box.right : sign.box.left;
  const double right = place.mirrored ? -sign.box.left : sign.box.right;
  return {rounded(place.at.x + left * x) - place.moved, rounded(place.at.y - sign.box.top * y) - place.moved,
          rounded(place.at.x + right * x) + place.moved, rounded(place.at.y - sign.box.bottom * y) + place.moved};
}

void draw_sign(const Sign& sign, const SignInstance& place, DisplayList& list) {
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
