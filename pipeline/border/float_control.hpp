// SPDX-License-Identifier: Apache-2.0
// The floating-point control word that every stage runs under: round to nearest even, no flush to zero.
// Merely loading a library linked with -ffast-math switches flushing on for the whole process (measured), so the
// word is set before every call and put back after it.
#pragma once
#if defined(__SSE2__)
#include <xmmintrin.h>
#else
#include <cfenv>
#endif

namespace terrawright::border {

class FloatControl {
 public:
  // Whether it is, as far as results depend on it: exceptions that were raised do not count.
  static bool is_as_promised();

#if defined(__SSE2__)
  FloatControl() : before_(_mm_getcsr()) { _mm_setcsr(0x1f80); }  // the state at reset: exceptions masked
  ~FloatControl() { _mm_setcsr(before_); }
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
  unsigned int before_;
#else
  std::fenv_t before_;
#endif
};

#if defined(__SSE2__)
inline bool FloatControl::is_as_promised() { return (_mm_getcsr() & 0xffc0u) == 0x1f80u; }
#else
inline bool FloatControl::is_as_promised() {
  const volatile float smallest = 1e-45f, one = 1.0f;
  return std::fegetround() == FE_TONEAREST && smallest * one != 0.0f;
}
#endif

}  // namespace terrawright::border
