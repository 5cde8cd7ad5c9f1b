// SPDX-License-Identifier: Apache-2.0
// A sheet as SVG 1.1.
#pragma once
#include <string>

#include "images/table_text.hpp"
#include "terrawright/display_list_view.hpp"

namespace terrawright::images {

// `letters`: text that programs can edit, where they have the fonts; else outlines, which look the same everywhere.
void svg_of(const DisplayListView& list, bool letters, const std::string& generator, const TakeText& take);

}  // namespace terrawright::images
