// SPDX-License-Identifier: Apache-2.0
// The task library of a build with one thread, TERRAWRIGHT_TASKS=serial: what is given away is done at once.
#include <exception>
#include <utility>

#include "engine/threads/task_library.hpp"

namespace terrawright::engine::task_library {

void in_arena(int, Body body, void* context) { body(context, 0); }

void for_each(std::uint64_t n, bool (*body)(void* context, std::uint64_t i), void* context) {
  for (std::uint64_t i = 0; i < n && !body(context, i); ++i) {
  }
}

std::size_t slots() { return 1; }
std::size_t slot() { return 0; }

struct Group::Tasks {
  std::exception_ptr thrown;
};

Group::Group() : tasks_(std::make_unique<Tasks>()) {}
Group::~Group() = default;
void Group::run(Body body, void* context) {
  if (tasks_->thrown) return;  // all that comes is in vain
  try {
    body(context, 0);
  } catch (...) {
    tasks_->thrown = std::current_exception();
  }
}
void Group::wait() {
  if (tasks_->thrown) std::rethrow_exception(std::exchange(tasks_->thrown, nullptr));
}

}  // namespace terrawright::engine::task_library
