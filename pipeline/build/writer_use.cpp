// SPDX-License-Identifier: Apache-2.0
#include "build/writer_use.hpp"

#include <algorithm>
#include <deque>

#include "build/writers_of.hpp"

namespace terrawright::build {
namespace {

// A writer's parameters as those of a stage, in the units of the items that connect.
class MeasuredParameters {
 public:
  MeasuredParameters(const MeasuredParameters&) = delete;
  MeasuredParameters& operator=(const MeasuredParameters&) = delete;
  MeasuredParameters(const terrawright_stage& of, const std::map<std::string, std::string>& units) : stage_(of) {
    for (std::uint64_t i = 0; i < of.n_parameters; ++i) {
      const std::optional<std::string> port = border::unit_of_port(of.parameters[i]->unit);
      if (!port) {
        list_.push_back(of.parameters[i]);
        continue;
      }
      const auto unit = units.find(*port);
      terrawright_parameter& own = own_.emplace_back(*of.parameters[i]);
      own.unit = unit == units.end() ? "" : unit->second.c_str();
      list_.push_back(&own);
    }
    stage_.parameters = list_.data();
  }
  const terrawright_stage& stage() const { return stage_; }

 private:
  terrawright_stage stage_;
  std::deque<terrawright_parameter> own_;
  std::vector<const terrawright_parameter*> list_;
};

}  // namespace

config::Parameters parameters_of(const graph::Graph& graph, const graph::Output& output,
                                 const graph::WriterOffer& offer, const std::map<std::string, std::string>& units,
                                 report::Diagnostics& diagnostics) {
  config::Node node = output.written->writer;
  const auto add = [&](const std::vector<config::Entry>& keys) {
    for (const config::Entry& entry : keys)
      if (has_parameter(offer, entry.key)) node.parameters.push_back(entry);
  };
  const auto without_unit = [&](const config::Entry& entry) {
    const terrawright_parameter* declared = graph::find_parameter(offer.description->stage(), entry.key);
    const auto port = border::unit_of_port(declared == nullptr ? nullptr : declared->unit);
    return port && units.count(*port) == 0;
  };
  add(output.written->keys);
  for (const config::Layer& layer : output.written->layers) add(layer.keys);
  auto& given = node.parameters;
  given.erase(std::remove_if(given.begin(), given.end(), without_unit), given.end());
  const MeasuredParameters measured(offer.description->stage(), units);
  return config::read_parameters(measured.stage(), node, graph.world->cell, diagnostics);
}

std::map<std::string, std::string> units_of(const terrawright_writer& writer, const std::vector<Item>& items,
                                            const std::vector<std::uint32_t>& ports) {
  std::map<std::string, std::string> units;
  for (std::size_t i = 0; i < items.size(); ++i)
    if (ports[i] < writer.n_ports) units.emplace(writer.ports[ports[i]]->name, items[i].unit);
  return units;
}

void check_parameters(const graph::Graph& graph, const graph::Output& output, report::Diagnostics& diagnostics) {
  const auto all = writers_of(graph, output);
  if (all.size() != 1) return;
  refuse_keys_of_writers(graph, output, all.front(), diagnostics);
  parameters_of(graph, output, *all.front(), {}, diagnostics);
}

WriterUse writer_use(const graph::Graph& graph, const graph::Output& output) {
  WriterUse use;
  const auto all = is_for_writer(graph, output) ? writers_of(graph, output) : std::vector<const graph::WriterOffer*>();
  if (all.size() != 1) return use;
  use.offer = all.front();
  use.name = graph::Catalogue::name(use.offer->writer());
  use.is_named = goes_by_name(*use.offer, output);
  report::Diagnostics said_before;
  const std::vector<Item> items = items_of(graph, output);
  use.units = units_of(use.offer->writer(), items, connected(use.offer->writer(), items));
  use.parameters =
      std::make_shared<const config::Parameters>(parameters_of(graph, output, *use.offer, use.units, said_before));
  return use;
}

std::map<std::string, Library> libraries_of(const graph::Graph& graph) {
  std::map<std::string, Library> all;
  const auto add = [&](const auto* offer) {
    if (offer != nullptr && !offer->file.empty())
      all[offer->file] = {offer->plugin, offer->version, graph::sha256_of_library(offer->build)};
  };
  for (const graph::Node& node : graph.nodes) add(node.offer);
  for (const graph::Output& output : graph.outputs) add(writer_use(graph, output).offer);
  return all;
}

}  // namespace terrawright::build
