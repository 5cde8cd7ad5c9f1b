// SPDX-License-Identifier: Apache-2.0
#include "graph/catalogue.hpp"

#include <utility>

namespace terrawright::graph {

bool Catalogue::add(Offer offer) {
  const std::string id = offer.stage->id;
  return offers_.emplace(id, std::move(offer)).second;
}

const Offer* Catalogue::find(const std::string& id) const {
  const auto found = offers_.find(id);
  return found == offers_.end() ? nullptr : &found->second;
}

std::vector<std::string> Catalogue::ids() const {
  std::vector<std::string> ids;
  for (const auto& [id, offer] : offers_) ids.push_back(id);
  return ids;
}

std::string Catalogue::name(const terrawright_stage& stage) {
  return std::string(stage.id) + "@" + std::to_string(stage.version);
}

const terrawright_port* find_port(const terrawright_stage& stage, const std::string& name, std::uint32_t direction) {
  for (std::uint64_t i = 0; i < stage.n_ports; ++i) {
    if (stage.ports[i].direction == direction && name == stage.ports[i].name) return &stage.ports[i];
  }
  return nullptr;
}

std::vector<std::string> port_names(const terrawright_stage& stage, std::uint32_t direction) {
  std::vector<std::string> names;
  for (std::uint64_t i = 0; i < stage.n_ports; ++i) {
    if (stage.ports[i].direction == direction) names.emplace_back(stage.ports[i].name);
  }
  return names;
}

std::vector<std::string> main_outputs(const terrawright_stage& stage) {
  std::vector<std::string> names;
  for (const std::string& name : port_names(stage, TERRAWRIGHT_OUTPUT)) {
    if (!(find_port(stage, name, TERRAWRIGHT_OUTPUT)->flags & TERRAWRIGHT_BY_NAME)) names.push_back(name);
  }
  return names;
}

std::uint32_t port_index(const terrawright_stage& stage, const terrawright_port& port) {
  return static_cast<std::uint32_t>(&port - stage.ports);
}

}  // namespace terrawright::graph
