// SPDX-License-Identifier: Apache-2.0
// parchment.hpp: the skin that antique maps are drawn on.
#pragma once
#include "field.hpp"
#include "style.hpp"

namespace terrawright::map {

// Lightness of the skin, 1 on average, over all of a paper; edges are burnt.
Field parchment_grain(std::int32_t width, std::int32_t height, const Parallel& parallel);
PaperImage parchment(const Field& grain, std::int32_t width, std::int32_t height, Colour colour, double pixel,
                     const Parallel& parallel);

}  // namespace terrawright::map
