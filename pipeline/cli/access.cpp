// SPDX-License-Identifier: Apache-2.0
#include "cli/access.hpp"

#include <algorithm>
#include <memory>

#include "graph/catalogue.hpp"
#include "graph/kind.hpp"
#include "terrawright/random.h"

namespace terrawright::cli {
namespace {

constexpr terrawright_class any_class = {sizeof(terrawright_class), 0, {0, 0, 0, 255}, "any", "?"};

std::uint32_t first_kind(std::uint32_t kinds) {
  std::uint32_t kind = 1;
  while (kind < 32 && !(kinds & (1u << kind))) ++kind;
  return kind;
}

bool is_optional(const terrawright_port& port) {
  return port.direction == TERRAWRIGHT_INPUT && (port.flags & TERRAWRIGHT_OPTIONAL);
}

// As arrange sees a world in which every port is connected, but of the optional inputs only the ones of `chosen`.
std::vector<terrawright_layer> layers_of(const terrawright_stage& stage, const std::vector<bool>& chosen) {
  std::vector<terrawright_layer> layers;
  for (std::uint64_t i = 0; i < stage.n_ports; ++i) {
    const terrawright_port& port = stage.ports[i];
    terrawright_layer layer = {sizeof layer, first_kind(port.kinds), port.unit ? port.unit : "1", nullptr, 0};
    if (layer.kind == TERRAWRIGHT_CLASS) {
      layer.legend = &any_class;
      layer.n_legend = 1;
    }
    if (is_optional(port) && !chosen[i]) layer.kind = 0;
    layers.push_back(layer);
  }
  for (std::uint64_t i = 0; i < stage.n_ports; ++i) {
    if (stage.ports[i].like_port == nullptr) continue;
    const terrawright_port* like = graph::find_port(stage, stage.ports[i].like_port, TERRAWRIGHT_INPUT);
    if (like != nullptr) layers[i].unit = layers[graph::port_index(stage, *like)].unit;
  }
  return layers;
}

void fail(void*, const char*, std::int64_t, std::int64_t, const char*) {}

// A file of the world's size stands in for any.
std::int64_t raster(void*, const char*, const terrawright_raster_request* request, terrawright_raster* facts) {
  const bool headerless = request->encoding != TERRAWRIGHT_ENCODED;
  *facts = {sizeof *facts, 16, headerless ? request->width : 1025, headerless ? request->height : 1025, nullptr};
  return 0;
}

struct Arranged {
  std::unique_ptr<void, void (*)(void*)> instance;
  std::uint64_t memory;
};

Arranged arrange(const terrawright_stage& stage, std::int64_t side, const std::vector<bool>& chosen) {
  std::vector<terrawright_layer> layers = layers_of(stage, chosen);
  std::vector<terrawright_value> defaults;
  for (std::uint64_t i = 0; i < stage.n_parameters; ++i) {
    defaults.push_back(stage.parameters[i].fallback);
    if (stage.parameters[i].kind == TERRAWRIGHT_FILE) defaults.back().text = "any.png";
  }
  terrawright_arrangement arrangement{};
  arrangement.size = sizeof arrangement;
  arrangement.world = {sizeof(terrawright_world), 0, side, side, 0.0, 0.0};
  if (stage.reads & TERRAWRIGHT_READS_CELL) arrangement.world.cell = 1000.0;
  if (stage.reads & TERRAWRIGHT_READS_LATITUDE) arrangement.world.latitude = 40.0;
  arrangement.values = defaults.data();
  arrangement.layers = layers.data();
  terrawright_host host{};
  host.size = sizeof host;
  host.stream = [](void*, const char* suffix) {
    return terrawright_fnv1a64(suffix, std::char_traits<char>::length(suffix));
  };
  host.fail = fail;
  host.raster = raster;
  host.extension = [](void*, const char*) -> const void* { return nullptr; };
  void* instance = stage.create(&host, nullptr, &arrangement);
  return {{instance, stage.destroy}, arrangement.memory};
}

}  // namespace

std::optional<Halo> halo_of(const terrawright_stage& stage, const void* instance, std::uint32_t phase,
                            std::uint32_t port) {
  const terrawright_rect tile = {4096, 4096, 512, 512};
  const terrawright_rect area = stage.window(instance, phase, port, &tile);
  if (area.width <= 0 || area.height <= 0) return std::nullopt;
  return Halo{tile.x - area.x, tile.y - area.y, area.x + area.width - tile.x - tile.width,
              area.y + area.height - tile.y - tile.height};
}

namespace {

// False where the stage refuses these inputs.
bool add_access(const terrawright_stage& stage, const std::vector<bool>& chosen, Access& access) {
  const Arranged small = arrange(stage, 1025, chosen);
  if (!small.instance) return false;
  const Arranged large = arrange(stage, 8193, chosen);
  if (!large.instance) return false;
  access.memory = std::max(access.memory, small.memory);
  access.memory_of_large = std::max(access.memory_of_large, large.memory);
  for (std::uint32_t i = 0; i < stage.n_ports; ++i) {
    const terrawright_port& port = stage.ports[i];
    if (port.direction != TERRAWRIGHT_INPUT || !graph::is_layer(first_kind(port.kinds))) continue;
    if (is_optional(port) && !chosen[i]) continue;
    if (stage.flags & TERRAWRIGHT_SURVEYS)
      access.ports[i].survey = halo_of(stage, large.instance.get(), TERRAWRIGHT_SURVEY, i);
    access.ports[i].paint = halo_of(stage, large.instance.get(), TERRAWRIGHT_PAINT, i);
  }
  return true;
}

}  // namespace

Access probe(const terrawright_stage& stage) {
  Access access;
  access.ports.resize(stage.n_ports);
  if (graph::is_composite(stage)) return access;
  access.known = add_access(stage, std::vector<bool>(stage.n_ports, true), access);
  if (access.known) return access;
  const std::vector<bool> none(stage.n_ports, false);
  access.known = add_access(stage, none, access);
  for (std::uint64_t i = 0; i < stage.n_ports; ++i) {
    if (!is_optional(stage.ports[i])) continue;
    std::vector<bool> one = none;
    one[i] = true;
    access.known = add_access(stage, one, access) || access.known;
  }
  return access;
}

}  // namespace terrawright::cli
