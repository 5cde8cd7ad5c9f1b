// SPDX-License-Identifier: Apache-2.0
// Numbers and paths as SVG writes them.
#pragma once
#include <cstdint>
#include <string>

#include "lettering/lettering.hpp"
#include "terrawright/display_list_view.hpp"

namespace terrawright::images {

// value / 10^places, without zeros at its end.
std::string decimal(std::int64_t value, int places);
// numerator / denominator, halves away from 0.
std::int64_t rounded(std::int64_t numerator, std::int64_t denominator);

std::string data_of(const PathView& path);
std::string data_of(const lettering::Outline& outline);

}  // namespace terrawright::images
