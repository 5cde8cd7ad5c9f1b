// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <functional>
#include <string>

#include "terrawright/display_list_view.hpp"

namespace terrawright::images::cairo {

// `take` answers whether it goes on. Throws std::runtime_error in cairo's own words.
void pdf_of(const DisplayListView& list, const std::string& creator,
            const std::function<bool(const void* bytes, std::size_t size)>& take);

}  // namespace terrawright::images::cairo
