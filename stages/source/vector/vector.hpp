// SPDX-License-Identifier: Apache-2.0
// From a GeoJSON text to a drawing: which features are taken, and what they are worth.
#pragma once
#include <cstddef>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "drawing.hpp"
#include "frame.hpp"
#include "geojson.hpp"
#include "terrawright/stage.hpp"

namespace source {

struct Condition {
  std::string property, is;
  static void describe(terrawright::Parameters<Condition>& row) {
    row.parameter(&Condition::property, "property", "Name of a property of the features.");
    row.parameter(&Condition::is, "is", "Its value: a text, a number, true or false.");
  }
  bool holds(const Json& value) const {
    if (value.is_string()) return value.get_ref<const std::string&>() == is;
    if (value.is_boolean()) return is == (value.get<bool>() ? "true" : "false");
    if (!value.is_number() || is.empty()) return false;
    char* end = nullptr;
    const double number = std::strtod(is.c_str(), &end);
    return *end == 0 && number == value.get<double>();
  }
};

// Requests of the parameters.
struct Asked {
  std::vector<Condition> where;
  bool values = false;  // somebody reads them
  std::string value, value_to;
  std::optional<double> missing;
  Coordinates coordinates = Coordinates::degrees;
};

class Reading {
 public:
  Reading(const Asked& asked, const Frame& frame, const terrawright::World& world)
      : asked_(asked), frame_(frame), drawing_(frame, world) {}

  // Errors are in `problems`.
  Drawing read(const std::string& text) {
    try {
      const Json rest =
          each_feature(text, [&](const Json& json, std::optional<std::size_t> number) { take(json, number); });
      check_crs(rest);
      if (problems.empty()) check_found();
    } catch (const Wrong& wrong) {
      problems.push_back(wrong.what);
    }
    return std::move(drawing_);
  }

  static constexpr std::size_t most_problems = 10;
  std::vector<std::string> problems, warnings;
  std::size_t most_positions_of_a_feature = 0;

 private:
  void take(const Json& json, std::optional<std::size_t> number) {
    std::string name = number ? "features[" + std::to_string(*number) + "]" : "the feature";
    ++features_;
    try {
      if (!json.is_object()) throw Wrong{"it is " + kind_of(json) + ", not an object"};
      static const Json none = Json::object(), nothing;
      const auto found = json.find("properties");
      const Json& properties = found != json.end() && found->is_object() ? *found : none;
      if (const auto called = properties.find("name"); called != properties.end() && called->is_string())
        name += " ('" + called->get<std::string>().substr(0, 40) + "')";
      note(properties);
      if (!is_wanted(properties)) return;
      const auto geometry = json.find("geometry");
      const std::size_t left = left_;
      Geometry read(geometry == json.end() ? nothing : *geometry, left_);
      most_positions_of_a_feature = std::max(most_positions_of_a_feature, left - left_);
      Feature feature{name, &properties, std::move(read.parts)};
      bool crosses = false;
      for (Part& part : feature.parts) {
        for (const Line& line : part.lines) frame_.check(line);
        crosses = frame_.unwrap(part) || crosses;
        for (const Line& line : part.lines) {
          for (const Position& p : line) extent_.add(p);
        }
      }
      crossing_ += crosses;
      if (feature.parts.empty()) return;
      ++taken_;
      inside_ += drawing_.add(feature, values_of(feature));
    } catch (const Wrong& wrong) {
      problems.push_back(name + ": " + wrong.what);
      if (problems.size() >= most_problems)
        throw Wrong{"there may be more that is wrong; " + std::to_string(most_problems) + " of it are told"};
    }
  }

  // Any of one property's values may match, and each property must.
  bool is_wanted(const Json& properties) const {
    std::map<std::string, bool> holds;
    for (const Condition& condition : asked_.where) {
      const auto found = properties.find(condition.property);
      bool& any = holds[condition.property];
      any = any || (found != properties.end() && condition.holds(*found));
    }
    for (const auto& [property, any] : holds)
      if (!any) return false;
    return true;
  }

  Values values_of(const Feature& feature) const {
    Values values;
    if (!asked_.values) return values;
    if (!asked_.value.empty()) {
      values.from = number_of(feature, asked_.value);
      values.to = asked_.value_to.empty() ? values.from : number_of(feature, asked_.value_to);
      return values;
    }
    values.of_positions = true;
    for (const Part& part : feature.parts) {
      for (const Line& line : part.lines) {
        for (const Position& p : line) {
          if (p.z) continue;
          if (!asked_.missing) {
            throw Wrong{"its position [" + number_text(p.x) + ", " + number_text(p.y) +
                        "] has no third coordinate, which is its value; draw one, name a property with `value`, or "
                        "give `missing`"};
          }
          return {false, *asked_.missing, *asked_.missing};
        }
      }
    }
    return values;
  }
  double number_of(const Feature& feature, const std::string& property) const {
    const auto found = feature.properties->find(property);
    if (found != feature.properties->end() && found->is_number()) return found->get<double>();
    const bool absent = found == feature.properties->end() || found->is_null();
    if (absent && asked_.missing) return *asked_.missing;
    throw Wrong{absent ? "it has no property '" + property +
                             "', which is its value; give it one, leave the feature out by `where`, or give `missing`"
                       : "its property '" + property + "' is " + kind_of(*found) + ", " + short_text(*found) +
                             ", and not a number"};
  }

  // Collects likely meanings of a word that fits nothing.
  void note(const Json& properties) {
    for (const Condition& condition : asked_.where) {
      const auto found = properties.find(condition.property);
      std::set<std::string>& values = seen_[condition.property];
      if (found != properties.end() && values.size() < 8)
        values.insert(found->is_string() ? found->get<std::string>().substr(0, 40) : short_text(*found));
    }
    for (auto it = properties.begin(); it != properties.end() && names_.size() < 12; ++it)
      names_.insert(it.key().substr(0, 40));
  }
  static std::string joined(const std::set<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
    return text;
  }

  void check_crs(const Json& rest) const {
    const auto crs = rest.find("crs");
    if (asked_.coordinates != Coordinates::degrees || crs == rest.end() || crs->is_null()) return;
    const std::string text = crs->dump(-1, ' ', false, Json::error_handler_t::replace);
    for (const char* known : {"CRS84", "EPSG::4326\"", "EPSG:4326\"", "WGS 84\""})
      if (text.find(known) != std::string::npos) return;
    throw Wrong{"its `crs` is " + short_text(*crs) +
                ", not WGS 84; write it with ogr2ogr -t_srs EPSG:4326 -lco RFC7946=YES, or set coordinates: "
                "metres or cells where its numbers are that"};
  }

  void check_found() {
    if (features_ == 0) throw Wrong{"it holds no features; draw one"};
    if (taken_ == 0 && !asked_.where.empty()) {
      std::string text = "none of its " + std::to_string(features_) + " features with a place fits `where`";
      for (const auto& [property, values] : seen_)
        text += values.empty() ? "; no feature has a property '" + property + "', there are: " + joined(names_)
                               : "; '" + property + "' can be: " + joined(values);
      throw Wrong{text};
    }
    if (taken_ == 0)
      throw Wrong{"none of its " + std::to_string(features_) +
                  " features has a place: their geometry is null or empty"};
    if (inside_ == 0) throw Wrong{"all of it lies outside the world: " + frame_.of_both(extent_)};
    if (crossing_ > 0)
      warnings.push_back(std::to_string(crossing_) +
                         " features step over more than 180 degrees of longitude: they were taken to go the short way, "
                         "across the antimeridian; cut them there (RFC 7946, 3.1.9; ogr2ogr -wrapdateline)");
    if (inside_ < taken_)
      warnings.push_back(std::to_string(taken_ - inside_) + " of " + std::to_string(taken_) +
                         " features lie outside the world");
  }

  const Asked& asked_;
  const Frame& frame_;
  Drawing drawing_;
  Extent extent_;
  std::size_t left_ = most_positions, features_ = 0, taken_ = 0, inside_ = 0, crossing_ = 0;
  std::map<std::string, std::set<std::string>> seen_;  // values of the properties that `where` names
  std::set<std::string> names_;
};

}  // namespace source
