// SPDX-License-Identifier: Apache-2.0
// Random bytes of the operating system.
#pragma once
#include <cstddef>

namespace terrawright::system {

// All bytes, or false with errno. Without `waits` it fails while the system has none yet.
bool draw(void* bytes, std::size_t size, bool waits = true);

}  // namespace terrawright::system
