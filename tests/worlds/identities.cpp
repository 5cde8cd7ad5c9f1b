// SPDX-License-Identifier: Apache-2.0
// Promises of a recipe, over the example of every stage: one thing changed at a time gives another recipe or the same
// bits. Other requests to a stage change no bit of an output.
#include <filesystem>
#include <functional>

#include "border/description.hpp"
#include "config/plain_value.hpp"
#include "readers/opened_file.hpp"
#include "support/build.hpp"
#include "support/catch.hpp"
#include "support/config_file.hpp"
#include "support/stage_files.hpp"

using namespace terrawright;
namespace fs = std::filesystem;

namespace {

// A node's outputs: "port" to recipe and digest.
struct Output {
  std::string recipe, digest;
  bool operator==(const Output& other) const { return recipe == other.recipe && digest == other.digest; }
};
using Outputs = std::map<std::string, Output>;

struct Example {
  std::string path, node;  // the node that uses the stage
  const graph::Offer* offer = nullptr;
};

std::vector<Example> examples() {
  std::vector<Example> found;
  for (const test::StageFile& file : test::stage_files()) {
    if (!file.is_example()) continue;
    const graph::Offer* offer = test::catalogue().find(file.family + "." + file.path.stem().string());
    REQUIRE(offer != nullptr);
    if (offer->composed) continue;  // its parts are stages
    found.push_back({file.from_root(), "", offer});
  }
  return found;
}

// The world of an example with `change` made to it, or nothing where that is refused.
std::optional<graph::Graph> graph_of(const std::string& path, const std::vector<std::string>& set,
                                     const std::function<void(config::World&)>& change = {}) {
  static const readers::FileOpener opener;
  report::Diagnostics diagnostics;
  config::Options options;
  options.files_required = false;
  const auto source = std::make_shared<const report::Source>(
      report::Source{(fs::path(TERRAWRIGHT_ROOT) / path).string(), test::config_file(path)});
  auto world = config::load(source, set, diagnostics, options);
  if (!world || diagnostics.error_count() != 0) return std::nullopt;
  if (change) change(*world);
  return graph::assemble(std::move(*world), test::catalogue(), diagnostics, &opener);
}

// For `node`; without digests if the world is not run.
std::optional<Outputs> outputs_of(const graph::Graph& graph, const std::string& node, bool run) {
  std::vector<std::vector<engine::PortRecord>> records;
  if (run) {
    report::Diagnostics diagnostics;
    engine::Observer silent;
    engine::Options options;
    options.tile = 64;
    options.threads = 2;
    const auto outcome = engine::run(graph, {}, options, silent, diagnostics);
    if (!outcome.done) return std::nullopt;
    records = outcome.records;
  }
  Outputs outputs;
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    const graph::Node& one = graph.nodes[n];
    for (std::uint32_t i = 0; one.name == node && i < one.flows.size(); ++i) {
      const terrawright_port& port = *one.stage().ports[i];
      if (port.direction != TERRAWRIGHT_PORT_OUTPUT || one.flows[i].kind == 0) continue;
      outputs[port.name] = {one.recipes[i], run ? engine::hex(records[n][i].digest) : ""};
    }
  }
  return outputs;
}

// The first node of the world that uses the stage.
std::string node_of(const config::World& world, const graph::Offer& offer) {
  for (const config::Node& node : world.nodes) {
    if (node.id == offer.stage->id) return node.name;
  }
  return "";
}

// Other values of a parameter, as a config writes them.
std::vector<std::string> variants(const terrawright_parameter& parameter) {
  std::vector<std::string> texts;
  const auto add = [&](auto edit) {
    terrawright_value value = parameter.fallback;
    value.is_word = 0;
    edit(value);
    texts.push_back(config::canonical(value, parameter));
  };
  switch (parameter.kind) {
    case TERRAWRIGHT_PARAMETER_REAL:
      for (const double real : {parameter.minimum, parameter.maximum, parameter.fallback.real * 0.5 + 0.25}) {
        if (std::abs(real) < 1e9) add([&](terrawright_value& v) { v.real = real; });
      }
      break;
    case TERRAWRIGHT_PARAMETER_INTEGER:
      for (const std::int64_t step : {-1, 1, 2}) add([&](terrawright_value& v) { v.integer += step; });
      break;
    case TERRAWRIGHT_PARAMETER_BOOLEAN:
      return {"true", "false"};
    case TERRAWRIGHT_PARAMETER_CHOICE:
      for (std::uint64_t i = 0; i < parameter.n_choices; ++i) texts.push_back(parameter.choices[i]);
      break;
    case TERRAWRIGHT_PARAMETER_PERCENTAGE:
      for (const std::int64_t parts : {0, 370000, 1000000}) add([&](terrawright_value& v) { v.integer = parts; });
      break;
    case TERRAWRIGHT_PARAMETER_COLOUR:
      add([](terrawright_value& v) { v.integer = 0x123456; });
      break;
    case TERRAWRIGHT_PARAMETER_LIST:
    case TERRAWRIGHT_PARAMETER_ROWS:
      if (parameter.fallback.n_items > 1) add([](terrawright_value& v) { --v.n_items; });
      break;
    default:
      break;  // texts and files: the tests of their stages
  }
  return texts;
}

}  // namespace

TEST_CASE("One thing changed gives another recipe or the same bits", "[identities]") {
  int changed = 0, same_recipe = 0, varied = 0, refused = 0;
  for (const Example& example : examples()) {
    const auto base_graph = graph_of(example.path, {});
    REQUIRE(base_graph);
    const std::string node = node_of(*base_graph->world, *example.offer);
    const auto base = outputs_of(*base_graph, node, true);
    REQUIRE(base);
    const auto changing = [&](const std::vector<std::string>& set, const std::function<void(config::World&)>& change) {
      const auto graph = graph_of(example.path, set, change);
      if (!graph) return false;  // refused: nothing is made
      const auto without_cells = outputs_of(*graph, node, false);
      bool another = false;
      for (const auto& [port, output] : *without_cells) {
        const auto found = base->find(port);
        another = another || found == base->end() || found->second.recipe != output.recipe;
      }
      ++changed;
      if (another) return true;
      ++same_recipe;
      const auto run = outputs_of(*graph, node, true);
      if (run) CHECK(*run == *base);
      return false;
    };
    const terrawright_stage& stage = *example.offer->stage;
    for (std::uint64_t p = 0; p < stage.n_parameters; ++p) {
      const std::string set = "stages." + node + ".with." + stage.parameters[p]->name + "=";
      bool any = false;
      const std::vector<std::string> others = variants(*stage.parameters[p]);
      for (const std::string& value : others) {
        INFO(example.path << ": " << set << value);
        any = changing({set + value}, {}) || any;
      }
      ++(any || others.empty() ? varied : refused);
    }
    for (const char* fact : {"world.seed=77", "world.cell=3 km", "world.latitude=-12 deg", "world.wrap=x"}) {
      INFO(example.path << ": " << fact);
      changing({fact}, {});
    }
    INFO(example.path << ": other names");
    changing({"stages." + node + ".random=another"}, {});
    changing({}, [&](config::World& world) {
      for (config::Node& one : world.nodes) one.random_name += "_other";
    });
  }
  CHECK(changed > 500);
  CHECK(same_recipe > 100);
  // Some values fit no other part of their example.
  CHECK(varied > 8 * refused);
}

TEST_CASE("A default that is written out gives the same recipe", "[identities]") {
  for (const Example& example : examples()) {
    const auto base_graph = graph_of(example.path, {});
    REQUIRE(base_graph);
    for (const config::Node& node : base_graph->world->nodes) {
      if (node.id != example.offer->stage->id) continue;
      std::vector<std::string> set;
      for (std::uint64_t p = 0; p < example.offer->stage->n_parameters; ++p) {
        const terrawright_parameter& parameter = *example.offer->stage->parameters[p];
        const auto is_given = [&](const config::Entry& entry) { return entry.key == parameter.name; };
        if (std::any_of(node.parameters.begin(), node.parameters.end(), is_given)) continue;
        set.push_back("stages." + node.name + ".with." + parameter.name + "=" +
                      config::canonical(parameter.fallback, parameter));
      }
      INFO(example.path);
      const auto graph = graph_of(example.path, set);
      REQUIRE(graph);
      CHECK(outputs_of(*graph, node.name, false) == outputs_of(*base_graph, node.name, false));
      break;
    }
  }
}

TEST_CASE("An output has the same bits whatever else is wanted of its stage", "[identities]") {
  int outputs = 0;
  for (const Example& example : examples()) {
    const auto graph = graph_of(example.path, {});
    REQUIRE(graph);
    const std::string node = node_of(*graph->world, *example.offer);
    std::vector<std::string> ports;
    const terrawright_stage& stage = *example.offer->stage;
    for (std::uint64_t i = 0; i < stage.n_ports; ++i) {
      const std::uint32_t kind = border::single_kind(stage.ports[i]->kinds);
      const bool can_be_written =
          kind == 0 || border::is_layer(kind) || kind == TERRAWRIGHT_KIND_TEXT || kind == TERRAWRIGHT_KIND_TABLE;
      if (stage.ports[i]->direction == TERRAWRIGHT_PORT_OUTPUT && can_be_written)
        ports.emplace_back(stage.ports[i]->name);
    }
    const auto wanting = [&](const std::vector<std::string>& wanted) {
      return graph_of(example.path, {}, [&](config::World& world) {
        config::Output output = world.outputs.front();
        world.outputs.clear();
        for (const std::string& port : wanted) {
          output.layers.assign(1, {port, {}, {node, port, {}, false}, false});
          output.file = output.final_file = "";
          world.outputs.push_back(output);
        }
      });
    };
    INFO(example.path);
    // One may be like an input that the example leaves out.
    const auto has_none = [&](const std::string& port) { return !wanting({port}); };
    ports.erase(std::remove_if(ports.begin(), ports.end(), has_none), ports.end());
    if (ports.size() < 2) continue;
    const auto all_graph = wanting(ports);
    REQUIRE(all_graph);
    const auto all = outputs_of(*all_graph, node, true);
    if (!all) continue;  // the example's values fit one of them alone
    for (const std::string& port : ports) {
      INFO(port);
      const auto alone_graph = wanting({port});
      REQUIRE(alone_graph);
      const auto alone = outputs_of(*alone_graph, node, true);
      REQUIRE(alone);
      CHECK(alone->at(port) == all->at(port));
      ++outputs;
    }
  }
  CHECK(outputs > 30);
}
