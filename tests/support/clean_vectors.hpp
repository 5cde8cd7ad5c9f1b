// SPDX-License-Identifier: Apache-2.0
// The upper halves of vector registers, as the processor tells of them (XGETBV 1, bit 2).
#pragma once
#ifdef __x86_64__
#include <cpuid.h>
#endif

namespace terrawright::test {

#ifdef __x86_64__
inline bool tells_of_upper_halves() {
  constexpr unsigned states = 0xd, in_use = 1u << 2;
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __builtin_cpu_supports("avx") && __get_cpuid_count(states, 1, &a, &b, &c, &d) && (a & in_use) != 0;
}
inline bool upper_halves_are_used() {
  unsigned low = 0, high = 0;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(1));
  return (low & 4u) != 0;
}
inline void use_upper_halves() { __asm__ volatile("vcmptrueps %%ymm1, %%ymm1, %%ymm1" : : : "xmm1"); }
#else
inline bool tells_of_upper_halves() { return false; }
inline bool upper_halves_are_used() { return false; }
inline void use_upper_halves() {}
#endif

}  // namespace terrawright::test
