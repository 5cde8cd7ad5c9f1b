// SPDX-License-Identifier: Apache-2.0
// The floating-point control words that every stage runs under: round to nearest even, no flush to zero.
// The mere loading of a library linked with -ffast-math switches flushing on for the whole process (measured). So the
// words are set before every call and restored after it.
//
// The upper halves of vector registers are zeroed before and after it. If code leaves them used (igzip does), each
// switch between old and new instructions costs some 130 ns on Intel: a loop of log1p took 20 times as long.
#pragma once
#if defined(__SSE2__)
#include <xmmintrin.h>
#else
#include <cfenv>
#endif

namespace terrawright::border {

#if defined(__SSE2__)
__attribute__((target("avx"))) inline void zero_upper_halves_of_vectors() { __builtin_ia32_vzeroupper(); }
inline void clean_vectors() {
  if (__builtin_cpu_supports("avx")) zero_upper_halves_of_vectors();
}
#else
inline void clean_vectors() {}
#endif

class FloatControl {
 public:
  // Whether it is, as far as results depend on it: exceptions that were raised do not count.
  static bool is_as_promised();

#if defined(__SSE2__)
  FloatControl() : before_(_mm_getcsr()), x87_before_(x87()) {
    clean_vectors();
    _mm_setcsr(0x1f80);  // the state at reset: exceptions masked
    if (x87_before_ != x87_at_start) set_x87(x87_at_start);
  }
  ~FloatControl() {
    clean_vectors();
    _mm_setcsr(before_);
    if (x87() != x87_before_) set_x87(x87_before_);
  }
#else
  FloatControl() {
    std::fegetenv(&before_);
    std::fesetenv(FE_DFL_ENV);
  }
  ~FloatControl() { std::fesetenv(&before_); }
#endif
  FloatControl(const FloatControl&) = delete;
  FloatControl& operator=(const FloatControl&) = delete;

 private:
#if defined(__SSE2__)
  // That of long double, which fesetround sets too. Set only where it is another one, as that is slow.
  static constexpr unsigned short x87_at_start = 0x37f;
  static unsigned short x87() {
    unsigned short word = 0;
    __asm__ volatile("fnstcw %0" : "=m"(word));
    return word;
  }
  static void set_x87(unsigned short word) { __asm__ volatile("fldcw %0" : : "m"(word)); }
  unsigned int before_;
  unsigned short x87_before_;
#else
  std::fenv_t before_;
#endif
};

#if defined(__SSE2__)
inline bool FloatControl::is_as_promised() {
  return (_mm_getcsr() & 0xffc0u) == 0x1f80u && (x87() & 0xc00u) == (x87_at_start & 0xc00u);
}
#else
inline bool FloatControl::is_as_promised() {
  const volatile float smallest = 1e-45f, one = 1.0f;
  return std::fegetround() == FE_TONEAREST && smallest * one != 0.0f;
}
#endif

}  // namespace terrawright::border
