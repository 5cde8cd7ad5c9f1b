// SPDX-License-Identifier: Apache-2.0
// terrawright/world.hpp: what a stage may know of the world, while it is arranged and while it runs.
#pragma once
#include <cstddef>
#include <cstdint>

#include "abi.h"

namespace terrawright {
inline namespace v1 {

class World {
 public:
  explicit World(const terrawright_world_facts& plain) : plain_(&plain) {}

  std::int64_t width() const { return plain_->width; }    // cells
  std::int64_t height() const { return plain_->height; }  // cells
  terrawright_rect area() const { return {0, 0, plain_->width, plain_->height}; }
  double cell() const { return plain_->cell; }          // metres a side; declare reads_cell(), it is 0 otherwise
  double latitude() const { return plain_->latitude; }  // degrees, centre row; declare reads_latitude(), else 0
  // Degrees, centre column; declare reads_longitude(), it is 0 otherwise and in a program that is older.
  double longitude() const {
    return plain_->size > offsetof(terrawright_world_facts, longitude) ? plain_->longitude : 0.0;
  }
  // Whether the end joins the begin: windows then reach beyond the edge.
  bool wraps_x() const { return (plain_->wrap & TERRAWRIGHT_WRAP_X) != 0; }
  bool wraps_y() const { return (plain_->wrap & TERRAWRIGHT_WRAP_Y) != 0; }

 private:
  const terrawright_world_facts* plain_;
};

}  // namespace v1
}  // namespace terrawright
