// SPDX-License-Identifier: Apache-2.0
// Whether a library file is all there: the loader maps what its headers name without a look at how long it is, and the
// program dies of the first page beyond.
#pragma once
#include <string>

namespace terrawright::plugins {

// Reason if a file is truncated; empty: none. The loader reports files that are not libraries. Throws
// files::ReadFailed.
std::string why_not_whole(const std::string& file);

}  // namespace terrawright::plugins
