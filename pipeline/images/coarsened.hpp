// SPDX-License-Identifier: Apache-2.0
// A coarser layer: one cell for each block of factor x factor, as coarse_rows.hpp says.
#pragma once
#include <atomic>
#include <cstdint>
#include <memory>

#include "engine/layer.hpp"

namespace terrawright::images {

inline std::int64_t coarse_side(std::int64_t cells, std::int64_t factor) { return (cells + factor - 1) / factor; }

// Its statistics, classes and digest are its own. Reads a band of rows at a time. Throws Stopped.
std::shared_ptr<engine::Layer> coarsened(const engine::Layer& of, std::int64_t factor,
                                         const std::shared_ptr<engine::Memory>& memory,
                                         const std::atomic<bool>& cancelled);

}  // namespace terrawright::images
