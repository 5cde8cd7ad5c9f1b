// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "images/image_library.hpp"

namespace terrawright::images {

// As in ImageLibrary.
std::unique_ptr<ImageDecoder> decoder_of(const std::string& path, const std::string& reader);

}  // namespace terrawright::images
