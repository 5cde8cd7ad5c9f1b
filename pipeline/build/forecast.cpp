// SPDX-License-Identifier: Apache-2.0
#include "build/forecast.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>

#include "border/description.hpp"
#include "build/expectations/expectations.hpp"
#include "build/outputs/known_files.hpp"
#include "engine/cache/cache_use.hpp"
#include "graph/graph.hpp"
#include "graph/sha256.hpp"
#include "images/delivery.hpp"
#include "report/amount.hpp"
#include "report/json.hpp"

namespace terrawright::build {
namespace {

using report::Json;

std::string forecast_key(const Plan& plan) {
  std::error_code unknown;
  return graph::sha256("terrawright world 2\n" + std::filesystem::absolute(plan.config, unknown).string() + "\n" +
                       plan.graph.world->name + "\n");
}

// The same where nodes, by name, and all that they are made of are the same: what a record of them begins with.
constexpr std::size_t digest_digits = 64;
std::string digest_of_nodes(const graph::Graph& graph) {
  graph::Sha256 hash;
  const auto add = [&](const std::string& text) { hash.add(text.c_str(), text.size() + 1); };
  for (const graph::Node& node : graph.nodes) {
    add(node.name);
    for (const std::string& key : node.keys) add(key);
  }
  return hash.hex();
}

Json json_of_node(const graph::Graph& graph, const graph::Node& node) {
  Json json = {{"build", node.offer->build}, {"facts", Json::array()}};
  std::map<std::string, Json> inputs;
  for (const graph::Fact& fact : graph::facts_of(node, *graph.world)) json["facts"].push_back({fact.name, fact.text});
  for (std::size_t i = 0; i < node.inputs.size(); ++i) {
    const std::string port = node.stage().ports[i]->name;
    if (node.numbers[i]) inputs[port] = {"", std::to_string(*node.numbers[i]) + " " + node.flows[i].unit};
    if (node.inputs[i])
      inputs[port] = {graph.name(*node.inputs[i]), graph.nodes[node.inputs[i]->node].keys[node.inputs[i]->port]};
  }
  json["inputs"] = inputs;
  return json;
}

// The change, nearest reason first.
std::string difference(const graph::Graph& graph, const graph::Node& node, const Json& then) {
  std::vector<std::string> said;
  for (const graph::Fact& fact : graph::facts_of(node, *graph.world)) {
    std::optional<std::string> before;
    bool same = false;
    for (const Json& old : then.at("facts")) {
      if (old.at(0) != fact.name) continue;
      before = old.at(1).get<std::string>();
      same = same || *before == fact.text;
    }
    if (same) continue;
    if (fact.of == graph::Fact::Of::plugin) {
      said.emplace_back("data of its plugin changed");
    } else if (fact.of == graph::Fact::Of::file || !before) {
      said.push_back(fact.of == graph::Fact::Of::file ? "a file that it reads changed" : fact.name + " is new");
    } else if (fact.name == "revision") {
      said.emplace_back("the program changed");
    } else {
      said.push_back(change(fact.name, *before, fact.text));
    }
  }
  for (const Json& old : then.at("facts")) {
    if (old.at(0) == "plugin data" && node.depends.empty()) said.emplace_back("data of its plugin are no longer read");
  }
  const Json now = json_of_node(graph, node);
  for (const auto& [port, input] : now.at("inputs").items()) {
    const Json before = then.at("inputs").value(port, Json());
    if (before == input) continue;
    const std::string name = input.at(0);
    if (before.is_null()) {
      said.push_back("its input " + port + " is new");
    } else if (name.empty() || before.at(0) != name) {
      said.push_back(change("its input " + port, before.at(before.at(0).get<std::string>().empty() ? 1 : 0),
                            input.at(name.empty() ? 1 : 0)));
    } else {
      said.push_back("its input " + name + " changed");
    }
  }
  if (said.empty() && then.at("build") != node.offer->build) said.emplace_back("the program changed");
  if (said.empty()) said.emplace_back("what is kept is of other tiles or other outputs of it");
  return report::join(said);
}

std::vector<graph::Link> needed_by_files(const Plan& plan, const std::shared_ptr<store::Store>& store) {
  KnownFiles known(plan, store);
  std::vector<graph::Link> needed;
  for (std::size_t i = 0; i < plan.files.size(); ++i) {
    if (known.standing(i) || known.can_be_restored(i)) continue;
    const KeptOfOutput kept(plan, store, i);
    const auto& layers = plan.graph.outputs[i].layers;
    for (std::size_t k = 0; k < layers.size(); ++k)
      if (!kept.is_left_out(k)) needed.push_back(layers[k].from);
  }
  for (const engine::Sink& sink : Expectations(plan, store).sinks())
    needed.insert(needed.end(), sink.needs.begin(), sink.needs.end());
  return needed;
}

}  // namespace

std::vector<Forecast> forecast(const Plan& plan, const std::shared_ptr<store::Store>& store) {
  const graph::Graph& graph = plan.graph;
  std::vector<Forecast> all(graph.nodes.size());
  if (!store) return all;
  const auto kept = engine::CacheUse(store, graph, plan.tile).find();
  const auto doing = schedule::doing_of(graph, kept, needed_by_files(plan, store));
  const auto found = store->find(forecast_key(plan));
  Json before;
  try {
    if (found) before = Json::from_cbor(found->substr(digest_digits));
  } catch (const std::exception&) {  // of another program
  }
  for (std::size_t n = 0; n < all.size(); ++n) {
    all[n].doing = doing[n];
    if (doing[n] != schedule::Doing::runs || !before.is_object()) continue;
    try {
      const std::string& name = graph.nodes[n].name;
      all[n].because = before.contains(name) ? difference(graph, graph.nodes[n], before[name]) : "it is new";
    } catch (const std::exception&) {  // of another program
    }
    if (all[n].because.empty())
      all[n].because = kept[n].outcome ? "other tiles or outputs are wanted" : "it is not kept any more";
  }
  return all;
}

void look_at_what_it_was_made_of(const Plan& plan, store::Store& store) { store.find(forecast_key(plan)); }

void remember_what_it_was_made_of(const Plan& plan, store::Store& store) {
  const std::string digest = digest_of_nodes(plan.graph), key = forecast_key(plan);
  if (const auto before = store.find(key); before && before->compare(0, digest_digits, digest) == 0) return;
  Json json = Json::object();
  for (const graph::Node& node : plan.graph.nodes) json[node.name] = json_of_node(plan.graph, node);
  store.keep(key, digest + json.to_cbor());
}

KeptOfOutput::KeptOfOutput(const Plan& plan, std::shared_ptr<store::Store> store, std::size_t output)
    : store_(std::move(store)),
      most_bytes_(store_ ? std::min(plan.kept_file_size, store_->most_bytes() / 16) : 0),
      keys_(plan.files[output].parts.size()),
      left_out_(keys_.size()) {
  const images::Picture& picture = plan.files[output];
  for (const images::Part& part : picture.parts) layers_.push_back(border::is_layer(part.facts.kind));
  // For tiles, coarsened cells and windows nothing is cached.
  if (most_bytes_ == 0 || !picture.writer || picture.tiles || picture.coarsen > 1 || plan.window) return;
  const std::string program = program_of(*plan.graph.catalogue);
  for (std::size_t k = 0; k < keys_.size(); ++k) {
    const auto& under = picture.writer->kept_under()[k];
    if (!under) continue;
    const graph::Link& from = plan.graph.outputs[output].layers[k].from;
    keys_[k] = graph::sha256("terrawright kept 1\nprogram=" + program + "\nwriter=" + picture.writer->identity() +
                             "\nlayer=" + plan.graph.nodes[from.node].keys[from.port] + "\n" + *under + "\n");
    left_out_[k] = store_->has(keys_[k]);
  }
}

bool KeptOfOutput::has_all() const {
  bool any = false;
  for (std::size_t k = 0; k < keys_.size(); ++k) {
    if (layers_[k] && (keys_[k].empty() || !store_->has(keys_[k]))) return false;
    any = any || layers_[k];
  }
  return any;
}

std::optional<std::string> KeptOfOutput::find(std::size_t part) {
  return keys_[part].empty() ? std::nullopt : store_->find(keys_[part]);
}

void KeptOfOutput::keep(std::size_t part, std::string_view bytes) {
  if (!keys_[part].empty() && bytes.size() <= most_bytes_) store_->keep(keys_[part], bytes);
}

}  // namespace terrawright::build
