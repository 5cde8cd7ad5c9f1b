// SPDX-License-Identifier: Apache-2.0
// oneTBB orders memory between the thread that submits a task and the one that runs it, in both directions. TBB is not
// instrumented, so the order is annotated here for ThreadSanitizer. Two tasks that run side by side have no annotation:
// their races are found.
#pragma once

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
