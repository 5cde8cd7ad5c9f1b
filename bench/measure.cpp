// SPDX-License-Identifier: Apache-2.0
#include "measure.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <memory>
#include <string>

#include "engine/layers/memory.hpp"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace terrawright::bench {
namespace {

void stream(unsigned char* to, std::uint64_t bytes) {
#ifdef __SSE2__
  const __m128i value = _mm_set1_epi8(42);
  for (std::uint64_t i = 0; i + 16 <= bytes; i += 16) _mm_stream_si128(reinterpret_cast<__m128i*>(to + i), value);
  _mm_sfence();
#else
  std::memset(to, 42, bytes);
#endif
}

}  // namespace

double seconds_now(int threads) {
  timespec now{};
  clock_gettime(threads == 1 ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double seconds_of(int threads, const std::function<void()>& work) {
  const double begin = seconds_now(threads);
  work();
  return seconds_now(threads) - begin;
}

void reset_peak() { std::ofstream("/proc/self/clear_refs") << "5"; }

std::uint64_t peak() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.rfind("VmHWM:", 0) == 0) return std::strtoull(line.c_str() + 6, nullptr, 10) * 1024;
  }
  return 0;
}

double seconds_of_streaming_write(std::uint64_t bytes, int repeat) {
  struct Free {
    void operator()(void* p) const { std::free(p); }
  };
  const std::unique_ptr<void, Free> memory(std::aligned_alloc(64, static_cast<std::size_t>((bytes + 63) / 64 * 64)));
  auto* to = static_cast<unsigned char*>(memory.get());
  stream(to, bytes);  // the first touch is not measured
  double best = 1e9;
  for (int i = 0; i < repeat; ++i) best = std::min(best, seconds_of(1, [&] { stream(to, bytes); }));
  return best;
}

double seconds_of_fresh_memory(std::uint64_t bytes) {
  engine::Memory memory;
  void* const fresh = memory.take(bytes);
  return seconds_of(1, [&] { std::memset(fresh, 1, bytes); });
}

}  // namespace terrawright::bench
