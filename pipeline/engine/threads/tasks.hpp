// SPDX-License-Identifier: Apache-2.0
// Work on all threads, and work in the background.
#pragma once
#include <type_traits>
#include <utility>

#include "engine/threads/stopwatch.hpp"
#include "engine/threads/task_library.hpp"

// oneTBB orders memory between the thread that submits a task and the one that runs it, in both directions. TBB is not
// instrumented, so the order is annotated here for ThreadSanitizer. Two tasks that run side by side have no annotation:
// their races are found.

#if defined(__SANITIZE_THREAD__)
#define TERRAWRIGHT_TELL_TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define TERRAWRIGHT_TELL_TSAN 1
#endif
#endif

#ifdef TERRAWRIGHT_TELL_TSAN
#include <sanitizer/tsan_interface.h>
#endif

namespace terrawright::engine::thread_order {

#ifdef TERRAWRIGHT_TELL_TSAN
inline char given, done;
inline void give() { __tsan_release(&given); }
inline void take() { __tsan_acquire(&given); }
inline void finish() { __tsan_release(&done); }
inline void take_back() { __tsan_acquire(&done); }
#else
inline void give() {}
inline void take() {}
inline void finish() {}
inline void take_back() {}
#endif

// In the thread that gives work away, until it has waited for it.
struct Giving {
  Giving() { give(); }
  ~Giving() { take_back(); }
  Giving(const Giving&) = delete;
  Giving& operator=(const Giving&) = delete;
};
// In the thread that does the work, as long as it does.
struct Work {
  Work() { take(); }
  ~Work() { finish(); }
  Work(const Work&) = delete;
  Work& operator=(const Work&) = delete;
};

}  // namespace terrawright::engine::thread_order

namespace terrawright::engine {

// body() on this thread, with `threads` threads for the work that it gives away.
template <class Body>
void with_threads(int threads, Body body) {
  task_library::in_arena(
      threads, [](void* context, std::uint64_t) { (*static_cast<Body*>(context))(); }, &body);
}

// Number of threads that may work at once, and the number of this one: 0 .. slots() - 1.
inline std::size_t slots() { return task_library::slots(); }
inline std::size_t slot() { return task_library::slot(); }

// body(i) for i in 0 .. n-1, in any order; one that answers true ends it. An exception of a body ends up here.
// Isolated: a thread that waits for the others takes up nothing but bodies of this call, neither a file to write nor a
// tile whose windows would overwrite those of the tile that it is in.
template <class Body>
void parallel(std::uint64_t n, const Body& body) {
  Helped helped;
  std::pair<const Body*, Helped*> context{&body, &helped};
  const thread_order::Giving giving;
  task_library::for_each(
      n,
      [](void* opaque, std::uint64_t i) {
        const auto& [one, counted] = *static_cast<std::pair<const Body*, Helped*>*>(opaque);
        const thread_order::Work work;
        const Helped::Body counts(*counted);
        if constexpr (std::is_same_v<decltype((*one)(i)), bool>) return (*one)(i);
        (*one)(i);
        return false;
      },
      &context);
}

// Work in the background. Waits at its end.
class Background {
 public:
  // body() some time. It must stay until then.
  template <class Body>
  void run(Body& body) {
    thread_order::give();
    group_.run(
        [](void* opaque, std::uint64_t) {
          const thread_order::Work work;
          (*static_cast<Body*>(opaque))();
        },
        &body);
  }
  // Until all is done, helping meanwhile. Throws what a body threw.
  void wait() {
    const thread_order::Giving giving;
    group_.wait();
  }

 private:
  task_library::Group group_;
};

}  // namespace terrawright::engine
