// SPDX-License-Identifier: Apache-2.0
// A layer back from a file that this program wrote.
#pragma once
#include <filesystem>
#include <memory>
#include <string>

#include "engine/layer.hpp"
#include "images/picture.hpp"

namespace terrawright::cli {

// Whether read_layer() can read layers of this kind from such a file.
bool can_read_layer(const std::filesystem::path& file, std::uint32_t kind);

// `part`: its name in an EXR of several. `range`: of the grey values of a PNG, else of no use. Throws
// std::runtime_error with a reason: it cannot be read, or holds another size or other classes than `facts` say.
std::shared_ptr<const engine::Layer> read_layer(const std::filesystem::path& file, const std::string& part,
                                                const engine::LayerFacts& facts, const images::Range& range);

// The same of a file for each tile; `pattern` has {x} and {y} in it.
std::shared_ptr<const engine::Layer> read_tiles(const std::filesystem::path& pattern, const images::Tiling& tiles,
                                                const std::string& part, const engine::LayerFacts& facts,
                                                const images::Range& range);

// The same of an array of a .zarr folder, of any kind.
std::shared_ptr<const engine::Layer> read_zarr(const std::filesystem::path& folder, const std::string& part,
                                               const engine::LayerFacts& facts);

}  // namespace terrawright::cli
