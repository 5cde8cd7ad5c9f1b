// SPDX-License-Identifier: Apache-2.0
// All that includes the task library, and nothing else of ours. ThreadSanitizer leaves this file alone: the library
// comes without its instrumentation, and what its headers do would look like races. tasks.hpp tells it instead.
#include "engine/threads/task_library.hpp"

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>
#include <tbb/tbb_allocator.h>

#include <atomic>
#include <exception>
#include <new>
#include <utility>

#include "system/crash.hpp"

namespace terrawright::engine::task_library {

// The first thing that a body throws. The library never sees one: what it throws itself, where it has no thread or no
// memory, leaves its tasks half begun, so that nothing may go on (terminate_on_exception).
class Thrown {
 public:
  template <class Call>
  void guard(const Call& call) {
    if (any_) return;  // all that comes is in vain
    try {
      call();
    } catch (...) {
      if (!any_.exchange(true)) first_ = std::current_exception();
    }
  }
  bool any() const { return any_; }
  void rethrow() {
    if (any_.exchange(false)) std::rethrow_exception(std::exchange(first_, nullptr));
  }

 private:
  std::atomic<bool> any_{false};
  std::exception_ptr first_;
};

// It looks for its allocator when it is first asked for memory, by dlopen(), which crashes in a process that has no
// memory left (glibc 2.36, _dlerror_run): then the handler of operator new has the last word.
void look_for_allocator() {
  const auto no_memory = [] {
    if (const std::new_handler handler = std::get_new_handler()) handler();
  };
  system::with_crash_handler(no_memory, [] {
    tbb::tbb_allocator<std::max_align_t> some;
    some.deallocate(some.allocate(8), 8);
  });
}

void in_arena(int threads, Body body, void* context) {
  // To make a control takes memory under a lock that a failure waits for (oneTBB 2021.8): there has to be some.
  look_for_allocator();
  const tbb::global_control ends(tbb::global_control::terminate_on_exception, 1);
  // An arena alone would get no more threads than the machine has.
  const tbb::global_control control(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
  Thrown thrown;
  tbb::task_arena arena(threads);
  arena.execute([&] { thrown.guard([&] { body(context, 0); }); });
  thrown.rethrow();
}

// A range can be longer than anybody could walk to find that its bodies are left out.
void for_each(std::uint64_t n, bool (*body)(void* context, std::uint64_t i), void* context) {
  Thrown thrown;
  std::atomic<bool> ends{false};
  const auto each = [&](const tbb::blocked_range<std::uint64_t>& range) {
    for (std::uint64_t i = range.begin(); i != range.end() && !ends && !thrown.any(); ++i)
      thrown.guard([&] {
        if (body(context, i)) ends = true;
      });
  };
  tbb::this_task_arena::isolate([&] { tbb::parallel_for(tbb::blocked_range<std::uint64_t>(0, n), each); });
  thrown.rethrow();
}

std::size_t slots() { return static_cast<std::size_t>(tbb::this_task_arena::max_concurrency()); }
std::size_t slot() { return static_cast<std::size_t>(tbb::this_task_arena::current_thread_index()); }

struct Group::Tasks {
  tbb::task_group group;
  Thrown thrown;
};

Group::Group() : tasks_(std::make_unique<Tasks>()) {}
Group::~Group() {
  try {
    wait();
  } catch (...) {  // whoever wants to know has waited
  }
}
void Group::run(Body body, void* context) {
  tasks_->group.run([=] { tasks_->thrown.guard([=] { body(context, 0); }); });
}
void Group::wait() {
  tasks_->group.wait();
  tasks_->thrown.rethrow();
}

}  // namespace terrawright::engine::task_library
