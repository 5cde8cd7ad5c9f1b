// SPDX-License-Identifier: Apache-2.0
// Tables as the text that is printed, hashed and compared.
#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "engine/product.hpp"

namespace terrawright::images {

// The table as encode/csv.hpp says, piece by piece: no table need be in memory as a whole.
using TakeText = std::function<void(std::string_view)>;
void text_of_table(const engine::Product& table, const TakeText& take);

// Whether read_table() can read such a file: .csv and .geojson.
bool can_read_table(const std::filesystem::path& file);

// The table as csv.hpp says. GeoJSON has the same but for the columns of a table without rows: there it is empty.
// Throws std::runtime_error where the file cannot be read or is another one.
std::string read_table(const std::filesystem::path& file);

}  // namespace terrawright::images
