// SPDX-License-Identifier: Apache-2.0
#include "packs/viewer/scene/html/scene_layer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "encode/png_pixels.hpp"
#include "graph/sha256.hpp"
#include "packs/viewer/scene/html/scene_rows.hpp"
#include "report/amount.hpp"
#include "terrawright/arrangement.hpp"

namespace terrawright::scene {
namespace {

// The rows that are looked at.
std::vector<std::int64_t> rows_of(const SceneGrid& grid, const Strips& strips) {
  std::vector<std::int64_t> rows;
  for (std::int64_t j = 0; j < grid.height; ++j)
    if (strips.rows == 0 || j % strips.of < strips.rows) rows.push_back(j);
  return rows;
}

constexpr std::string_view of_1024 = "/1024";

// Of water there are whole 1024ths of a unit, which a person does not count in.
bool is_in_1024ths(std::string_view unit) {
  return unit.size() > of_1024.size() && unit.substr(unit.size() - of_1024.size()) == of_1024;
}

template <class Cell>
double number_of_cell(const Cell& cell, int /*part*/) {
  return static_cast<double>(cell);
}
template <>
double number_of_cell(const Vector2& cell, int part) {
  return static_cast<double>(part == 0 ? cell.x : cell.y);
}

// each(row of the grid, its values as numbers).
template <class Cell, class Each>
void each_row_of(const SceneItem& layer, const SceneGrid& grid, const Strips& strips, int part, const Each& each) {
  SceneRows<Cell> from(layer, grid);
  std::vector<double> values(static_cast<std::size_t>(grid.width));
  const double share = is_in_1024ths(layer.facts().unit) ? 1.0 / 1024 : 1;
  for (const std::int64_t j : rows_of(grid, strips)) {
    const Cell* cells = from.row(j);
    std::transform(cells, cells + grid.width, values.begin(),
                   [part, share](const Cell& cell) { return number_of_cell(cell, part) * share; });
    each(values.data());
  }
}

template <class Each>
void each_row(const SceneItem& layer, const SceneGrid& grid, const Strips& strips, int part, const Each& each) {
  switch (layer.facts().kind) {
    case TERRAWRIGHT_KIND_MASK:
      return each_row_of<std::uint8_t>(layer, grid, strips, part, each);
    case TERRAWRIGHT_KIND_CLASS:
      return each_row_of<std::uint16_t>(layer, grid, strips, part, each);
    case TERRAWRIGHT_KIND_COUNT:
      return each_row_of<std::int64_t>(layer, grid, strips, part, each);
    case TERRAWRIGHT_KIND_VECTOR:
      return each_row_of<Vector2>(layer, grid, strips, part, each);
    default:
      return each_row_of<float>(layer, grid, strips, part, each);
  }
}

Survey survey_of(const SceneItem& layer, const SceneGrid& grid, int parts) {
  Survey survey;
  for (int part = 0; part < parts; ++part) {
    each_row(layer, grid, {}, part,
             [&](const double* values) { survey.add(values, static_cast<std::size_t>(grid.width)); });
  }
  return survey;
}

// How long the vectors are: of components that are told by these samples.
Json lengths_of(const std::vector<std::vector<std::uint16_t>>& parts, const Scale& scale) {
  std::vector<double> values(65536);
  for (std::size_t q = 0; q < values.size(); ++q) values[q] = scale.value(static_cast<std::uint32_t>(q));
  double lowest = std::numeric_limits<double>::infinity(), highest = -lowest;
  for (std::size_t i = 0; i < parts[0].size(); ++i) {
    if (scale.missing() && (parts[0][i] == *scale.missing() || parts[1][i] == *scale.missing())) continue;
    const double x = values[parts[0][i]], y = values[parts[1][i]];
    lowest = std::min(lowest, x * x + y * y);
    highest = std::max(highest, x * x + y * y);
  }
  if (!(lowest <= highest)) return {{"minimum", nullptr}, {"maximum", nullptr}};
  return {{"minimum", std::sqrt(lowest)}, {"maximum", std::sqrt(highest)}};
}

// Of the cells as they are told.
Json ends_of(const Survey& survey, const Scale& scale) {
  if (survey.empty()) return {{"minimum", nullptr}, {"maximum", nullptr}};
  const std::array<double, 2> values{survey.lowest(), survey.highest()};
  std::array<std::uint16_t, 2> ends{};
  scale.samples(values.data(), 2, ends.data());
  return {{"minimum", scale.value(ends[0])}, {"maximum", scale.value(ends[1])}};
}

std::string rgb_text(const Colour& colour) { return "#" + report::hex(&colour, 3); }

std::string title_of(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

// Classes in the order of their legend, then what it does not know.
Json legend_json(const std::vector<LegendEntry>& legend, const std::vector<std::uint64_t>& cells) {
  Json json = Json::array();
  std::vector<bool> known(65536);
  for (const LegendEntry& entry : legend) {
    known[entry.code] = true;
    json.push_back({{"value", entry.code},
                    {"name", entry.name},
                    {"title", title_of(entry.name)},
                    {"colour", rgb_text(entry.colour)},
                    {"cells", cells[entry.code]}});
  }
  for (std::size_t code = 0; code < cells.size(); ++code) {
    if (cells[code] == 0 || known[code]) continue;
    const std::string name = std::to_string(code);
    json.push_back({{"value", code},
                    {"name", name},
                    {"title", "class " + name},
                    {"colour", rgb_text(encode::unknown_class)},
                    {"cells", cells[code]}});
  }
  return json;
}

Json json_of(const Scale& scale, const encode::CodedGrid& grid, int bytes) {
  Json json = {{"coding", "grid"}, {"bytes", bytes}, {"predictor", name_of(grid.predictor)}, {"low", scale.low()}};
  json["step"] = scale.step();
  json["transform"] = scale.is_logarithmic() ? "log1p" : "linear";
  json["missing"] = scale.missing() ? Json(*scale.missing()) : Json(nullptr);
  return json;
}

// Classes and masks.
bool is_code(std::uint32_t kind) { return kind == TERRAWRIGHT_KIND_CLASS || kind == TERRAWRIGHT_KIND_MASK; }

}  // namespace

std::string unit_in_scene(const std::string& unit) {
  if (unit == "1") return "";
  return is_in_1024ths(unit) ? unit.substr(0, unit.size() - of_1024.size()) : unit;
}

std::optional<Extent> extent_of(const SceneItem& layer, const SceneGrid& grid) {
  const Survey survey = survey_of(layer, grid, 1);
  if (survey.empty()) return std::nullopt;
  return Extent{survey.lowest(), survey.highest()};
}

CodedLayer coded_layer(const SceneItem& layer, const SceneGrid& grid, const Fineness& fineness, const Strips& strips) {
  const std::uint32_t kind = layer.facts().kind;
  const int parts = kind == TERRAWRIGHT_KIND_VECTOR ? 2 : 1;
  const auto width = static_cast<std::size_t>(grid.width);
  const Survey survey = survey_of(layer, grid, parts);
  // Codes are themselves.
  Fineness of = fineness;
  if (is_code(kind)) of = {16, RoundStep::at_least(1)};
  Survey from_zero = survey;
  const double zero = 0;
  if (is_code(kind)) from_zero.add(&zero, 1);
  const Scale scale(from_zero, of,
                    is_code(kind) || (kind == TERRAWRIGHT_KIND_COUNT && !is_in_1024ths(layer.facts().unit)));

  CodedLayer made;
  graph::Sha256 hash;
  std::vector<std::vector<std::uint16_t>> told;  // of a vector
  std::vector<std::uint64_t> counts(is_code(kind) ? 65536 : 0);
  for (int part = 0; part < parts; ++part) {
    encode::Samples samples{grid.width, static_cast<std::int64_t>(rows_of(grid, strips).size()), scale.bytes(), {}};
    samples.cells.resize(width * static_cast<std::size_t>(samples.height));
    std::uint16_t* row = samples.cells.data();
    each_row(layer, grid, strips, part, [&](const double* values) {
      scale.samples(values, width, row);
      row += width;
    });
    if (is_code(kind))
      for (const std::uint16_t cell : samples.cells) ++counts[cell];
    hash.add(samples.cells.data(), samples.cells.size() * sizeof(std::uint16_t));
    encode::CodedGrid grid_coded = encode::coded(samples, [&] { layer.writing.go_on(); });
    made.blocks.push_back({json_of(scale, grid_coded, samples.bytes), std::move(grid_coded.bytes)});
    if (parts == 2) told.push_back(std::move(samples.cells));
  }
  made.sha256 = hash.hex();
  made.description = parts == 2 ? lengths_of(told, scale) : ends_of(survey, scale);
  if (kind == TERRAWRIGHT_KIND_CLASS)
    made.description["legend"] = legend_json(detail::legend_of(layer.facts().legend, layer.facts().n_legend), counts);
  return made;
}

}  // namespace terrawright::scene
