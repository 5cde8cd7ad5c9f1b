// SPDX-License-Identifier: Apache-2.0
// terrawright/spec.hpp: what a stage says of itself in `describe`. Each port and parameter is named once; from
// here come validation, `terrawright describe`, the reference pages and the schema.
#pragma once
#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

#include "parameter.hpp"
#include "tile.hpp"

namespace terrawright {
inline namespace v1 {

// A set of phases, as phases(TERRAWRIGHT_PHASE_SURVEY, TERRAWRIGHT_PHASE_PAINT).
template <class... Phase>
constexpr std::uint32_t phases(Phase... phase) {
  return (0u | ... | (1u << phase));
}

template <class Stage>
class Spec : public Parameters<Stage> {
 public:
  struct Port {
    terrawright_port plain;
    std::function<void(Stage&, std::uint32_t)> bind;
    std::function<Rect(const Stage&, std::uint32_t, const Rect&)> window;  // none: the tile itself
    std::uint32_t only = 0;                                                // 0: every phase
  };

  // Chains on after port().
  class PortRef {
   public:
    explicit PortRef(Port& port) : port_(&port) {}
    // "1", "m", "mm/yr" ... An input takes this unit only; without it any.
    PortRef& unit(const char* unit) {
      port_->plain.unit = unit;
      return *this;
    }
    // An output whose kind and unit are those of the named input.
    PortRef& like(const char* input) {
      port_->plain.like_port = input;
      return *this;
    }
    PortRef& optional() {
      port_->plain.flags |= TERRAWRIGHT_PORT_OPTIONAL;
      return *this;
    }
    // Exact minimum, maximum and NaN count of the whole layer, or of the cells under the window, which waits for
    // nothing. In all phases, or in those of a set as phases(TERRAWRIGHT_PHASE_PAINT).
    PortRef& statistics(std::uint32_t in = all_phases) {
      port_->plain.statistics = in;
      return *this;
    }
    PortRef& window_statistics(std::uint32_t in = tile_phases) {
      port_->plain.window_statistics = in;
      return *this;
    }
    // An output beside the main one: a config says `node.port` for it, while `node` alone means the main one.
    PortRef& by_name() {
      port_->plain.flags |= TERRAWRIGHT_PORT_BY_NAME;
      return *this;
    }
    // Of an output table: each row is at a point, or is a line. Without either its rows have no place.
    PortRef& points() {
      port_->plain.flags |= TERRAWRIGHT_PORT_POINTS;
      return *this;
    }
    PortRef& lines() {
      port_->plain.flags |= TERRAWRIGHT_PORT_LINES;
      return *this;
    }
    // Of an output table: paint gives its rows, tile by tile (Tile::rows), in the place of resolve.
    PortRef& by_tile() {
      port_->plain.flags |= TERRAWRIGHT_PORT_BY_TILE;
      return *this;
    }
    // The cells needed around a tile: a constant, or computed from the parameters.
    PortRef& halo(std::int64_t cells) {
      port_->window = [cells](const Stage&, std::uint32_t, const Rect& tile) { return grown(tile, cells); };
      return *this;
    }
    PortRef& halo(std::int64_t (*cells)(const Stage&)) {
      port_->window = [cells](const Stage& stage, std::uint32_t, const Rect& tile) {
        return grown(tile, cells(stage));
      };
      return *this;
    }
    // Different ones in survey and paint.
    PortRef& halo(std::int64_t (*cells)(const Stage&, std::uint32_t phase)) {
      port_->window = [cells](const Stage& stage, std::uint32_t phase, const Rect& tile) {
        return grown(tile, cells(stage, phase));
      };
      return *this;
    }
    // Any rectangle: one-sided halos for wind and water, say. One without cells: nothing is read.
    PortRef& window(Rect (*around)(const Stage&, const Rect&)) {
      port_->window = [around](const Stage& stage, std::uint32_t, const Rect& tile) { return around(stage, tile); };
      return *this;
    }
    PortRef& window(Rect (*around)(const Stage&, std::uint32_t phase, const Rect&)) {
      port_->window = around;
      return *this;
    }
    // Read in TERRAWRIGHT_PHASE_SURVEY or TERRAWRIGHT_PHASE_PAINT only.
    PortRef& only_in(std::uint32_t phase) {
      port_->only = phase;
      return *this;
    }

   private:
    Port* port_;
  };

  // `id` is family.word; `doc` one sentence for a person.
  Spec& stage(const char* id, const char* doc) {
    id_ = id;
    doc_ = doc;
    return *this;
  }
  // Up when the pixels change.
  Spec& revision(std::uint32_t revision) {
    revision_ = revision;
    return *this;
  }
  // Up when parameters or ports change their meaning: the `@1` of a config.
  Spec& version(std::uint32_t version) {
    version_ = version;
    return *this;
  }
  // Paper, text or formula.
  Spec& source(const char* source) {
    source_ = source;
    return *this;
  }
  Spec& reads_cell() { return reads(TERRAWRIGHT_READS_CELL); }
  Spec& reads_latitude() { return reads(TERRAWRIGHT_READS_LATITUDE); }
  Spec& reads_longitude() { return reads(TERRAWRIGHT_READS_LONGITUDE); }
  Spec& reads_random() { return reads(TERRAWRIGHT_READS_RANDOM); }
  // Cannot be tiled: gets each input as one raster, which bounds the size of the world.
  Spec& whole() { return flag(TERRAWRIGHT_STAGE_WHOLE); }
  // Never two calls at once, for libraries that cannot: slower, on one thread.
  Spec& serial() { return flag(TERRAWRIGHT_STAGE_SERIAL); }
  // Each cell of an output is made of the same cell of the inputs: the engine may then join stages.
  Spec& point() { return flag(TERRAWRIGHT_STAGE_POINT); }
  // A small world that uses the stage as its last node, as YAML: shown by `describe`, fed to it by `check`.
  Spec& example(const char* yaml) {
    example_ = yaml;
    return *this;
  }

  template <class Kind>
  PortRef port(In<Kind> Stage::*member, const char* name, const char* doc) {
    return add(TERRAWRIGHT_PORT_INPUT, Kind::kinds, name, doc,
               [member](Stage& s, std::uint32_t i) { (s.*member).port = i; });
  }
  template <class Kind>
  PortRef port(Out<Kind> Stage::*member, const char* name, const char* doc) {
    return add(TERRAWRIGHT_PORT_OUTPUT, Kind::kinds, name, doc,
               [member](Stage& s, std::uint32_t i) { (s.*member).port = i; });
  }

  const std::deque<Port>& ports() const { return ports_; }
  std::vector<const terrawright_port*> plain_ports() const {
    std::vector<const terrawright_port*> plain;
    for (const Port& port : ports_) plain.push_back(&port.plain);
    return plain;
  }
  const char* id() const { return id_; }
  const char* doc() const { return doc_; }
  const char* source() const { return source_; }
  std::uint32_t version() const { return version_; }
  std::uint32_t revision() const { return revision_; }
  std::uint32_t reads() const { return reads_; }
  std::uint32_t flags() const { return flags_; }
  const char* example() const { return example_; }

 private:
  static constexpr std::uint32_t tile_phases = phases(TERRAWRIGHT_PHASE_SURVEY, TERRAWRIGHT_PHASE_PAINT);
  static constexpr std::uint32_t all_phases = tile_phases | phases(TERRAWRIGHT_PHASE_RESOLVE);

  Spec& reads(std::uint32_t fact) {
    reads_ |= fact;
    return *this;
  }
  Spec& flag(std::uint32_t flag) {
    flags_ |= flag;
    return *this;
  }
  PortRef add(std::uint32_t direction, std::uint32_t kinds, const char* name, const char* doc,
              std::function<void(Stage&, std::uint32_t)> bind) {
    const terrawright_port plain = {sizeof plain, direction, kinds, 0, 0, 0, name, doc, nullptr, nullptr};
    ports_.push_back({plain, std::move(bind), nullptr, 0});
    return PortRef(ports_.back());
  }

  const char *id_ = "", *doc_ = "", *source_ = "", *example_ = nullptr;
  std::uint32_t version_ = 1, revision_ = 1, reads_ = 0, flags_ = 0;
  std::deque<Port> ports_;
};

}  // namespace v1
}  // namespace terrawright
