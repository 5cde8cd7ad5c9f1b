// SPDX-License-Identifier: Apache-2.0
#include "check/values.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>
#include <vector>

#include "config/quantity.hpp"

namespace terrawright::check {
namespace {

template <class Cell>
Cell cell_at(const unsigned char* bytes) {
  Cell cell;
  std::memcpy(&cell, bytes, sizeof cell);
  return cell;
}

using Objection = std::optional<std::pair<const char*, std::string>>;  // symptom, value

Objection not_finite(float cell) {
  if (std::isnan(cell)) return {{"it makes NaN of finite inputs", "NaN"}};
  if (std::isinf(cell)) return {{"it makes infinity of finite inputs", cell > 0 ? "infinity" : "-infinity"}};
  return std::nullopt;
}

Objection objection(const unsigned char* bytes, const engine::LayerFacts& facts, bool finite) {
  switch (facts.kind) {
    case TERRAWRIGHT_KIND_HEIGHT:
    case TERRAWRIGHT_KIND_SCALAR:
      return finite ? not_finite(cell_at<float>(bytes)) : std::nullopt;
    case TERRAWRIGHT_KIND_VECTOR: {
      if (!finite) return std::nullopt;
      const Objection x = not_finite(cell_at<float>(bytes));
      return x ? x : not_finite(cell_at<float>(bytes + sizeof(float)));
    }
    case TERRAWRIGHT_KIND_WEIGHT: {
      const float cell = cell_at<float>(bytes);
      if (!std::isfinite(cell)) return finite ? not_finite(cell) : std::nullopt;
      if (cell >= 0.0f && cell <= 1.0f) return std::nullopt;
      return {{"its weight is not between 0 and 1", config::canonical(static_cast<double>(cell))}};
    }
    case TERRAWRIGHT_KIND_MASK:
      if (*bytes <= 1) return std::nullopt;
      return {{"its mask is neither 0 nor 1", std::to_string(*bytes)}};
    case TERRAWRIGHT_KIND_CLASS: {
      const auto code = cell_at<std::uint16_t>(bytes);
      const bool known = std::any_of(facts.legend.begin(), facts.legend.end(),
                                     [code](const LegendEntry& entry) { return entry.code == code; });
      if (known) return std::nullopt;
      return {{"its legend does not have a class that it makes", std::to_string(code)}};
    }
    default:
      return std::nullopt;
  }
}

template <class Each>
void each_row(const engine::Layer& layer, Each each) {
  std::vector<unsigned char> row(static_cast<std::size_t>(layer.facts().width) * layer.cell_bytes());
  for (std::int64_t y = 0; y < layer.facts().height; ++y) {
    layer.read({0, y, layer.facts().width, 1}, row.data(), layer.facts().width);
    if (!each(y, row.data())) return;
  }
}

}  // namespace

std::optional<BadCell> bad_cell(const engine::Layer& layer, bool finite) {
  std::optional<BadCell> found;
  each_row(layer, [&](std::int64_t y, const unsigned char* row) {
    for (std::int64_t x = 0; x < layer.facts().width && !found; ++x) {
      const auto why = objection(row + static_cast<std::size_t>(x) * layer.cell_bytes(), layer.facts(), finite);
      if (why) found = BadCell{why->first, why->second, x, y};
    }
    return !found;
  });
  return found;
}

bool is_finite(const engine::Layer& layer) {
  switch (layer.facts().kind) {
    case TERRAWRIGHT_KIND_HEIGHT:
    case TERRAWRIGHT_KIND_SCALAR:
    case TERRAWRIGHT_KIND_WEIGHT:
    case TERRAWRIGHT_KIND_VECTOR:
      return layer.statistics().nans == 0 && !std::isinf(layer.statistics().minimum) &&
             !std::isinf(layer.statistics().maximum);
    default:
      return true;
  }
}

}  // namespace terrawright::check
