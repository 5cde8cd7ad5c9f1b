// SPDX-License-Identifier: Apache-2.0
// A drawing on paper as a file: .svg, .pdf or .png.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "engine/product.hpp"
#include "images/table_text.hpp"
#include "terrawright/display_list_view.hpp"

namespace terrawright::images {

struct PaperSheet {
  std::int32_t dpi = 300;  // of a .png
  bool letters = false;    // an .svg has letters that can be edited, in the place of their outlines
};
constexpr std::int32_t least_dpi = 72, most_dpi = 1200;

// What a sheet's file takes while it is written, beside the list itself: a band of pixels, the pixels of an image.
constexpr std::uint64_t bytes_of_sheet = std::uint64_t{128} << 20;

// The list that came out of a port. Throws WrongDisplayList, also where a letter is of no font of ours.
DisplayListView list_of(const engine::Product& made);

// The list as lines of ASCII, one an operation, the same on every machine: numbers as they are, colours as #rrggbbaa,
// texts in quotes with bytes that are not ASCII as \xc3\xa5, of images the SHA-256 of their bytes.
void text_of(const DisplayListView& list, const std::function<void(std::string_view)>& take);
// Of that text.
std::string sha256_of(const DisplayListView& list);

// What the groups of a sheet have, as CSV: group, operations, SHA-256 of their text. A name that comes again has its
// number.
std::string groups_of(const DisplayListView& list);

// The sheet as SVG 1.1.
// `letters`: text that programs can edit, where they have the fonts; else outlines, which look the same everywhere.
void svg_of(const DisplayListView& list, bool letters, const std::string& generator, const TakeText& take);

}  // namespace terrawright::images
