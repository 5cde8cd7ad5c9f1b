// SPDX-License-Identifier: Apache-2.0
// The file by which a folder is known as a store. Nothing is ever removed from a folder without it.
#pragma once
#include <filesystem>
#include <stdexcept>
#include <string>

#include "system/files.hpp"

namespace terrawright::store {

// Why a folder is not taken.
struct Refused : std::runtime_error {
  Refused(const std::string& reason, std::string what_helps)
      : std::runtime_error(reason), remedy(std::move(what_helps)) {}
  std::string remedy;
};

// As other caches have it, so that programs that make backups leave the folder out (bford.info/cachedir).
constexpr const char* marker_name = "CACHEDIR.TAG";

// The folder, open. It is made where it is not there; one that is empty gets the mark, one with anything but the mark's
// own bytes in it is refused. One that cannot be written is good for reading. Throws Refused.
system::Descriptor open_marked(const std::filesystem::path& folder);
// The same where a store must be there already: nothing where the folder is absent or empty, which stays as it is.
system::Descriptor open_if_marked(const std::filesystem::path& folder);

}  // namespace terrawright::store
