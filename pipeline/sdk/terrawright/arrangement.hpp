// SPDX-License-Identifier: Apache-2.0
// terrawright/arrangement.hpp: what a stage knows and decides before any cell exists.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "failure.hpp"
#include "kinds.hpp"
#include "parameter.hpp"
#include "world.hpp"

namespace terrawright {
inline namespace v1 {

// One entry of a class layer's legend. The glyph is one character.
struct LegendEntry {
  std::uint16_t code;
  std::string name;
  Colour colour;
  std::string glyph;
};

namespace detail {

// A legend as it crosses the border; the entries must outlive it.
inline std::vector<terrawright_class> plain_legend(const std::vector<LegendEntry>& entries) {
  std::vector<terrawright_class> plain;
  for (const LegendEntry& e : entries) {
    const Colour c = e.colour;
    plain.push_back({e.code, 0, {c.red, c.green, c.blue, c.alpha}, e.name.c_str(), e.glyph.c_str()});
  }
  return plain;
}
inline std::vector<LegendEntry> legend_of(const terrawright_class* plain, std::uint64_t count) {
  std::vector<LegendEntry> entries;
  for (const terrawright_class* c = plain; c != plain + count; ++c)
    entries.push_back({c->code, c->name, {c->colour[0], c->colour[1], c->colour[2], c->colour[3]}, c->glyph});
  return entries;
}

}  // namespace detail

class Arrangement {
 public:
  Arrangement(const terrawright_host& host, void* handle, const terrawright_arrangement& plain)
      : host_(&host), handle_(handle), plain_(&plain) {}

  World world() const { return World(*plain_->world); }
  std::int64_t width() const { return world().width(); }    // cells
  std::int64_t height() const { return world().height(); }  // cells
  double cell() const { return world().cell(); }            // metres a side; declare reads_cell()
  double latitude() const { return world().latitude(); }    // degrees; declare reads_latitude()
  double longitude() const { return world().longitude(); }  // degrees; declare reads_longitude()

  // The random stream of this node, or of node name + suffix; declare reads_random().
  std::uint64_t stream(const char* suffix = "") const { return host_->stream(handle_, suffix); }

  // The file that a parameter names: its shape, before any cell is read. Throws where it cannot be read; the engine has
  // said why. Leave the request's encoding at TERRAWRIGHT_ENCODING_IMAGE for images.
  terrawright_file_facts open(File& file, const char* parameter, terrawright_file_request request) const {
    request.size = sizeof request;
    terrawright_file_facts facts{};
    facts.size = sizeof facts;
    file.number = host_->open_file(handle_, parameter, &request, &facts);
    if (file.number < 0) throw AlreadySaid{};
    return facts;
  }
  // All bytes of the file that a parameter names, which the stage decodes itself; the engine has its digest. One longer
  // than `most` is refused before there is memory for it.
  std::string bytes(File& file, const char* parameter, std::uint64_t most) const {
    terrawright_file_request request{};
    request.encoding = TERRAWRIGHT_ENCODING_BYTES;
    request.channel = -1;
    const terrawright_file_facts facts = open(file, parameter, request);
    if (facts.bytes > most) {
      throw Failure(parameter, "'" + file.path + "' has " + std::to_string(facts.bytes) + " bytes; at most " +
                                   std::to_string(most) + " are read");
    }
    std::string all(static_cast<std::size_t>(facts.bytes), 0);
    if (host_->file_bytes(handle_, file.number, 0, facts.bytes, all.data()) != 0) throw AlreadySaid{};
    return all;
  }

  // Bytes beside the parameters that decide what the stage makes, as those of a table that lies beside its library.
  void depends(const void* bytes, std::size_t size) const { host_->depends(handle_, bytes, size); }

  template <class Kind>
  bool connected(In<Kind> input) const {
    return flow(input).kind != 0;
  }
  template <class Kind>
  bool wanted(Out<Kind> output) const {
    return flow(output).kind != 0;
  }
  // One of TERRAWRIGHT_KIND_HEIGHT and so on: which of the kinds a port allows is connected.
  template <class Kind>
  std::uint32_t kind(In<Kind> input) const {
    return flow(input).kind;
  }
  template <class Kind>
  std::string_view unit(In<Kind> input) const {
    return flow(input).unit;
  }
  template <class Kind>
  std::vector<LegendEntry> legend(In<Kind> input) const {
    const terrawright_flow& from = flow(input);
    return detail::legend_of(from.legend, from.n_legend);
  }

  template <class Kind>
  void set_unit(Out<Kind> output, const std::string& unit) {
    host_->set_unit(handle_, output.port, unit.c_str());
  }
  template <class Kind>
  void set_legend(Out<Kind> output, const std::vector<LegendEntry>& entries) {
    const std::vector<terrawright_class> plain = detail::plain_legend(entries);
    host_->set_legend(handle_, output.port, plain.data(), plain.size());
  }
  // Says what is wrong as throwing a Failure does, and goes on: where a table has several mistakes, all are said. Throw
  // AlreadySaid{} in the end.
  void fail(const std::string& where, const std::string& text) const {
    host_->fail(handle_, where.c_str(), -1, -1, text.c_str());
  }
  // Warns about a parameter or port ("": the stage); the world can be built.
  void warn(const std::string& where, const std::string& text) const {
    host_->warn(handle_, where.c_str(), -1, -1, text.c_str());
  }
  // Bytes that resolve and the notes need at their peak, for the memory budget.
  void needs_memory(std::uint64_t bytes) const { host_->needs_memory(handle_, bytes); }
  // Largest bytes that one call of survey, merge, resolve or paint requests with scratch(). Survey and paint may
  // request more for each cell of the tile.
  void needs_scratch(std::uint64_t bytes, std::uint64_t bytes_per_cell = 0) const {
    host_->needs_scratch(handle_, bytes, bytes_per_cell);
  }

 private:
  const terrawright_flow& flow(const detail::Port& port) const { return *plain_->flows[port.port]; }
  const terrawright_host* host_;
  void* handle_;
  const terrawright_arrangement* plain_;
};

}  // namespace v1
}  // namespace terrawright
