// SPDX-License-Identifier: Apache-2.0
#include "check/trial_world.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include "border/description.hpp"
#include "config/quantity.hpp"
#include "terrawright/random.h"

namespace terrawright::check {
namespace {

constexpr char made_up_file[] = "made_up";

// A file without samples is a drawing round the middle of its world.
constexpr char drawn[] =
    R"({"type": "FeatureCollection", "features": [
{"type": "Feature", "properties": {"name": "bay", "height": 5}, "geometry": {"type": "Polygon", "coordinates":
[[[-0.1, -0.08, 1], [0.09, -0.1, 2], [0.12, 0.07, 3], [-0.07, 0.1, 4], [-0.1, -0.08, 1]]]}},
{"type": "Feature", "properties": {"name": "brook", "height": 7}, "geometry": {"type": "LineString", "coordinates":
[[-0.15, 0.05, 9], [-0.02, 0.01, 6], [0.11, -0.13, 2]]}},
{"type": "Feature", "properties": {"name": "spring", "height": 9}, "geometry": {"type": "Point", "coordinates":
[-0.15, 0.05, 9]}}]})";

class MadeUpFile final : public graph::InputFile {
 public:
  explicit MadeUpFile(const terrawright_file_request& request) {
    const bool as_bytes = request.encoding == TERRAWRIGHT_ENCODING_BYTES;
    const bool has_size =
        request.encoding != TERRAWRIGHT_ENCODING_IMAGE && !as_bytes && request.width > 0 && request.height > 0;
    constexpr std::int64_t most = std::int64_t{1} << 20;
    if (has_size && (request.width > most / request.height))
      throw std::runtime_error("the made-up file is not so large");
    facts_.size = sizeof facts_;
    facts_.bits = request.encoding == TERRAWRIGHT_ENCODING_F32 ? 0 : 16;
    facts_.width = has_size ? request.width : 97;
    facts_.height = has_size ? request.height : 61;
    if (!as_bytes) return;
    facts_.bits = 0;
    facts_.width = facts_.height = 0;
    facts_.bytes = sizeof drawn - 1;
  }
  const terrawright_file_facts& facts() const override { return facts_; }
  const std::string& digest() const override { return digest_; }
  void bytes(std::uint64_t begin, std::uint64_t size, char* to) const override {
    if (begin > facts_.bytes || size > facts_.bytes - begin)
      throw std::runtime_error("its code is wrong: it reads bytes outside its file");
    std::memcpy(to, drawn + begin, static_cast<std::size_t>(size));
  }
  void read(float* cells) const override {
    for (std::int64_t y = 0; y < facts_.height; ++y) {
      const terrawright_row_key key = terrawright_key_of_row(7, static_cast<std::int32_t>(y / 6), 33, 0, 0);
      for (std::int64_t x = 0; x < facts_.width; ++x) {
        const std::uint32_t word = terrawright_word(key, static_cast<std::int32_t>(x / 6)) >> 16;
        *cells++ = facts_.bits == 0 ? static_cast<float>(word) / 65536.0f : static_cast<float>(word);
      }
    }
  }

 private:
  terrawright_file_facts facts_{};
  std::string digest_ = "made up";
};

}  // namespace

std::shared_ptr<const graph::InputFile> MadeUpFiles::open(const std::string&,
                                                          const terrawright_file_request& request) const {
  return std::make_shared<MadeUpFile>(request);
}

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
// But for `unread`, a port.
constexpr std::uint64_t no_port = ~std::uint64_t{0};
Wanted all_of(const terrawright_stage& stage, const std::string& node, std::uint64_t unread = no_port) {
  Wanted wanted;
  for (std::uint64_t i = 0; i < stage.n_ports; ++i) {
    const terrawright_port& port = *stage.ports[i];
    if (port.direction != TERRAWRIGHT_PORT_OUTPUT || i == unread) continue;
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
  std::string name;
  bool metres = false, positive = false;
  std::uint32_t kind = 0;             // which of several that a port takes
  const char* shape = "hills";        // of the sources
  std::vector<std::uint64_t> inputs;  // the optional ones that are connected
};

std::vector<std::uint64_t> optional_inputs(const terrawright_stage& stage) {
  std::vector<std::uint64_t> all;
  for (std::uint64_t i = 0; i < stage.n_ports; ++i) {
    const bool is_input = stage.ports[i]->direction == TERRAWRIGHT_PORT_INPUT;
    if (is_input && (stage.ports[i]->flags & TERRAWRIGHT_PORT_OPTIONAL) != 0) all.push_back(i);
  }
  return all;
}

std::vector<Variant> usual_variants(const std::vector<std::uint64_t>& optional) {
  return {{"made-up inputs", false, false, 0, "hills", optional},
          {"made-up inputs in metres", true, true, 0, "hills", optional},
          {"made-up inputs in metres, only those it needs", true, false, 1, "hills", {}},
          {"made-up inputs, only those it needs", false, true, 2, "hills", {}}};
}

std::vector<Variant> edge_variants(const terrawright_stage& stage, const std::vector<std::uint64_t>& optional) {
  std::vector<Variant> all = {{"inputs of zero, tables without rows", true, false, 0, "zero", optional},
                              {"inputs of one value", true, false, 0, "level", optional},
                              {"inputs below 0", true, false, 0, "low", optional},
                              {"inputs above 0", true, false, 0, "high", optional},
                              {"inputs up to 9000", true, false, 0, "great", optional},
                              {"inputs below 0 but in one cell, tables of one row", true, false, 0, "one", optional}};
  for (const std::uint64_t one : optional) {
    if (optional.size() == 1) break;  // with and without it are usual
    std::vector<std::uint64_t> others = optional;
    others.erase(std::find(others.begin(), others.end(), one));
    const std::string name = report::quote(stage.ports[one]->name);
    all.push_back({"made-up inputs without " + name, true, false, 0, "hills", others});
    if (optional.size() > 2)
      all.push_back({"made-up inputs, of optional ones " + name + " alone", true, false, 0, "hills", {one}});
  }
  return all;
}

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
    if (optional && std::find(variant.inputs.begin(), variant.inputs.end(), i) == variant.inputs.end()) continue;
    const std::uint32_t kind = kind_of(port.kinds, variant.kind);
    if (kind == 0 && optional) continue;
    if (kind == 0) return std::nullopt;
    const bool height = kind == TERRAWRIGHT_KIND_HEIGHT || kind == TERRAWRIGHT_KIND_NUMBER;
    const std::string own = port.unit == nullptr ? "" : port.unit;
    const std::string unit = !own.empty() ? own : height && variant.metres ? "m" : "1";
    const std::string times = unit == "1" ? "1" : "1000";
    const std::string name = "check_makes_" + std::to_string(i);
    fed.sources += "  " + name + ": {use: " + source_of(kind, port.flags) + ", with: {unit: \"" + unit +
                   "\", times: " + times + ", positive: " + (variant.positive && !height ? "true" : "false") +
                   ", shape: " + variant.shape + "}}\n";
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

TrialWorld feed_of_world(const std::string& path, const std::string& text, std::pair<std::int64_t, std::int64_t> size) {
  TrialWorld trial_world;
  trial_world.name = "the world";
  trial_world.source = std::make_shared<const report::Source>(report::Source{path, text});
  trial_world.size = size;
  trial_world.reads_files = true;
  return trial_world;
}

std::vector<TrialWorld> trial_worlds(const terrawright_stage& stage, const std::string& example,
                                     const std::string& folder) {
  // Appended to, as other processes may read it.
  std::ofstream(std::filesystem::path(folder) / made_up_file, std::ios::app).flush();
  std::vector<TrialWorld> worlds;
  const auto read = example.empty() ? std::nullopt : read_example(stage, folder, example);
  const std::string node = read ? read->node : "it";
  const Wanted wanted = all_of(stage, node);
  const auto add = [&](const std::string& name, const std::string& text, const std::string& outputs,
                       const std::vector<std::string>& set, bool is_edge) {
    TrialWorld trial_world;
    trial_world.name = name;
    trial_world.source = source_of_text(folder, text);
    trial_world.set = files_set(stage, node, read);
    if (!outputs.empty()) trial_world.set.push_back("outputs=[" + outputs + "]");
    trial_world.set.insert(trial_world.set.end(), set.begin(), set.end());
    trial_world.node = node;
    if (read) trial_world.size = read->size;
    trial_world.is_edge = is_edge;
    worlds.push_back(std::move(trial_world));
  };
  const std::string with_readers = read ? with_nodes(example, wanted.readers) : "";
  if (read)
    add("its example", with_readers.empty() ? example : with_readers, with_readers.empty() ? "" : wanted.outputs, {},
        false);
  const std::string base = !with_readers.empty()
                               ? example
                               : "terrawright: 1\nname: check\nworld: {size: [65, 65], seed: 1}\nstages:\n  " + node +
                                     ": {use: " + graph::Catalogue::name(stage) + "}\noutputs: []\n";
  const std::vector<std::uint64_t> optional = optional_inputs(stage);
  const auto add_made_up = [&](const Variant& variant, const Wanted& outputs, bool is_edge) {
    const auto fed = fed_by(stage, variant);
    if (fed)
      add(variant.name, with_nodes(base, fed->sources + outputs.readers), outputs.outputs,
          {"stages." + node + ".in={" + fed->inputs + "}"}, is_edge);
    return fed.has_value();
  };
  if (has_inputs(stage)) {
    for (const Variant& variant : usual_variants(optional)) {
      if (add_made_up(variant, wanted, false))
        worlds.back().is_only_needed = variant.inputs.empty() && !optional.empty();
    }
    for (const Variant& variant : edge_variants(stage, optional)) add_made_up(variant, wanted, true);
  } else if (!read) {
    add_made_up({"no inputs", false, false, 0, "hills", {}}, wanted, false);
  }
  const auto is_output = [](const terrawright_port* port) { return port->direction == TERRAWRIGHT_PORT_OUTPUT; };
  const bool has_several = std::count_if(stage.ports, stage.ports + stage.n_ports, is_output) > 1;
  for (std::uint64_t i = 0; has_several && i < stage.n_ports; ++i) {
    if (!is_output(stage.ports[i])) continue;
    const Wanted others = all_of(stage, node, i);
    const std::string unread = ", " + report::quote(stage.ports[i]->name) + " unread";
    if (!with_readers.empty()) {
      add("its example" + unread, with_nodes(example, others.readers), others.outputs, {}, true);
    } else {
      add_made_up({(has_inputs(stage) ? "made-up inputs" : "no inputs") + unread, false, false, 0, "hills", optional},
                  others, true);
    }
  }
  return worlds;
}

}  // namespace terrawright::check
