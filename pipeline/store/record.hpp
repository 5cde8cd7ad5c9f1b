// SPDX-License-Identifier: Apache-2.0
// Bytes in a file with their hash.
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace terrawright::store {

std::string as_record(std::string_view bytes, const std::string& key);
// Nothing where a byte differs from what was kept under that key.
std::optional<std::string> of_record(std::string record, const std::string& key);

}  // namespace terrawright::store
