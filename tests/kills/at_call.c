// SPDX-License-Identifier: Apache-2.0
// Preloaded into the program: its Nth step on files ends it (KILL_AT=N) or fails (FAIL_AT=N). Steps are the calls that
// change names or bring bytes to the disk.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int calls;

static int ends(void) {
  const int call = atomic_fetch_add(&calls, 1) + 1;
  const char *kill_at = getenv("KILL_AT"), *fail_at = getenv("FAIL_AT");
  if (kill_at && atoi(kill_at) == call) raise(SIGKILL);
  return fail_at && atoi(fail_at) == call;
}

#define STEP(name, parameters, arguments)     \
  int name parameters {                       \
    int(*real) parameters;                    \
    *(void**)&real = dlsym(RTLD_NEXT, #name); \
    if (!ends()) return real arguments;       \
    errno = EIO;                              \
    return -1;                                \
  }

STEP(rename, (const char* from, const char* to), (from, to))
STEP(renameat2, (int a, const char* from, int b, const char* to, unsigned flags), (a, from, b, to, flags))
STEP(unlink, (const char* path), (path))
STEP(fsync, (int descriptor), (descriptor))
