// SPDX-License-Identifier: Apache-2.0
// Where the legend of a picture of classes lies.
#pragma once
#include <filesystem>

namespace terrawright::images {

// "folder/biomes.legend.json" of "folder/biomes.png".
inline std::filesystem::path legend_path(std::filesystem::path picture) {
  return picture.replace_extension(".legend.json");
}

// "folder/biomes.legend.png" of "folder/biomes.png".
inline std::filesystem::path legend_picture_path(std::filesystem::path picture) {
  return picture.replace_extension(".legend.png");
}

}  // namespace terrawright::images
