// SPDX-License-Identifier: Apache-2.0
// A GeoJSON text feature by feature (RFC 7946). Errors are reported feature by feature too.
#pragma once
#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace source {

using Json = nlohmann::json;

constexpr std::size_t most_positions = 1000000;
constexpr int deepest = 64;                             // brackets in brackets
constexpr std::size_t most_items = 5 * most_positions;  // numbers, texts and brackets of one feature

struct Position {
  double x = 0, y = 0;
  std::optional<double> z;
};
using Line = std::vector<Position>;

// A point is a line of one position. A polygon's first line is its outline, the others are its holes.
struct Part {
  enum class Kind { point, line, polygon } kind;
  std::vector<Line> lines;
};

struct Feature {
  std::string name;  // in sentences: "features[2] ('Tay')"
  const Json* properties;
  std::vector<Part> parts;
};

// Error of a feature, as a sentence without it: "its geometry is ...".
struct Wrong {
  std::string what;
};

// "a text", "a number" ...
inline std::string kind_of(const Json& json) {
  if (json.is_string()) return "a text";
  const std::string name = json.type_name();
  return name == "null" ? name : (name == "object" || name == "array" ? "an " : "a ") + name;
}

inline std::string short_text(const Json& json) {
  std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (text.size() > 60) text = text.substr(0, 57) + "...";
  return text;
}

// Its parts; positions are counted down from `left`.
class Geometry {
 public:
  Geometry(const Json& json, std::size_t& left) : left_(left) { add(json, 0); }
  std::vector<Part> parts;

 private:
  void add(const Json& json, int depth) {
    if (json.is_null()) return;  // a feature without a place
    if (!json.is_object()) throw Wrong{"its geometry is " + kind_of(json) + ", not an object"};
    const auto type = json.find("type");
    if (type == json.end() || !type->is_string()) throw Wrong{"its geometry has no type"};
    const std::string is = *type;
    if (is == "GeometryCollection") {
      if (depth > 8) throw Wrong{"its geometry is collections in collections, more than 8 deep"};
      for (const Json& one : list(json, "geometries")) add(one, depth + 1);
      return;
    }
    const bool several = is.rfind("Multi", 0) == 0;
    const std::string one = several ? is.substr(5) : is;
    if (one != "Point" && one != "LineString" && one != "Polygon") {
      throw Wrong{"its geometry is of the type '" + is.substr(0, 40) +
                  "'; write one of Point, LineString, Polygon, MultiPoint, MultiLineString, MultiPolygon and "
                  "GeometryCollection"};
    }
    const Json& all = list(json, "coordinates");
    if (!several) return add_part(one, all);
    for (const Json& part : all) add_part(one, part);
  }

  static const Json& list(const Json& json, const char* key) {
    const auto found = json.find(key);
    if (found == json.end() || !found->is_array())
      throw Wrong{std::string("its geometry has no '") + key + "' that are a list"};
    return *found;
  }

  void add_part(const std::string& type, const Json& json) {
    if (!json.is_array()) throw Wrong{"its coordinates hold " + short_text(json) + " where a list of them should be"};
    if (json.empty()) return;
    if (type == "Point") return parts.push_back({Part::Kind::point, {{position(json)}}});
    if (type == "LineString") {
      parts.push_back({Part::Kind::line, {line(json)}});
      if (parts.back().lines[0].size() < 2) throw Wrong{"it has a line of one position; a line has two at least"};
      return;
    }
    Part& polygon = parts.emplace_back(Part{Part::Kind::polygon, {}});
    for (const Json& ring : json) {
      polygon.lines.push_back(line(ring));
      const Line& closed = polygon.lines.back();
      if (closed.empty()) throw Wrong{"it has a ring without positions"};
      const Position &first = closed.front(), &last = closed.back();
      if (first.x != last.x || first.y != last.y) {
        throw Wrong{"it has a ring that is not closed: it begins at " + short_text(ring.front()) + " and ends at " +
                    short_text(ring.back()) + "; repeat the first position at its end, or draw a line"};
      }
      if (closed.size() < 4)
        throw Wrong{"it has a ring of " + std::to_string(closed.size()) + " positions; four close one"};
    }
  }

  Line line(const Json& json) {
    if (!json.is_array())
      throw Wrong{"its coordinates hold " + short_text(json) + " where a line of positions should be"};
    Line positions;
    for (const Json& one : json) positions.push_back(position(one));
    return positions;
  }

  Position position(const Json& json) {
    if (!json.is_array() || json.size() < 2)
      throw Wrong{"its coordinates hold " + short_text(json) + " where a position [x, y] should be"};
    for (std::size_t i = 0; i < json.size() && i < 3; ++i) {
      if (!json[i].is_number())
        throw Wrong{"its position " + short_text(json) + " holds " + kind_of(json[i]) + ", not a number"};
    }
    if (left_ == 0) {
      throw Wrong{"with it there are more than " + std::to_string(most_positions) +
                  " positions; simplify the drawing, as with ogr2ogr -simplify, or take fewer features by `where`"};
    }
    --left_;
    Position made{json[0].get<double>(), json[1].get<double>(), std::nullopt};
    if (json.size() > 2) made.z = json[2].get<double>();
    return made;
  }

  std::size_t& left_;
};

// Calls take(json, number) for each feature, in order; `number` is nothing where the text is a feature or a geometry
// alone. No more than one feature is ever held. Answers the rest of the text. Throws Wrong, and what take throws.
template <class Take>
Json each_feature(const std::string& text, Take take) {
  std::size_t count = 0, items = 0;
  bool listed = false;
  const auto look = [&](int depth, Json::parse_event_t event, Json& parsed) {
    using Event = Json::parse_event_t;
    if (event == Event::key && depth == 1) listed = parsed == "features";
    if (event == Event::array_start || event == Event::object_start || event == Event::value) ++items;
    if (depth > deepest)
      throw Wrong{"its brackets are more than " + std::to_string(deepest) + " deep; no geometry is that"};
    if (items > most_items) {
      throw Wrong{(listed ? "features[" + std::to_string(count) + "] has" : "it has") + " more than " +
                  std::to_string(most_items) + " numbers, texts and brackets; simplify it, as with ogr2ogr -simplify"};
    }
    const bool ends = event == Event::object_end || event == Event::array_end || event == Event::value;
    if (!listed || !ends || depth != 2) return true;
    take(parsed, std::optional<std::size_t>(count++));
    items = 0;
    return false;
  };
  Json rest;
  try {
    rest = Json::parse(text, look);
  } catch (const Json::exception& error) {
    std::string what = error.what();  // "[json.exception.parse_error.101] parse error at line 1, column 5: ..."
    if (const std::size_t end = what.find("] "); end != std::string::npos) what = what.substr(end + 2);
    if (what.rfind("parse error at ", 0) == 0) what = what.substr(15);
    if (what.size() > 200) what = what.substr(0, 197) + "...";
    throw Wrong{"it is not JSON: " + what};
  }
  const std::string type =
      rest.is_object() && rest.contains("type") && rest["type"].is_string() ? rest["type"] : Json("");
  if (type == "FeatureCollection") {
    if (!rest.contains("features") || !rest["features"].is_array())
      throw Wrong{"it is a FeatureCollection without a list of `features`"};
    return rest;
  }
  if (type == "Feature" || (!type.empty() && (rest.contains("coordinates") || rest.contains("geometries")))) {
    take(type == "Feature" ? rest : Json{{"type", "Feature"}, {"geometry", rest}}, std::optional<std::size_t>());
    return rest;
  }
  throw Wrong{
      type.empty()
          ? "it is JSON, but no GeoJSON: it has no `type`"
          : "it is of the type '" + type.substr(0, 40) +
                "', which is no GeoJSON; a FeatureCollection is what map editors write (TopoJSON has to be converted)"};
}

}  // namespace source
