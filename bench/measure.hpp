// SPDX-License-Identifier: Apache-2.0
// Measures time and memory.
#pragma once
#include <cstdint>
#include <functional>

namespace terrawright::bench {

// One thread: the processor time of the process, system included, which does not grow where other programs take the
// processor away. Several threads: the time on the wall.
double seconds_now(int threads);

// Time of `work`.
double seconds_of(int threads, const std::function<void()>& work);

// Bytes of the process that were in memory at the highest since the last reset_peak().
void reset_peak();
std::uint64_t peak();

// Writes `bytes` into memory that is there already, past the caches: the floor of whatever makes a layer.
double seconds_of_streaming_write(std::uint64_t bytes, int repeat);

// Touches `bytes` of memory that the process has not had yet, as layers get it.
double seconds_of_fresh_memory(std::uint64_t bytes);

}  // namespace terrawright::bench
