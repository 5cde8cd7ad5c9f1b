// SPDX-License-Identifier: Apache-2.0
// Rows of u16 or f32 without a header.
#pragma once
#include <memory>
#include <string>

#include "graph/input_file.hpp"

namespace terrawright::readers {

// Its size must fit to the byte. Throws std::runtime_error with a reason for a person.
std::shared_ptr<const graph::InputFile> open_headerless(const std::string& path,
                                                        const terrawright_file_request& request);

}  // namespace terrawright::readers
