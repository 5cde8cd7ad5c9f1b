// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "engine/layer.hpp"

namespace terrawright::build {

// Hash of the raw little-endian cells, row by row.
std::string sha256_of(const engine::Layer& layer);

}  // namespace terrawright::build
