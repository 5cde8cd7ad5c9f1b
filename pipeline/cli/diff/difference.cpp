// SPDX-License-Identifier: Apache-2.0
#include "cli/diff/difference.hpp"

#include <algorithm>
#include <cmath>

#include "border/description.hpp"
#include "encode/png.hpp"
#include "engine/tables/row_readers.hpp"
#include "images/picture.hpp"
#include "terrawright/stage.hpp"

namespace terrawright::cli {
namespace {

constexpr std::int64_t picture_side = 512;

template <class T>
const T* find_named(const std::vector<T>& all, const std::string& name) {
  for (const T& one : all)
    if (one.name == name) return &one;
  return nullptr;
}

bool is_of_classes(std::uint32_t kind) { return kind == TERRAWRIGHT_KIND_CLASS || kind == TERRAWRIGHT_KIND_MASK; }

struct Samples {
  static std::array<double, 1> of(float cell) { return {static_cast<double>(cell)}; }
  static std::array<double, 1> of(std::int64_t cell) { return {static_cast<double>(cell)}; }
  static std::array<double, 2> of(const Vector2& cell) {
    return {static_cast<double>(cell.x), static_cast<double>(cell.y)};
  }
  static std::array<double, 4> of(const Colour& cell) {
    return {cell.red / 255.0, cell.green / 255.0, cell.blue / 255.0, cell.alpha / 255.0};
  }
};

class Comparing {
 public:
  Comparing(const engine::Layer& a, const engine::Layer& b, const Thresholds& thresholds, double step,
            const std::atomic<bool>& stop, LayerDifference& to)
      : a_(a), b_(b), thresholds_(thresholds), step_(step), stop_(stop), to_(to) {
    square_ = std::max<std::int64_t>(1, (std::max(to.width, to.height) + picture_side - 1) / picture_side);
    to.picture_width = (to.width + square_ - 1) / square_;
    to.picture_height = (to.height + square_ - 1) / square_;
    to.picture.assign(static_cast<std::size_t>(to.picture_width * to.picture_height), 0.0f);
  }

  void run() {
    switch (a_.facts().kind) {
      case TERRAWRIGHT_KIND_MASK:
        codes<std::uint8_t>();
        break;
      case TERRAWRIGHT_KIND_CLASS:
        codes<std::uint16_t>();
        break;
      case TERRAWRIGHT_KIND_COUNT:
        values<std::int64_t>();
        break;
      case TERRAWRIGHT_KIND_VECTOR:
        values<Vector2>();
        break;
      case TERRAWRIGHT_KIND_COLOUR:
        values<Colour>();
        break;
      default:
        values<float>();
    }
    judge();
  }

 private:
  template <class Cell, class Each>
  void rows(const Each& each) {
    const auto width = static_cast<std::size_t>(to_.width);
    std::vector<Cell> row_a(width), row_b(width);
    engine::LayerRows from_a(a_), from_b(b_);
    for (std::int64_t y = 0; y < to_.height; ++y) {
      if (stop_) throw Stopped{};
      from_a.read(y, 1, row_a.data());
      from_b.read(y, 1, row_b.data());
      for (std::size_t x = 0; x < width; ++x) each(static_cast<std::int64_t>(x), y, row_a[x], row_b[x]);
    }
  }

  template <class Cell>
  void values() {
    double sum = 0, squares = 0;
    std::uint64_t samples = 0;
    rows<Cell>([&](std::int64_t x, std::int64_t y, const Cell& a, const Cell& b) {
      const auto of_a = Samples::of(a), of_b = Samples::of(b);
      double largest = 0;
      bool nan = false;
      for (std::size_t i = 0; i < of_a.size(); ++i) {
        const bool a_is_none = std::isnan(of_a[i]), b_is_none = std::isnan(of_b[i]);
        nan = nan || a_is_none != b_is_none;
        if (a_is_none || b_is_none) continue;
        ++samples;
        if (of_a[i] == of_b[i]) continue;  // infinities too
        const double apart = std::abs(of_a[i] - of_b[i]);
        if (apart <= step_) continue;
        sum += apart;
        squares += apart * apart;
        largest = std::max(largest, apart);
      }
      if (nan) ++to_.nans;
      if (largest > to_.largest) {
        to_.largest = largest;
        to_.x = x;
        to_.y = y;
      }
      if (largest == 0 && !nan) return;
      changed(x, y, nan ? std::numeric_limits<double>::infinity() : largest);
    });
    to_.mean = samples == 0 ? 0 : sum / static_cast<double>(samples);
    to_.rms = samples == 0 ? 0 : std::sqrt(squares / static_cast<double>(samples));
  }

  template <class Code>
  void codes() {
    to_.has_values = false;
    rows<Code>([&](std::int64_t x, std::int64_t y, Code a, Code b) {
      ++to_.confusion[{static_cast<std::uint16_t>(a), static_cast<std::uint16_t>(b)}];
      if (a != b) changed(x, y, std::numeric_limits<double>::infinity());
    });
  }

  void changed(std::int64_t x, std::int64_t y, double apart) {
    ++to_.changed;
    if (apart > thresholds_.fail) ++to_.over_fail;
    if (apart > thresholds_.warn) ++to_.over_warn;  // none where warnings are not asked for
    float& at = to_.picture[static_cast<std::size_t>(y / square_ * to_.picture_width + x / square_)];
    at = std::max(at, static_cast<float>(apart));
  }

  void judge() {
    to_.cells = static_cast<std::uint64_t>(to_.width) * static_cast<std::uint64_t>(to_.height);
    const auto percent = [&](std::uint64_t cells) {
      return 100.0 * static_cast<double>(cells) / static_cast<double>(to_.cells);
    };
    const bool hard = to_.largest > thresholds_.hardfail || (to_.nans != 0 && std::isfinite(thresholds_.hardfail));
    to_.verdict = percent(to_.over_fail) > thresholds_.failpercent || hard ? Verdict::fails
                  : percent(to_.over_warn) > thresholds_.warnpercent       ? Verdict::warns
                  : to_.changed != 0                                       ? Verdict::within
                                                                           : Verdict::same;
    if (to_.changed == 0) to_.picture.clear();
    for (float& at : to_.picture) {
      if (at > 0) at = to_.largest > 0 && std::isfinite(at) ? std::max(at / static_cast<float>(to_.largest), 1e-3f) : 1;
    }
  }

  const engine::Layer &a_, &b_;
  const Thresholds& thresholds_;
  const double step_;
  const std::atomic<bool>& stop_;
  LayerDifference& to_;
  std::int64_t square_ = 1;
};

std::string size_text(const engine::LayerFacts& facts) {
  return std::to_string(facts.width) + " x " + std::to_string(facts.height);
}

std::string why_not(const engine::LayerFacts& a, const engine::LayerFacts& b) {
  if (a.kind != b.kind) return std::string("kind ") + border::kind_name(a.kind) + " -> " + border::kind_name(b.kind);
  if (a.unit != b.unit) return "unit " + a.unit + " -> " + b.unit;
  if (a.width != b.width || a.height != b.height) return "size " + size_text(a) + " -> " + size_text(b) + " cells";
  return "";
}

// Names of a code on both sides.
std::map<std::uint16_t, std::string> names_of(const engine::LayerFacts& a, const engine::LayerFacts& b) {
  std::map<std::uint16_t, std::string> names;
  if (a.kind == TERRAWRIGHT_KIND_MASK) return {{0, "no"}, {1, "yes"}};
  for (const LegendEntry& entry : a.legend) names[entry.code] = entry.name;
  for (const LegendEntry& entry : b.legend) {
    std::string& name = names[entry.code];
    if (name.empty()) name = entry.name;
    if (name != entry.name) name += " -> " + entry.name;
  }
  return names;
}

// A layer without what differs.
LayerDifference told(const SideLayer& layer) {
  LayerDifference to;
  to.name = layer.name;
  to.kind = border::kind_name(layer.facts.kind);
  to.unit = layer.facts.unit == "1" ? "" : layer.facts.unit;
  to.width = layer.facts.width;
  to.height = layer.facts.height;
  return to;
}

LayerDifference difference_of(const SideLayer& a, const SideLayer& b, const Thresholds& thresholds,
                              const std::atomic<bool>& stop) {
  LayerDifference to = told(a);
  to.has_values = !is_of_classes(a.facts.kind);
  to.cells = static_cast<std::uint64_t>(to.width) * static_cast<std::uint64_t>(to.height);
  to.problem = why_not(a.facts, b.facts);
  to.classes = names_of(a.facts, b.facts);
  if (to.problem.empty() && a.digest == b.digest) return to;
  if (to.problem.empty() && (!a.cells || !b.cells))
    to.problem = "other cells, and no file of " + std::string(a.cells ? "B" : "A") + " that can be read holds them";
  if (!to.problem.empty()) {
    to.verdict = Verdict::fails;
    return to;
  }
  double step = 0;
  if (a.step != b.step) {
    // The one that is rounded lies at most half a step beside, next to 0 a whole one.
    step = std::max(a.step, b.step);
    to.note =
        "compared in steps of " + std::to_string(step) + ", as " + (a.step > b.step ? a.from : b.from) + " has them";
  }
  const auto layer_a = a.cells(), layer_b = b.cells();
  Comparing(*layer_a, *layer_b, thresholds, step, stop, to).run();
  return to;
}

LayerDifference only_in(const SideLayer& layer, const char* side) {
  LayerDifference to = told(layer);
  to.problem = std::string("only in ") + side;
  to.verdict = Verdict::fails;
  return to;
}

void compare_numbers(const Side& a, const Side& b, const Thresholds& thresholds, Difference& to) {
  for (const SideNumber& one : a.numbers) {
    const SideNumber* other = find_named(b.numbers, one.name);
    NumberDifference number{one.name, one.unit == "1" ? "" : one.unit, one.value, std::nullopt, Verdict::fails};
    if (other != nullptr) {
      number.b = other->value;
      const double apart = std::abs(one.value - other->value);
      const bool both_none = std::isnan(one.value) && std::isnan(other->value);
      const bool same = both_none || one.value == other->value;
      const bool fails = !(apart <= thresholds.fail) || apart > thresholds.hardfail || one.unit != other->unit;
      number.verdict = same && one.unit == other->unit ? Verdict::same
                       : fails                         ? Verdict::fails
                       : apart > thresholds.warn       ? Verdict::warns
                                                       : Verdict::within;
    }
    to.numbers.push_back(std::move(number));
  }
  for (const SideNumber& one : b.numbers) {
    if (find_named(a.numbers, one.name) == nullptr)
      to.numbers.push_back({one.name, one.unit == "1" ? "" : one.unit, std::nullopt, one.value, Verdict::fails});
  }
}

void compare_tables(const Side& a, const Side& b, Difference& to) {
  for (const SideTable& one : a.tables) {
    const SideTable* other = find_named(b.tables, one.name);
    TableDifference table;
    table.name = one.name;
    table.rows_a = one.rows;
    if (other == nullptr) {
      table.problem = "only in A";
    } else if (one.digest == other->digest) {
      table.rows_b = other->rows;
    } else if (!one.csv || !other->csv) {
      table.rows_b = other->rows;
      table.problem =
          std::string("other rows, and no .csv or .geojson file of ") + (one.csv ? "B" : "A") + " holds them";
    } else {
      table = difference_of_tables(one.name, one.csv(), other->csv());
      if (table.verdict == Verdict::same) table.problem = "the same columns and rows, in other places";
    }
    if (!table.problem.empty()) table.verdict = Verdict::fails;
    to.tables.push_back(std::move(table));
  }
  for (const SideTable& one : b.tables) {
    if (find_named(a.tables, one.name) != nullptr) continue;
    TableDifference table;
    table.name = one.name;
    table.problem = "only in B";
    table.rows_b = one.rows;
    table.verdict = Verdict::fails;
    to.tables.push_back(std::move(table));
  }
}

// From black over red to yellow; the least change can be seen.
std::array<unsigned char, 3> colour_of(float change) {
  if (!(change > 0)) return {24, 24, 28};
  const double t = 0.25 + 0.75 * std::sqrt(static_cast<double>(change));
  const auto byte = [](double share) { return static_cast<unsigned char>(std::lround(255.0 * std::min(1.0, share))); };
  return {byte(2 * t), byte(std::max(0.0, 2 * t - 1)), byte(0.1)};
}

}  // namespace

Difference difference_of(const Side& a, const Side& b, const Thresholds& thresholds, const std::atomic<bool>& stop) {
  Difference to;
  to.a = a.title;
  to.b = b.title;
  for (const SideLayer& layer : a.layers) {
    const SideLayer* other = find_named(b.layers, layer.name);
    to.layers.push_back(other != nullptr ? difference_of(layer, *other, thresholds, stop) : only_in(layer, "A"));
  }
  for (const SideLayer& layer : b.layers) {
    if (find_named(a.layers, layer.name) == nullptr) to.layers.push_back(only_in(layer, "B"));
  }
  compare_numbers(a, b, thresholds, to);
  compare_tables(a, b, to);
  for (const auto& [name, digest] : a.digests) {
    const auto other =
        std::find_if(b.digests.begin(), b.digests.end(), [&, of = name](const auto& one) { return one.first == of; });
    if (other != b.digests.end() && other->second != digest) to.moved.push_back(name);
  }
  const auto worst = [&](const auto& all) {
    for (const auto& one : all) to.verdict = std::max(to.verdict, one.verdict);
  };
  worst(to.layers);
  worst(to.numbers);
  worst(to.tables);
  return to;
}

std::string png_of(const LayerDifference& layer) {
  std::string png;
  if (layer.picture.empty()) return png;
  encode::PngFacts facts;
  facts.width = layer.picture_width;
  facts.height = layer.picture_height;
  facts.channels = 3;
  encode::PngStream stream(
      facts, {}, [&](const void* bytes, std::size_t size) { png.append(static_cast<const char*>(bytes), size); });
  for (std::size_t i = 0; i < layer.picture.size();) {
    unsigned char* row = stream.next_row();
    for (std::int64_t x = 0; x < layer.picture_width; ++x, ++i) {
      for (const unsigned char sample : colour_of(layer.picture[i])) *row++ = sample;
    }
  }
  stream.close();
  return png;
}

}  // namespace terrawright::cli
