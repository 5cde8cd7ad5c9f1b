// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "terrawright/display_list_view.hpp"

namespace terrawright::images {

// What the groups of a sheet have, as CSV: group, operations, SHA-256 of their text. A name that comes again has its
// number.
std::string groups_of(const DisplayListView& list);

}  // namespace terrawright::images
