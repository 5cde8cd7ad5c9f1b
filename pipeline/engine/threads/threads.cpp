// SPDX-License-Identifier: Apache-2.0
#include "engine/threads/threads.hpp"

#include <cstring>

#include "system/threads.hpp"

namespace terrawright::engine {

std::string lacking_threads(int count) {
  constexpr std::size_t stack = std::size_t{4} << 20;  // as the task library asks for
  int error = 0;
  const std::size_t threads = system::threads_to_be_had(static_cast<std::size_t>(count), stack, error);
  if (error == 0) return {};
  return std::to_string(count) + " more threads are needed, and the machine gives " + std::to_string(threads) + ": " +
         std::strerror(error);
}

}  // namespace terrawright::engine
