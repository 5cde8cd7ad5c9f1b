// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <exception>
#include <filesystem>
#include <mutex>
#include <new>
#include <stdexcept>
#include <utility>

#include "border/description.hpp"
#include "config/check.hpp"
#include "config/quantity.hpp"
#include "files/open_file.hpp"
#include "graph/catalogue.hpp"
#include "graph/linking.hpp"
#include "graph/sha256.hpp"
#include "report/diagnostic.hpp"
#include "terrawright/random.h"

namespace terrawright::graph {
namespace {

using report::quote;

std::string shown(const std::string& unit) { return unit.empty() || unit == "1" ? "no unit (1)" : unit; }

// The stage; of a part of a composite with the node's name, as the config does not show it.
std::string name_in_texts(const Node& node) {
  const std::string stage = Catalogue::name(node.stage());
  return node.is_part() ? stage + " (the part " + quote(without_times(node.name)) + ")" : stage;
}

// Host of a stage while it is arranged.
class Arranging final : public border::HostSide {
 public:
  // `certain`: for what is wrong whatever stands in for refused values. `asked_for`: for names of files.
  Arranging(Node& node, const config::World& world, const InputFileOpener* opener, report::Diagnostics& diagnostics,
            report::Diagnostics& certain, report::Diagnostics& asked_for, const Heard& heard)
      : HostSide(node.stage(), TERRAWRIGHT_PHASE_CREATE),
        node_(node),
        world_(world),
        opener_(opener),
        diagnostics_(diagnostics),
        certain_(certain),
        asked_for_(asked_for),
        heard_(heard) {}

  void tell(const border::Message& said) {
    hear(report::Severity::error, said);
    diagnostics_.error(node_.position(said.where), text_of(said));
  }
  void warn(const border::Message& said) override {
    const std::lock_guard lock(warning_);  // a stage's own threads may
    hear(report::Severity::warning, said);
    diagnostics_.warning(node_.position(said.where), text_of(said));
  }

  std::uint64_t stream(const char* suffix) override {
    const std::string name = node_.written->random_name + suffix;
    return terrawright_stream(world_.seed, name.data(), name.size());
  }
  void set_unit(std::uint32_t port, const char* unit) override { node_.flows[port].unit = unit; }
  void set_legend(std::uint32_t port, const terrawright_class* entries, std::uint64_t n) override {
    std::vector<LegendEntry>& legend = node_.flows[port].legend;
    legend.clear();
    for (const terrawright_class* c = entries; c != entries + n; ++c) {
      legend.push_back({c->code,
                        c->name == nullptr ? "" : c->name,
                        {c->colour[0], c->colour[1], c->colour[2], c->colour[3]},
                        c->glyph == nullptr ? "" : c->glyph});
    }
  }
  void needs_memory(std::uint64_t bytes) override { node_.memory = bytes; }
  void needs_scratch(std::uint64_t bytes, std::uint64_t bytes_per_cell) override {
    node_.scratch = bytes;
    node_.scratch_per_cell = bytes_per_cell;
  }

  std::int64_t open_file(const char* parameter, const terrawright_file_request& request,
                         terrawright_file_facts& facts) override {
    std::string written;
    for (std::uint64_t i = 0; i < stage().n_parameters; ++i) {
      const terrawright_parameter& declared = *stage().parameters[i];
      if (declared.kind == TERRAWRIGHT_PARAMETER_FILE && std::string(declared.name) == parameter)
        written = node_.parameters.values()[i].text;
    }
    report::Diagnostics* to = &certain_;
    const std::string asked = path_of(world_, written, node_.position(parameter));
    bool is_inside = false;  // the folder of the config
    const auto refuse = [&](const std::string& reason) {
      const std::string text = "cannot read " + quote(written) + ": " + reason;
      hear(report::Severity::error, {parameter, text});
      to->cannot_read(is_inside ? std::filesystem::path(asked).lexically_normal().string() : "",
                      node_.position(parameter), text);
    };
    try {
      if (opener_ == nullptr) throw std::runtime_error("this build of the program reads no files");
      if (!written.empty()) asked_for_.looks_for(asked);
      const std::string path = opener_->path(world_, written, node_.position(parameter));
      to = &diagnostics_;
      is_inside = true;
      auto opened = opener_->open(path, request);
      facts = opened->facts();
      if (const std::string remark = opened->remark(); !remark.empty())
        remarks_.push_back(quote(written) + ": " + remark);
      node_.files.push_back(std::move(opened));
      return static_cast<std::int64_t>(node_.files.size()) - 1;
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const files::ReadFailed& failed) {
      if (failed.is_fault_of_machine()) fault_ = std::current_exception();
      is_inside = true;
      refuse(failed.reason());
    } catch (const std::exception& error) {
      refuse(error.what());
    }
    return -1;
  }
  void depends(const void* bytes, std::uint64_t size) override {
    if (!node_.depends.empty()) node_.depends += ' ';
    node_.depends += sha256({static_cast<const char*>(bytes), static_cast<std::size_t>(size)});
  }
  // The author of `unit: m` knows it; plan and manifest print it all the same.
  void say_remarks() {
    for (const std::string& remark : remarks_) {
      const bool known =
          std::any_of(node_.flows.begin(), node_.flows.end(), [](const Flow& flow) { return flow.unit == "m"; });
      if (!known) diagnostics_.warning(node_.position("unit"), remark, "write unit: m");
    }
  }
  void file_bytes(std::int64_t file, std::uint64_t begin, std::uint64_t size, void* bytes) override {
    if (file < 0 || static_cast<std::size_t>(file) >= node_.files.size())
      throw border::BadDescription("reads a file that it has not opened");
    try {
      node_.files[static_cast<std::size_t>(file)]->bytes(begin, size, static_cast<char*>(bytes));
    } catch (const files::ReadFailed& failed) {
      if (failed.is_fault_of_machine()) fault_ = std::current_exception();
      throw;
    }
  }

  // A fault of the machine, which no config can fix, is not a problem of the config.
  void demand_no_fault() const {
    if (fault_) std::rethrow_exception(fault_);
    for (const border::Message& failure : failures()) {
      if (failure.text.rfind("there is not enough memory", 0) == 0)
        throw std::runtime_error(name_in_texts(node_) + ": " + report::no_memory());
    }
  }

 private:
  void hear(report::Severity severity, const border::Message& said) const {
    if (heard_) heard_(severity, said);
  }
  std::string text_of(const border::Message& said) const { return name_in_texts(node_) + ": " + said.text; }

  Node& node_;
  std::vector<std::string> remarks_;
  const config::World& world_;
  const InputFileOpener* opener_;
  report::Diagnostics& diagnostics_;
  report::Diagnostics& certain_;
  report::Diagnostics& asked_for_;
  const Heard& heard_;
  std::mutex warning_;
  std::exception_ptr fault_;
};

terrawright_flow plain(const Flow& flow, std::vector<terrawright_class>& legend) {
  legend = detail::plain_legend(flow.legend);
  return {sizeof(terrawright_flow), flow.kind, flow.unit.c_str(), legend.data(), legend.size()};
}

// Adds outputs of the node that fit the port, as "sea.level".
void add_outputs_for(const terrawright_port& port, const Node& from, std::vector<std::string>& fitting) {
  if (from.is_part()) return;  // its ports have other names in the config
  for (std::uint64_t i = 0; i < from.stage().n_ports; ++i) {
    const terrawright_port& output = *from.stage().ports[i];
    const std::uint32_t kind = border::single_kind(output.kinds);
    const bool unit = port.unit == nullptr || output.unit == nullptr || std::string(port.unit) == output.unit;
    if (output.direction == TERRAWRIGHT_PORT_OUTPUT && kind != 0 && (port.kinds & (1u << kind)) && unit)
      fitting.push_back(from.name + "." + output.name);
  }
}

// "write sea.level or sea.land_share": other outputs of the node that fit the port, else those of all nodes before;
// nothing fits: what the port is.
std::string remedy_for(const terrawright_port& port, const Node& from, const std::vector<Node>& before) {
  constexpr std::size_t most = 4;
  std::vector<std::string> fitting;
  add_outputs_for(port, from, fitting);
  if (fitting.empty())
    for (const Node& node : before) add_outputs_for(port, node, fitting);
  if (fitting.empty()) return port.doc;
  fitting.resize(std::min(fitting.size(), most));
  std::string text = "write ";
  for (const std::string& name : fitting) text += (&name == &fitting.front() ? "" : " or ") + name;
  return text;
}

// The node as the config names it: "'sea.land'"; "this" where a composite hides it.
std::string source_of(const Node& node, const terrawright_port& port) {
  for (const config::Input& input : node.written->inputs) {
    const config::Reference& from = input.from;
    if (input.port == port.name && !node.is_part() && from.node.find('/') == std::string::npos)
      return quote(from.node + (from.port.empty() ? "" : "." + from.port));
  }
  return "this";
}

constexpr std::uint32_t place_flags = TERRAWRIGHT_PORT_POINTS | TERRAWRIGHT_PORT_LINES;

const char* table_text(std::uint32_t places) {
  if (places == place_flags) return "a table of points or lines";
  return places == TERRAWRIGHT_PORT_LINES    ? "a table of lines"
         : places == TERRAWRIGHT_PORT_POINTS ? "a table of points"
                                             : "a table without places";
}

bool check_input(const Node& node, const terrawright_port& port, const Flow& flow, const Node& from,
                 const std::vector<Node>& before, report::Diagnostics& diagnostics) {
  const auto complain = [&](const std::string& what, const std::string& remedy) {
    const report::Position position = node.position(port.name);
    // One input of a composite feeds several parts.
    if (!node.is_part() || !diagnostics.has_error_at(position)) diagnostics.error(position, what, remedy);
    return false;
  };
  const std::string input = "input " + quote(port.name) + " of " + name_in_texts(node);
  const std::string source = source_of(node, port);
  if (!(port.kinds & (1u << flow.kind)))
    return complain(input + " needs a " + border::kind_names(port.kinds) + ", but " + source + " is a " +
                        border::kind_name(flow.kind),
                    remedy_for(port, from, before));
  const std::uint32_t places = port.flags & place_flags;
  if (flow.kind == TERRAWRIGHT_KIND_TABLE && places != 0 && !(flow.places & places))
    return complain(input + " needs " + table_text(places) + ", but " + source + " is " + table_text(flow.places),
                    port.doc);
  if (port.unit != nullptr && flow.unit != port.unit && !flow.guessed) {
    const bool metres = std::string(port.unit) == "m" && flow.unit == "1";
    // A unit of a stage's own is none that is wrong, unless it is another word for this one.
    std::string remedy = metres ? "turn heights into metres: {use: shape.metres@1, in: {height: NODE, level: NODE}}"
                                : remedy_for(port, from, before);
    for (const auto& [own, other] :
         {std::pair<std::string, std::string>{port.unit, flow.unit}, {flow.unit, port.unit}}) {
      const std::string known = config::units_in_place_of(own);
      if (known.find("did you mean " + quote(other) + "?") == 0) remedy = quote(own) + " is unknown: " + known;
    }
    return complain(input + " needs " + shown(port.unit) + ", but " + source +
                        (flow.unit.empty() || flow.unit == "1" ? " has no unit" : " is in " + flow.unit),
                    remedy);
  }
  return true;
}

// A literal number, in the unit of the port. If that takes any unit, it uses that of another input which fits, so that
// `10 mm/yr` beside rain in m/yr is 0.01. Without one `2 km` is 2000 m. False after an error.
bool read_number(Node& node, std::uint64_t i, report::Diagnostics& diagnostics) {
  const terrawright_port& port = *node.stage().ports[i];
  const config::Value& written = *node.literals[i];
  const config::Check check(diagnostics);
  const std::string input = "input " + quote(port.name) + " of " + name_in_texts(node);
  const bool said = node.is_part() && diagnostics.has_error_at(written.position);
  if (!(port.kinds & 1u << TERRAWRIGHT_KIND_NUMBER)) {
    if (!said)
      check.error(written,
                  input + " needs a " + border::kind_names(port.kinds) + ", but this is the number " + written.text,
                  "write a node in its place: " + std::string(port.doc));
    return false;
  }
  std::string unit = port.unit == nullptr ? config::unit_of(written.text) : port.unit;
  if (unit.empty()) unit = "1";
  auto reading = config::read_real(written.text, unit);
  if (reading && port.unit == nullptr && unit != "1") {
    std::string fitting = unit == "km" ? "m" : unit;
    for (std::size_t k = node.flows.size(); k-- > 0;)
      if (node.inputs[k] && config::unit_fits(unit, node.flows[k].unit)) fitting = node.flows[k].unit;
    unit = fitting;
    reading = config::read_real(written.text, unit);
  }
  if (!reading) {
    if (!said) check.error(written, input + ": " + reading.problem, reading.hint.empty() ? port.doc : reading.hint);
    return false;
  }
  check.warn_if_bare(written, unit);
  node.numbers[i] = reading.value;
  node.flows[i] = {TERRAWRIGHT_KIND_NUMBER, unit, {}};
  return true;
}

// Declares the outputs by their ports, until the stage sets more.
void declare_outputs(Node& node, const std::vector<bool>& wanted_ports) {
  const terrawright_stage& stage = node.stage();
  for (std::uint64_t i = 0; i < stage.n_ports; ++i) {
    const terrawright_port& port = *stage.ports[i];
    if (port.direction != TERRAWRIGHT_PORT_OUTPUT || !wanted_ports[i]) continue;
    Flow& flow = node.flows[i];
    flow.kind = border::single_kind(port.kinds);
    flow.unit = port.unit == nullptr ? "" : port.unit;
    flow.guessed = port.unit == nullptr || flow.kind == TERRAWRIGHT_KIND_CLASS;
    flow.places = port.flags & place_flags;
    if (port.like_port == nullptr) continue;
    const terrawright_port* like = find_port(stage, port.like_port, TERRAWRIGHT_PORT_INPUT);
    if (like == nullptr) continue;
    const Flow& input = node.flows[port_index(stage, *like)];
    if (flow.kind == 0) flow.kind = input.kind;
    if (port.unit == nullptr) flow.unit = input.unit;
    if (flow.kind == TERRAWRIGHT_KIND_CLASS) flow.legend = input.legend;
    if (flow.kind == TERRAWRIGHT_KIND_TABLE) flow.places = input.places;
  }
}

// An output may have the kind of an optional input; it is none where nothing is connected there.
bool kinds_are_known(const Node& node, const std::vector<bool>& wanted_ports, report::Diagnostics& diagnostics) {
  const terrawright_stage& stage = node.stage();
  bool good = true;
  for (std::uint64_t i = 0; i < stage.n_ports; ++i) {
    const terrawright_port& port = *stage.ports[i];
    if (port.direction != TERRAWRIGHT_PORT_OUTPUT || !wanted_ports[i] || node.flows[i].kind != 0) continue;
    const std::string like = port.like_port == nullptr ? "" : port.like_port;
    good = diagnostics.error(node.written->use_position,
                             name_in_texts(node) + ": the output '" + port.name +
                                 "' is read, which has the kind of the input '" + like +
                                 "', and nothing is connected to that",
                             "connect '" + like + "', or read another output, as in " + node.name + ".OUTPUT");
  }
  return good;
}

}  // namespace

terrawright_world_facts world_for(const terrawright_stage& stage, const config::World& world) {
  terrawright_world_facts plain = {sizeof plain, world.wrap, world.width, world.height, 0.0, 0.0, 0.0};
  if (stage.reads & TERRAWRIGHT_READS_CELL) plain.cell = world.cell;
  if (stage.reads & TERRAWRIGHT_READS_LATITUDE) plain.latitude = world.latitude;
  if (stage.reads & TERRAWRIGHT_READS_LONGITUDE) plain.longitude = world.longitude;
  return plain;
}

void arrange(Node& node, const std::vector<Node>& before, const std::vector<bool>& wanted_ports,
             const config::World& world, const InputFileOpener* opener, report::Diagnostics& diagnostics,
             const Heard& heard) {
  const terrawright_stage& stage = node.stage();

  // Inputs: what flows in, and whether it may. Outputs of a broken node may be unknown.
  bool good = node.links_good, sure = node.parameters_good && world.facts_good;
  for (std::uint64_t i = 0; i < stage.n_ports; ++i) {
    if (!node.inputs[i]) continue;
    node.flows[i] = before[node.inputs[i]->node].flows[node.inputs[i]->port];
    good = good && node.flows[i].kind != 0;
    sure = sure && !node.flows[i].guessed;
    if (node.flows[i].kind == 0) continue;
    good = check_input(node, *stage.ports[i], node.flows[i], before[node.inputs[i]->node], before, diagnostics) && good;
  }
  for (std::uint64_t i = 0; i < stage.n_ports; ++i) {
    if (node.literals[i]) good = read_number(node, i, diagnostics) && good;
  }
  declare_outputs(node, wanted_ports);
  if (!good || !kinds_are_known(node, wanted_ports, diagnostics)) return;

  // The stage decides the rest.
  std::vector<std::vector<terrawright_class>> legends(stage.n_ports);
  const std::vector<Flow> before_it = node.flows;  // as the stage sees them, while it sets units and legends
  std::vector<terrawright_flow> flows;
  for (std::uint64_t i = 0; i < stage.n_ports; ++i) flows.push_back(plain(before_it[i], legends[i]));
  std::vector<const terrawright_flow*> flow_list;
  for (const terrawright_flow& flow : flows) flow_list.push_back(&flow);
  const terrawright_world_facts plain_world = world_for(stage, world);
  const terrawright_arrangement arrangement = {sizeof arrangement, 0, &plain_world, node.parameters.values(),
                                               flow_list.data()};
  // Replacements of rejected values cause no more messages.
  report::Diagnostics unsaid;
  report::Diagnostics& said = sure ? diagnostics : unsaid;
  // A file that is not there is not there, unless it was the file's name that was refused.
  report::Diagnostics& certain = node.written->complete ? diagnostics : said;
  Arranging side(node, world, opener, said, certain, diagnostics, heard);
  const std::size_t errors = said.error_count() + certain.error_count();
  node.instance = border::Instance(node.offer->description, {node.name, Catalogue::name(stage), node.offer->plugin},
                                   side, arrangement);
  side.demand_no_fault();
  for (const border::Message& failure : side.failures()) side.tell(failure);
  side.say_remarks();
  if (!node.instance) {
    if (said.error_count() + certain.error_count() != errors) return;
    if (heard) heard(report::Severity::error, {"", "it refused without a reason"});
    said.error(node.written->use_position, name_in_texts(node) + " refused without a reason",
               "its author has to say why; test it: terrawright check --stage " + std::string(stage.id));
    return;
  }
  for (std::uint64_t i = 0; i < stage.n_ports; ++i) {
    if (stage.ports[i]->direction != TERRAWRIGHT_PORT_OUTPUT) continue;
    if (node.flows[i].kind == 0) {
      node.flows[i] = {};
    } else {
      node.flows[i].guessed = node.flows[i].guessed && !sure;
    }
  }
}

}  // namespace terrawright::graph
