// SPDX-License-Identifier: Apache-2.0
// Metadata of layers in every file.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "engine/layer.hpp"
#include "images/picture.hpp"

namespace terrawright::images {

using Attributes = std::vector<std::pair<std::string, std::string>>;

// "Software" and, each with "terrawright:" before it, layer, kind, unit, minimum, maximum, nans, metres_per_cell,
// latitude, longitude where it is not 0, seed, world, recipe (of what is pictured) and legend. For a window also its
// cells, the size of the world, and the degrees of its own middle, as latitude is. They are window, world_size,
// longitude, world_latitude and, if it is not 0, world_longitude. If one cell is several of the world, these too, and
// coarsen. Numbers are the shortest texts that read back as the same double. Missing properties of a layer are omitted.
Attributes attributes_of(const Part& part, const std::string& texture, const engine::Layer& layer,
                         const Provenance& provenance);

}  // namespace terrawright::images
