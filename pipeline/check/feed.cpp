// SPDX-License-Identifier: Apache-2.0
#include "check/feed.hpp"

#include <algorithm>
#include <set>

#include "border/kind.hpp"
#include "check/sources.hpp"

namespace terrawright::check {
namespace {

std::shared_ptr<const report::Source> source_of_text(const std::string& folder, const std::string& text) {
  return std::make_shared<const report::Source>(report::Source{folder + "/example.yaml", text});
}

// The last node of an example that uses the stage, the parameters it gives, and the size of its world.
struct Example {
  std::string node;
  std::set<std::string> given;
  std::pair<std::int64_t, std::int64_t> size;
};
std::optional<Example> read_example(const terrawright_stage& stage, const std::string& folder,
                                    const std::string& text) {
  report::Diagnostics unsaid;
  config::Options options;
  options.files_required = false;
  const auto world = config::load(source_of_text(folder, text), {}, unsaid, options);
  if (!world) return std::nullopt;
  for (auto node = world->nodes.rbegin(); node != world->nodes.rend(); ++node) {
    if (node->id != stage.id || node->version != stage.version) continue;
    Example example{node->name, {}, {world->width, world->height}};
    for (const config::Entry& entry : node->parameters) example.given.insert(entry.key);
    return example;
  }
  return std::nullopt;
}

// Every output of the node is wanted: layers, texts and tables by the world, numbers and grids by a reader.
struct Wanted {
  std::string readers, outputs;
};
Wanted all_of(const terrawright_stage& stage, const std::string& node) {
  Wanted wanted;
  for (std::uint64_t i = 0; i < stage.n_ports; ++i) {
    const terrawright_port& port = *stage.ports[i];
    if (port.direction != TERRAWRIGHT_PORT_OUTPUT) continue;
    std::string from = node + "." + port.name;
    const std::string reader = reader_of(border::single_kind(port.kinds));
    if (!reader.empty()) {
      const std::string name = "check_reads_" + std::to_string(i);
      wanted.readers += "  " + name + ": {use: " + reader + ", in: {read: " + from + "}}\n";
      from = name;
    }
    wanted.outputs += (wanted.outputs.empty() ? "" : ", ") + std::string("{layers: {l: ") + from + "}}";
  }
  return wanted;
}

// A file for each parameter that is one; where there is an example, for those that it gives.
std::vector<std::string> files_set(const terrawright_stage& stage, const std::string& node,
                                   const std::optional<Example>& example) {
  std::vector<std::string> set;
  for (std::uint64_t i = 0; i < stage.n_parameters; ++i) {
    const bool wanted = !example || example->given.count(stage.parameters[i]->name) != 0;
    if (stage.parameters[i]->kind == TERRAWRIGHT_PARAMETER_FILE && wanted)
      set.push_back("stages." + node + ".with." + stage.parameters[i]->name + "=" + made_up_file);
  }
  return set;
}

struct Variant {
  const char* name;
  bool metres, optional, positive;
  std::uint32_t kind;  // which of several that a port takes
};
constexpr Variant variants[] = {{"made-up inputs", false, true, false, 0},
                                {"made-up inputs in metres", true, true, true, 0},
                                {"made-up inputs in metres, only those it needs", true, false, false, 1},
                                {"made-up inputs, only those it needs", false, false, true, 2}};

std::uint32_t kind_of(std::uint64_t kinds, std::uint32_t which) {
  std::vector<std::uint32_t> all;
  for (std::uint32_t kind = 1; kind < 32; ++kind) {
    if ((kinds & (1u << kind)) && !source_of(kind).empty()) all.push_back(kind);
  }
  return all.empty() ? 0 : all[which % all.size()];
}

// The sources and the node's inputs; nothing where one cannot be made up.
struct Fed {
  std::string sources, inputs;
};
std::optional<Fed> fed_by(const terrawright_stage& stage, const Variant& variant) {
  Fed fed;
  for (std::uint64_t i = 0; i < stage.n_ports; ++i) {
    const terrawright_port& port = *stage.ports[i];
    if (port.direction != TERRAWRIGHT_PORT_INPUT) continue;
    const bool optional = (port.flags & TERRAWRIGHT_PORT_OPTIONAL) != 0;
    if (optional && !variant.optional) continue;
    const std::uint32_t kind = kind_of(port.kinds, variant.kind);
    if (kind == 0 && optional) continue;
    if (kind == 0) return std::nullopt;
    const bool height = kind == TERRAWRIGHT_KIND_HEIGHT || kind == TERRAWRIGHT_KIND_NUMBER;
    const std::string own = port.unit == nullptr ? "" : port.unit;
    const std::string unit = !own.empty() ? own : height && variant.metres ? "m" : "1";
    const std::string times = unit == "1" ? "1" : "1000";
    const std::string name = "check_makes_" + std::to_string(i);
    fed.sources += "  " + name + ": {use: " + source_of(kind, port.flags) + ", with: {unit: \"" + unit +
                   "\", times: " + times + ", positive: " + (variant.positive && !height ? "true" : "false") + "}}\n";
    fed.inputs += (fed.inputs.empty() ? "" : ", ") + std::string(port.name) + ": " + name;
  }
  return fed;
}

bool has_inputs(const terrawright_stage& stage) {
  return std::any_of(stage.ports, stage.ports + stage.n_ports,
                     [](const terrawright_port* port) { return port->direction == TERRAWRIGHT_PORT_INPUT; });
}

// Adds nodes to a config in block style; empty where it has no line for them.
std::string with_nodes(const std::string& text, const std::string& nodes) {
  const std::size_t line = text.find("\nstages:\n");
  if (line == std::string::npos) return "";
  return text.substr(0, line + 9) + nodes + text.substr(line + 9);
}

}  // namespace

Feed feed_of_world(const std::string& path, const std::string& text, std::pair<std::int64_t, std::int64_t> size) {
  Feed feed;
  feed.name = "the world";
  feed.source = std::make_shared<const report::Source>(report::Source{path, text});
  feed.size = size;
  feed.reads_files = true;
  return feed;
}

std::vector<Feed> feeds_of(const terrawright_stage& stage, const std::string& example, const std::string& folder) {
  std::vector<Feed> feeds;
  const auto read = example.empty() ? std::nullopt : read_example(stage, folder, example);
  const std::string node = read ? read->node : "it";
  const Wanted wanted = all_of(stage, node);
  const auto add = [&](const std::string& name, const std::string& text, std::vector<std::string> set) {
    Feed feed;
    feed.name = name;
    feed.source = source_of_text(folder, text);
    feed.set = files_set(stage, node, read);
    feed.set.push_back("outputs=[" + wanted.outputs + "]");
    feed.set.insert(feed.set.end(), set.begin(), set.end());
    feed.node = node;
    if (read) feed.size = read->size;
    feeds.push_back(std::move(feed));
  };
  const std::string with_readers = read ? with_nodes(example, wanted.readers) : "";
  if (!with_readers.empty()) {
    add("its example", with_readers, {});
  } else if (read) {  // as it stands
    Feed feed;
    feed.name = "its example";
    feed.source = source_of_text(folder, example);
    feed.set = files_set(stage, node, read);
    feed.node = node;
    feed.size = read->size;
    feeds.push_back(std::move(feed));
  }
  const std::string base = !with_readers.empty()
                               ? example
                               : "terrawright: 1\nname: check\nworld: {size: [65, 65], seed: 1}\nstages:\n  " + node +
                                     ": {use: " + graph::Catalogue::name(stage) + "}\noutputs: []\n";
  for (const Variant& variant : variants) {
    const auto fed = fed_by(stage, variant);
    if (!fed || (read && !has_inputs(stage))) continue;
    add(has_inputs(stage) ? variant.name : "no inputs", with_nodes(base, fed->sources + wanted.readers),
        {"stages." + node + ".in={" + fed->inputs + "}"});
    if (!has_inputs(stage)) break;
  }
  return feeds;
}

}  // namespace terrawright::check
