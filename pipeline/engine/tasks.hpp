// SPDX-License-Identifier: Apache-2.0
// Work on all threads, and work in the background.
#pragma once
#include <type_traits>
#include <utility>

#include "engine/stopwatch.hpp"
#include "engine/task_library.hpp"
#include "engine/thread_order.hpp"

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
