// SPDX-License-Identifier: Apache-2.0
// The formats of images that the program reads without OpenImageIO.
#pragma once
#include <filesystem>
#include <optional>

namespace terrawright::readers {

enum class Format { exr, png, tif };

// By the extension, in any case; .tiff too.
std::optional<Format> format_of(const std::filesystem::path& file);

}  // namespace terrawright::readers
