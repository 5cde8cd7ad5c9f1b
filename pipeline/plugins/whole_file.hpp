// SPDX-License-Identifier: Apache-2.0
// Whether a library file is all there: the loader maps what its headers name without a look at how long it is, and the
// program dies of the first page beyond.
#pragma once
#include <string>

namespace terrawright::plugins {

// That a file is cut off; empty: nothing to say, which the loader does of what is no library. Throws
// files::ReadFailed.
std::string why_not_whole(const std::string& file);

}  // namespace terrawright::plugins
