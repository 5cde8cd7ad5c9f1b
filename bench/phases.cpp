// SPDX-License-Identifier: Apache-2.0
#include "phases.hpp"

#include <malloc.h>

#include <algorithm>
#include <ctime>

#include "border/instance.hpp"
#include "measure.hpp"

namespace terrawright::bench {
namespace {

struct Begun {
  border::Call call;
  double seconds;
  std::uint64_t bytes;
};
thread_local std::vector<Begun> begun;

double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace

void Phases::enters(const border::StageNames&, std::uint32_t phase, border::Call call) {
  std::uint64_t bytes = 0;
  if (phase == TERRAWRIGHT_PHASE_RESOLVE && call == border::Call::work) {
    malloc_trim(0);  // what it takes would else be taken from what others gave back
    reset_peak();
    bytes = peak();
  }
  begun.push_back({call, thread_seconds(), bytes});
}

void Phases::leaves(const border::StageNames& whose, std::uint32_t phase) {
  const double end = thread_seconds();
  const Begun begin = begun.back();
  begun.pop_back();
  if (begin.call != border::Call::work) return;
  const std::lock_guard lock(mutex_);
  PhaseCost& cost = costs_[whose.node];
  cost.seconds[phase] += end - begin.seconds;
  if (phase == TERRAWRIGHT_PHASE_RESOLVE)
    cost.resolve_bytes = std::max(cost.resolve_bytes, peak() - std::min(peak(), begin.bytes));
}

}  // namespace terrawright::bench
