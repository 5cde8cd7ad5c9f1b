// SPDX-License-Identifier: Apache-2.0
// A sheet as PDF, and as pixels.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "terrawright/display_list_view.hpp"

namespace terrawright::images::cairo {

// `take` answers whether it goes on. Throws std::runtime_error in cairo's own words.
void pdf_of(const DisplayListView& list, const std::string& creator,
            const std::function<bool(const void* bytes, std::size_t size)>& take);

struct Pixels {
  std::int32_t dpi;
  std::int64_t width, height;
  std::int64_t at_once;  // about so many are drawn at a time
  std::int64_t widest;   // in blocks no wider than that
};

// The rows of the list's pixels, red, green and blue.
void rows_of(const DisplayListView& list, const Pixels& pixels,
             const std::function<void(const void* bytes, std::size_t size)>& take);

}  // namespace terrawright::images::cairo
