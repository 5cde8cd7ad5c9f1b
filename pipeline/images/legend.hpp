// SPDX-License-Identifier: Apache-2.0
// The legend that lies beside a picture of classes.
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "images/picture.hpp"

namespace terrawright::images {

// "folder/biomes.legend.json" of "folder/biomes.png".
std::filesystem::path legend_path(std::filesystem::path picture);

// "folder/biomes.legend.png" of "folder/biomes.png".
std::filesystem::path legend_picture_path(std::filesystem::path picture);

// The legend as one line of JSON, for the metadata of a file.
std::string legend_line(const std::vector<LegendEntry>& legend);

// The legend as a JSON file: code, name, colour, glyph, cells and their share. Codes that the legend does not know but
// that have cells follow, without a name. `window` stands there where the picture is of one.
std::string legend_file(const std::string& layer, const std::vector<LegendEntry>& legend,
                        const engine::ClassCounts& cells, const std::optional<Rect>& window = {});

}  // namespace terrawright::images
