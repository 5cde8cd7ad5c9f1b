// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

namespace terrawright::images {

// Before anything takes memory for it: what the header of an EXR claims has to lie in the file. Throws
// std::runtime_error, with OpenEXR's words where it cannot be read at all.
void demand_exr_claims(const std::string& path);

}  // namespace terrawright::images
