// SPDX-License-Identifier: Apache-2.0
// Folders of the user that the environment names.
#pragma once
#include <filesystem>
#include <string>

namespace terrawright::files {

// TMPDIR, else /tmp. Throws std::runtime_error where nothing can be made in it, with what helps.
std::filesystem::path temporary_folder();
[[noreturn]] void refuse_temporary_folder(const std::filesystem::path& folder, const std::string& why);

// $XDG_CACHE_HOME, else ~/.cache. Only absolute paths count, by the XDG rules; empty: there is none.
std::filesystem::path cache_folder();

}  // namespace terrawright::files
