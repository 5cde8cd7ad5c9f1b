// SPDX-License-Identifier: Apache-2.0
// Measures work: wall time, and processor time on this thread and on those that help it in parallel().
#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <thread>

namespace terrawright::engine {

// Seconds.
struct Spent {
  double wall = 0, processor = 0;
  Spent& operator+=(const Spent& more) {
    wall += more.wall;
    processor += more.processor;
    return *this;
  }
};

inline thread_local std::uint64_t of_helpers = 0;  // nanoseconds of the processor, for this thread

// Computing time of this thread so far, without other users of the processor, and of others for it.
inline std::uint64_t processor_nanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1000000000u + static_cast<std::uint64_t>(now.tv_nsec) + of_helpers;
}

class Stopwatch {
 public:
  // `runs`: else it takes no time itself, and none is spent.
  explicit Stopwatch(bool runs = true) : runs_(runs) {}
  Spent spent() const {
    if (!runs_) return {};
    return {std::chrono::duration<double>(Clock::now() - begin_).count(),
            static_cast<double>(processor_nanoseconds() - processor_begin_) * 1e-9};
  }

 private:
  using Clock = std::chrono::steady_clock;
  bool runs_;
  Clock::time_point begin_ = runs_ ? Clock::now() : Clock::time_point();
  std::uint64_t processor_begin_ = runs_ ? processor_nanoseconds() : 0;
};

// As long as it lives, what other threads do for this one is counted as its own.
class Helped {
 public:
  Helped() = default;
  ~Helped() { of_helpers += nanoseconds_; }
  Helped(const Helped&) = delete;
  Helped& operator=(const Helped&) = delete;

  // A body, on whatever thread.
  class Body {
   public:
    explicit Body(Helped& of) : of_(of), helps_(std::this_thread::get_id() != of.thread_) {
      if (helps_) begin_ = processor_nanoseconds();
    }
    ~Body() {
      if (helps_) of_.nanoseconds_ += processor_nanoseconds() - begin_;
    }
    Body(const Body&) = delete;
    Body& operator=(const Body&) = delete;

   private:
    Helped& of_;
    const bool helps_;
    std::uint64_t begin_ = 0;
  };

 private:
  const std::thread::id thread_ = std::this_thread::get_id();
  std::atomic<std::uint64_t> nanoseconds_{0};
};

}  // namespace terrawright::engine
