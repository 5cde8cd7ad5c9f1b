// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "border/description.hpp"
#include "build/outputs/outputs.hpp"
#include "config/quantity.hpp"
#include "report/suggest.hpp"

namespace terrawright::build {
namespace {

using report::quote;

class ChoiceOfWriter {
 public:
  ChoiceOfWriter(const graph::Graph& graph, const graph::Output& output, const images::Picture& picture,
                 report::Diagnostics& diagnostics)
      : graph_(graph), output_(output), picture_(picture), diagnostics_(diagnostics) {}

  // The only writer there is for it; nullptr after an error.
  const graph::WriterOffer* writer() {
    const auto all = writers_of(graph_, output_);
    const config::Node& written = output_.written->writer;
    if (all.size() == 1) return all.front();
    if (all.empty() && is_left_out(written)) return nullptr;
    std::vector<std::string> names;
    for (const graph::WriterOffer* one : all.empty() ? graph_.catalogue->writers() : all)
      names.push_back(graph::Catalogue::name(one->writer()));
    const std::string known = names.empty() ? "no plugin has one: name its library with --plugins" : "";
    if (!written.id.empty()) {
      const std::string name = written.id + "@" + std::to_string(written.version);
      error(written.use_position, "there is no writer " + quote(name),
            known.empty() ? report::did_you_mean(name, names, "writers of plugins are") : known);
    } else if (all.empty() && output_.written->form == config::Form::sheet) {
      refuse_ending_of_sheet();
    } else if (all.empty()) {
      error(written.use_position,
            "`with` gives parameters to a writer, and " + quote(ending_of(output_)) + " is no ending of one",
            known.empty() ? "name the writer, as in write: " + names.front() + ", or remove `with`" : known);
    } else if (!none_takes(all)) {
      error(written.use_position, "several writers have the ending " + quote(ending_of(output_)),
            "name one, as in write: " + names.front() + "; they are " + report::join(names));
    }
    return nullptr;
  }

  // Keys of other formats, and what this one cannot be.
  void refuse_keys(const graph::WriterOffer& offer) {
    refuse_keys_of_writers(graph_, output_, &offer, diagnostics_);
    const std::string name = name_of(offer);
    const config::Output& written = *output_.written;
    std::map<std::string, std::string> places;
    for (const config::Entry& key : written.writer.parameters) places.emplace(key.key, "in `with`");
    if (written.form == config::Form::pyramid)
      for (const config::Entry& key : written.keys)
        if (has_parameter(offer, key.key))
          error(key.key_position, quote(key.key) + " stands beside `pyramid`", "write it inside");
    const auto once = [&](const std::vector<config::Entry>& keys, const std::string& place) {
      for (const config::Entry& key : keys) {
        const auto [other, is_new] = places.emplace(key.key, place);
        if (!is_new)
          error(key.key_position, quote(key.key) + " stands " + other->second + " and " + place, "write it once");
      }
    };
    if (written.form != config::Form::pyramid) once(written.keys, "beside `file`");
    for (const config::Layer& layer : written.layers) once(layer.keys, "with " + quote(layer.name));
    for (const config::Layer& layer : written.layers) {
      if (!layer.is_key) continue;
      const std::string& port = named_port(layer);
      const auto is_it = [&](const config::Layer& other) {
        return !other.is_key && (other.port.empty() ? other.name : other.port) == port;
      };
      if (std::any_of(written.layers.begin(), written.layers.end(), is_it))
        error(layer.from.position, quote(port) + " stands among the layers and beside `file`", "write it once");
    }
    if (written.tiles && !offer.writes_tiles()) error(written.position, name + " has no `tiles`", "remove it");
    if (picture_.tiles && picture_.tiles->count() > images::most_tiles)
      error(written.position,
            "these would be " + std::to_string(picture_.tiles->count()) + " tiles, more than " +
                std::to_string(images::most_tiles),
            "make them larger");
    for (std::size_t i = 0; i < picture_.parts.size() && written.tiles && offer.writes_tiles(); ++i)
      if (!border::is_layer(picture_.parts[i].facts.kind))
        error(position(i),
              "tiles are of layers, and this is a " + std::string(border::kind_name(picture_.parts[i].facts.kind)),
              "write another output for it");
    const bool printable = std::all_of(picture_.parts.begin(), picture_.parts.end(), [](const images::Part& part) {
      return part.facts.kind == TERRAWRIGHT_KIND_TEXT || part.facts.kind == TERRAWRIGHT_KIND_TABLE;
    });
    const bool layers = std::any_of(picture_.parts.begin(), picture_.parts.end(),
                                    [](const images::Part& part) { return border::is_layer(part.facts.kind); });
    if (written.coarsen > 1 && !layers)
      error(written.position, "`coarsen` makes coarser layers, and " + name + " writes none here", "remove it");
    if (written.print && !printable)
      error(written.position, "only a text or a table can be printed, and this file holds layers", "remove `print`");
    if (written.final_file.empty()) error(written.position, "a writer makes a file, and this has no name", "add file:");
  }

  // Codes of the classes that count for each part, if the config names some.
  std::vector<std::vector<std::uint16_t>> classes(const graph::WriterOffer& offer,
                                                  const std::vector<std::uint32_t>& ports) {
    std::vector<std::vector<std::uint16_t>> all(ports.size());
    for (std::size_t i = 0; i < ports.size(); ++i) {
      const config::Value& named = written(i).classes;
      if (named.is_null() || ports[i] == offer.writer().n_ports) continue;
      const engine::LayerFacts& facts = picture_.parts[i].facts;
      const terrawright_port& port = *offer.writer().ports[ports[i]];
      if ((port.flags & TERRAWRIGHT_PORT_CLASSES) == 0) {
        error(named.position, quote(port.name) + " of " + name_of(offer) + " takes all classes of a layer",
              "remove `classes`");
      } else if (facts.kind != TERRAWRIGHT_KIND_CLASS) {
        error(named.position, quote(called(i)) + " is of a " + border::kind_name(facts.kind) + ", which has no classes",
              "remove `classes`");
      } else {
        for (const config::Value& one : named.items) add_class(one, facts.legend, all[i]);
      }
    }
    return all;
  }

  // Assigns each part to its port, and finds ports without a part.
  void check(const graph::WriterOffer& offer, const std::vector<std::uint32_t>& ports) {
    const terrawright_writer& writer = offer.writer();
    const std::string name = name_of(offer);
    std::vector<bool> taken(writer.n_ports);
    bool all_fit = true;
    for (std::size_t i = 0; i < ports.size(); ++i) {
      const std::uint32_t port = ports[i];
      if (port == writer.n_ports) {
        nowhere(i, writer, name);
        all_fit = false;
      } else {
        taken[port] = true;
        check(i, writer, *writer.ports[port], name);
      }
    }
    for (std::uint64_t k = 0; k < writer.n_ports && (all_fit || writer.n_ports > 1); ++k) {
      if (taken[k] || (writer.ports[k]->flags & TERRAWRIGHT_PORT_OPTIONAL)) continue;
      if (output_.written->by_layer)
        return error(output_.written->position, name + " holds several layers, and its name cannot contain '{layer}'",
                     "write a name with {name} and {seed} alone");
      error(output_.written->position, name + " needs " + quote(writer.ports[k]->name), writer.ports[k]->doc);
    }
  }

  report::Position position(const border::WriterMessage& said) const {
    const std::size_t bracket = said.where.find('[');
    std::vector<const std::vector<config::Entry>*> all{&output_.written->writer.parameters, &output_.written->keys};
    for (const config::Layer& layer : output_.written->layers) all.push_back(&layer.keys);
    for (const auto* entries : all) {
      for (const config::Entry& entry : *entries) {
        if (entry.key == said.where) return entry.value.position;
        if (bracket == std::string::npos || entry.key != said.where.substr(0, bracket)) continue;
        const auto item = std::strtoull(said.where.c_str() + bracket + 1, nullptr, 10);
        return item < entry.value.items.size() ? entry.value.items[item].position : entry.value.position;
      }
    }
    for (std::size_t i = 0; i < output_.layers.size(); ++i)
      if (output_.layers[i].name == said.where || called(i) == said.where) return position(i);
    return output_.written->position;
  }

 private:
  void error(const report::Position& at, const std::string& text, const std::string& remedy) {
    diagnostics_.error(at, text, remedy);
  }

  // Name for the user: "raster.png@1" if it is named or a plugin's, "a .png file" if the ending selected it.
  std::string name_of(const graph::WriterOffer& offer) const {
    if (goes_by_name(offer, output_)) return graph::Catalogue::name(offer.writer());
    switch (output_.written->form) {
      case config::Form::sheet:
        return "a sheet";
      case config::Form::pyramid:
        return "a pyramid";
      case config::Form::view:
        return "a view";
      case config::Form::pack:
        return "a pack";
      case config::Form::layers:
        break;
    }
    return a_file_of({ending_of(output_)}, "");
  }

  // Says which pack has the writer, if this program was built without it.
  bool is_left_out(const config::Node& written) {
    const config::Form form = output_.written->form;
    const std::string family = form == config::Form::sheet ? "print" : form == config::Form::view ? "scene" : "";
    const bool is_named = !written.id.empty();
    const std::string writer = form == config::Form::sheet ? "the writer of sheets" : "the writer of views";
    const auto pack = graph_.catalogue->left_out(is_named ? written.id : family, is_named ? "" : writer);
    if (pack) error(is_named ? written.use_position : output_.written->position, pack->problem, pack->remedy);
    return pack.has_value();
  }
  void refuse_ending_of_sheet() {
    const std::string ending = ending_of(output_);
    error(output_.written->position,
          ending.empty() ? "the file name has no extension" : "no format of sheets has the extension " + quote(ending),
          endings_of_sheets(graph_));
    if (picture_.parts.front().facts.kind != TERRAWRIGHT_KIND_GRID) refuse_as_sheet();
  }
  void refuse_as_sheet() {
    const images::Part& part = picture_.parts.front();
    error(position(0),
          "a sheet is a drawing on paper, and " + quote(part.name) + " is a " + border::kind_name(part.facts.kind),
          "name the sheet of a node, as map.sheet makes them; layers go to files with layers:");
  }

  // Says what no writer of the ending takes; false: each takes something of it.
  bool none_takes(const std::vector<const graph::WriterOffer*>& all) {
    const std::vector<Item> items = items_of(graph_, output_);
    bool said = false;
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (std::any_of(all.begin(), all.end(), [&](const auto* offer) { return takes(offer->writer(), items[i]); }))
        continue;
      error(position(i),
            quote(items[i].name) + " is a " + border::kind_name(items[i].kind) + ", which no writer of " +
                ending_of(output_) + " files takes",
            other_files(graph_, picture_.parts[i]));
      said = true;
    }
    if (said || output_.written->layers.size() < 2) return said;
    error(output_.written->position, "these do not go into one " + ending_of(output_) + " file", "give each its own");
    return true;
  }
  const config::Layer& written(std::size_t part) const { return *output_.layers[part].written; }
  const report::Position& position(std::size_t part) const { return written(part).from.position; }
  bool is_key(std::size_t part) const { return written(part).is_key; }
  std::string called(std::size_t part) const {
    return written(part).title.empty() ? output_.layers[part].name : written(part).title;
  }

  // By name or code.
  void add_class(const config::Value& named, const std::vector<LegendEntry>& legend,
                 std::vector<std::uint16_t>& codes) {
    const auto number = config::read_integer(named.text, "");
    const auto is_it = [&](const LegendEntry& entry) {
      return entry.name == named.text || (number.value && !named.quoted && *number.value == entry.code);
    };
    const auto found = std::find_if(legend.begin(), legend.end(), is_it);
    if (found != legend.end()) return codes.push_back(found->code);
    std::vector<std::string> names;
    for (const LegendEntry& entry : legend) names.push_back(entry.name);
    error(named.position, "there is no class " + quote(named.text),
          report::did_you_mean(named.text, names, "classes are"));
  }

  void nowhere(std::size_t i, const terrawright_writer& writer, const std::string& name) {
    const images::Part& part = picture_.parts[i];
    std::uint64_t kinds = 0;
    for (std::uint64_t k = 0; k < writer.n_ports; ++k) kinds |= writer.ports[k]->kinds;
    const std::string& named = named_port(written(i));
    const std::vector<std::string> ports = names_of_ports(writer);
    const bool is_port = std::find(ports.begin(), ports.end(), named) != ports.end();
    if (!named.empty() && !is_port && !is_key(i)) {
      error(position(i), name + " has no port " + quote(named), report::did_you_mean(named, ports, "its ports are"));
    } else if (!named.empty()) {  // a key of others, several at a port for one, or a port twice: said before
    } else if (output_.written->form == config::Form::sheet) {
      refuse_as_sheet();
    } else if (takes(writer, drawing())) {
      error(
          position(i),
          quote(part.name) + " is a " + border::kind_name(part.facts.kind) + ", and " + name + " is a drawing on paper",
          "write sheet: node in the place of layers:, where the node makes a sheet, as map.sheet does");
    } else if (kinds & 1u << part.facts.kind) {
      const std::string all = files_of_many(graph_, part.facts.kind);
      error(position(i), quote(part.name) + " is one too many for " + name,
            "give it a file of its own" + (all.empty() ? "" : ", or write all of them to " + all));
    } else {
      error(position(i),
            quote(part.name) + " is a " + border::kind_name(part.facts.kind) + ", but " + name + " needs a " +
                border::kind_names(kinds),
            other_files(graph_, part));
    }
  }
  static std::vector<std::string> names_of_ports(const terrawright_writer& writer) {
    std::vector<std::string> names;
    for (std::uint64_t k = 0; k < writer.n_ports; ++k) names.emplace_back(writer.ports[k]->name);
    return names;
  }
  // Remedy if a part does not fit its port: another one, for many, of the writer.
  static std::string instead(const terrawright_writer& writer, const images::Part& part, const std::string& otherwise) {
    const Item item{part.name, part.facts.unit, part.facts.kind, images::geometry_flag(part.places)};
    for (std::uint64_t k = 0; k < writer.n_ports; ++k) {
      const terrawright_port& port = *writer.ports[k];
      if ((port.flags & TERRAWRIGHT_PORT_MANY) && port.unit == nullptr && suits(port, item))
        return "name it under `" + std::string(port.name) + "`";
    }
    return otherwise;
  }
  // Text for the places of a table's rows.
  static std::string places_text(std::uint32_t places) {
    if (places == 0) return "have no place on the map";
    return places == TERRAWRIGHT_PORT_LINES    ? "are lines"
           : places == TERRAWRIGHT_PORT_POINTS ? "are points"
                                               : "have places on the map";
  }
  void check(std::size_t i, const terrawright_writer& writer, const terrawright_port& port, const std::string& name) {
    const images::Part& part = picture_.parts[i];
    const std::string of = quote(port.name) + " of " + name;
    const bool in_list = !written(i).port.empty() && output_.written->form == config::Form::layers;
    if (in_list && (port.flags & TERRAWRIGHT_PORT_TITLES) == 0)
      return error(position(i), of + (port.flags & TERRAWRIGHT_PORT_MANY ? " takes no list" : " takes one node alone"),
                   port.flags & TERRAWRIGHT_PORT_MANY ? "give it a name, as {name: node}"
                                                      : "write " + std::string(port.name) + ": node");
    if (!(port.kinds & 1u << part.facts.kind)) {
      error(position(i),
            of + " needs a " + border::kind_names(port.kinds) + ", but " + quote(part.name) + " is a " +
                border::kind_name(part.facts.kind),
            port.flags & TERRAWRIGHT_PORT_MANY ? instead(writer, part, other_files(graph_, part)) : port.doc);
    } else if (port.unit != nullptr && part.facts.unit != port.unit) {
      const bool has_none = part.facts.unit.empty() || part.facts.unit == "1";
      error(position(i),
            of + " needs " + port.unit + ", but " + quote(part.name) +
                (has_none ? " has no unit" : " is in " + part.facts.unit),
            port.doc);
    } else if ((port.flags & any_places) && !(port.flags & images::geometry_flag(part.places))) {
      error(position(i),
            of + " takes rows that " + places_text(port.flags & any_places) + ", and these " +
                places_text(images::geometry_flag(part.places)),
            part.places == engine::RowGeometry::none ? other_files(graph_, part)
                                                     : instead(writer, part, other_files(graph_, part)));
    }
  }

  const graph::Graph& graph_;
  const graph::Output& output_;
  const images::Picture& picture_;
  report::Diagnostics& diagnostics_;
};

}  // namespace

std::shared_ptr<const images::Delivery> delivery_of(const graph::Graph& graph, const graph::Output& output,
                                                    const images::Picture& picture, images::Provenance provenance,
                                                    report::Diagnostics& diagnostics) {
  ChoiceOfWriter choice(graph, output, picture, diagnostics);
  const graph::WriterOffer* offer = choice.writer();
  if (offer == nullptr) return nullptr;
  choice.refuse_keys(*offer);
  const std::size_t errors = diagnostics.error_count();  // of what create is given
  const config::World& world = *graph.world;
  images::Delivery::Order order;
  const std::vector<Item> items = items_of(graph, output);
  order.ports = connected(offer->writer(), items);
  choice.check(*offer, order.ports);
  order.classes = choice.classes(*offer, order.ports);
  // A part that does not fit its port does not have the unit that the writer means.
  const auto units = diagnostics.error_count() == errors ? units_of(offer->writer(), items, order.ports)
                                                         : std::map<std::string, std::string>();
  const auto parameters =
      std::make_shared<config::Parameters>(parameters_of(graph, output, *offer, units, diagnostics));
  const bool has_wrong_tiles = output.written->tiles && !offer->writes_tiles();
  if (diagnostics.error_count() != errors || !parameters->good() || has_wrong_tiles) return nullptr;
  order.writer = offer->description;
  order.name = graph::Catalogue::name(offer->writer());
  // One that the ending chose among the program's own says what its files cannot, not who it is.
  if (goes_by_name(*offer, output)) order.says = order.name + ": ";
  order.plugin = offer->plugin;
  order.build = offer->build;
  order.values = parameters->values();
  order.values_owner = parameters;
  order.world = {sizeof order.world, world.wrap,     world.width,    world.height,
                 world.cell,         world.latitude, world.longitude};
  order.provenance = std::move(provenance);
  // For tiles the first, which is the largest.
  const images::Picture first = picture.tiles ? images::tile_picture(picture, picture.tiles->tile(0)) : picture;
  if (picture.tiles) order.provenance.window = first.window->cells;
  const std::string says = order.says;
  auto delivery = std::make_shared<const images::Delivery>(std::move(order), first);
  for (const border::WriterMessage& said : delivery->failures())
    diagnostics.error(choice.position(said), says + said.text, said.remedy);
  for (const border::WriterMessage& said : delivery->warnings())
    diagnostics.warning(choice.position(said), says + said.text);
  return diagnostics.error_count() == errors ? delivery : nullptr;
}

}  // namespace terrawright::build
