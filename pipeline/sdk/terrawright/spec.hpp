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

template <class Stage>
class Spec : public Parameters<Stage> {
 public:
  struct Port {
    terrawright_port plain;
    std::function<void(Stage&, std::uint32_t)> bind;
    std::function<Rect(const Stage&, const Rect&)> window;  // none: the tile itself
    std::uint32_t only = 0;                                 // 0: every phase
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
      port_->plain.flags |= TERRAWRIGHT_OPTIONAL;
      return *this;
    }
    PortRef& statistics() {
      port_->plain.flags |= TERRAWRIGHT_STATISTICS;
      return *this;
    }
    // An output beside the main one: a config says `node.port` for it, while `node` alone means the main one.
    PortRef& by_name() {
      port_->plain.flags |= TERRAWRIGHT_BY_NAME;
      return *this;
    }
    // Of an output table: each row is at a point, or is a line. Without either its rows have no place.
    PortRef& points() {
      port_->plain.flags |= TERRAWRIGHT_POINTS;
      return *this;
    }
    PortRef& lines() {
      port_->plain.flags |= TERRAWRIGHT_LINES;
      return *this;
    }
    // The cells needed around a tile: a constant, or computed from the parameters.
    PortRef& halo(std::int64_t cells) {
      port_->window = [cells](const Stage&, const Rect& tile) { return grown(tile, cells); };
      return *this;
    }
    PortRef& halo(std::int64_t (*cells)(const Stage&)) {
      port_->window = [cells](const Stage& stage, const Rect& tile) { return grown(tile, cells(stage)); };
      return *this;
    }
    // Any rectangle: one-sided halos for wind and water, say.
    PortRef& window(Rect (*around)(const Stage&, const Rect&)) {
      port_->window = around;
      return *this;
    }
    // Read in TERRAWRIGHT_SURVEY or TERRAWRIGHT_PAINT only.
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
  Spec& reads_random() { return reads(TERRAWRIGHT_READS_RANDOM); }
  // Cannot be tiled: gets each input as one raster, which bounds the size of the world.
  Spec& whole() {
    whole_ = true;
    return *this;
  }

  template <class Kind>
  PortRef port(In<Kind> Stage::*member, const char* name, const char* doc) {
    return add(TERRAWRIGHT_INPUT, Kind::kinds, name, doc,
               [member](Stage& s, std::uint32_t i) { (s.*member).port = i; });
  }
  template <class Kind>
  PortRef port(Out<Kind> Stage::*member, const char* name, const char* doc) {
    return add(TERRAWRIGHT_OUTPUT, Kind::kinds, name, doc,
               [member](Stage& s, std::uint32_t i) { (s.*member).port = i; });
  }

  const std::deque<Port>& ports() const { return ports_; }
  std::vector<terrawright_port> plain_ports() const {
    std::vector<terrawright_port> plain;
    for (const Port& port : ports_) plain.push_back(port.plain);
    return plain;
  }
  const char* id() const { return id_; }
  const char* doc() const { return doc_; }
  const char* source() const { return source_; }
  std::uint32_t version() const { return version_; }
  std::uint32_t revision() const { return revision_; }
  std::uint32_t reads() const { return reads_; }
  bool is_whole() const { return whole_; }

 private:
  Spec& reads(std::uint32_t fact) {
    reads_ |= fact;
    return *this;
  }
  PortRef add(std::uint32_t direction, std::uint32_t kinds, const char* name, const char* doc,
              std::function<void(Stage&, std::uint32_t)> bind) {
    const terrawright_port plain = {sizeof(terrawright_port), direction, kinds, 0, name, doc, nullptr, nullptr};
    ports_.push_back({plain, std::move(bind), nullptr, 0});
    return PortRef(ports_.back());
  }

  const char *id_ = "", *doc_ = "", *source_ = "";
  std::uint32_t version_ = 1, revision_ = 1, reads_ = 0;
  bool whole_ = false;
  std::deque<Port> ports_;
};

}  // namespace terrawright
