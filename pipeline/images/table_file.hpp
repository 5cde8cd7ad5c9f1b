// SPDX-License-Identifier: Apache-2.0
// A table back from a file that this program wrote.
#pragma once
#include <filesystem>
#include <string>

namespace terrawright::images {

// Whether read_table() can read such a file: .csv and .geojson.
bool can_read_table(const std::filesystem::path& file);

// The table as csv.hpp says. GeoJSON has the same but for the columns of a table without rows: there it is empty.
// Throws std::runtime_error where the file cannot be read or is another one.
std::string read_table(const std::filesystem::path& file);

}  // namespace terrawright::images
