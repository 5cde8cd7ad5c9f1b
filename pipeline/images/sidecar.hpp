// SPDX-License-Identifier: Apache-2.0
// What GDAL, and with it QGIS, wants to know of a picture and its format has no room for (encode/sidecar.hpp).
#pragma once
#include <filesystem>
#include <optional>
#include <string>

#include "images/writers.hpp"

namespace terrawright::images {

// "folder/heights.png.aux.xml" of "folder/heights.png".
std::filesystem::path sidecar_path(const std::filesystem::path& picture);

// Of a .png or .exr that has a place; of a .tif, which holds its place itself, where it has classes, whose names it has
// no room for. `tile`: cells of one tile.
bool has_sidecar(const Picture& picture, const std::optional<Rect>& tile = {});

std::string sidecar_of(const MadePicture& from);

}  // namespace terrawright::images
