// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "images/image_library.hpp"

namespace terrawright::images {

// As in ImageLibrary.
std::unique_ptr<ImageEncoder> encoder_of(const std::string& path, std::string& error);

}  // namespace terrawright::images
