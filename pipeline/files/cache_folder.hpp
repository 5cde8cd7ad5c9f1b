// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>

namespace terrawright::files {

// $XDG_CACHE_HOME, else ~/.cache. Only absolute paths count, by the XDG rules; empty: there is none.
std::filesystem::path cache_folder();

}  // namespace terrawright::files
