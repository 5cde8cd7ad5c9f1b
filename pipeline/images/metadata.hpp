// SPDX-License-Identifier: Apache-2.0
// What every file says of its layers.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "engine/layer.hpp"
#include "images/picture.hpp"

namespace terrawright::images {

using Attributes = std::vector<std::pair<std::string, std::string>>;

// "Software" and, each with "terrawright:" before it, layer, kind, unit, minimum, maximum, nans, metres_per_cell,
// latitude, longitude where it is not 0, seed, world, recipe (of what is pictured) and legend. Of a window also its
// cells, the size of the world, and the degrees of its own middle, as latitude is: window, world_size, longitude,
// world_latitude and, where it is not 0, world_longitude; these too, and coarsen, where one cell is several of the
// world. Numbers are the shortest texts that read back as the same double. What a layer does not have is left out.
Attributes attributes_of(const Part& part, const std::string& texture, const engine::Layer& layer,
                         const Provenance& provenance);

}  // namespace terrawright::images
