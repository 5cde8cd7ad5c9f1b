// SPDX-License-Identifier: Apache-2.0
// terrawright/spec.hpp: what a stage says of itself in `describe`. Each port and parameter is named once; from
// here come validation, `terrawright describe`, the reference pages and the schema.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <deque>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "draft/rows.h"
#include "ext/texts.h"
#include "failure.hpp"
#include "parameter.hpp"
#include "tile.hpp"

namespace terrawright {
inline namespace v1 {

// A set of phases, as phases(TERRAWRIGHT_PHASE_SURVEY, TERRAWRIGHT_PHASE_PAINT).
template <class... Phase>
constexpr std::uint32_t phases(Phase... phase) {
  return (0u | ... | (1u << phase));
}

namespace detail {

// The description of any stage: one code for all.
class TERRAWRIGHT_HIDDEN DescribedStage : public DescribedParameters {
 public:
  struct Port {
    terrawright_port plain;
    std::size_t offset;                                                         // of its place in the stage
    std::function<Rect(const void* stage, std::uint32_t, const Rect&)> window;  // none: the tile itself
    std::uint32_t only = 0;                                                     // 0: every phase
  };

  // All that was said, for the plain struct: all but its functions. It lives as long as this does.
  terrawright_stage plain() {
    for (const Port& port : ports_) port_list_.push_back(&port.plain);
    plain_.size = sizeof plain_;
    plain_.ports = port_list_.data();
    plain_.n_ports = port_list_.size();
    plain_.parameters = plain_columns();
    plain_.n_parameters = columns().size();
    for (const char* id : {TERRAWRIGHT_TABLES, TERRAWRIGHT_TEXTS, TERRAWRIGHT_ROWS}) {
      const auto needs = [id](const Port& port) { return std::strcmp(extension_of(port.plain), id) == 0; };
      if (std::any_of(ports_.begin(), ports_.end(), needs)) add_need(id);
    }
    plain_.needs = needs_.data();
    plain_.n_needs = needs_.size();
    return plain_;
  }

  // An extension of the host without which it cannot run.
  void add_need(const char* id) { needs_.push_back(id); }

  // Gives a new instance its ports, of which it has `made` as members, and its parameters.
  void set_up(void* stage, std::uint32_t made, const terrawright_value* values) const {
    if (made != ports_.size()) {
      throw Failure("", "its code is wrong: it has " + std::to_string(made) + " ports as members, and describe names " +
                            std::to_string(ports_.size()));
    }
    for (std::size_t i = 0; i < ports_.size(); ++i) {
      void* const place = static_cast<char*>(stage) + ports_[i].offset;
      *static_cast<std::uint32_t*>(place) = static_cast<std::uint32_t>(i);
    }
    set_all(stage, values);
  }
  std::int32_t window(const void* stage, std::uint32_t phase, std::uint32_t port, const Rect& tile,
                      Rect& out) const noexcept {
    try {
      const Port& rule = ports_[port];
      if (rule.only != 0 && rule.only != phase) {
        out = {tile.x, tile.y, 0, 0};
      } else {
        out = rule.window ? rule.window(stage, phase, tile) : tile;
      }
      return TERRAWRIGHT_ANSWER_DONE;
    } catch (...) {
      return TERRAWRIGHT_ANSWER_FAILED;
    }
  }

 protected:
  TERRAWRIGHT_COLD Port& add_port(std::uint32_t direction, std::uint64_t kinds, const char* name, const char* doc,
                                  std::size_t offset) {
    const terrawright_port plain = {sizeof plain, direction, kinds, 0, 0, 0, 0, name, doc, nullptr, nullptr};
    return ports_.emplace_back(Port{plain, offset, nullptr, 0});
  }
  static void add_halo(Port& port, std::int64_t cells) {
    port.window = [cells](const void*, std::uint32_t, const Rect& tile) { return grown(tile, cells); };
  }

  terrawright_stage plain_ = [] {
    terrawright_stage plain{};
    plain.version = plain.revision = 1;
    plain.id = plain.doc = plain.source = "";
    return plain;
  }();

 private:
  // Through which the port's content goes; "": through the host itself.
  static const char* extension_of(const terrawright_port& port) {
    if (port.flags & TERRAWRIGHT_PORT_BY_TILE) return TERRAWRIGHT_ROWS;
    if (port.kinds & std::uint64_t{1} << TERRAWRIGHT_KIND_TABLE) return TERRAWRIGHT_TABLES;
    return port.kinds & std::uint64_t{1} << TERRAWRIGHT_KIND_TEXT ? TERRAWRIGHT_TEXTS : "";
  }

  std::deque<Port> ports_;
  std::vector<const terrawright_port*> port_list_;
  std::vector<const char*> needs_;
};

}  // namespace detail

template <class Stage>
class TERRAWRIGHT_HIDDEN Spec : public Parameters<Stage, detail::DescribedStage> {
  using Port = detail::DescribedStage::Port;

 public:
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
    // For an output table: each row has a point, or is a line. Without either its rows have no place.
    PortRef& points() {
      port_->plain.flags |= TERRAWRIGHT_PORT_POINTS;
      return *this;
    }
    PortRef& lines() {
      port_->plain.flags |= TERRAWRIGHT_PORT_LINES;
      return *this;
    }
    // For an output table: paint gives its rows, tile by tile (Tile::rows), in the place of resolve.
    PortRef& by_tile() {
      port_->plain.flags |= TERRAWRIGHT_PORT_BY_TILE;
      return *this;
    }
    // For an output of floats: NaN means no value.
    PortRef& nodata() {
      port_->plain.flags |= TERRAWRIGHT_PORT_NODATA;
      return *this;
    }
    // The cells needed around a tile: a constant, or computed from the parameters.
    PortRef& halo(std::int64_t cells) {
      detail::DescribedStage::add_halo(*port_, cells);
      return *this;
    }
    PortRef& halo(std::int64_t (*cells)(const Stage&)) {
      port_->window = [cells](const void* stage, std::uint32_t, const Rect& tile) {
        return grown(tile, cells(of(stage)));
      };
      return *this;
    }
    // Different ones in survey and paint.
    PortRef& halo(std::int64_t (*cells)(const Stage&, std::uint32_t phase)) {
      port_->window = [cells](const void* stage, std::uint32_t phase, const Rect& tile) {
        return grown(tile, cells(of(stage), phase));
      };
      return *this;
    }
    // Any rectangle: one-sided halos for wind and water, say. One without cells: nothing is read.
    PortRef& window(Rect (*around)(const Stage&, const Rect&)) {
      port_->window = [around](const void* stage, std::uint32_t, const Rect& tile) { return around(of(stage), tile); };
      return *this;
    }
    PortRef& window(Rect (*around)(const Stage&, std::uint32_t phase, const Rect&)) {
      port_->window = [around](const void* stage, std::uint32_t phase, const Rect& tile) {
        return around(of(stage), phase, tile);
      };
      return *this;
    }
    // Read in TERRAWRIGHT_PHASE_SURVEY or TERRAWRIGHT_PHASE_PAINT only.
    PortRef& only_in(std::uint32_t phase) {
      port_->only = phase;
      return *this;
    }

   private:
    static const Stage& of(const void* stage) { return *static_cast<const Stage*>(stage); }

    Port* port_;
  };

  // `id` is family.word; `doc` one sentence for a person.
  Spec& stage(const char* id, const char* doc) {
    this->plain_.id = id;
    this->plain_.doc = doc;
    return *this;
  }
  // Up when the pixels change.
  Spec& revision(std::uint32_t revision) {
    this->plain_.revision = revision;
    return *this;
  }
  // Up when parameters or ports change their meaning: the `@1` of a config.
  Spec& version(std::uint32_t version) {
    this->plain_.version = version;
    return *this;
  }
  // Paper, text or formula.
  Spec& source(const char* source) {
    this->plain_.source = source;
    return *this;
  }
  // An extension of the host without which it cannot run, as TERRAWRIGHT_ROUNDS. Those of its ports it needs anyway.
  Spec& needs(const char* extension) {
    this->add_need(extension);
    return *this;
  }
  Spec& reads_cell() { return reads(TERRAWRIGHT_READS_CELL); }
  Spec& reads_latitude() { return reads(TERRAWRIGHT_READS_LATITUDE); }
  Spec& reads_longitude() { return reads(TERRAWRIGHT_READS_LONGITUDE); }
  Spec& reads_random() { return reads(TERRAWRIGHT_READS_RANDOM); }
  // Cannot be tiled: gets each input as one raster, which bounds the size of the world.
  Spec& whole() { return flag(TERRAWRIGHT_STAGE_WHOLE); }
  // A small world that uses the stage as its last node, as YAML: shown by `describe`, fed to it by `check`.
  Spec& example(const char* yaml) {
    this->plain_.example = yaml;
    return *this;
  }

  template <class Kind>
  PortRef port(In<Kind> Stage::*member, const char* name, const char* doc) {
    return port(TERRAWRIGHT_PORT_INPUT, Kind::kinds, name, doc, this->made_.*member);
  }
  template <class Kind>
  PortRef port(Out<Kind> Stage::*member, const char* name, const char* doc) {
    return port(TERRAWRIGHT_PORT_OUTPUT, Kind::kinds, name, doc, this->made_.*member);
  }

 private:
  static constexpr std::uint32_t tile_phases = phases(TERRAWRIGHT_PHASE_SURVEY, TERRAWRIGHT_PHASE_PAINT);
  static constexpr std::uint32_t all_phases = tile_phases | phases(TERRAWRIGHT_PHASE_RESOLVE);

  PortRef port(std::uint32_t direction, std::uint64_t kinds, const char* name, const char* doc,
               const detail::Port& member) {
    return PortRef(this->add_port(direction, kinds, name, doc, this->offset_of(&this->made_, &member.port)));
  }
  Spec& reads(std::uint32_t fact) {
    this->plain_.reads |= fact;
    return *this;
  }
  Spec& flag(std::uint32_t flag) {
    this->plain_.flags |= flag;
    return *this;
  }
};

}  // namespace v1
}  // namespace terrawright
