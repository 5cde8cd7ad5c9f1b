// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <vector>

#include "border/description.hpp"
#include "live/session/work.hpp"
#include "report/amount.hpp"
#include "report/utf8.hpp"

namespace terrawright::live {
namespace {

bool may_be_layer(const terrawright_port& port) {
  for (std::uint32_t kind = 1; kind < 32; ++kind) {
    if ((port.kinds >> kind & 1) != 0 && border::is_layer(kind)) return true;
  }
  return false;
}

const graph::Offer* offer_of(const std::string& use, const graph::Catalogue& catalogue) {
  const std::size_t at = use.find('@');
  if (at == std::string::npos) return nullptr;
  std::uint32_t version = 0;
  std::from_chars(use.data() + at + 1, use.data() + use.size(), version);
  return catalogue.find(use.substr(0, at), version);
}

// As it is written: composites were taken apart since. A layer that is requested beside the config has its name.
std::string title_of(const config::Layer& layer) {
  const report::Position& at = layer.from.position;
  if (!at) return layer.name;
  const std::string_view text = at.source->text;
  const auto behind = [&](std::size_t offset, std::size_t characters) {
    for (; characters > 0 && offset < text.size(); --characters) offset += report::character_at(text, offset).size;
    return offset;
  };
  std::size_t line = 0;
  for (std::size_t i = 1; i < at.line; ++i) line = text.find('\n', line) + 1;
  const std::size_t begin = behind(line, at.column - 1);
  return std::string(text.substr(begin, behind(begin, at.length) - begin));
}

}  // namespace

std::vector<ListedLayer> listed_layers(const graph::Graph& graph) {
  std::vector<ListedLayer> layers;
  for (const graph::Output& output : graph.outputs) {
    for (const graph::OutputLayer& layer : output.layers) {
      if (!border::is_layer(graph.flow(layer.from).kind)) continue;
      const bool known = std::any_of(layers.begin(), layers.end(), [&](const ListedLayer& listed) {
        return listed.from.node == layer.from.node && listed.from.port == layer.from.port;
      });
      if (!known) layers.push_back({layer.name, title_of(*layer.written), layer.from});
    }
  }
  return layers;
}

Json ports_of(const graph::Graph& graph) {
  Json all = Json::array();
  const config::Entry* const stages = graph.world->document.find("stages");
  if (stages == nullptr) return all;
  for (const config::Entry& stage : stages->value.entries) {
    const config::Entry* const use = stage.value.find("use");
    const graph::Offer* const offer = use == nullptr ? nullptr : offer_of(use->value.text, *graph.catalogue);
    if (offer == nullptr) continue;
    const std::vector<std::string> main = graph::main_outputs(*offer->stage);
    for (std::uint64_t i = 0; i < offer->stage->n_ports; ++i) {
      const terrawright_port& port = *offer->stage->ports[i];
      if (port.direction != TERRAWRIGHT_PORT_OUTPUT || !may_be_layer(port)) continue;
      const bool alone = main == std::vector<std::string>{port.name};
      all.push_back({{"title", alone ? stage.key : stage.key + "." + port.name}, {"doc", port.doc}});
    }
  }
  return all;
}

namespace {

constexpr std::int64_t most_side = 1280;

// Every n-th cell of a row, as floats.
template <class Cell>
void convert(const char* row, std::int64_t every, std::int64_t count, char* to) {
  const auto* const cells = reinterpret_cast<const Cell*>(row);
  for (std::int64_t i = 0; i < count; ++i, to += sizeof(float)) {
    const auto value = static_cast<float>(cells[i * every]);
    std::memcpy(to, &value, sizeof value);
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
  const std::size_t bytes = facts.kind == TERRAWRIGHT_KIND_VECTOR ? 8 : 4, cell_bytes = layer.cell_bytes();
  std::string cells(static_cast<std::size_t>(columns * rows) * bytes, '\0');
  std::vector<char> row(static_cast<std::size_t>(facts.width) * cell_bytes);
  char* to = cells.data();
  for (std::int64_t y = 0; y < facts.height; y += every, to += static_cast<std::size_t>(columns) * bytes) {
    layer.read({0, y, facts.width, 1}, row.data(), facts.width);
    if (facts.kind == TERRAWRIGHT_KIND_MASK) {
      convert<std::uint8_t>(row.data(), every, columns, to);
    } else if (facts.kind == TERRAWRIGHT_KIND_CLASS) {
      convert<std::uint16_t>(row.data(), every, columns, to);
    } else if (facts.kind == TERRAWRIGHT_KIND_COUNT) {
      convert<std::int64_t>(row.data(), every, columns, to);
    } else if (every == 1) {
      std::memcpy(to, row.data(), row.size());
    } else {
      for (std::int64_t i = 0; i < columns; ++i)
        std::memcpy(to + static_cast<std::size_t>(i) * bytes, &row[static_cast<std::size_t>(i * every) * bytes], bytes);
    }
  }
  return cells;
}

Json facts_of(const engine::Layer& layer, std::int64_t every) {
  const engine::LayerFacts& facts = layer.facts();
  Json json = {{"kind", border::kind_name(facts.kind)},         {"unit", facts.unit == "1" ? "" : facts.unit},
               {"width", (facts.width + every - 1) / every},    {"height", (facts.height + every - 1) / every},
               {"minimum", number(layer.statistics().minimum)}, {"maximum", number(layer.statistics().maximum)},
               {"digest", engine::hex(layer.digest())}};
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
