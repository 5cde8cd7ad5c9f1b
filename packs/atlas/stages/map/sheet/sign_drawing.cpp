// SPDX-License-Identifier: Apache-2.0
#include "sign_drawing.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "generalise.hpp"

namespace terrawright::map {
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
