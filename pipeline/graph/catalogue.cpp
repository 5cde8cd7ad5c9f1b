// SPDX-License-Identifier: Apache-2.0
#include "graph/catalogue.hpp"

#include <algorithm>
#include <utility>

#include "graph/graph.hpp"
#include "graph/sha256.hpp"

namespace terrawright::graph {

std::string build_of_library(const std::string& file_sha256, const std::string& more) {
  return more.empty() ? file_sha256 : file_sha256 + "+" + sha256(more);
}
std::string sha256_of_library(const std::string& build) { return build.substr(0, build.find('+')); }

std::string refusal(const Refused& library) { return "plugin " + library.file + " was refused: " + library.reason; }

bool Catalogue::add(Offer offer) {
  std::pair<std::string, std::uint32_t> key(offer.stage->id, offer.stage->version);
  return offers_.emplace(std::move(key), std::move(offer)).second;
}

const Offer* Catalogue::find(const std::string& id, std::uint32_t version) const {
  const auto found = offers_.find({id, version});
  return found == offers_.end() ? nullptr : &found->second;
}

const Offer* Catalogue::find(const std::string& id) const {
  const std::vector<std::uint32_t> all = versions(id);
  return all.empty() ? nullptr : find(id, all.back());
}

std::vector<std::uint32_t> Catalogue::versions(const std::string& id) const {
  std::vector<std::uint32_t> versions;
  for (auto at = offers_.lower_bound({id, 0}); at != offers_.end() && at->first.first == id; ++at)
    versions.push_back(at->first.second);
  return versions;
}

std::vector<std::string> Catalogue::ids() const {
  std::vector<std::string> ids;
  for (const auto& [key, offer] : offers_)
    if (ids.empty() || ids.back() != key.first) ids.push_back(key.first);
  return ids;
}

std::vector<const Offer*> Catalogue::all() const {
  std::vector<const Offer*> all;
  for (const auto& [key, offer] : offers_) all.push_back(&offer);
  return all;
}

std::string Catalogue::name(const terrawright_stage& stage) {
  return std::string(stage.id) + "@" + std::to_string(stage.version);
}

std::vector<std::string> WriterOffer::endings() const {
  return {writer().endings, writer().endings + writer().n_endings};
}

bool WriterOffer::has_ending(const std::string& ending) const {
  const terrawright_writer& own = writer();
  return std::any_of(own.endings, own.endings + own.n_endings, [&](const char* one) { return ending == one; });
}

bool Catalogue::add(WriterOffer offer) {
  std::pair<std::string, std::uint32_t> key(offer.writer().id, offer.writer().version);
  return writers_.emplace(std::move(key), std::move(offer)).second;
}

const WriterOffer* Catalogue::find_writer(const std::string& id, std::uint32_t version) const {
  const auto found = writers_.find({id, version});
  return found == writers_.end() ? nullptr : &found->second;
}

std::vector<const WriterOffer*> Catalogue::writers() const {
  std::vector<const WriterOffer*> all;
  for (const auto& [key, offer] : writers_) all.push_back(&offer);
  return all;
}

std::vector<const WriterOffer*> Catalogue::writers_of(const std::string& ending) const {
  std::vector<const WriterOffer*> all;
  for (const WriterOffer* offer : writers()) {
    if (!offer->has_ending(ending)) continue;
    if (!all.empty() && std::string_view(all.back()->writer().id) == offer->writer().id) all.pop_back();
    all.push_back(offer);
  }
  return all;
}

std::string Catalogue::name(const terrawright_writer& writer) {
  return std::string(writer.id) + "@" + std::to_string(writer.version);
}

config::Options::KeysOfWriters keys_of_writers(const Catalogue& catalogue) {
  config::Options::KeysOfWriters keys;
  const auto add = [](std::vector<std::string>& names, const char* name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.emplace_back(name);
  };
  for (const WriterOffer* offer : catalogue.writers()) {
    const terrawright_writer& writer = offer->writer();
    for (std::uint64_t i = 0; i < writer.n_parameters; ++i) add(keys.parameters, writer.parameters[i]->name);
    for (std::uint64_t i = 0; i < writer.n_ports; ++i)
      for (const auto& [flag, ports] : {std::pair(std::uint32_t{TERRAWRIGHT_PORT_OPTIONAL}, &keys.ports),
                                        std::pair(std::uint32_t{TERRAWRIGHT_PORT_TITLES}, &keys.titled)})
        if (writer.ports[i]->flags & flag) add(*ports, writer.ports[i]->name);
  }
  return keys;
}

std::optional<Catalogue::Pack> Catalogue::left_out(const std::string& id) const {
  const auto found = left_out_.lower_bound(id);
  if (found == left_out_.end() || (found->first != id && found->first.compare(0, id.size() + 1, id + '.') != 0))
    return std::nullopt;
  return Pack{found->second, "take a program with all packs; CMake's TERRAWRIGHT_PACKS names those that are built"};
}

const terrawright_parameter* find_parameter(const terrawright_stage& stage, const std::string& name) {
  for (std::uint64_t i = 0; i < stage.n_parameters; ++i) {
    if (name == stage.parameters[i]->name) return stage.parameters[i];
  }
  return nullptr;
}

const terrawright_port* find_port(const terrawright_stage& stage, const std::string& name, std::uint32_t direction) {
  for (std::uint64_t i = 0; i < stage.n_ports; ++i) {
    if (stage.ports[i]->direction == direction && name == stage.ports[i]->name) return stage.ports[i];
  }
  return nullptr;
}

std::vector<std::string> port_names(const terrawright_stage& stage, std::uint32_t direction) {
  std::vector<std::string> names;
  for (std::uint64_t i = 0; i < stage.n_ports; ++i) {
    if (stage.ports[i]->direction == direction) names.emplace_back(stage.ports[i]->name);
  }
  return names;
}

std::vector<std::string> main_outputs(const terrawright_stage& stage) {
  std::vector<std::string> names;
  for (const std::string& name : port_names(stage, TERRAWRIGHT_PORT_OUTPUT)) {
    if (!(find_port(stage, name, TERRAWRIGHT_PORT_OUTPUT)->flags & TERRAWRIGHT_PORT_BY_NAME)) names.push_back(name);
  }
  return names;
}

std::uint32_t port_index(const terrawright_stage& stage, const terrawright_port& port) {
  std::uint32_t index = 0;
  while (stage.ports[index] != &port) ++index;
  return index;
}

}  // namespace terrawright::graph
