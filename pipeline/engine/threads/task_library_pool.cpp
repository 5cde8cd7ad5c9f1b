// SPDX-License-Identifier: Apache-2.0
// The task library of a build without oneTBB, TERRAWRIGHT_TASKS=pool, as in WebAssembly. Its threads start when a run
// first asks for them, and never end. A run of one thread starts none. Background work is done at once.
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "engine/threads/task_library.hpp"

namespace terrawright::engine::task_library {
namespace {

thread_local std::uint64_t slot_of_thread = 0;  // of the pool's threads from 1 on
thread_local std::uint64_t slots_of_thread = 1;

// One call of for_each().
struct Call {
  const std::uint64_t n;
  bool (*const body)(void* context, std::uint64_t i);
  void* const context;
  const std::uint64_t slots = slots_of_thread;
  std::atomic<std::uint64_t> next{0};
  std::atomic<bool> ends{false};
  std::size_t helpers = 0;  // this and the next one are under the pool's mutex
  std::exception_ptr thrown = nullptr;

  bool has_more() const { return !ends && next < n; }
};

class Pool {
 public:
  void have(std::size_t threads) {
    const std::lock_guard lock(mutex_);
    for (; started_ + 1 < threads; ++started_) std::thread([this, slot = started_ + 1] { help(slot); }).detach();
  }
  void run(Call& call) {
    {
      const std::lock_guard lock(mutex_);
      calls_.push_back(&call);
    }
    work_.notify_all();
    work_on(call);
    std::unique_lock lock(mutex_);
    calls_.erase(std::find(calls_.begin(), calls_.end(), &call));
    done_.wait(lock, [&] { return call.helpers == 0; });
    if (call.thrown) std::rethrow_exception(std::exchange(call.thrown, nullptr));
  }

 private:
  void work_on(Call& call) {
    try {
      while (call.has_more()) {
        const std::uint64_t i = call.next++;
        if (i < call.n && call.body(call.context, i)) call.ends = true;
      }
    } catch (...) {
      call.ends = true;  // all that comes is in vain
      const std::lock_guard lock(mutex_);
      if (!call.thrown) call.thrown = std::current_exception();
    }
  }
  [[noreturn]] void help(std::size_t slot) {
    slot_of_thread = slot;
    std::unique_lock lock(mutex_);
    for (;;) {
      const auto call = std::find_if(calls_.rbegin(), calls_.rend(),
                                     [&](const Call* one) { return slot < one->slots && one->has_more(); });
      if (call == calls_.rend()) {
        work_.wait(lock);
        continue;
      }
      Call& helped = **call;
      ++helped.helpers;
      lock.unlock();
      slots_of_thread = helped.slots;
      work_on(helped);
      lock.lock();
      if (--helped.helpers == 0) done_.notify_all();
    }
  }

  std::mutex mutex_;
  std::condition_variable work_, done_;
  std::vector<Call*> calls_;  // the innermost ones last
  std::size_t started_ = 0;
};

Pool& pool() {
  static Pool& only = *new Pool;  // its threads use it to the end of the process
  return only;
}

}  // namespace

void in_arena(int threads, Body body, void* context) {
  if (threads > 1) pool().have(static_cast<std::size_t>(threads));
  const struct Outer {
    std::uint64_t slots;
    ~Outer() { slots_of_thread = slots; }
  } outer{std::exchange(slots_of_thread, static_cast<std::uint64_t>(threads))};
  body(context, 0);
}

void for_each(std::uint64_t n, bool (*body)(void* context, std::uint64_t i), void* context) {
  if (n > 1 && slots_of_thread > 1) {
    Call call{n, body, context};
    return pool().run(call);
  }
  for (std::uint64_t i = 0; i < n && !body(context, i); ++i) {
  }
}

std::size_t slots() { return static_cast<std::size_t>(slots_of_thread); }
std::size_t slot() { return static_cast<std::size_t>(slot_of_thread); }

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
