// SPDX-License-Identifier: Apache-2.0
// Tables as the text that is printed, hashed and compared.
#pragma once
#include <functional>
#include <string_view>

#include "engine/product.hpp"

namespace terrawright::images {

// The table as encode/csv.hpp says, piece by piece: no table need be in memory as a whole.
using TakeText = std::function<void(std::string_view)>;
void text_of_table(const engine::Product& table, const TakeText& take);

}  // namespace terrawright::images
