// SPDX-License-Identifier: Apache-2.0
// The formats of files.
#pragma once
#include <filesystem>
#include <optional>

namespace terrawright::files {

enum class Format { exr, png, tif, zarr, pmtiles, html, svg, pdf };

// By the extension, in any case; .tiff and .htm too.
std::optional<Format> format_of(const std::filesystem::path& file);

// An image or arrays.
bool holds_layers(const std::filesystem::path& file);

// A page with the world in 3-D.
bool holds_view(const std::filesystem::path& file);

}  // namespace terrawright::files
