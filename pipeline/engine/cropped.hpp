// SPDX-License-Identifier: Apache-2.0
// A part of a layer as a layer of its own, whose statistics, classes and digest are its own.
#pragma once
#include <cstdint>
#include <memory>

#include "engine/layer.hpp"

namespace terrawright::engine {

// The cells of `area`, and as many as are lacking to a width and height at its right and lower edges, which repeat its
// last ones.
std::shared_ptr<Layer> cropped(const Layer& of, const Rect& area, std::int64_t width, std::int64_t height,
                               const std::shared_ptr<Memory>& memory);

// Bytes of memory that such a part of a layer of this kind takes.
std::uint64_t bytes_of_crop(std::uint32_t kind, std::int64_t width, std::int64_t height);

}  // namespace terrawright::engine
