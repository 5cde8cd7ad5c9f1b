// SPDX-License-Identifier: Apache-2.0
// A drawing on paper as a list of what is drawn, as text, and what its hash is of.
#pragma once
#include <functional>
#include <string>
#include <string_view>

#include "terrawright/display_list_view.hpp"

namespace terrawright::images {

// The list that came out of a port. Throws WrongDisplayList, also where a letter is of no font of ours.
DisplayListView list_of(std::string_view made);

// The list as lines of ASCII, one an operation, the same on every machine: numbers as they are, colours as #rrggbbaa,
// texts in quotes with bytes that are not ASCII as \xc3\xa5, of images the SHA-256 of their bytes.
void text_of(const DisplayListView& list, const std::function<void(std::string_view)>& take);
// Hash of that text.
std::string sha256_of(const DisplayListView& list);

// Groups of a sheet, as CSV: group, operations, SHA-256 of their text. A name that comes again has its number.
std::string groups_of(const DisplayListView& list);

}  // namespace terrawright::images
