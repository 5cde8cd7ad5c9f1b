// SPDX-License-Identifier: Apache-2.0
#include "live/sights.hpp"

#include <algorithm>
#include <charconv>

#include "border/kind.hpp"
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

std::vector<Sight> sights_of(const graph::Graph& graph) {
  std::vector<Sight> sights;
  for (const graph::Output& output : graph.outputs) {
    for (const graph::OutputLayer& layer : output.layers) {
      if (!border::is_layer(graph.flow(layer.from).kind)) continue;
      const bool known = std::any_of(sights.begin(), sights.end(), [&](const Sight& sight) {
        return sight.from.node == layer.from.node && sight.from.port == layer.from.port;
      });
      if (!known) sights.push_back({layer.name, title_of(*layer.written), layer.from});
    }
  }
  return sights;
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

}  // namespace terrawright::live
