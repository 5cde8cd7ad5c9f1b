// SPDX-License-Identifier: Apache-2.0
// The libraries that decide how files are compressed, and how printed maps are drawn: with others of them the same
// pixels may be other bytes.
#pragma once
#include <map>
#include <string>

namespace terrawright::images {

// Those that are loaded, by the name of their file ("libOpenEXRCore-3_1.so.30"): their GNU build-ids, "unknown" where
// they have none.
std::map<std::string, std::string> libraries_of_files();

}  // namespace terrawright::images
