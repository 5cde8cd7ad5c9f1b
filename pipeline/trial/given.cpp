// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "border/description.hpp"
#include "border/known.hpp"
#include "trial/trial.hpp"

namespace terrawright::trial {
namespace {

constexpr std::uint32_t places = TERRAWRIGHT_PORT_POINTS | TERRAWRIGHT_PORT_LINES;

class GivenFile final : public graph::InputFile {
 public:
  explicit GivenFile(const terrawright_given_file& file) : file_(file) {
    facts_.size = sizeof facts_;
    facts_.bits = file.bits;
    facts_.width = file.width;
    facts_.height = file.height;
    facts_.bytes = file.blob.size;
  }
  const terrawright_file_facts& facts() const override { return facts_; }
  const std::string& digest() const override { return digest_; }
  void bytes(std::uint64_t begin, std::uint64_t size, char* to) const override {
    if (begin > file_.blob.size || size > file_.blob.size - begin)
      throw std::runtime_error("its code is wrong: it reads bytes outside its file");
    if (size != 0) std::memcpy(to, static_cast<const char*>(file_.blob.bytes) + begin, static_cast<std::size_t>(size));
  }
  void read(float* cells) const override { std::copy_n(file_.samples, file_.width * file_.height, cells); }

 private:
  const terrawright_given_file file_;
  terrawright_file_facts facts_{};
  const std::string digest_ = "given";
};

// As known() has it.
template <class Struct>
Struct known_or_misuse(const Struct* given, const char* what) {
  const auto all = border::known(given);
  if (!all) throw Misuse(std::string(what) + " is missing, too short, or asks for what this library does not know");
  return *all;
}

template <class Item>
void require_list(Item* const* list, std::uint64_t count, const char* what) {
  if (count > 0 && (list == nullptr || std::find(list, list + count, nullptr) != list + count))
    throw Misuse(std::string(what) + " is NULL");
}

std::string named(const char* what, const char* name) { return std::string(what) + " '" + name + "'"; }

void check_table(const terrawright_port& port, terrawright_content& given) {
  const std::uint32_t wanted = port.flags & places;
  const bool is_empty = given.table->n_rows == 0;
  if (is_empty && wanted != 0 && wanted != places) given.places = wanted;
  if ((given.places & ~places) != 0 || given.places == places || (!is_empty && wanted != 0 && !(wanted & given.places)))
    throw Misuse("the rows of the " + named("input", port.name) + " are not where it wants them");
}

}  // namespace

std::shared_ptr<const graph::InputFile> GivenFiles::open(const std::string& path,
                                                         const terrawright_file_request& request) const {
  const auto found = files_.find(path);
  if (found == files_.end()) throw std::runtime_error("the test gives none");
  const terrawright_given_file& file = found->second;
  const bool as_bytes = request.encoding == TERRAWRIGHT_ENCODING_BYTES;
  if (as_bytes != (file.width == 0)) {
    throw std::runtime_error(std::string("the test gives it as ") +
                             (as_bytes ? "samples, the stage wants its bytes" : "bytes, the stage wants samples"));
  }
  if (!as_bytes && request.encoding != TERRAWRIGHT_ENCODING_IMAGE &&
      (request.width != file.width || request.height != file.height))
    throw std::runtime_error("it has " + std::to_string(file.width) + " x " + std::to_string(file.height) + " samples");
  return std::make_shared<GivenFile>(file);
}

Given::Given(const terrawright_trial_request& request)
    : facts_(known_or_misuse(request.world, "the world")),
      seed_(request.seed),
      stops_at_(request.stops_at),
      node_(request.node == nullptr || *request.node == 0 ? "node" : request.node) {
  if (request.reserved != 0) throw Misuse("the request holds an unknown value");
  if (facts_.width < 1 || facts_.height < 1) throw Misuse("a world has at least one cell");
  if (facts_.width > config::longest_side || facts_.height > config::longest_side || !(facts_.cell > 0) ||
      !(std::abs(facts_.latitude) <= 90) || !(std::abs(facts_.longitude) <= 180) ||
      facts_.wrap > (TERRAWRIGHT_WRAP_X | TERRAWRIGHT_WRAP_Y))
    throw Misuse("the world is none that a config can describe");
  if (request.stage == nullptr) throw Misuse("there is no stage");
  try {
    tested_.description = std::make_shared<const border::Description>(request.stage);
  } catch (const border::BadDescription& wrong) {
    throw Misuse(std::string("the stage ") + wrong.what());
  }
  tested_.stage = &tested_.description->stage();
  tested_.plugin = "test";
  for (std::uint64_t i = 0; i < stage().n_parameters; ++i) {
    const terrawright_parameter& declared = *stage().parameters[i];
    values_.push_back(request.values == nullptr ? declared.fallback : request.values[i]);
    if (values_.back().text == nullptr) values_.back().text = "";
    if (!border::is_value(declared, values_.back()))
      throw Misuse("the value of the " + named("parameter", declared.name) + " is outside its range");
  }
  require_list(request.inputs, request.n_inputs, "an input");
  for (std::uint64_t i = 0; i < request.n_inputs; ++i) add_input(request.inputs[i]);
  require_list(request.files, request.n_files, "a file");
  for (std::uint64_t i = 0; i < request.n_files; ++i) add_file(request.files[i]);
  unread_.resize(stage().n_ports);
  require_list(request.unread, request.n_unread, "an output that nobody reads");
  for (std::uint64_t i = 0; i < request.n_unread; ++i) unread_[port(request.unread[i], TERRAWRIGHT_PORT_OUTPUT)] = true;
  require_inputs();
  if (inputs_.empty()) return;
  std::vector<terrawright_content> contents;
  for (const auto& [i, content] : inputs_) contents.push_back(content);
  source_ =
      std::make_unique<const DataStage>("trial/given.inputs", "", std::move(contents), facts_.width, facts_.height);
  handed_out_.description = std::make_shared<const border::Description>(source_->stage());
  handed_out_.stage = &handed_out_.description->stage();
  handed_out_.plugin = "test";
}

std::uint32_t Given::port(const char* name, std::uint32_t direction) const {
  const auto* const found = graph::find_port(stage(), name == nullptr ? "" : name, direction);
  const char* const what = direction == TERRAWRIGHT_PORT_INPUT ? "input" : "output";
  if (found == nullptr) throw Misuse("there is no " + named(what, name == nullptr ? "" : name));
  return graph::port_index(stage(), *found);
}

void Given::add_input(const terrawright_content* all) {
  terrawright_content given = known_or_misuse(all, "an input");
  const std::uint32_t i = port(given.port, TERRAWRIGHT_PORT_INPUT);
  const terrawright_port& declared = *stage().ports[i];
  const std::string name = named("input", declared.name);
  if (given.kind == 0 || given.kind > TERRAWRIGHT_KIND_TABLE || !(declared.kinds & (1u << given.kind)))
    throw Misuse("the " + name + " takes the kind " + border::kind_names(declared.kinds) + ", and this is " +
                 border::kind_name(given.kind));
  given = checked_content(given, name);
  if (declared.unit != nullptr && std::string(declared.unit) != given.unit)
    throw Misuse("the " + name + " is in " + declared.unit + ", not in " + given.unit);
  if (given.kind == TERRAWRIGHT_KIND_TABLE) check_table(declared, given);
  if (!inputs_.emplace(i, given).second) throw Misuse("the " + name + " is given twice");
}

void Given::add_file(const terrawright_given_file* all) {
  const terrawright_given_file given = known_or_misuse(all, "a file");
  const std::string name = given.parameter == nullptr ? "" : given.parameter;
  std::uint64_t i = 0;
  while (i < stage().n_parameters && stage().parameters[i]->name != name) ++i;
  if (i == stage().n_parameters || stage().parameters[i]->kind != TERRAWRIGHT_PARAMETER_FILE)
    throw Misuse("the " + named("parameter", name.c_str()) + " names no file");
  const bool is_there = given.width == 0 ? given.blob.bytes != nullptr || given.blob.size == 0
                                         : given.samples != nullptr && given.width > 0 && given.height > 0;
  if (!is_there) throw Misuse("the file of '" + name + "' has no samples and no bytes");
  files_.add(values_[i].text, given);
}

void Given::require_inputs() const {
  for (std::uint32_t i = 0; i < stage().n_ports; ++i) {
    const terrawright_port& port = *stage().ports[i];
    if (port.direction == TERRAWRIGHT_PORT_INPUT && !(port.flags & TERRAWRIGHT_PORT_OPTIONAL) && inputs_.count(i) == 0)
      throw Misuse("the test gives nothing to the " + named("input", port.name));
  }
}

// World of the stage, after a node that provides its inputs.
std::shared_ptr<const config::World> Given::world() const {
  auto world = std::make_shared<config::World>();
  world->name = "trial";
  world->width = facts_.width;
  world->height = facts_.height;
  world->cell = facts_.cell;
  world->latitude = facts_.latitude;
  world->longitude = facts_.longitude;
  world->wrap = facts_.wrap;
  world->seed = seed_;
  world->document.position.source = std::make_shared<const report::Source>(report::Source{"trial", ""});
  for (const std::string& name : {node_ + " is given", node_}) {
    config::Node& node = world->nodes.emplace_back();
    node.name = node.random_name = name;
  }
  return world;
}

graph::Node Given::node(const config::Node& written, const graph::Offer& offer) const {
  graph::Node node;
  const std::size_t ports = offer.stage->n_ports;
  node.name = written.name;
  node.written = &written;
  node.offer = &offer;
  node.inputs.resize(ports);
  node.literals.resize(ports);
  node.numbers.resize(ports);
  node.flows.resize(ports);
  return node;
}

graph::Graph Given::arranged(const graph::Heard& heard) const {
  graph::Graph graph;
  graph.world = world();
  report::Diagnostics problems;
  if (source_) {
    graph.nodes.push_back(node(graph.world->nodes[0], handed_out_));
    const std::vector<bool> all(inputs_.size(), true);
    graph::arrange(graph.nodes[0], {}, all, *graph.world, &files_, problems);
  }
  graph::Node tested = node(graph.world->nodes[1], tested_);
  tested.parameters = config::Parameters(values_);
  std::uint32_t from = 0;
  for (const auto& [port, content] : inputs_) tested.inputs[port] = graph::Link{0, from++};
  std::vector<bool> wanted(stage().n_ports);
  for (std::uint32_t i = 0; i < stage().n_ports; ++i) {
    const terrawright_port& port = *stage().ports[i];
    if (port.direction != TERRAWRIGHT_PORT_OUTPUT || unread_[i]) continue;
    wanted[i] =
        border::single_kind(port.kinds) != 0 || tested.inputs[this->port(port.like_port, TERRAWRIGHT_PORT_INPUT)];
  }
  bool said = false;
  graph::arrange(tested, graph.nodes, wanted, *graph.world, &files_, problems,
                 [&](report::Severity severity, const border::Message& message) {
                   said = said || severity == report::Severity::error;
                   heard(severity, message);
                 });
  if (!said && problems.has_errors()) throw Misuse(problems.sorted().front().message);
  graph.nodes.push_back(std::move(tested));
  return graph;
}

}  // namespace terrawright::trial
