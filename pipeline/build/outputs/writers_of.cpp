// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <deque>

#include "border/description.hpp"
#include "build/outputs/outputs.hpp"
#include "config/quantity.hpp"
#include "images/delivery.hpp"
#include "report/utf8.hpp"
#include "terrawright/display_list.hpp"

namespace terrawright::build {
namespace {

// An unknown part may be anything but a drawing.
bool takes(const terrawright_port& port, const Item& item) {
  if (item.kind == 0) return port.kinds != 1u << TERRAWRIGHT_KIND_GRID;
  if (item.kind == TERRAWRIGHT_KIND_GRID && port.unit != nullptr && item.unit != port.unit) return false;
  return (port.kinds & 1u << item.kind) != 0;
}

void add(std::vector<std::string>& to, const std::vector<std::string>& more) {
  for (const std::string& one : more)
    if (std::find(to.begin(), to.end(), one) == to.end()) to.push_back(one);
}

// Whether there is a port for each of them, and one of them for each port that needs one.
bool takes_all(const graph::WriterOffer& offer, const std::vector<Item>& items) {
  const terrawright_writer& writer = offer.writer();
  return std::all_of(items.begin(), items.end(), [&](const Item& item) { return takes(offer.writer(), item); }) &&
         std::all_of(writer.ports, writer.ports + writer.n_ports, [&](const terrawright_port* port) {
           return (port->flags & TERRAWRIGHT_PORT_OPTIONAL) != 0 ||
                  std::any_of(items.begin(), items.end(), [&](const Item& item) { return takes(*port, item); });
         });
}

// A switch that is off, or is on without being written, is no reason to refuse a file that has none.
bool asks_for_nothing(const graph::Graph& graph, const config::Entry& key) {
  for (const graph::WriterOffer* offer : graph.catalogue->writers()) {
    const terrawright_parameter* of = graph::find_parameter(offer->description->stage(), key.key);
    if (of == nullptr) continue;
    const auto on = config::read_boolean(key.value.text);
    return of->kind == TERRAWRIGHT_PARAMETER_BOOLEAN && on && (!*on.value || of->fallback.integer != 0);
  }
  return false;
}

bool has_port(const graph::WriterOffer& offer, const std::string& name) {
  return graph::find_port(offer.description->stage(), name, TERRAWRIGHT_PORT_INPUT) != nullptr;
}

}  // namespace

std::string ending_of(const graph::Output& output) {
  return report::ascii_lower(std::filesystem::path(output.written->final_file).extension().string());
}

std::vector<std::string> endings_of(const graph::Catalogue& catalogue,
                                    const std::function<bool(const graph::WriterOffer&)>& wanted) {
  std::vector<std::string> endings;
  for (const graph::WriterOffer* offer : catalogue.writers())
    if (wanted(*offer)) add(endings, offer->endings());
  return endings;
}

std::string one_of(const std::vector<std::string>& endings, const char* last) {
  std::string text;
  for (std::size_t i = 0; i < endings.size(); ++i)
    text += (i == 0 ? "" : i + 1 < endings.size() ? ", " : last) + endings[i];
  return text;
}

std::string a_file_of(std::vector<std::string> endings, const char* last) {
  std::sort(endings.begin(), endings.end());
  // As one spells it: an .exr, an .svg.
  const bool vowel = std::string_view("aefhilmnorsx").find(endings.front()[1]) != std::string_view::npos;
  return (vowel ? "an " : "a ") + one_of(endings, last) + " file";
}

std::vector<Item> items_of(const graph::Graph& graph, const graph::Output& output) {
  std::vector<Item> items;
  for (const graph::OutputLayer& layer : output.layers) {
    const graph::Flow& flow = graph.flow(layer.from);
    const std::uint32_t places = images::geometry_flag(engine::geometry_of(flow));
    items.push_back({layer.name, flow.unit, flow.kind, places, named_port(*layer.written)});
  }
  // Entries that name nothing.
  for (std::size_t i = items.size(); i < output.written->layers.size(); ++i) items.push_back({"", "", 0});
  return items;
}

Item drawing() { return {"", display_list_unit, TERRAWRIGHT_KIND_GRID}; }

bool takes(const terrawright_writer& writer, const Item& item) {
  return std::any_of(writer.ports, writer.ports + writer.n_ports, [&](const auto* port) { return takes(*port, item); });
}

bool has_parameter(const graph::WriterOffer& offer, const std::string& name) {
  return graph::find_parameter(offer.description->stage(), name) != nullptr;
}

bool suits(const terrawright_port& port, const Item& item) {
  return (port.kinds & 1u << item.kind) != 0 && ((port.flags & any_places) == 0 || (port.flags & item.places) != 0);
}

std::vector<std::uint32_t> connected(const terrawright_writer& writer, const std::vector<Item>& items) {
  const auto n_ports = static_cast<std::uint32_t>(writer.n_ports);
  std::vector<std::uint32_t> ports(items.size(), n_ports);
  std::vector<bool> taken(n_ports);
  const auto take = [&](std::size_t i, auto wanted) {
    for (std::uint32_t k = 0; k < n_ports && ports[i] == n_ports; ++k) {
      const terrawright_port& port = *writer.ports[k];
      if ((taken[k] && (port.flags & TERRAWRIGHT_PORT_MANY) == 0) || !wanted(port)) continue;
      taken[k] = true;
      ports[i] = k;
    }
  };
  for (std::size_t i = 0; i < items.size(); ++i) {
    const Item& item = items[i];
    take(i, [&](const terrawright_port& port) {
      if (!item.port.empty()) return item.port == port.name;
      // One that is alone goes to a port that may be left out only where no other takes it.
      return item.name == port.name && (items.size() > 1 || (port.flags & TERRAWRIGHT_PORT_OPTIONAL) == 0);
    });
  }
  for (std::size_t i = 0; i < items.size(); ++i) {
    const Item& item = items[i];
    if (!item.port.empty()) continue;
    take(i, [&](const terrawright_port& port) { return suits(port, item); });
    take(i, [&](const terrawright_port& port) { return (port.kinds & 1u << item.kind) != 0; });
  }
  return ports;
}

std::vector<const graph::WriterOffer*> writers_of(const graph::Graph& graph, const graph::Output& output) {
  const config::Node& written = output.written->writer;
  if (!written.id.empty()) {
    const graph::WriterOffer* named = graph.catalogue->find_writer(written.id, written.version);
    return named == nullptr ? std::vector<const graph::WriterOffer*>() : std::vector{named};
  }
  const bool is_sheet = output.written->form == config::Form::sheet;
  auto all = graph.catalogue->writers_of(ending_of(output));
  // If the program has one, those of plugins have to be named.
  const auto is_own = [](const graph::WriterOffer* offer) { return offer->file.empty(); };
  if (std::any_of(all.begin(), all.end(), is_own))
    all.erase(std::stable_partition(all.begin(), all.end(), is_own), all.end());
  const auto items = is_sheet ? std::vector<Item>{drawing()} : items_of(graph, output);
  std::vector<const graph::WriterOffer*> fitting;
  std::copy_if(all.begin(), all.end(), std::back_inserter(fitting),
               [&](const graph::WriterOffer* one) { return takes_all(*one, items); });
  return is_sheet || (all.size() > 1 && !fitting.empty()) ? fitting : all;
}

bool goes_by_name(const graph::WriterOffer& offer, const graph::Output& output) {
  const config::Output& written = *output.written;
  return !offer.file.empty() || (!written.writer.id.empty() && written.form == config::Form::layers);
}

bool is_for_writer(const graph::Graph& graph, const graph::Output& output) {
  const config::Output& written = *output.written;
  if (written.form == config::Form::sheet && !written.final_file.empty()) return true;
  if (!written.writer.id.empty() || !written.writer.parameters.empty()) return true;
  return !written.final_file.empty() && !writers_of(graph, output).empty();
}

void refuse_keys_of_writers(const graph::Graph& graph, const graph::Output& output, const graph::WriterOffer* own,
                            report::Diagnostics& diagnostics) {
  const auto refuse = [&](const std::string& key, const report::Position& position, auto has) {
    if (own != nullptr && has(*own, key)) return;
    std::vector<std::string> endings, names;
    bool has_ending = false;  // and yet is another writer's
    for (const graph::WriterOffer* offer : graph.catalogue->writers()) {
      if (!has(*offer, key)) continue;
      names.push_back(graph::Catalogue::name(offer->writer()));
      add(endings, offer->endings());
      has_ending = has_ending || offer->has_ending(ending_of(output));
    }
    const std::string remove = "remove `" + key + "`";
    if (has_ending || endings.empty()) {
      diagnostics.error(position,
                        "`" + key + "` belongs to " + one_of(names, " and ") +
                            (names.size() == 1 ? ", which does not write this" : ", which do not write this"),
                        remove);
      return;
    }
    const bool one = endings.size() == 1;
    diagnostics.error(position, "`" + key + "` belongs to " + one_of(endings, " and ") + " files",
                      std::string("write ") + (one ? "such a file" : "one of these") + ", or " + remove);
  };
  for (const graph::OutputLayer& layer : output.layers)
    if (layer.written->is_key) refuse(named_port(*layer.written), layer.written->from.position, has_port);
  const auto refuse_all = [&](const std::vector<config::Entry>& keys) {
    for (const config::Entry& key : keys)
      if (!asks_for_nothing(graph, key)) refuse(key.key, key.value.position, has_parameter);
  };
  refuse_all(output.written->keys);
  for (const config::Layer& layer : output.written->layers) refuse_all(layer.keys);
}

std::string known_endings(const graph::Graph& graph) {
  auto endings = endings_of(*graph.catalogue, [](const auto&) { return true; });
  std::sort(endings.begin(), endings.end());
  return "write a name that ends in " + one_of(endings, " or ");
}

std::string files_of_many(const graph::Graph& graph, std::uint32_t kind) {
  auto endings = endings_of(*graph.catalogue, [&](const graph::WriterOffer& offer) {
    const terrawright_writer& writer = offer.writer();
    const auto takes_it = [kind](const terrawright_port* port) { return (port->kinds & 1u << kind) != 0; };
    const auto* const end = writer.ports + writer.n_ports;
    return std::any_of(
               writer.ports, end,
               [&](const auto* port) { return (port->flags & TERRAWRIGHT_PORT_MANY) != 0 && takes_it(port); }) &&
           std::all_of(writer.ports, end, [&](const auto* port) {
             return (port->flags & TERRAWRIGHT_PORT_OPTIONAL) != 0 || takes_it(port);
           });
  });
  return endings.empty() ? "" : a_file_of(endings, " or ");
}

std::string endings_of_sheets(const graph::Graph& graph) {
  const auto draws = [](const graph::WriterOffer& offer) { return takes(offer.writer(), drawing()); };
  return "write a name that ends in " + one_of(endings_of(*graph.catalogue, draws), " or ");
}

std::string other_files(const graph::Graph& graph, const images::Part& part) {
  const Item item{part.name, part.facts.unit, part.facts.kind, images::geometry_flag(part.places)};
  auto endings = endings_of(*graph.catalogue, [&](const graph::WriterOffer& offer) {
    const terrawright_writer& writer = offer.writer();
    return std::any_of(writer.ports, writer.ports + writer.n_ports, [&](const terrawright_port* port) {
      return suits(*port, item) && !(port->flags & TERRAWRIGHT_PORT_OPTIONAL) &&
             (port->unit == nullptr || part.facts.unit == port->unit);
    });
  });
  const bool prints = part.facts.kind == TERRAWRIGHT_KIND_TEXT || part.facts.kind == TERRAWRIGHT_KIND_TABLE;
  if (endings.empty()) return "delete it: the manifest holds such values";
  return "write it to " + a_file_of(endings, " or ") + (prints ? ", or add print: true" : "");
}

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
