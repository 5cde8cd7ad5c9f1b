// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>

#include "border/description.hpp"
#include "build/manifest/manifest.hpp"
#include "cli/lock/lock.hpp"
#include "config/quantity.hpp"
#include "graph/graph.hpp"
#include "graph/sha256.hpp"
#include "packs/atlas/drawing_process.hpp"
#include "report/json.hpp"

namespace terrawright::cli {
namespace {

// The items of a list or the rows of a table, in canonical text.
std::vector<std::string> items_of(const std::string& text) {
  std::vector<std::string> items;
  std::size_t begin = 1;
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') quoted = !quoted;
    if (quoted && c == '\\') ++i;
    if (quoted) continue;
    if (c == '[' || c == '{') ++depth;
    if (c == ']' || c == '}') --depth;
    if (depth > 1 || (c != ',' && depth == 1) || i < begin) continue;
    items.push_back(text.substr(begin, i - begin));
    begin = i + 1;
  }
  return items;
}

// A table of rules would be most of the file: its hash, and of each row eight digits, by which a change has its place.
std::string shortened(const std::string& text) {
  constexpr std::size_t most = 120;
  if (text.size() <= most && text.find('\n') == std::string::npos) return text;
  std::string all = "sha256 " + graph::sha256(text);
  if (text[0] != '[') return all;
  all += " rows";
  for (const std::string& item : items_of(text)) all += " " + graph::sha256(item).substr(0, 8);
  return all;
}

Members world_of(const config::World& world) {
  Members members = {{"name", world.name},
                     {"size", std::to_string(world.width) + "x" + std::to_string(world.height)},
                     {"cell", config::canonical(world.cell)},
                     {"latitude", config::canonical(world.latitude)},
                     {"longitude", config::canonical(world.longitude)}};
  if (world.wrap != 0) members.emplace_back("wrap", std::to_string(world.wrap));
  return members;
}

Members made_of(const graph::Node& node, const build::Plan& plan) {
  const config::World& world = *plan.graph.world;
  Members members;
  std::size_t file = 0;
  for (const graph::Fact& fact : graph::facts_of(node, world)) {
    if (fact.of != graph::Fact::Of::file) {
      const bool is_parameter = fact.of == graph::Fact::Of::parameter;
      const char* const before = is_parameter && find(members, fact.name) != nullptr ? of_parameter : "";
      const bool is_seed = !is_parameter && fact.name == "seed";
      members.emplace_back(before + fact.name, shortened(is_seed ? world.seed_text : fact.text));
      continue;
    }
    const auto path = std::filesystem::path(node.files[file++]->path());
    const auto folder = std::filesystem::absolute(plan.config).parent_path();
    std::error_code unknown;
    members.emplace_back("file " + std::filesystem::proximate(path, folder, unknown).generic_string(), fact.text);
  }
  return members;
}

Members measures_of(const graph::Flow& flow, const engine::PortRecord& record) {
  Members facts;
  const auto add = [&](const char* name, double value) { facts.emplace_back(name, report::Json(value).dump()); };
  if (flow.kind == TERRAWRIGHT_KIND_NUMBER) add("value", record.number);
  if (flow.kind == TERRAWRIGHT_KIND_TABLE) facts.emplace_back("rows", std::to_string(record.rows));
  if (border::is_layer(flow.kind) && flow.kind != TERRAWRIGHT_KIND_COLOUR) {
    add("minimum", record.statistics.minimum);
    add("maximum", record.statistics.maximum);
    facts.emplace_back("nans", std::to_string(record.statistics.nans));
  }
  if (flow.kind != TERRAWRIGHT_KIND_CLASS) return facts;
  for (const auto& [code, cells] : record.classes)
    facts.emplace_back("class " + std::to_string(code), std::to_string(cells));
  return facts;
}

// The name of a plugin, which two libraries may have.
std::string code_of(const graph::Offer& offer, LockedWorld& world) {
  std::string name = offer.plugin;
  for (int another = 2;; ++another) {
    const LockedCode* known = world.find_code(name);
    if (known == nullptr) break;
    if (known->build == offer.build) return name;
    name = offer.plugin + " (" + std::to_string(another) + ")";
  }
  world.code.push_back({name, offer.version, offer.build});
  return name;
}

void add_node(const build::Plan& plan, std::size_t n, const build::Built* built, LockedWorld& world) {
  const graph::Graph& graph = plan.graph;
  const graph::Node& node = graph.nodes[n];
  LockedNode locked;
  locked.name = node.name;
  locked.code = code_of(*node.offer, world);
  locked.made_of = made_of(node, plan);
  for (std::uint32_t i = 0; i < node.flows.size(); ++i) {
    const std::string port = node.stage().ports[i]->name;
    const graph::Flow& flow = node.flows[i];
    if (node.numbers[i]) locked.inputs.emplace_back(port, config::with_unit(*node.numbers[i], flow.unit));
    if (node.inputs[i]) locked.inputs.emplace_back(port, graph.name(*node.inputs[i]));
    if (flow.kind == 0 || node.recipes[i].empty()) continue;
    LockedOutput output{port, node.recipes[i], "", {{"kind", border::kind_name(flow.kind)}, {"unit", flow.unit}}};
    if (built != nullptr) {
      const engine::PortRecord& record = built->outcome.records[n][i];
      output.pixels = engine::hex(record.digest);
      for (auto& fact : measures_of(flow, record)) output.facts.push_back(std::move(fact));
    }
    locked.outputs.push_back(std::move(output));
  }
  world.nodes.push_back(std::move(locked));
}

}  // namespace

const std::string* find(const Members& members, const std::string& name) {
  for (const auto& [member, text] : members)
    if (member == name) return &text;
  return nullptr;
}

const LockedNode* LockedWorld::find_node(const std::string& name) const {
  for (const LockedNode& node : nodes)
    if (node.name == name) return &node;
  return nullptr;
}

const LockedCode* LockedWorld::find_code(const std::string& plugin) const {
  for (const LockedCode& one : code)
    if (one.plugin == plugin) return &one;
  return nullptr;
}

LockedWorld lock_of(const build::Plan& plan, const Asked& asked, const build::Built* built) {
  LockedWorld world;
  world.seed = plan.graph.world->seed_text;
  world.is_seed_of_config = !asked.seed;
  world.set = asked.set;
  world.program = TERRAWRIGHT_VERSION;
  world.world = world_of(*plan.graph.world);
  for (std::size_t n = 0; n < plan.graph.nodes.size(); ++n) add_node(plan, n, built, world);
  std::stable_sort(world.code.begin(), world.code.end(),
                   [](const LockedCode& a, const LockedCode& b) { return a.plugin < b.plugin; });
  world.outputs = build::outputs_of(plan.graph);
  for (const auto& [name, id] : images::libraries_of_files()) world.libraries.emplace_back(name, id);
  if (built == nullptr) return world;
  const auto add_file = [&](const images::Written& file) {
    const std::string path = file.path().lexically_relative(plan.folder).generic_string();
    world.files.push_back({path, file.bytes, file.sha256(), {}});
  };
  for (const images::Written& file : built->files) {
    if (file.path().string() != manifest_path(plan)) add_file(file);
  }
  return world;
}

}  // namespace terrawright::cli
