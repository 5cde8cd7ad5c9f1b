// SPDX-License-Identifier: Apache-2.0
// trace.hpp: lines along which a field has a level: marching squares.
#pragma once
#include "field.hpp"

namespace terrawright::map {

// In 1/100 mm; what is above the level lies to the right of whoever walks along a line.
// With `rings` the field is taken to be below the level outside of it, so that
// all lines are closed.
Lines traced(const Field& field, float level, bool rings);

}  // namespace terrawright::map
