// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>

namespace terrawright::report {

// The file of this program, beside which its parts lie; also where /proc is not mounted. Empty where nothing tells.
std::filesystem::path program_file();

}  // namespace terrawright::report
