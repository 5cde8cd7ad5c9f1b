// SPDX-License-Identifier: Apache-2.0
// sea.hpp: where the sea ends: at 0 in metres, before that at the level that sea.level found.
#pragma once
#include <optional>
#include <string>

#include "terrawright/arrangement.hpp"
#include "terrawright/tile.hpp"

namespace terrawright::view {

class Sea {
 public:
  // Nothing where it is not known. Throws Failure where the level has another unit than the field.
  template <class Kind>
  static std::optional<Sea> find(const Arrangement& world, In<Kind> field, In<Number> level) {
    const std::string unit(world.unit(field));
    if (world.connected(level)) {
      const std::string other(world.unit(level));
      if (other != unit)
        throw Failure("level", "the unit of the level is " + other + ", but that of the field is " + unit);
      return Sea(level, true);
    }
    if (world.kind(field) == TERRAWRIGHT_KIND_HEIGHT && unit == "m") return Sea(level, false);
    return std::nullopt;
  }
  // Higher cells are land.
  float level(const Running& running) const { return given_ ? static_cast<float>(running[level_]) : 0.0f; }

 private:
  Sea(In<Number> level, bool given) : level_(level), given_(given) {}
  In<Number> level_;
  bool given_;
};

}  // namespace terrawright::view
