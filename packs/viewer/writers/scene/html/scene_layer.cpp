// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>

#include "encode/legend.hpp"
#include "encode/png.hpp"
#include "graph/sha256.hpp"
#include "packs/viewer/writers/scene/html/scene.hpp"
#include "report/amount.hpp"
#include "terrawright/arrangement.hpp"
#include "terrawright/processors.h"

namespace terrawright::scene {
namespace {

constexpr std::string_view of_1024 = "/1024";

// Water has whole 1024ths of a unit, which users do not count in.
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

template <class Cell>
void numbers_of(const Cell* cells, std::size_t count, int part, double share, double* __restrict to) {
  for (std::size_t i = 0; i < count; ++i) to[i] = number_of_cell(cells[i], part) * share;
}
TERRAWRIGHT_FOR_EACH_PROCESSOR
void numbers_of(const float* cells, std::size_t count, int /*part*/, double share, double* __restrict to) {
  for (std::size_t i = 0; i < count; ++i) to[i] = static_cast<double>(cells[i]) * share;
}

int parts_of(const SceneItem& layer) { return layer.facts().kind == TERRAWRIGHT_KIND_VECTOR ? 2 : 1; }

std::int64_t rows_of(const SceneGrid& grid, const Strips& strips) {
  if (strips.rows == 0) return grid.height;
  return grid.height / strips.of * strips.rows + std::min(strips.rows, grid.height % strips.of);
}

// each(part, which of the rows that are looked at, its values as numbers), on all threads.
template <class Cell, class Each>
void each_row_of(const SceneItem& layer, const SceneGrid& grid, const Strips& strips, const Each& each) {
  const double share = is_in_1024ths(layer.facts().unit) ? 1.0 / 1024 : 1;
  const auto width = static_cast<std::size_t>(grid.width);
  SceneRows<Cell> from(layer, grid);
  const std::int64_t at_once = strips.rows == 0 ? from.usual() : strips.rows,
                     next = strips.rows == 0 ? at_once : strips.of;
  std::size_t row = 0;
  for (std::int64_t j = 0; j < grid.height; j += next) {
    const auto count = static_cast<std::size_t>(std::min(at_once, grid.height - j));
    const Cell* cells = from.rows(j, static_cast<std::int64_t>(count));
    constexpr std::size_t together = 8;
    layer.writing.parallel((count + together - 1) / together, [&](std::uint64_t group) {
      std::vector<double> values(width);
      for (std::size_t k = group * together; k < std::min<std::size_t>(count, (group + 1) * together); ++k) {
        for (int part = 0; part < parts_of(layer); ++part) {
          numbers_of(cells + k * width, width, part, share, values.data());
          each(part, row + k, values.data());
        }
      }
    });
    row += count;
  }
}

template <class Each>
void each_row(const SceneItem& layer, const SceneGrid& grid, const Strips& strips, const Each& each) {
  switch (layer.facts().kind) {
    case TERRAWRIGHT_KIND_MASK:
      return each_row_of<std::uint8_t>(layer, grid, strips, each);
    case TERRAWRIGHT_KIND_CLASS:
      return each_row_of<std::uint16_t>(layer, grid, strips, each);
    case TERRAWRIGHT_KIND_COUNT:
      return each_row_of<std::int64_t>(layer, grid, strips, each);
    case TERRAWRIGHT_KIND_VECTOR:
      return each_row_of<Vector2>(layer, grid, strips, each);
    default:
      return each_row_of<float>(layer, grid, strips, each);
  }
}

// Classes and masks.
bool is_code(std::uint32_t kind) { return kind == TERRAWRIGHT_KIND_CLASS || kind == TERRAWRIGHT_KIND_MASK; }

// Codes are themselves.
Scale scale_of(const SceneItem& layer, const Fineness& fineness, const Survey& survey) {
  const std::uint32_t kind = layer.facts().kind;
  if (!is_code(kind))
    return Scale(survey, fineness, kind == TERRAWRIGHT_KIND_COUNT && !is_in_1024ths(layer.facts().unit));
  Survey from_zero = survey;
  const double zero = 0;
  from_zero.add(&zero, 1);
  return Scale(from_zero, {16, RoundStep::at_least(1)}, true);
}

void take_samples(const SceneItem& layer, const SceneGrid& grid, const Scale& scale, const Strips& strips,
                  LayerSamples& parts) {
  const auto width = static_cast<std::size_t>(grid.width);
  parts.resize(static_cast<std::size_t>(parts_of(layer)));
  for (encode::Samples& part : parts) {
    part.width = grid.width;
    part.height = rows_of(grid, strips);
    part.bytes = scale.bytes();
    part.cells.resize(width * static_cast<std::size_t>(part.height));
  }
  each_row(layer, grid, strips, [&](int part, std::size_t row, const double* values) {
    scale.samples(values, width, &parts[static_cast<std::size_t>(part)].cells[row * width]);
  });
}

// The least and the largest square of a length; NaN is none.
struct Squares {
  double least = std::numeric_limits<double>::infinity(), most = -least;
  void add(double x, double y) {
    const double square = x * x + y * y;
    least = square < least ? square : least;
    most = square > most ? square : most;
  }
};

// Lengths of the vectors: of components coded by these samples.
Json lengths_of(const LayerSamples& parts, const Scale& scale) {
  const std::vector<std::uint16_t>&x_of = parts[0].cells, &y_of = parts[1].cells;
  std::vector<double> values(65536);
  for (std::size_t q = 0; q < values.size(); ++q) values[q] = scale.value(static_cast<std::uint32_t>(q));
  if (scale.missing()) values[*scale.missing()] = std::numeric_limits<double>::quiet_NaN();
  Squares even, odd;
  for (std::size_t i = 0; i + 1 < x_of.size(); i += 2) {
    even.add(values[x_of[i]], values[y_of[i]]);
    odd.add(values[x_of[i + 1]], values[y_of[i + 1]]);
  }
  if (x_of.size() % 2 != 0) even.add(values[x_of.back()], values[y_of.back()]);
  const double least = std::min(even.least, odd.least), most = std::max(even.most, odd.most);
  if (!(least <= most)) return {{"minimum", nullptr}, {"maximum", nullptr}};
  return {{"minimum", std::sqrt(least)}, {"maximum", std::sqrt(most)}};
}

// Extremes of the cells as they are coded.
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
Json legend_json(const std::vector<LegendEntry>& legend, const std::vector<std::uint16_t>& codes) {
  encode::ClassCounter counter;
  counter.add(codes.data(), static_cast<std::int64_t>(codes.size()));
  Json json = Json::array();
  for (const encode::ClassShare& of : encode::class_shares(legend, counter.counts())) {
    const std::string code = std::to_string(of.code);
    json.push_back({{"value", of.code},
                    {"name", of.entry ? of.entry->name : code},
                    {"title", of.entry ? title_of(of.entry->name) : "class " + code},
                    {"colour", rgb_text(of.entry ? of.entry->colour : encode::unknown_class)},
                    {"cells", of.cells}});
  }
  return json;
}

Json json_of(const Scale& scale, encode::Predictor predictor, const std::vector<std::size_t>& streams) {
  Json json = {{"coding", "grid"}, {"bytes", scale.bytes()}, {"predictor", name_of(predictor)}, {"low", scale.low()}};
  json["step"] = scale.step();
  json["transform"] = scale.is_logarithmic() ? "log1p" : "linear";
  json["missing"] = scale.missing() ? Json(*scale.missing()) : Json(nullptr);
  json["streams"] = streams;
  return json;
}

}  // namespace

std::string unit_in_scene(const std::string& unit) {
  if (unit == "1") return "";
  return is_in_1024ths(unit) ? unit.substr(0, unit.size() - of_1024.size()) : unit;
}

Survey survey_of(const SceneItem& layer, const SceneGrid& grid) {
  const std::uint32_t kind = layer.facts().kind;
  if (grid.every == 1) {
    const terrawright_statistics all = layer.writing.extremes(layer.item);
    const double share = is_in_1024ths(layer.facts().unit) ? 1.0 / 1024 : 1;
    const Survey known(all.minimum * share, all.maximum * share, all.nans);
    const bool is_finite = std::isfinite(all.minimum) && std::isfinite(all.maximum);
    if (is_finite && (is_code(kind) || !known.may_be_skewed())) return known;
  }
  std::vector<Survey> rows(static_cast<std::size_t>(grid.height * parts_of(layer)));
  each_row(layer, grid, {}, [&](int part, std::size_t row, const double* values) {
    rows[static_cast<std::size_t>(part * grid.height) + row].add(values, static_cast<std::size_t>(grid.width));
  });
  Survey survey;
  for (const Survey& row : rows) survey.add(row);
  return survey;
}

Estimate estimated(const SceneItem& layer, const SceneGrid& grid, const Fineness& fineness, const Survey& survey,
                   const Strips& strips, std::optional<encode::Predictor> predictor) {
  Estimate all;
  LayerSamples parts;
  take_samples(layer, grid, scale_of(layer, fineness, survey), strips, parts);
  for (const encode::Samples& samples : parts) {
    all.predictor = predictor ? *predictor : encode::best_predictor(samples);
    all.bytes += encode::coded_size(samples, all.predictor) * static_cast<std::size_t>(strips.of) /
                 static_cast<std::size_t>(strips.rows);
  }
  return all;
}

CodedLayer coded_layer(const SceneItem& layer, const SceneGrid& grid, const Fineness& fineness, const Survey& survey,
                       std::optional<encode::Predictor> known, LayerSamples& parts) {
  const std::uint32_t kind = layer.facts().kind;
  const Scale scale = scale_of(layer, fineness, survey);
  take_samples(layer, grid, scale, {}, parts);
  CodedLayer made;
  graph::Sha256 hash;
  for (const encode::Samples& samples : parts) {
    const encode::Predictor predictor = known ? *known : encode::best_predictor(samples);
    encode::CodedGrid code = encode::coded_by(samples, predictor, [&](std::uint64_t n, const auto& body) {
      layer.writing.parallel(n + 1, [&](std::uint64_t i) {
        if (i == 0) {
          hash.add(samples.cells.data(), samples.cells.size() * sizeof(std::uint16_t));
        } else {
          body(i - 1);
        }
      });
    });
    layer.writing.go_on();
    made.blocks.push_back({json_of(scale, predictor, code.streams), std::move(code.bytes)});
  }
  made.sha256 = hash.hex();
  made.description = parts.size() == 2 ? lengths_of(parts, scale) : ends_of(survey, scale);
  if (kind == TERRAWRIGHT_KIND_CLASS)
    made.description["legend"] =
        legend_json(detail::legend_of(layer.facts().legend, layer.facts().n_legend), parts[0].cells);
  return made;
}

}  // namespace terrawright::scene
