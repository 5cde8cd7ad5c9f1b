// SPDX-License-Identifier: Apache-2.0
// PNG, TIFF, EXR and what OpenImageIO knows, as stages read them.
#pragma once
#include <memory>
#include <string>

#include "graph/input_file.hpp"

namespace terrawright::readers {

// One channel of one part. Throws std::runtime_error with a reason for a person.
std::shared_ptr<const graph::InputFile> open_image(const std::string& path, const terrawright_file_request& request);

}  // namespace terrawright::readers
