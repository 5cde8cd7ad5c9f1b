// SPDX-License-Identifier: Apache-2.0
#include "live/cells.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "border/kind.hpp"
#include "report/amount.hpp"

namespace terrawright::live {
namespace {

constexpr std::int64_t most_side = 1280;

template <class Cell>
void append(const std::vector<char>& row, std::int64_t every, std::int64_t per_cell, std::int64_t count,
            std::string& to) {
  const auto* const cells = reinterpret_cast<const Cell*>(row.data());
  for (std::int64_t i = 0; i < count; ++i) {
    for (std::int64_t k = 0; k < per_cell; ++k) {
      const auto value = static_cast<float>(cells[i * every * per_cell + k]);
      char bytes[sizeof value];
      std::memcpy(bytes, &value, sizeof value);
      to.append(bytes, sizeof value);
    }
  }
}

Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

}  // namespace

std::int64_t every_cell_of(std::int64_t width, std::int64_t height) {
  return (std::max(width, height) + most_side - 1) / most_side;
}

std::string cells_of(const engine::Layer& layer, std::int64_t every) {
  const engine::LayerFacts& facts = layer.facts();
  const std::int64_t columns = (facts.width + every - 1) / every, rows = (facts.height + every - 1) / every;
  const std::uint32_t cell_bytes = layer.cell_bytes();
  std::vector<char> row(static_cast<std::size_t>(facts.width) * cell_bytes);
  std::string cells;
  cells.reserve(static_cast<std::size_t>(columns * rows) * (facts.kind == TERRAWRIGHT_KIND_VECTOR ? 8 : 4));
  for (std::int64_t y = 0; y < facts.height; y += every) {
    layer.read({0, y, facts.width, 1}, row.data(), facts.width);
    switch (facts.kind) {
      case TERRAWRIGHT_KIND_MASK:
        append<std::uint8_t>(row, every, 1, columns, cells);
        break;
      case TERRAWRIGHT_KIND_CLASS:
        append<std::uint16_t>(row, every, 1, columns, cells);
        break;
      case TERRAWRIGHT_KIND_COUNT:
        append<std::int64_t>(row, every, 1, columns, cells);
        break;
      case TERRAWRIGHT_KIND_COLOUR:
        for (std::int64_t i = 0; i < columns; ++i) cells.append(&row[static_cast<std::size_t>(i * every) * 4], 4);
        break;
      default:
        append<float>(row, every, facts.kind == TERRAWRIGHT_KIND_VECTOR ? 2 : 1, columns, cells);
    }
  }
  return cells;
}

Json facts_of(const engine::Layer& layer, std::int64_t every) {
  const engine::LayerFacts& facts = layer.facts();
  Json json = {{"kind", border::kind_name(facts.kind)},         {"unit", facts.unit == "1" ? "" : facts.unit},
               {"width", (facts.width + every - 1) / every},    {"height", (facts.height + every - 1) / every},
               {"minimum", number(layer.statistics().minimum)}, {"maximum", number(layer.statistics().maximum)}};
  for (const LegendEntry& entry : facts.legend) {
    const auto found = layer.classes().find(entry.code);
    json["legend"].push_back({{"value", entry.code},
                              {"name", entry.name},
                              {"colour", "#" + report::hex(&entry.colour, 3)},
                              {"cells", found == layer.classes().end() ? 0 : found->second}});
  }
  return json;
}

}  // namespace terrawright::live
