// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <string>

#include "graph/input_file.hpp"

namespace terrawright::readers {

// A file that the stage decodes itself. Throws std::runtime_error with a reason for a person.
std::shared_ptr<const graph::InputFile> open_bytes(const std::string& path, const terrawright_file_request& request);

}  // namespace terrawright::readers
