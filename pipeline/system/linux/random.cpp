// SPDX-License-Identifier: Apache-2.0
#include "system/random.hpp"

#include <sys/random.h>
#include <sys/types.h>

#include <cerrno>

namespace terrawright::system {

bool draw(void* bytes, std::size_t size, bool waits) {
  auto* to = static_cast<unsigned char*>(bytes);
  while (size > 0) {
    const ssize_t count = getrandom(to, size, waits ? 0 : GRND_NONBLOCK);
    if (count < 0 && errno != EINTR) return false;
    if (count <= 0) continue;
    to += count;
    size -= static_cast<std::size_t>(count);
  }
  return true;
}

}  // namespace terrawright::system
