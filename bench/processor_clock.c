// SPDX-License-Identifier: Apache-2.0
// Preloaded, it has a process on one thread measure its processor time where it asks for the time on the wall.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>

int clock_gettime(clockid_t clock, struct timespec *time) {
  static int (*next)(clockid_t, struct timespec *);
  if (!next) next = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
  return next(clock == CLOCK_MONOTONIC ? CLOCK_PROCESS_CPUTIME_ID : clock, time);
}
