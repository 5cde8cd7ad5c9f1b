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
#include <optional>
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

// The arena of a run is made when the run first gives work away: a build that finds all its files needs none. The
// thread of the run is in it while it waits for the work. Workers are always in it.
class Arena {
 public:
  explicit Arena(int threads) : threads_(threads), outer_(std::exchange(of_this_thread_, this)) {}
  ~Arena() { of_this_thread_ = outer_; }
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  // The one that this thread opened and is outside of; nullptr if there is none.
  static Arena* waiting() {
    return of_this_thread_ != nullptr && !of_this_thread_->is_entered_ ? of_this_thread_ : nullptr;
  }
  int threads() const { return threads_; }
  template <class Call>
  void execute(const Call& call) {
    if (!arena_) {
      // To make a control takes memory under a lock that a failure waits for (oneTBB 2021.8): there has to be some.
      look_for_allocator();
      ends_.emplace(tbb::global_control::terminate_on_exception, 1);
      // An arena alone would get no more threads than the machine has.
      control_.emplace(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads_));
      arena_.emplace(threads_);
    }
    is_entered_ = true;
    arena_->execute(call);
    is_entered_ = false;
  }

 private:
  static thread_local Arena* of_this_thread_;

  int threads_;
  bool is_entered_ = false;
  Arena* outer_;
  std::optional<tbb::global_control> ends_, control_;
  std::optional<tbb::task_arena> arena_;
};
thread_local Arena* Arena::of_this_thread_ = nullptr;

// `call` throws nothing.
template <class Call>
void in_its_arena(const Call& call) {
  if (Arena* const arena = Arena::waiting()) {
    arena->execute(call);
  } else {
    call();
  }
}

void in_arena(int threads, Body body, void* context) {
  const Arena arena(threads);
  body(context, 0);
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
  in_its_arena([&] {
    tbb::this_task_arena::isolate([&] { tbb::parallel_for(tbb::blocked_range<std::uint64_t>(0, n), each); });
  });
  thrown.rethrow();
}

std::size_t slots() {
  const Arena* const arena = Arena::waiting();
  return static_cast<std::size_t>(arena != nullptr ? arena->threads() : tbb::this_task_arena::max_concurrency());
}
// The thread of a run has the first one in the arena, too.
std::size_t slot() {
  return Arena::waiting() != nullptr ? 0 : static_cast<std::size_t>(tbb::this_task_arena::current_thread_index());
}

struct Group::Tasks {
  tbb::task_group group;
  Thrown thrown;
  std::atomic<bool> any{false};
};

Group::Group() : tasks_(std::make_unique<Tasks>()) {}
Group::~Group() {
  try {
    wait();
  } catch (...) {  // whoever wants to know has waited
  }
}
void Group::run(Body body, void* context) {
  tasks_->any = true;
  in_its_arena([&] { tasks_->group.run([=] { tasks_->thrown.guard([=] { body(context, 0); }); }); });
}
void Group::wait() {
  if (!tasks_->any) return;
  in_its_arena([&] { tasks_->group.wait(); });
  tasks_->thrown.rethrow();
}

}  // namespace terrawright::engine::task_library
