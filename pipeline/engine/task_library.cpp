// SPDX-License-Identifier: Apache-2.0
// All that includes the task library, and nothing else of ours. ThreadSanitizer leaves this file alone: the library
// comes without its instrumentation, and what its headers do would look like races. thread_order.hpp tells it instead.
#include "engine/task_library.hpp"

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

namespace terrawright::engine::task_library {

void in_arena(int threads, Body body, void* context) {
  // An arena alone would get no more threads than the machine has.
  const tbb::global_control control(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
  tbb::task_arena arena(threads);
  arena.execute([&] { body(context, 0); });
}

void for_each(std::uint64_t n, Body body, void* context) {
  tbb::this_task_arena::isolate(
      [&] { tbb::parallel_for(std::uint64_t{0}, n, [=](std::uint64_t i) { body(context, i); }); });
}

std::size_t slots() { return static_cast<std::size_t>(tbb::this_task_arena::max_concurrency()); }
std::size_t slot() { return static_cast<std::size_t>(tbb::this_task_arena::current_thread_index()); }

struct Group::Tasks {
  tbb::task_group group;
};

Group::Group() : tasks_(std::make_unique<Tasks>()) {}
Group::~Group() {
  try {
    wait();
  } catch (...) {  // whoever wants to know has waited
  }
}
void Group::run(Body body, void* context) {
  tasks_->group.run([=] { body(context, 0); });
}
void Group::wait() { tasks_->group.wait(); }

}  // namespace terrawright::engine::task_library
