// SPDX-License-Identifier: Apache-2.0
// terrawright/arrangement.hpp: what a stage knows and decides before any cell exists.
#pragma once
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "failure.hpp"
#include "kinds.hpp"
#include "parameter.hpp"

namespace terrawright {

// One entry of a class layer's legend. The glyph is one character.
struct LegendEntry {
  std::uint16_t code;
  std::string name;
  Colour colour;
  std::string glyph;
};

// Text and legends that an instance hands to the engine; they live as long as the instance.
struct Given {
  std::deque<std::string> texts;
  std::deque<std::vector<terrawright_class>> legends;
  const char* keep(std::string text) { return texts.emplace_back(std::move(text)).c_str(); }
};

class Arrangement {
 public:
  Arrangement(const terrawright_host& host, void* handle, terrawright_arrangement& plain, Given& given)
      : host_(&host), handle_(handle), plain_(&plain), given_(&given) {}

  std::int64_t width() const { return plain_->world.width; }    // cells
  std::int64_t height() const { return plain_->world.height; }  // cells
  double cell() const { return plain_->world.cell; }            // metres a side; declare reads_cell()
  double latitude() const { return plain_->world.latitude; }    // degrees; declare reads_latitude()

  // The random stream of this node, or of node name + suffix; declare reads_random().
  std::uint64_t stream(const char* suffix = "") const { return host_->stream(handle_, suffix); }

  // The file that a parameter names: its shape, before any cell is read. Throws where it cannot be read; the engine has
  // said why. Leave the request's encoding at TERRAWRIGHT_ENCODED for images.
  terrawright_raster open(File& file, const char* parameter, terrawright_raster_request request) const {
    request.size = sizeof request;
    terrawright_raster facts{};
    facts.size = sizeof facts;
    const std::int64_t place = host_->raster(handle_, parameter, &request, &facts);
    if (place < 0) throw AlreadySaid{};
    file.raster = static_cast<std::size_t>(place);
    return facts;
  }

  template <class Kind>
  bool connected(In<Kind> input) const {
    return layer(input.port).kind != 0;
  }
  template <class Kind>
  bool wanted(Out<Kind> output) const {
    return layer(output.port).kind != 0;
  }
  // One of TERRAWRIGHT_HEIGHT and so on: which of the kinds a port allows is connected.
  template <class Kind>
  std::uint32_t kind(In<Kind> input) const {
    return layer(input.port).kind;
  }
  template <class Kind>
  std::string_view unit(In<Kind> input) const {
    return layer(input.port).unit;
  }
  template <class Kind>
  std::vector<LegendEntry> legend(In<Kind> input) const {
    std::vector<LegendEntry> entries;
    const terrawright_layer& from = layer(input.port);
    for (std::uint64_t i = 0; i < from.n_legend; ++i) {
      const terrawright_class& c = from.legend[i];
      entries.push_back({c.code, c.name, {c.colour[0], c.colour[1], c.colour[2], c.colour[3]}, c.glyph});
    }
    return entries;
  }

  template <class Kind>
  void set_unit(Out<Kind> output, std::string unit) {
    layer(output.port).unit = given_->keep(std::move(unit));
  }
  template <class Kind>
  void set_legend(Out<Kind> output, const std::vector<LegendEntry>& entries) {
    auto& plain = given_->legends.emplace_back();
    for (const LegendEntry& e : entries) {
      plain.push_back({sizeof(terrawright_class),
                       e.code,
                       {e.colour.red, e.colour.green, e.colour.blue, e.colour.alpha},
                       given_->keep(e.name),
                       given_->keep(e.glyph)});
    }
    layer(output.port).legend = plain.data();
    layer(output.port).n_legend = plain.size();
  }
  // Says what is wrong as throwing a Failure does, and goes on: where a table has several mistakes, all are said. Throw
  // AlreadySaid{} in the end.
  void fail(const std::string& where, const std::string& text) const {
    host_->fail(handle_, where.c_str(), -1, -1, text.c_str());
  }
  // Bytes that resolve and the notes need at their peak, for the memory budget.
  void needs_memory(std::uint64_t bytes) { plain_->memory = bytes; }

 private:
  terrawright_layer& layer(std::uint32_t port) const { return plain_->layers[port]; }
  const terrawright_host* host_;
  void* handle_;
  terrawright_arrangement* plain_;
  Given* given_;
};

}  // namespace terrawright
