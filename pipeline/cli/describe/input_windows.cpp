// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <stdexcept>

#include "border/description.hpp"
#include "cli/describe/stage_sentences.hpp"
#include "graph/catalogue.hpp"
#include "terrawright/random.h"

namespace terrawright::cli {
namespace {

constexpr terrawright_class any_class = {0, 0, {0, 0, 0, 255}, "any", "?"};

bool is_optional(const terrawright_port& port) {
  return port.direction == TERRAWRIGHT_PORT_INPUT && (port.flags & TERRAWRIGHT_PORT_OPTIONAL);
}

// As arrange sees a world in which every port is connected, but of the optional inputs only the ones of `chosen`.
std::vector<terrawright_flow> flows_of(const terrawright_stage& stage, const std::vector<bool>& chosen) {
  std::vector<terrawright_flow> flows;
  for (std::uint64_t i = 0; i < stage.n_ports; ++i) {
    const terrawright_port& port = *stage.ports[i];
    terrawright_flow flow = {sizeof flow, first_kind(port.kinds), port.unit ? port.unit : "1", nullptr, 0};
    if (flow.kind == TERRAWRIGHT_KIND_CLASS) {
      flow.legend = &any_class;
      flow.n_legend = 1;
    }
    if (is_optional(port) && !chosen[i]) flow.kind = 0;
    flows.push_back(flow);
  }
  for (std::uint64_t i = 0; i < stage.n_ports; ++i) {
    if (stage.ports[i]->like_port == nullptr) continue;
    const terrawright_port* like = graph::find_port(stage, stage.ports[i]->like_port, TERRAWRIGHT_PORT_INPUT);
    if (like != nullptr) flows[i].unit = flows[graph::port_index(stage, *like)].unit;
  }
  return flows;
}

// A world that says yes to everything.
class Willing final : public border::HostSide {
 public:
  Willing(const terrawright_stage& stage) : HostSide(stage, TERRAWRIGHT_PHASE_CREATE) {}

  std::uint64_t memory = 0;

  std::uint64_t stream(const char* suffix) override {
    return terrawright_fnv1a64(suffix, std::char_traits<char>::length(suffix));
  }
  void needs_memory(std::uint64_t bytes) override { memory = bytes; }
  // A file of the world's size stands in for any.
  std::int64_t open_file(const char*, const terrawright_file_request& request, terrawright_file_facts& facts) override {
    const bool headerless = request.encoding != TERRAWRIGHT_ENCODING_IMAGE;
    facts = {};
    facts.size = sizeof facts;
    facts.bits = 16;
    facts.width = headerless ? request.width : 1025;
    facts.height = headerless ? request.height : 1025;
    return 0;
  }
};

struct Arranged {
  border::Instance instance;
  std::uint64_t memory = 0;
};

Arranged arrange(const graph::Offer& offer, std::int64_t side, const std::vector<bool>& chosen) {
  const terrawright_stage& stage = *offer.stage;
  const std::vector<terrawright_flow> flows = flows_of(stage, chosen);
  std::vector<const terrawright_flow*> flow_list;
  for (const terrawright_flow& flow : flows) flow_list.push_back(&flow);
  std::vector<terrawright_value> defaults;
  for (std::uint64_t i = 0; i < stage.n_parameters; ++i) {
    defaults.push_back(stage.parameters[i]->fallback);
    if (stage.parameters[i]->kind == TERRAWRIGHT_PARAMETER_FILE) defaults.back().text = "any.png";
  }
  terrawright_world_facts world = {sizeof world, 0, side, side, 0.0, 0.0, 0.0};
  if (stage.reads & TERRAWRIGHT_READS_CELL) world.cell = 1000.0;
  if (stage.reads & TERRAWRIGHT_READS_LATITUDE) world.latitude = 40.0;
  const terrawright_arrangement arrangement = {sizeof arrangement, 0, &world, defaults.data(), flow_list.data()};
  Willing side_of_host(stage);
  Arranged arranged;
  const std::string name = graph::Catalogue::name(stage);
  arranged.instance = border::Instance(offer.description, {name, name, offer.plugin}, side_of_host, arrangement);
  arranged.memory = side_of_host.memory;
  return arranged;
}

}  // namespace

std::optional<Halo> halo_of(const border::Instance& instance, std::uint32_t phase, std::uint32_t port) {
  const terrawright_rect tile = {4096, 4096, 512, 512};
  terrawright_rect area{};
  try {
    area = instance.window(phase, port, tile);
  } catch (const std::runtime_error&) {  // a stage whose window() fails is reported when it runs
  }
  if (area.width <= 0 || area.height <= 0) return std::nullopt;
  return Halo{tile.x - area.x, tile.y - area.y, area.x + area.width - tile.x - tile.width,
              area.y + area.height - tile.y - tile.height};
}

namespace {

// False where the stage refuses these inputs.
bool add_windows(const graph::Offer& offer, const std::vector<bool>& chosen, InputWindows& windows) {
  const terrawright_stage& stage = *offer.stage;
  const Arranged small = arrange(offer, 1025, chosen);
  if (!small.instance) return false;
  const Arranged large = arrange(offer, 8193, chosen);
  if (!large.instance) return false;
  windows.memory = std::max(windows.memory, small.memory);
  windows.memory_of_large = std::max(windows.memory_of_large, large.memory);
  for (std::uint32_t i = 0; i < stage.n_ports; ++i) {
    const terrawright_port& port = *stage.ports[i];
    if (port.direction != TERRAWRIGHT_PORT_INPUT || !border::is_layer(first_kind(port.kinds))) continue;
    if (is_optional(port) && !chosen[i]) continue;
    if (stage.flags & TERRAWRIGHT_STAGE_SURVEYS)
      windows.ports[i].survey = halo_of(large.instance, TERRAWRIGHT_PHASE_SURVEY, i);
    windows.ports[i].paint = halo_of(large.instance, TERRAWRIGHT_PHASE_PAINT, i);
  }
  return true;
}

}  // namespace

InputWindows probe(const graph::Offer& offer) {
  const terrawright_stage& stage = *offer.stage;
  InputWindows windows;
  windows.ports.resize(stage.n_ports);
  if (graph::is_composite(stage)) return windows;
  windows.known = add_windows(offer, std::vector<bool>(stage.n_ports, true), windows);
  if (windows.known) return windows;
  const std::vector<bool> none(stage.n_ports, false);
  windows.known = add_windows(offer, none, windows);
  for (std::uint64_t i = 0; i < stage.n_ports; ++i) {
    if (!is_optional(*stage.ports[i])) continue;
    std::vector<bool> one = none;
    one[i] = true;
    windows.known = add_windows(offer, one, windows) || windows.known;
  }
  return windows;
}

}  // namespace terrawright::cli
